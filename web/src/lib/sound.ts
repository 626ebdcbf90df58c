// Four short sounds, made here: nothing is loaded, and nothing sounds until it was asked for.

import { settings } from './settings.svelte'

let context: AudioContext | null = null

const NOTES = {
  tile: [[520, 0, 0.06, 'triangle']],
  bid: [
    [392, 0, 0.09, 'triangle'],
    [587, 0.07, 0.12, 'triangle'],
  ],
  ra: [
    [110, 0, 0.5, 'sawtooth'],
    [165, 0.04, 0.45, 'sine'],
    [220, 0.1, 0.4, 'sine'],
  ],
  score: [
    [523, 0, 0.12, 'sine'],
    [659, 0.1, 0.12, 'sine'],
    [784, 0.2, 0.25, 'sine'],
  ],
} as const

export function sound(name: keyof typeof NOTES): void {
  if (!settings.sound || document.hidden) return
  context ??= new AudioContext()
  const now = context.currentTime
  for (const [pitch, start, length, shape] of NOTES[name]) {
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
