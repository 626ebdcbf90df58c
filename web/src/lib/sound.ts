// Short sounds, made here: nothing is loaded, and nothing sounds until it was asked for.

import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** Pitch in Hz, when it starts and how long it lasts in seconds, and its shape. */
export type Note = readonly [pitch: number, start: number, length: number, shape: 'sawtooth' | 'sine' | 'triangle']

/** An epoch is scored. */
export const SCORE: readonly Note[] = [
  [523, 0, 0.12, 'sine'],
  [659, 0.1, 0.12, 'sine'],
  [784, 0.2, 0.25, 'sine'],
]

/** A row of a score sheet is written. */
export const ROW_SCORED: readonly Note[] = [[587, 0.25, 0.1, 'triangle']]

export function sound(notes: readonly Note[]): void {
  if (!settings.sound || document.hidden) return
  context ??= new AudioContext()
  const now = context.currentTime
  for (const [pitch, start, length, shape] of notes) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = shape
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, now + start)
    volume.gain.linearRampToValueAtTime(shape === 'sawtooth' ? 0.05 : 0.12, now + start + 0.012)
    volume.gain.exponentialRampToValueAtTime(0.0008, now + start + length)
    tone.connect(volume).connect(context.destination)
    tone.start(now + start)
    tone.stop(now + start + length + 0.02)
  }
}
