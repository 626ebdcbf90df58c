// What a sensible player might do with these dice: one aim at a time, and nothing wasted.

import type { Advice } from '../../lib/lesson.svelte'
import { lossOfOne } from '../../lib/monuments'
import type { Disaster, DiceSeat, Face } from '../../lib/protocol'
import { after } from '../../lib/offer'
import { list, many, upper } from '../../lib/words'
import { choicesOf, ordered, type Choices } from '../choices'
import { columnOf, mine, offer, showing, spokenCell, target, type Now } from './facts'

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
    case 'declaring':
      return declare(now)
    default:
      return giveUp(now, choices)
  }
}

/** Whether a disaster takes something from somebody (D14). */
const STRIKES: Readonly<Record<Disaster, (seat: DiceSeat) => boolean>> = {
  pharaoh: ({ pharaoh }) => pharaoh > 0,
  nile: ({ floods }) => floods > 0,
  civilization: ({ civilization }) => civilization.length > 0,
  monument: ({ monuments }) => monuments.length > 0,
}

function declare({ view, me }: Now): Advice {
  const struck = (disaster: string): number =>
    view.board.seats.filter((seat, place) => place !== me && STRIKES[disaster as Disaster](seat)).length
  const [most] = after(view.moves, 'disaster')
    .filter((one) => one !== 'none')
    .sort((a, b) => struck(b) - struck(a))
  if (most === undefined || !struck(most))
    return { word: 'disaster none', text: 'Declare none: nobody would lose anything.', points: offer('disaster none') }
  const word = `disaster ${most}`
  const whom = many(struck(most), 'rival')
  return { word, text: `Declare a ${upper(most)} disaster: it strikes ${whom}, and not you.`, points: offer(word) }
}

function giveUp(now: Now, { discardCivilization: [colour], discardMonuments }: Choices): Advice {
  if (colour !== undefined)
    return {
      word: `discard civilization ${colour}`,
      text: `Give up ${colour}, or another: only the number of your markers counts.`,
      points: target(`civilization ${colour}`),
    }
  const columns = mine(now).monuments.map(columnOf)
  const inColumn = (cell: string): number => columns.filter((one) => one === columnOf(cell)).length
  const loss = (cell: string): number => lossOfOne(inColumn(cell), new Set(columns).size)
  const [least = ''] = [...discardMonuments].sort((a, b) => loss(a) - loss(b))
  const why = loss(least)
    ? 'it costs you least'
    : `you have ${inColumn(least)} in that column, so it costs you nothing now`
  const text = `Give up ${spokenCell(least)}: ${why}.`
  return { word: `discard monument ${least}`, text, points: target(least) }
}

/** What dice of a kind are for. */
function purpose(now: Now, face: Face): string {
  if (face === 'Monument') return 'monuments'
  if (face === 'Civilization') return 'a civilization marker'
  return face === 'Nile' && !mine(now).floods ? 'a flood marker' : `steps on the ${face} track`
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
    return { ...keep, text: `Keep all: ${spoken(aim, fits.length, ankhs.length)} are enough for ${purpose(now, aim)}.` }
  const again = AIMS.filter((face) => face !== aim).flatMap((face) => showing(now, face))
  const colours = ordered(again)
  const word = now.view.moves.find((one) => sameDice(one, colours))
  if (word === undefined) return { ...keep, text: 'Keep all: nothing is better rolled again.' }
  const what = `${list(colours)} ${colours.length === 1 ? 'die' : 'dice'}`
  return {
    word,
    text: `For ${purpose(now, aim)} keep ${spoken(aim, fits.length, ankhs.length)}: choose the ${what}, and roll again.`,
    points: colours.map((colour) => `.dice .die-${colour}`).join(', '),
  }
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
      points: target(...set.map((colour) => `civilization ${colour}`)),
    }
  const [flood] = choices.floods
  if (flood !== undefined && !floods)
    return {
      word: flood,
      text: `Place a flood marker: then your space ${nile} will score.`,
      points: '.water .target',
    }
  const isNew = (cell: string): boolean => !monuments.some((own) => columnOf(own) === columnOf(cell))
  const cell = choices.monuments.find(isNew) ?? choices.monuments[0]
  if (cell !== undefined) {
    const text = `Build ${spokenCell(cell)}, ${isNew(cell) ? 'a new column for you' : 'one more in that column'}.`
    return { word: `monument ${cell}`, text, points: target(cell) }
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
        points: target(`${track} ${steps}`),
      }
  }
  if (moves.includes('ankhs')) return { word: 'ankhs', text: 'Score 2 with your two Ankhs.', points: offer('ankhs') }
  return { word: 'end', text: 'End your turn: the dice can do no more.', points: offer('end') }
}
