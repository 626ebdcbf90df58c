// Score sheets: their rows, and the pieces that scored.

import type { Component } from 'svelte'
import type { Result } from './protocol'
import type { Sheet } from './view'
import { upper, type Words } from './words'

/** Something that a player had when an epoch was scored: tiles of a kind, a marker, a place on a track. */
export interface Piece {
  /** The row of the sheet in which it counts. */
  category: string
  /** By which the game draws it. */
  name: string
  /** Where there are several of a name. */
  colour?: string
  count: number
  /** What it is called: "2 Pharaohs". */
  title: string
}

/** What a game says of the rows of its score sheets. */
export interface Rows {
  /** What a row is called. */
  title(category: string, words: Words): string
  /** Whether a row can have points in an epoch. */
  counts(category: string, epoch: number): boolean
  /** The row in which water lifts what scores. */
  river: string | null
  /** Draws a piece; null where a game has none to show. */
  Piece: Component<{ piece: Piece }> | null
}

/** Rows that are called what they are, and count in every epoch. */
export const PLAIN_ROWS: Rows = { title: upper, counts: () => true, river: null, Piece: null }

/** The rows of a sheet of an epoch. */
export const rowsOf = (sheet: Sheet | undefined, epoch: number, rows: Rows): string[] =>
  Object.keys(sheet ?? {}).filter((category) => rows.counts(category, epoch))

export type Totals = readonly (number | null)[]

/** The seats by their totals, the best first; null where some are covered. */
export function ranked(totals: Totals | undefined): number[] | null {
  if (!totals?.length || totals.includes(null)) return null
  return totals.map((_, seat) => seat).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))
}

/** The seats as they stand in the end: winners first, for some win a tie. */
export function standing({ scores, winners }: Result): number[] {
  const wins = (seat: number): number => Number(winners.includes(seat))
  return scores.map((_, seat) => seat).sort((a, b) => wins(b) - wins(a) || (scores[b] ?? 0) - (scores[a] ?? 0))
}

/** The seats that have as many points as the best. */
export const level = ({ scores }: Result): number[] =>
  scores.flatMap((points, seat) => (points === Math.max(...scores) ? [seat] : []))
