// The words of the dice game's moves, taken apart for the table. What is allowed stands in `moves` and nowhere else.

import type { DieColour, Face } from './protocol'

export const COLOURS: DieColour[] = ['yellow', 'red', 'blue', 'green', 'violet']
export const FACES: Face[] = ['Sun', 'Pharaoh', 'Nile', 'Civilization', 'Monument', 'Ankh']
export const COLUMNS = ['Fortress', 'Obelisk', 'Palace', 'Pyramid', 'Sphinx', 'Statues', 'Step Pyramid', 'Temple']

export interface Targets {
  /** Steps on each track that are offered. */
  pharaoh: number[]
  nile: number[]
  floods: string[]
  /** Sets of colours for civilization markers. */
  civilization: DieColour[][]
  /** Cells as "column colour". */
  monuments: string[]
  ankhs: boolean
  disasters: string[]
  discardCivilization: DieColour[]
  discardMonuments: string[]
  keep: boolean
  end: boolean
  rerolls: string[]
}

export function targets(moves: string[]): Targets {
  const after = (verb: string): string[] =>
    moves.filter((word) => word.startsWith(`${verb} `)).map((word) => word.slice(verb.length + 1))
  return {
    pharaoh: after('pharaoh').map(Number),
    nile: after('nile').map(Number),
    floods: moves.filter((word) => word === 'flood' || word.startsWith('flood ')),
    civilization: after('civilization').map((colours) => colours.split(' ') as DieColour[]),
    monuments: after('monument'),
    ankhs: moves.includes('ankhs'),
    disasters: after('disaster'),
    discardCivilization: after('discard civilization') as DieColour[],
    discardMonuments: after('discard monument'),
    keep: moves.includes('keep'),
    end: moves.includes('end'),
    rerolls: after('reroll'),
  }
}

/** Colours in the order in which the record names them. */
export const ordered = (chosen: Iterable<DieColour>): DieColour[] => {
  const set = new Set(chosen)
  return COLOURS.filter((colour) => set.has(colour))
}

export const sameColours = (left: DieColour[], right: DieColour[]): boolean =>
  left.length === right.length && left.every((colour) => right.includes(colour))

/** How many dice an action takes. */
export const cost = {
  steps: (steps: number): number => steps,
  flood: 3,
  civilization: (markers: number): number => markers + 2,
  monument: (built: number): number => (built === 0 ? 1 : 2),
}
