// Names for parts of the protocol that have none there, and the dice game's board.

import type { View } from './protocol'

/** Points by category, in the order of the score sheet. */
export type Sheet = Record<string, number>

export type DieColour = 'yellow' | 'red' | 'blue' | 'green' | 'violet'
export type Face = 'Sun' | 'Pharaoh' | 'Nile' | 'Civilization' | 'Monument' | 'Ankh'

/** Everything that lies open on a table of the dice game (games/dice/words.py, `board`). */
export interface DiceBoard {
  epoch: number
  phase: 'rolling' | 'rerolling' | 'using' | 'declaring' | 'discarding' | 'over'
  turn: number
  sun_track: number
  ra: number
  dice: Record<DieColour, Face | 'rolling' | 'used'>
  suns: DieColour[]
  rolling: DieColour[]
  rerolls: number
  built: number
  owed: number | null
  disaster: string | null
  civilization_limit: number
  monuments: Record<string, Record<DieColour, number | null>>
  seats: DiceSeat[]
  epoch_ends: string[]
}

export interface DiceSeat {
  pharaoh: number
  nile: number
  floods: number
  civilization: DieColour[]
  monuments: string[]
}

export const diceBoard = (view: View): DiceBoard => view.board as unknown as DiceBoard
