// Ra: The Dice Game where it is played.

import type { Play } from '../lib/face'
import DiceTable from './DiceTable.svelte'
import { scenes } from './disasters'
import type { DiceParts } from './face'
import { tellDice } from './log'
import { noise } from './noise'
import { orderDice, RULE_OF } from './orders'

export const PLAY: Play<DiceParts> = {
  Table: DiceTable,
  tell: tellDice,
  order: (option, _words, moves) => orderDice(option.deed, moves),
  ruleOf: (option) => RULE_OF[option.deed.verb],
  chapters: null,
  scenes,
  noise,
}
