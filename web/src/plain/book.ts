// A plain game where it is explained.

import type { Book } from '../lib/face'
import { upper } from '../lib/words'
import InAMinute from './InAMinute.svelte'

export const BOOK: Book = {
  InAMinute,
  help: ({ moves, shown }) => moves.map((word) => ({ what: upper(shown[word] ?? word), does: '', why: '' })),
  Scoring: null,
  Overview: null,
  keys: [
    ['1 – 9', 'make one of the first nine moves'],
    ['Tab', 'walk through all moves, Enter makes one'],
    ['H', 'ask what the expert would do, where you play against bots only; Enter follows it'],
    ['U', 'take back your last move, while nothing was revealed'],
    ['E', 'score sheet'],
    ['L', 'fold log and preview'],
  ],
}
