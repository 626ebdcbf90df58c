// Ra: The Dice Game in the browser.

import type { Face } from '../lib/face'
import type { DiceLine, DiceOption, DiceView } from '../lib/protocol'
import DiceTable from './DiceTable.svelte'
import { scenes, type DiceScene } from './disasters'
import Example from './Example.svelte'
import EXAMPLES from './examples.json'
import { helpDice } from './help'
import InAMinute from './InAMinute.svelte'
import { LESSON } from './lesson/lesson'
import { tellDice } from './log'
import { noise } from './noise'
import { orderDice } from './orders'
import Overview from './Overview.svelte'
import { DICE_PRESETS } from './presets'
import Scoring from './Scoring.svelte'

export interface DiceParts {
  view: DiceView
  line: DiceLine
  option: DiceOption
  scene: DiceScene
}

export const FACE: Face<DiceParts> = {
  called: 'the dice game',
  lead: 'Roll five dice, keep what you like, and use them before Ra comes to the end of his track. Reiner Knizia’s dice game of ancient Egypt, against bots or with friends: on one screen or by a link.',
  Picture: null,
  InAMinute,
  help: helpDice,
  Scoring,
  Overview,
  examples: { all: EXAMPLES, Picture: Example },
  lesson: LESSON,
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
  presets: DICE_PRESETS,
  // Dice are rolled by the server: only a bag can lie on a real table.
  drawn: false,
  printed: () => [],

  Table: DiceTable,
  tell: tellDice,
  order: (option, _words, moves) => orderDice(option.deed, moves),
  chapters: null,
  scenes,
  noise,
}
