// The lessons of this browser, by table: what was taught, kept in local storage so that a closed tab goes on in the same
// place.

import * as api from './api'
import { COLOURS } from './colours'
import * as keys from './keys'
import { settings } from './settings.svelte'

/** An own move that was answered. */
export interface Answered {
  /** Its place in the log. */
  line: number
  said: string
}

export interface Kept {
  table: string
  game: string
  /** So many lines of the log were talked about. */
  seen: number
  /** So many of them were told on cards that had to be read. */
  told: number
  /** What was taught, and after how many lines. */
  taught: { id: string; line: number }[]
  /** The move that was advised, and the one that was made: it is answered next. */
  asked: string | null
  played: string | null
  /** What was answered in passing, where nobody had to stop and read. */
  answered?: Answered | null
  /** Null as long as it goes on. */
  over: 'done' | 'left' | null
}

const PLACE = 'heliopolis.lessons'
const MOST = 12

export function all(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

/** The lesson at a table, if it is one, and not done: one that was left can be taken up again. */
export const find = (table: string): Kept | null =>
  all().find((one) => one.table === table && one.over !== 'done') ?? null

/** The newest first. */
export function keep(kept: Kept): void {
  try {
    const others = all().filter((other) => other.table !== kept.table)
    localStorage.setItem(PLACE, JSON.stringify([kept, ...others].slice(0, MOST)))
  } catch {
    // Private windows may refuse: the lesson still works until the tab is closed.
  }
}

/** Whether nobody has played or learned in this browser yet. */
export const isNew = (): boolean => !keys.all().length && !all().length

/** The games that have neither been learned nor played in this browser; `played` are those of its tables. */
export function unknown<Game extends { name: string }>(games: Game[], played: string[]): Game[] {
  const known = new Set([...played, ...all().map(({ game }) => game)])
  return games.filter(({ name }) => !known.has(name))
}

/** Lay out the table of a lesson, and say which it is. */
export async function begin(game: string): Promise<string> {
  const made = await api.createTable({
    game,
    seats: [{ kind: 'person', name: settings.name.trim() || 'You', colour: COLOURS[0] ?? null }],
    lesson: true,
  })
  keys.keep(made)
  keep({ table: made.table, game, seen: 0, told: 0, taught: [], asked: null, played: null, over: null })
  return made.table
}
