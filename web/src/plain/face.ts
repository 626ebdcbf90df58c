// A game that has no face of its own: all that is known of it is what the server says of every game.

import type { Face } from '../lib/face'
import { hush } from '../lib/stage.svelte'
import { upper } from '../lib/words'
import InAMinute from './InAMinute.svelte'
import { tellPlain } from './log'
import PlainTable from './PlainTable.svelte'

export const FACE: Face = {
  called: null,
  lead: 'Against bots or with friends: on one screen or by a link.',
  Picture: null,
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
  drawn: false,
  printed: () => [],

  Table: PlainTable,
  tell: tellPlain,
  order: (option) => upper(option.word),
  chapters: null,
  scenes: () => [],
  noise: hush,
}
