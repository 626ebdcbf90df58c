// What can be read from a view of any game.

import type { View } from './protocol'

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

export const total = (sheet: Sheet): number => Object.values(sheet).reduce((sum, points) => sum + points, 0)

/** The epoch that is played; the last one when the match is over. */
export const epochOf = (view: Pick<View, 'breakdown' | 'result'>): number =>
  view.breakdown.length + (view.result ? 0 : 1)
