// Names for parts of the protocol that have none there.

import type { DiceBoard, View } from './protocol'

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

/** The board of a dice table: which board a view has follows from its game. */
export const diceBoard = (view: View): DiceBoard => view.board as unknown as DiceBoard
