// The rows of score sheets of the dice game, and what counts in them.

import type { DiceSeat } from '../lib/protocol'
import { PLAIN_ROWS, type Piece as Counted, type Rows } from '../lib/sheets'
import { many } from '../lib/words'
import { AT_ONCE } from './atonce'
import { COLOURS, COLUMNS } from './choices'
import Piece from './Piece.svelte'

const RULES: Record<string, string[]> = {
  [AT_ONCE]: ['D12', 'D13'],
  pharaohs: ['D16'],
  nile: ['D17'],
  civilization: ['D18'],
  monuments: ['D19'],
}

/** Who comes later starts with more (D1); monuments are scored after the last epoch (D19). */
export const ROWS: Rows = {
  ...PLAIN_ROWS,
  counts: (category, epoch) => epoch === 3 || category !== 'monuments',
  rules: (category) => RULES[category],
  start: ({ points }) => `Whoever begins starts with 10 ${points}, each next player with one more.`,
  winRule: 'D21',
  river: 'nile',
  meets: ['pharaohs'],
  adds: ['D21'],
  Piece,
}

/** What a player had on the board, in the order of the rows. */
export function piecesOf({ pharaoh, nile, floods, civilization, monuments }: DiceSeat): Counted[] {
  const tracks: Counted[] = [
    {
      category: 'pharaohs',
      name: 'Pharaoh',
      count: pharaoh,
      place: true,
      title: `space ${pharaoh} of the Pharaoh track`,
    },
    { category: 'nile', name: 'Nile', count: nile, place: true, title: `space ${nile} of the Nile track` },
    { category: 'nile', name: 'Flood', count: floods, title: many(floods, 'flood marker') },
  ]
  const markers = civilization.map((colour) => ({
    category: 'civilization',
    name: 'Art',
    colour,
    count: 1,
    title: `civilization ${colour}`,
  }))
  const built = COLUMNS.flatMap((name) =>
    COLOURS.filter((colour) => monuments.includes(`${name} ${colour}`)).map((colour) => ({
      category: 'monuments',
      name,
      colour,
      count: 1,
      title: `${name} ${colour}`,
    })),
  )
  return [...tracks.filter(({ count }) => count), ...markers, ...built]
}
