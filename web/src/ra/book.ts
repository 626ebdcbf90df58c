// Ra where it is explained.

import type { Book } from '../lib/face'
import Example from './Example.svelte'
import EXAMPLES from './examples.json'
import type { RaParts } from './face'
import { helpRa } from './help'
import InAMinute from './InAMinute.svelte'
import Overview from './Overview.svelte'
import Scoring from './Scoring.svelte'

export const BOOK: Book<RaParts> = {
  InAMinute,
  help: helpRa,
  Scoring,
  Overview,
  examples: { all: EXAMPLES, Picture: Example },
  keys: [
    ['D', 'draw a tile'],
    ['I', 'invoke Ra'],
    ['its number', 'bid that sun: 1 and 3 for the 13'],
    ['P', 'pass'],
    ['1 – 8', 'choose the tile on that space to take with a God, then Enter'],
    ['1 – 8', 'give up that tile, when a disaster asks for it'],
    ['S', 'stop spending Gods'],
    ['U', 'take back your last move, while nothing was revealed'],
    ['H', 'ask what the expert would do, where you play against bots only; Enter follows it'],
    ['B', 'see what is left in the bag'],
    ['E', 'score sheet'],
    ['L', 'fold log and preview'],
  ],
}
