// The rolls of the dice: when each was, and how many are left.

import type { DiceBoard, DiceLine, DieColour } from '../lib/protocol'
import { many } from '../lib/words'
import { COLOURS } from './choices'

/** The line in which each die was rolled last. */
export type Rolls = Partial<Record<DieColour, number>>

export function rollsOf(log: DiceLine[]): Rolls {
  const found: Rolls = {}
  for (let place = log.length - 1; place >= 0 && Object.keys(found).length < COLOURS.length; place--) {
    const line = log[place]
    for (const { colour } of line?.deed.rolled ?? []) found[colour] ??= line?.line
  }
  return found
}

/** How many rolls are left, or that there are no more: some may have been forgone. Nothing where nobody cares. */
export function rollsLeft({ phase, rerolls }: Pick<DiceBoard, 'phase' | 'rerolls'>): string {
  if (phase === 'rerolling') return `${many(rerolls, 'roll')} left`
  return phase === 'using' ? 'rolling is over' : ''
}
