// The rows of score sheets.

import type { Sheet } from './view'
import { upper, type Words } from './words'

/** What a game says of the rows of its score sheets. */
export interface Rows {
  /** What a row is called. */
  title(category: string, words: Words): string
  /** Whether a row can have points in an epoch. */
  counts(category: string, epoch: number): boolean
}

/** Rows that are called what they are, and count in every epoch. */
export const PLAIN_ROWS: Rows = { title: upper, counts: () => true }

/** The rows of a sheet of an epoch. */
export const rowsOf = (sheet: Sheet | undefined, epoch: number, rows: Rows): string[] =>
  Object.keys(sheet ?? {}).filter((category) => rows.counts(category, epoch))
