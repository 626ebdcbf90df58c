// What a game without a face sends, in words: the names of things are all that is known of them.

import type { View } from '../lib/protocol'
import { upper } from '../lib/words'

/** A name as it is read: "centre_sun" is "Centre sun". */
export const named = (key: string): string => upper(key.replaceAll(/[_-]+/g, ' '))

/** What can be said in one line; null for what has parts of its own. */
export function said(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.round(100 * value) / 100)
  if (!Array.isArray(value)) return Object.keys(value).length ? null : '–'
  if (!value.length) return '–'
  const parts = value.map(said)
  return parts.every((part, place) => part !== null && !Array.isArray(value[place])) ? parts.join(', ') : null
}

/** The parts of what cannot be said in one line, each by its name or its number. */
export function partsOf(value: unknown): [name: string, part: unknown][] {
  if (Array.isArray(value)) return value.map((part, place) => [String(place + 1), part])
  return Object.entries(value ?? {}).map(([key, part]) => [named(key), part])
}

/** What lies on the table, by name; what each seat has stands with the players. */
export function boardOf(view: View): [name: string, part: unknown][] {
  return Object.entries(view.board)
    .filter(([key]) => key !== 'seats')
    .map(([key, part]) => [named(key), part])
}

/** What a seat has on the table. */
export const seatOf = (view: View, seat: number): [name: string, part: unknown][] =>
  'seats' in view.board && Array.isArray(view.board.seats) ? partsOf(view.board.seats[seat]) : []

/** A fact in one line, however deep: "tile Temple, count 3; tile Palace, count 4". */
export function brief(value: unknown): string {
  const short = said(value)
  if (short !== null) return short
  if (Array.isArray(value)) return value.map(brief).join('; ')
  return partsOf(value)
    .filter(([, part]) => told(part))
    .map(([name, part]) => `${name.toLowerCase()} ${brief(part)}`)
    .join(', ')
}

/** Whether there is something to tell of a field. */
export const told = (part: unknown): boolean =>
  part !== null && part !== undefined && part !== '' && part !== false && !(Array.isArray(part) && !part.length)
