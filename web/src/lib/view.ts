// What can be read from a view of any game.

import type { View } from './protocol'

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

export const total = (sheet: Sheet): number => Object.values(sheet).reduce((sum, points) => sum + points, 0)

/** The epoch that is played; the last one when the match is over. */
export const epochOf = (view: Pick<View, 'breakdown' | 'result'>): number =>
  view.breakdown.length + (view.result ? 0 : 1)

/** A view with the points that others at the same screen may see, too: whoever holds several seats knows them all. */
export function together<Seen extends Pick<View, 'points'>>(view: Seen, others: Pick<View, 'points'>[]): Seen {
  const points = view.points.map((own, seat) => own ?? others.map((other) => other.points[seat]).find(known) ?? null)
  return { ...view, points }
}

const known = (points: number | null | undefined): points is number => points !== null && points !== undefined
