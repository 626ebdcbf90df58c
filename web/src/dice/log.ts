// A line of the dice game in sentences, in the words that the board and the record have for things. Nothing is worked
// out here. How far Ra moved, for example, is the event `ra-moved` in `line.happened`, as the server sent it.

import { endsEpoch, type Telling } from '../lib/log'
import type { DiceDeed, DiceEvent, DiceLine } from '../lib/protocol'
import { does, epochName, list, many, upper, type Doing, type Words } from '../lib/words'
import { explainFace } from './explain'
import { movesTo } from './reasons'

export function tellDice(line: DiceLine, names: string[], words: Words, before?: DiceLine, after?: DiceLine): Telling {
  // What only asks for the next roll is told with it.
  const asks = line.deed.verb === 'reroll' || line.deed.verb === 'end'
  if (asks && after?.chance && !line.happened.length) return null
  return {
    text: does(names[line.seat], ...deed(line.deed, before?.deed.verb === 'reroll')),
    rolled: line.deed.rolled,
    explainRolled: ({ colour, face }) => explainFace(colour, face, words),
    then: [
      ...(before || !line.chance ? [] : [{ text: begins(names[line.seat], words), seat: null, rule: 'D1' }]),
      ...line.happened.flatMap((event) => {
        const text = tellEvent(event, names)
        return text === null ? [] : [{ text, seat: 'seat' in event ? event.seat : null, rule: RULES[event.event] }]
      }),
    ],
    kind: endsEpoch(line) ? 'epoch' : 'quiet',
  }
}

/** The rule by which something followed. */
const RULES: Record<DiceEvent['event'], string> = {
  'ra-moved': 'D13',
  'suns-scored': 'D13',
  'moved-back': 'D14',
  'flood-lost': 'D14',
  'civilization-lost': 'D14',
  'monument-lost': 'D14',
  'epoch-ended': 'D15',
  scored: 'D16',
}

/** Where the first points come from (D1): they stand there before anybody has done anything. */
const begins = (name: string | undefined, words: Words): string =>
  does(name, 'begins', 'begin', `with 10 ${words.points}, each next player with one more`)

/** What somebody does. */
export function deed(done: DiceDeed, again = false): Doing {
  switch (done.verb) {
    case 'roll':
      return ['rolls', 'roll', again ? 'again' : '']
    case 'reroll':
      return ['rolls', 'roll', `${list(done.colours)} again`]
    case 'keep':
      return ['keeps', 'keep', 'the dice']
    case 'pharaoh':
    case 'nile':
      return ['moves', 'move', `${many(done.steps ?? 0, 'step')} on the ${upper(done.verb)} track`]
    case 'flood':
      return ['places', 'place', 'a flood marker']
    case 'civilization':
      return ['places', 'place', `${many(done.colours.length, 'civilization marker')}: ${list(done.colours)}`]
    case 'monument':
      return ['builds', 'build', cell(done.column, done.colours[0])]
    case 'ankhs':
      return ['scores', 'score', `${done.points ?? 0} with two Ankhs`]
    case 'disaster':
      return ['declares', 'declare', done.disaster === null ? 'no disaster' : `a disaster: ${upper(done.disaster)}`]
    case 'discard-monument':
      return ['gives up', 'give up', cell(done.column, done.colours[0])]
    case 'discard-civilization':
      return ['gives up', 'give up', `the ${done.colours[0]} civilization marker`]
    case 'end':
      return ['ends', 'end', 'the turn']
  }
}

/** A place of the monument area: "the red Step Pyramid". */
const cell = (column: string | null, colour: string | undefined): string => `the ${colour} ${column}`

/** What followed by itself. What an epoch brought stands on its sheet; here, whose marker it moved. */
export function tellEvent(event: DiceEvent, names: string[]): string | null {
  switch (event.event) {
    case 'ra-moved':
      return `Ra moves ${many(event.steps, 'space')}, to ${event.to} of ${event.track}`
    case 'suns-scored':
      return does(names[event.seat], 'scores', 'score', `${event.points} with ${event.suns} Suns`)
    case 'moved-back':
      return does(
        names[event.seat],
        'moves',
        'move',
        `${many(event.steps, 'step')} back on the ${upper(event.track)} track`,
      )
    case 'flood-lost':
      return does(names[event.seat], 'loses', 'lose', 'a flood marker')
    case 'civilization-lost':
      return does(names[event.seat], 'loses', 'lose', `the ${event.colour} civilization marker`)
    case 'monument-lost':
      return does(names[event.seat], 'loses', 'lose', cell(event.column, event.colour))
    case 'epoch-ended':
      return `Epoch ${epochName(event.epoch)} ends: Ra is at the end of the Sun track`
    case 'scored': {
      const to = movesTo(event.reasons.pharaohs)
      if (to === null) return null
      const where = `${to < event.held.pharaoh ? 'back' : 'on'} to ${to} on the Pharaoh track`
      return does(names[event.seat], 'moves', 'move', where)
    }
  }
}
