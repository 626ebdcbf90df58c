// Ra: The Dice Game where it is played.

import type { Play } from '../lib/face'
import DiceTable from './DiceTable.svelte'
import { scenes } from './disasters'
import type { DiceParts } from './face'
import { tellDice } from './log'
import { noise } from './noise'
import { orderDice } from './orders'

export const PLAY: Play<DiceParts> = {
  Table: DiceTable,
  tell: tellDice,
  order: (option, _words, moves) => orderDice(option.deed, moves),
  chapters: null,
  scenes,
  noise,
}
