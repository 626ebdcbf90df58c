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

/** Monuments and suns are scored after the last epoch (R31, R32). */
export const ROWS: Rows = {
  title: categoryTitle,
  counts: (category, epoch) => epoch === 3 || (category !== 'monuments' && category !== 'suns'),
  before: false,
  river: 'nile',
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

/** What lay in front of a player, in the order of the rows; suns only where they count. */
export function piecesOf({ tiles, suns_up, suns_down }: RaSeat, epoch: number, words: Words): Counted[] {
  const laid = TILES.flatMap(({ kinds }, row) =>
    kinds.flatMap((name) => {
      const count = tiles[name] ?? 0
      const category = FIRST_ROW[name] ?? OTHER_ROWS[row] ?? ''
      return count ? [{ category, name, count, title: `${count} × ${tileName(name, words)}` }] : []
    }),
  )
  if (!ROWS.counts('suns', epoch)) return laid
  const suns = [...suns_up, ...suns_down].sort((a, b) => b - a)
  return [...laid, ...suns.map((sun) => ({ category: 'suns', name: `${sun}`, count: 1, title: `${words.sun} ${sun}` }))]
}
