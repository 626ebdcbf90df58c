// Lets sounds be heard, once somebody asked for them.

import { settings } from './settings.svelte'
import { render, type Sound } from './sounds'

/** The same sound begins at most once in so many milliseconds. */
const APART = 80
const LATE = 300

let output: { context: AudioContext; into: AudioNode } | null = null
const begun = new WeakMap<Sound, number>()

function speakers(): { context: AudioContext; into: AudioNode } {
  if (output) return output
  const context = new AudioContext()
  // Several sounds at once stay within what a loudspeaker can do.
  const into = context.createDynamicsCompressor()
  into.connect(context.destination)
  output = { context, into }
  return output
}

/** Let a sound be heard, where somebody looks; a call also where nobody does. */
export function sound(notes: Sound, calls = false): void {
  if (!settings.sound || (document.hidden && !calls) || !notes.length) return
  const asked = performance.now()
  if (asked - (begun.get(notes) ?? -Infinity) < APART) return
  begun.set(notes, asked)
  const { context, into } = speakers()
  // A page may make no sound before somebody has touched it; what could not be heard in its moment is not heard at all.
  void context.resume().then(() => {
    if (performance.now() - asked < LATE) render(context, into, notes, context.currentTime)
  })
}
