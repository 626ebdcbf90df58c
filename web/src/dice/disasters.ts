// What a disaster took from somebody without a choice, so that it does not happen in silence.

import type { DiceEvent, DiceLine, DiceView, Disaster } from '../lib/protocol'
import type { Scene } from '../lib/stage.svelte'
import { many, upper } from '../lib/words'

/** A disaster: whose it is, what it strikes, and what it took from whoever looks. */
export interface Blow {
  by: number
  disaster: Disaster
  /** Empty where it took nothing, or leaves a choice. */
  lost: DiceEvent[]
}

/** A disaster is declared: it is named before it strikes. */
export interface DiceScene extends Scene, Blow {}

const DECLARED = 1400
/** What a disaster takes without a choice. */
export const LOSSES: DiceEvent['event'][] = ['moved-back', 'flood-lost', 'civilization-lost', 'monument-lost']

const lostBy = (seat: number | null, line: DiceLine): DiceEvent[] =>
  line.happened.filter((event) => LOSSES.includes(event.event) && 'seat' in event && event.seat === seat)

/** What is to be seen before a disaster strikes. Whoever declared it knows. */
export function scenes(before: DiceView, added: DiceLine[]): DiceScene[] {
  return added.flatMap(({ seat: by, deed: { disaster } }) => {
    if (disaster === null || by === before.viewer) return []
    const lost = added.flatMap((line) => lostBy(before.viewer, line))
    return [{ view: { ...before, moves: [], to_act: null }, length: DECLARED, by, disaster, lost }]
  })
}

/** The disasters that took something from a seat since it last did something itself, in this epoch; the first first. */
export function blowsTo(seat: number | null, log: DiceLine[]): Blow[] {
  if (seat === null) return []
  const blows: Blow[] = []
  let lost: DiceEvent[] = []
  for (const line of [...log].reverse()) {
    const over = line.happened.some(({ event }) => event === 'epoch-ended')
    if (over || (line.seat === seat && !line.chance)) break
    lost = [...lostBy(seat, line), ...lost]
    const { disaster } = line.deed
    if (disaster === null || !lost.length) continue
    blows.unshift({ by: line.seat, disaster, lost })
    lost = []
  }
  return blows
}

/** "Ben’s Nile disaster". A player may be called You. */
export const disasterOf = (name: string, disaster: Disaster): string =>
  `${name === 'You' ? 'Your' : `${name}’s`} ${upper(disaster)} disaster`

/** "2 steps", "1 flood marker": the disaster says of what. */
export function losses(lost: DiceEvent[]): string {
  const [first] = lost
  if (first?.event === 'moved-back') return many(first.steps, 'step')
  return many(lost.length, first?.event === 'flood-lost' ? 'flood marker' : 'marker')
}
