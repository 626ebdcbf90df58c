// How Ra is taught: what each thing is when it first comes up, with the numbers of the table that is there, for one epoch.

import { sheetRow, type Lesson, type Saying } from '../../lib/lesson.svelte'
import { total } from '../../lib/view'
import { list, signed } from '../../lib/words'
import type { RaParts } from '../face'
import { explainRa } from '../reasons'
import { categoryTitle } from '../rows'
import { advise } from './advice'
import { answer, cameOf } from './answers'
import { ends as fills, mine, SUNS, type Now } from './facts'
import { NEWS } from './news'
import { TITLE } from './title'
import { TOPICS } from './topics'

/** What scores at the end of an epoch, in the order of the sheet; what is alike is told together. */
const RULES: [categories: string[], rule: string][] = [
  [['gods', 'gold'], 'Each unspent God scores 2, each Gold 3.'],
  [['pharaohs'], 'Most gain 5, fewest lose 2.'],
  [['nile'], 'Each Nile and each Flood scores 1, but nothing without a Flood.'],
  [['civilization'], '3, 4 or 5 different ones score 5, 10 or 15; none costs 5.'],
]

/** The rules that topics are about. */
const ABOUT: Readonly<Record<string, string>> = {
  goal: 'R6',
  auction: 'R13',
  must: 'R14',
  invoke: 'R11',
  raTile: 'R9',
  pass: 'R13',
  gods: 'R10',
  centre: 'R17',
  discard: 'R22',
  nile: 'R29',
  flood: 'R29',
  pharaoh: 'R28',
  civilization: 'R30',
  monument: 'R31',
  god: 'R10',
  gold: 'R27',
  disaster: 'R19',
  won: 'R17',
  cannot: 'R13',
  'lost-tiles': 'R19',
  out: 'R6',
  'all-passed': 'R16',
  near: 'R23',
  alone: 'R24',
}

/** After the first epoch: why it is over, why each number of the sheet is what it is, what stays, what is left to know. */
function ends(now: Now): Saying[] | null {
  const { view, me, names, words } = now
  const sheet = view.breakdown[0]?.[me]
  const scored = now.log
    .flatMap(({ happened }) => happened)
    .find((event) => event.event === 'scored' && event.seat === me)
  if (!sheet || scored?.event !== 'scored') return null
  const rows = RULES.map(([categories, rule]): Saying => {
    const points = categories.reduce((sum, category) => sum + (sheet[category] ?? 0), 0)
    const why = categories.map((category) => explainRa(category, sheet[category] ?? 0, scored.reasons, names, words))
    return {
      title: `${list(categories.map((category) => categoryTitle(category, words)))}: ${signed(points)}.`,
      text: `${rule} You: ${why.join(' ')}`,
      points: categories.map(sheetRow).join(', '),
      sheet: true,
    }
  })
  const { suns_up, suns_down } = mine(now)
  const suns = [...suns_up, ...suns_down].sort((a, b) => b - a)
  return [
    { title: 'The epoch is over.', text: whyOver(now), sheet: true },
    ...rows,
    {
      title: `Together: ${signed(total(sheet))}.`,
      text: `You have ${view.points[me] ?? 0} ${words.points} now.`,
      points: 'dialog .sum',
      sheet: true,
    },
    {
      title: 'What stays',
      text: `Pharaohs, Niles and monuments stay with you. Gods, Gold, Floods and civilizations left the game. All ${words.sun}s are face up again: yours are ${list(suns.map(String))}.`,
      points: SUNS,
    },
    {
      title: 'You know how to play',
      text: `Two more epochs, just like this one. After the last, monuments score, and ${words.sun}s do, too: the highest sum gains 5, the lowest loses 5. Most ${words.points} win. Your game goes on from here.`,
    },
  ]
}

/** The two ways in which an epoch ends (R23). */
function whyOver(now: Now): string {
  const full = fills(now)
  const out = `nobody has a ${now.words.sun} left`
  return now.view.board.epoch_ends[0] === 'suns'
    ? `It ends when ${out}, as now, or before that as soon as ${full}.`
    : `It ends as soon as ${full}, as now, or before that when ${out}. What lay on the auction track is lost.`
}

export const LESSON: Lesson<RaParts> = {
  title: TITLE,
  rules: ABOUT,
  news: NEWS,
  topics: TOPICS,
  advise,
  answer,
  cameOf,
  ends,
}
