// What can be read from a view of any game.

import type { View } from './protocol'

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

export const total = (sheet: Sheet): number => Object.values(sheet).reduce((sum, points) => sum + points, 0)

/** The epoch that is played; the last one when the match is over. */
export const epochOf = (view: Pick<View, 'breakdown' | 'result'>): number =>
  view.breakdown.length + (view.result ? 0 : 1)

/** All seats in their order around the table, beginning with one of them: with whoever looks. */
export const aroundFrom = (first: number | null | undefined, count: number): number[] =>
  Array.from({ length: count }, (_, step) => ((first ?? 0) + step) % count)

/** A view with the points that others at the same screen may see, too: whoever holds several seats knows them all. */
export function together<Seen extends Covered>(view: Seen, others: Covered[]): Seen {
  const both = (own: Points, theirs: (Points | undefined)[]): Points =>
    own.map((points, seat) => points ?? theirs.map((other) => other?.[seat]).find(known) ?? null)
  return {
    ...view,
    points: both(
      view.points,
      others.map((other) => other.points),
    ),
    totals: view.totals.map((after, epoch) =>
      both(
        after,
        others.map((other) => other.totals[epoch]),
      ),
    ),
  }
}

type Covered = Pick<View, 'points' | 'totals'>
type Points = View['points']

const known = (points: number | null | undefined): points is number => points !== null && points !== undefined
