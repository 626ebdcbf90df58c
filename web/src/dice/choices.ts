// What the moves of a view allow, taken apart for the board. What is allowed stands in `moves` and nowhere else.

import { after } from '../lib/offer'
import type { DieColour } from '../lib/protocol'

export const COLOURS: DieColour[] = ['yellow', 'red', 'blue', 'green', 'violet']
export const COLUMNS = ['Fortress', 'Obelisk', 'Palace', 'Pyramid', 'Sphinx', 'Statues', 'Step Pyramid', 'Temple']

export interface Choices {
  any: boolean
  /** Dice that may be rolled again. */
  rerolls: DieColour[]
  /** Steps on each track. */
  pharaoh: number[]
  nile: number[]
  /** Flood markers: what they may leave over. */
  floods: string[]
  /** Sets of colours for civilization markers. */
  civilization: DieColour[][]
  /** Cells as "column colour". */
  monuments: string[]
  discardCivilization: DieColour[]
  discardMonuments: string[]
}

export function choicesOf(moves: string[]): Choices {
  return {
    any: moves.length > 0,
    rerolls: ordered(after(moves, 'reroll').flatMap(coloursOf)),
    pharaoh: after(moves, 'pharaoh').map(Number),
    nile: after(moves, 'nile').map(Number),
    floods: moves.filter((word) => word === 'flood' || word.startsWith('flood ')),
    civilization: after(moves, 'civilization').map(coloursOf),
    monuments: after(moves, 'monument'),
    discardCivilization: after(moves, 'discard civilization') as DieColour[],
    discardMonuments: after(moves, 'discard monument'),
  }
}

const coloursOf = (words: string): DieColour[] => words.split(' ') as DieColour[]

/** Colours in the order in which the record names them. */
export function ordered(chosen: Iterable<DieColour>): DieColour[] {
  const set = new Set(chosen)
  return COLOURS.filter((colour) => set.has(colour))
}

/** Choose a colour, or let go of it. */
export function toggle(chosen: DieColour[], colour: DieColour): DieColour[] {
  return ordered(chosen.includes(colour) ? chosen.filter((one) => one !== colour) : [...chosen, colour])
}

export const sameColours = (left: DieColour[], right: DieColour[]): boolean =>
  left.length === right.length && left.every((colour) => right.includes(colour))
