// The moves of the dice game in sentences, in the words that the board and the record have for things.

import type { DieColour, Face } from './protocol'
import { list, many, upper } from './words'

export interface Rolled {
  colour: DieColour
  face: Face
}

/** What a roll of the record shows: "roll yellow:Sun red:Nile". */
export function rolledDice(word: string): Rolled[] {
  if (!word.startsWith('roll ')) return []
  return word
    .slice('roll '.length)
    .split(' ')
    .map((die) => die.split(':') as [DieColour, Face])
    .map(([colour, face]) => ({ colour, face }))
}

/** What somebody did; `before`: the word before it, which a roll may answer. */
export function tellDice(word: string, before = ''): string {
  const [verb = '', ...rest] = word.split(' ')
  const object = rest.join(' ')
  switch (verb) {
    case 'roll':
      return before.startsWith('reroll ') ? 'rolls again' : 'rolls'
    case 'reroll':
      return `rolls ${list(rest)} again`
    case 'keep':
      return 'keeps the dice'
    case 'pharaoh':
    case 'nile':
      return `moves ${object} on the ${upper(verb)} track`
    case 'flood':
      return 'places a flood marker'
    case 'civilization':
      return `places ${many(rest.length, 'civilization marker')}: ${list(rest)}`
    case 'monument':
      return `builds ${cell(rest)}`
    case 'ankhs':
      return 'scores 2 for two Ankhs'
    case 'disaster':
      return object === 'none' ? 'declares no disaster' : `declares a disaster: ${upper(object)}`
    case 'discard':
      return rest[0] === 'monument' ? `gives up ${cell(rest.slice(1))}` : `gives up civilization ${rest[1]}`
    case 'end':
      return 'ends the turn'
    default:
      return word
  }
}

/** A cell of the monument area: its column, and the row of a colour. */
function cell(names: string[]): string {
  return `${names.slice(0, -1).join(' ')} ${names.at(-1)}`
}
