// What one monument less would cost, for the lessons of both games, which score monuments alike (R31, D19): many different
// ones, and several of one kind.

/** So many of one kind score for themselves. */
const SETS = { fewest: 3, most: 5 }
/** What a set of three scores, and each monument more up to five. */
const SET_STEP = 5
/** What the last of its kind brings, where it is not 1: seven different ones score 10, eight score 15. */
const LAST: Readonly<Record<number, number>> = { 7: 4, 8: 5 }

/** What giving up one costs, of which there are so many among so many different ones. */
export function lossOfOne(count: number, different: number): number {
  if (count === 1) return LAST[different] ?? 1
  return count >= SETS.fewest && count <= SETS.most ? SET_STEP : 0
}
