// What the moves of a view allow, taken apart for the table. What is allowed stands in `moves` and nowhere else.

import { after } from '../lib/offer'
import type { RaBoard } from '../lib/protocol'

export interface Choices {
  any: boolean
  /** Suns, the lowest first. */
  bids: number[]
  takes: string[]
  discards: string[]
  /** Where people draw themselves: what it may have been. */
  drawn: string[]
  canPass: boolean
  canDraw: boolean
}

export function choicesOf(moves: string[]): Choices {
  return {
    any: moves.length > 0,
    bids: after(moves, 'bid')
      .map(Number)
      .sort((a, b) => a - b),
    takes: after(moves, 'take'),
    discards: after(moves, 'discard'),
    drawn: after(moves, 'tile'),
    canPass: moves.includes('pass'),
    canDraw: moves.includes('draw'),
  }
}

export type Crown = 'most' | 'fewest' | null

/** Who has most Pharaohs, and who fewest. */
export function crowns(board: RaBoard): Crown[] {
  const counts = board.seats.map((seat) => seat.tiles.Pharaoh ?? 0)
  const most = Math.max(...counts)
  const fewest = Math.min(...counts)
  return counts.map((count) => (most === fewest ? null : count === most ? 'most' : count === fewest ? 'fewest' : null))
}
