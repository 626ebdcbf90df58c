// How the dice game sounds.

import type { DiceDeed, DiceLine } from '../lib/protocol'
import { CRACK, FLOOD, follows, LOCK, RATTLE, TILE, type Sound } from '../lib/sounds'
import { hush, type Noise } from '../lib/stage.svelte'
import { LOSSES } from './disasters'

const PLACED: DiceDeed['verb'][] = ['pharaoh', 'nile', 'civilization', 'monument']
const GIVEN_UP: DiceDeed['verb'][] = ['discard-monument', 'discard-civilization']
/** Dice fall, and then a Sun among them is locked. */
const LOCKED = follows(RATTLE, 0.6, LOCK)

/** How lines sound, the first that fits. */
const SOUNDS: [sound: Sound, fits: (line: DiceLine) => boolean][] = [
  [CRACK, ({ deed, happened }) => GIVEN_UP.includes(deed.verb) || happened.some(({ event }) => LOSSES.includes(event))],
  [LOCKED, ({ deed }) => deed.rolled.some(({ face }) => face === 'Sun')],
  [RATTLE, ({ deed }) => deed.rolled.length > 0],
  [FLOOD, ({ deed }) => deed.verb === 'flood'],
  [TILE, ({ deed }) => PLACED.includes(deed.verb)],
]

export function noise(added: DiceLine[]): Noise {
  const usual = hush(added)
  if (usual.notes.length) return usual
  return { ...usual, notes: SOUNDS.find(([, fits]) => added.some(fits))?.[0] ?? [] }
}
