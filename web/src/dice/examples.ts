// What an example lays out, as data for its picture. `tests/test_examples.py` plays every one of them by the rules.

import type { DieColour, Face } from '../lib/protocol'
import { list, many } from '../lib/words'

interface Mat {
  pharaoh?: number
  nile?: number
  floods?: number
  civilization?: string[]
  monuments?: string[]
  points?: number
}

/** An example as it is written. */
export interface Written {
  dice?: string[]
  players: Partial<Record<string, Mat>>
  scores?: number[]
  after?: Partial<Record<string, Mat>>
}

const COLOURS: DieColour[] = ['yellow', 'red', 'blue', 'green', 'violet']

export interface Row {
  who: string
  /** Whether it is what came of it. */
  then: boolean
  facts: { art: string; says: string }[]
  points: number | null
}

/** What a player has on the board, as far as an example is about it. */
function facts({ pharaoh, nile, floods, civilization, monuments, points }: Mat): Row['facts'] {
  const found: Row['facts'] = []
  if (pharaoh !== undefined) found.push({ art: 'art-pharaoh', says: `Pharaoh ${pharaoh}` })
  if (nile !== undefined) found.push({ art: 'art-nile', says: `Nile ${nile}` })
  if (floods !== undefined) found.push({ art: 'art-flood', says: many(floods, 'flood marker') })
  if (civilization) found.push({ art: 'art-art', says: list(civilization) })
  if (monuments) found.push({ art: 'art-pyramid', says: list(monuments) })
  if (points !== undefined) found.push({ art: 'art-gold', says: many(points, 'point') })
  return found
}

export function laidOut(example: Written | undefined): { dice: { colour: DieColour; face: Face }[]; rows: Row[] } {
  const { dice = [], players = {}, scores, after = {} } = example ?? {}
  const seated = Object.entries(players).map(([who, mat], seat) => {
    const row = { who, then: false, facts: facts(mat ?? {}), points: scores?.[seat] ?? null }
    return row
  })
  const changed = Object.entries(after).map(([who, mat]) => ({
    who,
    then: true,
    facts: facts(mat ?? {}),
    points: null,
  }))
  return {
    dice: COLOURS.flatMap((colour, place) => (dice[place] ? [{ colour, face: dice[place] as Face }] : [])),
    rows: [...seated.filter(({ facts, points }) => facts.length || points !== null), ...changed],
  }
}
