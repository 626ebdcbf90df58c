// Score sheets: their rows, and the pieces that scored.

import type { Component } from 'svelte'
import type { Result, View } from './protocol'
import { total, type Sheet } from './view'
import { epochName, upper, type Words } from './words'

/** Something that a player had when an epoch was scored: tiles of a kind, a marker, a place on a track. */
export interface Piece {
  /** The row of the sheet in which it counts. */
  category: string
  /** By which the game draws it. */
  name: string
  /** What one of them is called, where an edition has another word. */
  called?: string
  /** Where there are several of a name. */
  colour?: string
  count: number
  /** Whether the count is a place on a track: then one says as much as two. */
  place?: true
  /** What it is called: "2 Pharaohs". */
  title: string
}

/** What a game says of the rows of its score sheets. */
export interface Rows {
  /** What a row is called. */
  title(category: string, words: Words): string
  /** Whether a row can have points in an epoch. */
  counts(category: string, epoch: number): boolean
  /** The ids of the rules by which a row scores. */
  rules?(category: string): string[] | undefined
  /** The id of the rule by which somebody wins. */
  winRule?: string
  /** Says what players start with. Sheets then begin with the points from before, so that everyone can add them up. */
  start: ((words: Words) => string) | null
  /** The row in which water lifts what scores. */
  river: string | null
  /** Rows in which only those with the most and with the fewest score: they meet. */
  meets: string[]
  /** The ids of the rules by which an epoch is added up, and by which points lie face down. */
  adds?: string[]
  covers?: string[]
  /** Draws a piece; null where a game has none to show. */
  Piece: Component<{ piece: Piece }> | null
}

/** The row of the points from before the epoch, and those below all rows: what the epoch brought, and what all have then. */
export const BEFORE = 'before'
export const EPOCH = 'epoch'
export const TOTAL = 'total'

/** Rows that are called what they are, and count in every epoch. */
export const PLAIN_ROWS: Rows = { title: upper, counts: () => true, start: null, river: null, meets: [], Piece: null }

/** The rows of a sheet of an epoch. */
export const rowsOf = (sheet: Sheet | undefined, epoch: number, rows: Rows): string[] =>
  Object.keys(sheet ?? {}).filter((category) => rows.counts(category, epoch))

/** The points that a seat had before an epoch, from what it brought; null where they are covered. */
export function before(view: Pick<View, 'totals' | 'breakdown'>, epoch: number, seat: number): number | null {
  const now = view.totals[epoch - 1]?.[seat] ?? null
  if (epoch > 1 || now === null) return view.totals[epoch - 2]?.[seat] ?? null
  return now - total(view.breakdown[0]?.[seat] ?? {})
}

/** Where the points from before an epoch come from. */
export const explainBefore = (epoch: number, { start }: Rows, words: Words): string =>
  epoch === 1 ? (start?.(words) ?? '') : `The ${words.points} after epoch ${epochName(epoch - 1)}.`

/** Whether an epoch took more points from somebody than they had: nobody has fewer than none. */
export const floored = (view: Pick<View, 'totals' | 'breakdown'>, epoch: number): boolean =>
  (view.breakdown[epoch - 1] ?? []).some((sheet, seat) => (before(view, epoch, seat) ?? Infinity) + total(sheet) < 0)

/** How a row is scored before everyone's eyes. */
export type Show = 'quiet' | 'plain' | 'meet' | 'flood'

export function showOf(category: string, sheets: Sheet[], held: Piece[][], rows: Rows): Show {
  const points = sheets.map((sheet) => sheet[category] ?? 0)
  const scores = points.some((one) => one !== 0)
  if (rows.meets.includes(category) && scores) return 'meet'
  if (category === rows.river && scores) return 'flood'
  return scores || held.some((pieces) => pieces.some((piece) => piece.category === category)) ? 'plain' : 'quiet'
}

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

/** The place of a seat in the end: behind the winners, those who are level share one. */
export function placeOf(seat: number, { scores, winners }: Result): number {
  if (winners.includes(seat)) return 1
  return 1 + scores.filter((points, other) => winners.includes(other) || points > (scores[seat] ?? 0)).length
}
