// Ra: The Dice Game where it is explained.

import type { Book } from '../lib/face'
import Example from './Example.svelte'
import EXAMPLES from './examples.json'
import type { DiceParts } from './face'
import { helpDice } from './help'
import InAMinute from './InAMinute.svelte'
import Overview from './Overview.svelte'
import Scoring from './Scoring.svelte'

export const BOOK: Book<DiceParts> = {
  InAMinute,
  help: helpDice,
  Scoring,
  Overview,
  examples: { all: EXAMPLES, Picture: Example },
  keys: [
    ['1 – 5', 'choose a die to roll again'],
    ['R', 'roll the chosen dice again'],
    ['K', 'keep all dice'],
    ['Tab', 'walk through what the dice can do, Enter does it'],
    ['N', 'end the turn'],
    ['H', 'ask what the expert would do, where you play against bots only; Enter follows it'],
    ['U', 'take back your last move, while nothing was revealed'],
    ['E', 'score sheet'],
    ['L', 'fold log and preview'],
  ],
}
