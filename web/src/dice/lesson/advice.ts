// What a sensible player might do with these dice: one aim at a time, and nothing wasted.

import type { Advice } from '../../lib/lesson.svelte'
import type { Face } from '../../lib/protocol'
import { list, many, upper } from '../../lib/words'
import { choicesOf, type Choices } from '../choices'
import { columnOf, DICE, mine, offer, showing, type Now } from './facts'

/** So many dice, Ankhs among them, do what one aims for. */
const ENOUGH = 3
const AIMS: Face[] = ['Monument', 'Pharaoh', 'Nile', 'Civilization']

export function advise(now: Now): Advice {
  const { moves, board } = now.view
  const choices = choicesOf(moves)
  switch (board.phase) {
    case 'rerolling':
      return roll(now)
    case 'using':
      return use(now, choices)
    case 'declaring': {
      const word = moves.find((one) => one !== 'disaster none') ?? 'disaster none'
      return { word, text: 'Declare a disaster: it costs the others, and you nothing.', points: offer(word) }
    }
    default:
      return { word: moves[0] ?? 'end', text: 'Give up what you will miss least.', points: '.board .target' }
  }
}

/** What to collect with this roll. */
function aimOf(now: Now): Face {
  const count = (face: Face): number => showing(now, face).length
  const may = (face: Face): boolean => count(face) > 0 && count(face) + count('Ankh') >= 2
  const { civilization, floods } = mine(now)
  if (may('Civilization') && !civilization.length) return 'Civilization'
  if (may('Nile') && !floods) return 'Nile'
  return AIMS.reduce((best, face) => (count(face) > count(best) ? face : best))
}

function roll(now: Now): Advice {
  const keep = { word: 'keep', points: offer('keep') }
  const aim = aimOf(now)
  const [fits, ankhs] = [showing(now, aim), showing(now, 'Ankh')]
  const kept = fits.length + ankhs.length
  if (fits.length && kept >= ENOUGH)
    return { ...keep, text: `Keep all: ${spoken(aim, fits.length, ankhs.length)} are enough.` }
  const again = AIMS.filter((face) => face !== aim).flatMap((face) => showing(now, face))
  const word = now.view.moves.find((one) => sameDice(one, again))
  if (word === undefined) return { ...keep, text: 'Keep all: nothing is better rolled again.' }
  const what = again.length === 1 ? 'the other die' : `the other ${again.length} dice`
  return { word, text: `Keep ${spoken(aim, fits.length, ankhs.length)}: choose ${what}, and roll again.`, points: DICE }
}

/** "2 Civilization dice and 1 Ankh" */
function spoken(face: Face, dice: number, ankhs: number): string {
  const parts = dice ? [many(dice, `${face} die`, `${face} dice`)] : []
  return list(ankhs ? [...parts, many(ankhs, 'Ankh')] : parts)
}

/** Whether a move rolls just these dice. */
const sameDice = (word: string, dice: string[]): boolean => {
  const { rerolls } = choicesOf([word])
  return (
    dice.length > 0 && rerolls.length === dice.length && dice.every((colour) => rerolls.some((one) => one === colour))
  )
}

function use(now: Now, choices: Choices): Advice {
  const { moves } = now.view
  const { floods, nile, monuments } = mine(now)
  const [set] = [...choices.civilization].sort((a, b) => b.length - a.length)
  if (set)
    return {
      word: `civilization ${set.join(' ')}`,
      text: `Place ${many(set.length, 'civilization marker')}: ${list(set)}.`,
      points: '.areas .civil .target',
    }
  const [flood] = choices.floods
  if (flood !== undefined && !floods)
    return {
      word: flood,
      text: `Place a flood marker: then your space ${nile} will score.`,
      points: '.water .target',
    }
  const cell =
    choices.monuments.find((one) => !monuments.some((own) => columnOf(own) === columnOf(one))) ?? choices.monuments[0]
  if (cell !== undefined)
    return {
      word: `monument ${cell}`,
      text: `Build in a column of your own: ${columnOf(cell)}.`,
      points: '.areas .target',
    }
  for (const track of ['pharaoh', 'nile'] as const) {
    const most = Math.max(0, ...choices[track])
    const steps = moves.includes('ankhs')
      ? Math.min(most, showing(now, track === 'pharaoh' ? 'Pharaoh' : 'Nile').length)
      : most
    if (steps)
      return {
        word: `${track} ${steps}`,
        text: `Go ${many(steps, 'step')} on the ${upper(track)} track, to space ${mine(now)[track] + steps}.`,
        points: '.track .target',
      }
  }
  if (moves.includes('ankhs')) return { word: 'ankhs', text: 'Score 2 with your two Ankhs.', points: offer('ankhs') }
  return { word: 'end', text: 'End your turn: the dice can do no more.', points: offer('end') }
}
