// A move of Ra as an order: the words of its button, where it has one.

import type { RaDeed } from '../lib/protocol'
import { command, upper, type Words } from '../lib/words'
import { deed } from './log'

export function orderRa(move: RaDeed, words: Words): string {
  // The edition has its own word for it, and nothing was drawn yet.
  if (move.verb === 'draw') return `${upper(words.moves.draw ?? 'draw')} a tile`
  if (move.verb === 'stop') return 'Stop here'
  return command(deed(move, words))
}
