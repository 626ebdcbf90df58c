// What can be done at this moment of the dice game, what each move does, and why one would.

import type { Choice } from '../lib/face'
import { after } from '../lib/offer'
import type { DiceView } from '../lib/protocol'
import { many, upper } from '../lib/words'

export function helpDice({ moves, board, viewer }: DiceView): Choice[] {
  const found: Choice[] = []
  const has = (verb: string): boolean => moves.some((word) => word === verb || word.startsWith(`${verb} `))
  const me = viewer === null ? undefined : board.seats[viewer]
  if (has('reroll'))
    found.push({
      what: 'Roll again',
      does: `Rolls the dice that you choose; ${many(board.rerolls, 'roll')} left. Suns that come are locked.`,
      why: `For more of one kind. Every Sun brings Ra nearer to the end: he is on ${board.ra} of ${board.sun_track}.`,
      rule: 'D6',
    })
  if (has('keep'))
    found.push({
      what: 'Keep all',
      does: 'Ends the rolling. Then you use the dice, each for one thing.',
      why: 'When each die is of use, or one more Sun would hurt.',
      rule: 'D6',
    })
  for (const track of ['pharaoh', 'nile'] as const) {
    const steps = Math.max(0, ...after(moves, track).map(Number))
    if (steps)
      found.push({
        what: `Move on the ${upper(track)} track`,
        does: `Up to ${many(steps, 'step')}, from space ${me?.[track] ?? 0}. Ankhs go along.`,
        why:
          track === 'pharaoh'
            ? 'Each epoch the furthest get 5 points, the last lose 2.'
            : `Each epoch your space is your points, if you have a flood marker${me?.floods ? ': you have' : ''}.`,
        rule: track === 'pharaoh' ? 'D8' : 'D9',
      })
  }
  if (has('flood'))
    found.push({
      what: 'Place a flood marker',
      does: 'Uses three Nile symbols; Ankhs count as such.',
      why: me?.floods
        ? 'A second one scores nothing more, but stands against a disaster.'
        : `Without one the Nile track scores nothing; with one you get ${me?.nile ?? 0} as it stands.`,
      rule: 'D9',
    })
  if (has('civilization'))
    found.push({
      what: 'Place civilization markers',
      does: 'Three symbols place one, four two, five three, each on another colour that shows Civilization.',
      why: me?.civilization.length
        ? `You have ${me.civilization.length}: three score 5, four 10, five 15.`
        : 'Without any you lose 5 at the end of the epoch.',
      rule: 'D10',
    })
  if (has('monument'))
    found.push({
      what: 'Build a monument',
      does: 'Places a marker in the row of a Monument die; two dice more place another one.',
      why: 'They stay to the end: different columns score, and three or more in one column.',
      rule: 'D11',
    })
  if (has('ankhs'))
    found.push({
      what: 'Two Ankhs',
      does: 'Score 2 points at once.',
      why: 'When they cannot do more beside another die.',
      rule: 'D12',
    })
  if (has('disaster'))
    found.push({
      what: 'Declare a disaster',
      does: 'It strikes all the others, and not you.',
      why: 'Take the one that costs those before you most; or none.',
      rule: 'D14',
    })
  if (has('discard'))
    found.push({
      what: 'Give up a marker',
      does: 'It leaves the board, for the disaster.',
      why: 'Give what is furthest from scoring.',
      rule: 'D14',
    })
  if (has('end'))
    found.push({
      what: 'End the turn',
      does: `What is left of the dice is lost. ${suns(board.suns.length)}`,
      why: 'When nothing is left that helps you.',
      rule: 'D13',
    })
  return found
}

/** What the Suns of a turn do when it ends. */
function suns(count: number): string {
  if (count === 0) return 'Without a Sun, Ra stays.'
  if (count < 3) return `Ra moves ${many(count, 'space')}.`
  return count === 3 ? 'Three Suns score 3.' : 'You may declare a disaster.'
}
