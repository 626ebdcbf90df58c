// A move of Ra as an order: the words of its button, where it has one.

import type { RaDeed } from '../lib/protocol'
import { command, upper, type Words } from '../lib/words'
import { deed } from './log'

/** The rule that a move goes by. */
export const RULE_OF: Readonly<Record<RaDeed['verb'], string>> = {
  draw: 'R7',
  tile: 'R7',
  invoke: 'R11',
  take: 'R10',
  stop: 'R10',
  bid: 'R13',
  pass: 'R13',
  discard: 'R22',
}

export function orderRa(move: RaDeed, words: Words): string {
  // The edition has its own word for it, and nothing was drawn yet.
  if (move.verb === 'draw') return `${upper(words.moves.draw ?? 'draw')} a tile`
  if (move.verb === 'stop') return 'Stop here'
  return command(deed(move, words))
}
