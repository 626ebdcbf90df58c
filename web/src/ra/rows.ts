// The rows of score sheets of Ra, and the tiles and suns that count in them.

import { ROWS as TILES } from '../art/tiles'
import type { RaSeat } from '../lib/protocol'
import type { Piece as Counted, Rows } from '../lib/sheets'
import { tileName, upper, type Words } from '../lib/words'
import Piece from './Piece.svelte'

export function categoryTitle(category: string, words: Words): string {
  if (category === 'nile') return words.river
  if (category === 'suns') return `${upper(words.sun)}s`
  return upper(category)
}

const RULES: Record<string, string[]> = {
  gods: ['R26'],
  gold: ['R27'],
  pharaohs: ['R28'],
  nile: ['R29'],
  civilization: ['R30'],
  monuments: ['R31'],
  suns: ['R32'],
}

/** Everyone starts alike (R2); monuments and suns are scored after the last epoch (R31, R32). */
export const ROWS: Rows = {
  title: categoryTitle,
  counts: (category, epoch) => epoch === 3 || (category !== 'monuments' && category !== 'suns'),
  rules: (category) => RULES[category],
  start: ({ points }) => `Everyone starts with 10 ${points}.`,
  winRule: 'R34',
  river: 'nile',
  meets: ['pharaohs', 'suns'],
  adds: ['R33'],
  covers: ['R35'],
  Piece,
}

const FIRST_ROW: Record<string, string> = {
  God: 'gods',
  Gold: 'gold',
  Pharaoh: 'pharaohs',
  Nile: 'nile',
  Flood: 'nile',
}
const OTHER_ROWS = ['', 'civilization', 'monuments']

/** The row in which a tile scores; empty where it scores in none. */
export function categoryOf(kind: string): string {
  const row = TILES.findIndex(({ kinds }) => kinds.includes(kind))
  return FIRST_ROW[kind] ?? OTHER_ROWS[row] ?? ''
}

/** What lay in front of a player, in the order of the rows; suns only where they count. */
export function piecesOf({ tiles, suns_up, suns_down }: RaSeat, epoch: number, words: Words): Counted[] {
  const laid = TILES.flatMap(({ kinds }) =>
    kinds.flatMap((name) => {
      const count = tiles[name] ?? 0
      const category = categoryOf(name)
      const called = tileName(name, words)
      return count ? [{ category, name, called, count, title: `${count} × ${called}` }] : []
    }),
  )
  if (!ROWS.counts('suns', epoch)) return laid
  const suns = [...suns_up, ...suns_down].sort((a, b) => b - a)
  return [...laid, ...suns.map((sun) => ({ category: 'suns', name: `${sun}`, count: 1, title: `${words.sun} ${sun}` }))]
}
