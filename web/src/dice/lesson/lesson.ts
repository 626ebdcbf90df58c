// How the dice game is taught: what each thing is when it first comes up, for the first turns, to the end of the epoch.

import { sheetRow, type Lesson, type Saying } from '../../lib/lesson.svelte'
import type { DiceLine } from '../../lib/protocol'
import { signed } from '../../lib/words'
import type { DiceParts } from '../face'
import { explainDice } from '../reasons'
import { ROWS } from '../rows'
import { advise } from './advice'
import { answer } from './answers'
import { SUN_TRACK, turnsOver, type Now } from './facts'
import { NEWS } from './news'
import { TITLE } from './title'
import { TOPICS } from './topics'

/** So many turns are enough, if the epoch takes longer. */
const ENOUGH = 5

/** What scores at the end of an epoch, in the order of the sheet. */
const RULES: [category: string, rule: string][] = [
  ['pharaohs', 'The furthest gains 5 and goes back 2; the last loses 2 and goes on 1.'],
  ['nile', 'A space on the Nile track scores its number, but only with a flood marker.'],
  ['civilization', '3, 4 or 5 markers score 5, 10 or 15; none costs 5.'],
]

/** How an epoch scores, where it lasts longer than the lesson: by what would be scored now. */
function soFar({ view, me, names, words }: Now): Saying[] {
  const [sheet, why] = [view.preview?.[me], view.reasons?.[me]]
  if (!sheet || !why) return []
  const rows = RULES.map(([category, rule]): Saying => {
    const points = sheet[category] ?? 0
    return {
      title: `${ROWS.title(category, words)}: ${signed(points)}, if it ended now`,
      text: `${rule} You: ${explainDice(category, points, why, names)}`,
      points: `aside [data-category="${category}"]`,
    }
  })
  return [
    {
      title: 'How an epoch scores',
      text: `When Ra reaches the end of the Sun track, everyone scores. He is on space ${view.board.ra} of ${view.board.sun_track}. Let us see what you would score now.`,
      points: SUN_TRACK,
    },
    ...rows,
    {
      title: 'What stays',
      text: 'Monuments stay, and so do your places on both tracks. Flood markers and civilization markers go: they are for one epoch.',
    },
  ]
}

function ends(now: Now): Saying[] | null {
  const { view, me, names, words } = now
  const sheet = view.breakdown[0]?.[me]
  const last = {
    title: 'You know how to play',
    text: `After the third epoch monuments are scored, too, and most ${words.points} win. Your game goes on from here.`,
  }
  const scored = now.log
    .flatMap(({ happened }) => happened)
    .find((event) => event.event === 'scored' && event.seat === me)
  if (!sheet || scored?.event !== 'scored') return turnsOver(now) < ENOUGH ? null : [...soFar(now), last]
  const rows = RULES.map(([category, rule]): Saying => {
    const points = sheet[category] ?? 0
    return {
      title: `${ROWS.title(category, words)}: ${signed(points)}.`,
      text: `${rule} You: ${explainDice(category, points, scored.reasons, names)}`,
      points: sheetRow(category),
      sheet: true,
    }
  })
  return [
    {
      title: 'The epoch is over.',
      text: 'Ra reached the end of the Sun track, so everyone scores.',
      sheet: true,
    },
    ...rows,
    {
      title: `You have ${view.points[me] ?? 0} ${words.points} now.`,
      text: `Most ${words.points} after three epochs win.`,
      points: 'dialog .points',
      sheet: true,
    },
    {
      title: 'What stays',
      text: 'Monuments stay, and so do your places on both tracks. Flood markers and civilization markers are gone: they are for one epoch. Ra is back at the start of his track.',
    },
    last,
  ]
}

/** Rolls are seen on the table. What they were used for is worth a word, and what followed. */
const matters = ({ deed, happened }: DiceLine): boolean =>
  happened.length > 0 || !['roll', 'reroll', 'keep', 'end'].includes(deed.verb)

/** The rules that topics are about. */
const ABOUT: Readonly<Record<string, string>> = {
  roll: 'D6',
  faces: 'D7',
  civilization: 'D10',
  use: 'D7',
  flood: 'D9',
  monument: 'D11',
  pharaoh: 'D8',
  nile: 'D9',
  ankhs: 'D12',
  end: 'D13',
  declare: 'D14',
  discard: 'D14',
  disaster: 'D14',
  'suns-scored': 'D13',
  'ra-moved': 'D13',
  near: 'D15',
}

export const LESSON: Lesson<DiceParts> = {
  title: TITLE,
  rules: ABOUT,
  news: NEWS,
  topics: TOPICS,
  advise,
  answer,
  matters,
  ends,
}
