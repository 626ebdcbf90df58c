// Dice that can do nothing now, and why. What can be done stands in the moves, what it takes in the costs of the view.

import type { DiceView, DieColour, Face } from '../lib/protocol'
import { list, spelled, upper } from '../lib/words'
import { choicesOf, COLOURS } from './choices'

export type Idle = Partial<Record<DieColour, string>>

/** The reason of every die that lies there and that no move could use. */
export function idleDice(view: DiceView, moves: string[]): Idle {
  if (view.board.phase !== 'using' || !moves.length) return {}
  const reasons = new Map(FACES.map((face) => [face as string, why(face, view, moves)]))
  const found: Idle = {}
  for (const colour of COLOURS) {
    const reason = reasons.get(view.board.dice[colour])
    if (reason) found[colour] = reason
  }
  return found
}

/** How many dice lie there that a move could use. */
export function usableDice(view: DiceView, moves: string[]): number {
  if (view.board.phase !== 'using' || moves.length < 2) return 0
  const idle = idleDice(view, moves)
  return COLOURS.filter((colour) => !idle[colour] && FACES.some((face) => face === view.board.dice[colour])).length
}

const FACES: Face[] = ['Pharaoh', 'Nile', 'Civilization', 'Monument', 'Ankh']
const END = 'marker is at the end of its track'

function why(face: Face, view: DiceView, moves: string[]): string | null {
  const { pharaoh, nile, floods, civilization, monuments } = choicesOf(moves)
  const { costs, board } = view
  const count = (wanted: Face): number => Object.values(board.dice).filter((one) => one === wanted).length
  switch (face) {
    case 'Pharaoh':
      return pharaoh.length ? null : `Your Pharaoh ${END}.`
    case 'Nile':
      return nile.length || floods.length
        ? null
        : `Your Nile ${END}, and a flood marker takes ${spelled(costs.flood)} dice.`
    case 'Civilization': {
      if (civilization.length) return null
      const takes = costs.civilization[0] ?? 0
      return count('Civilization') + count('Ankh') < takes
        ? `${short(count('Civilization'), count('Ankh'))} not enough: a civilization marker takes ${spelled(takes)} dice.`
        : 'No civilization space in the colours of these dice is open to you.'
    }
    case 'Monument':
      if (monuments.length) return null
      return board.built
        ? `Another monument takes ${spelled(costs.monument)} dice, and a column where you have none.`
        : 'No cell in the row of this die is free.'
    case 'Ankh': {
      // Steps and markers are paid for with dice of their own kind first.
      const helps =
        moves.includes('ankhs') ||
        Math.max(0, ...pharaoh) > count('Pharaoh') ||
        Math.max(0, ...nile) > count('Nile') ||
        (floods.length > 0 && (costs.flood > count('Nile') || floods.some((word) => word !== 'flood'))) ||
        civilization.some((set) => (costs.civilization[set.length - 1] ?? 0) > count('Civilization')) ||
        (monuments.length > 0 && costs.monument > count('Monument'))
      return helps ? null : 'An Ankh needs another Ankh, or a die that it can help.'
    }
    default:
      return null
  }
}

/** "One Civilization die and one Ankh are". */
function short(dice: number, ankhs: number): string {
  const named = [`${spelled(dice)} Civilization ${dice === 1 ? 'die' : 'dice'}`]
  if (ankhs) named.push(`${spelled(ankhs)} ${ankhs === 1 ? 'Ankh' : 'Ankhs'}`)
  return `${upper(list(named))} ${dice + ankhs === 1 ? 'is' : 'are'}`
}
