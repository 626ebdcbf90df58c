// When dice were rolled: what lies there is from that line of the record.

import type { DiceLine, DieColour } from '../lib/protocol'
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
