// What there is to choose at a new table, as cards: what each choice means.

import type { Explanation } from '../lib/explain.svelte'
import type { Preset } from '../lib/presets'
import type { BotLine, EditionLine, SeatKind } from '../lib/protocol'
import { levels, others } from '../lib/quick'
import { list, many } from '../lib/words'

/** What somebody in a seat is called. */
const SEATED: Readonly<Record<SeatKind, (count: number) => string>> = {
  person: (count) => (count === 1 ? 'you' : `${count} people at this screen`),
  bot: (count) => many(count, 'bot'),
  open: (count) => `${many(count, 'open seat')} for guests`,
}

export function explainPreset({ title, says, seats, draws }: Preset): Explanation {
  const kinds = (Object.keys(SEATED) as SeatKind[]).flatMap((kind) => {
    const count = seats.filter((one) => one === kind).length
    return count ? [SEATED[kind](count)] : []
  })
  return {
    name: title,
    says: [says],
    facts: [{ what: 'Seats', value: list(kinds) }],
    then: [
      ...(draws === 'table' ? ['You draw yourselves, and say what came.'] : []),
      'Everything can still be changed below.',
    ],
  }
}

export const explainSeats = (): Explanation => ({
  name: 'A seat',
  question: 'What is a seat?',
  says: ['Turns go clockwise, from one seat to the next.'],
  then: [
    'Person here: plays on this screen. Several may share it.',
    'Bot: plays by itself.',
    'Open: for whoever gets the link of the invitation. The game begins when every seat is taken.',
  ],
})

export const explainBots = (bots: BotLine[], curious = false): Explanation => ({
  name: 'How strong a bot is',
  question: 'How strong is a bot?',
  says: ['From friendly to strong. None of them sees more than a player may see.'],
  then: [...levels(bots), ...(curious ? others(bots) : [])].map(({ title, line }) => `${title}: ${line}`),
})

export const explainColours = (): Explanation => ({
  name: 'A colour',
  question: 'What is a colour for?',
  says: [
    'Marks a seat and all that is its own, together with a sign, for whoever sees colours alike. It changes nothing else.',
  ],
})

export const explainMore = (): Explanation => ({
  name: 'More',
  question: 'What more can be chosen?',
  says: ['All else that can be chosen. Nothing of it has to be: a usual table is laid out without it.'],
  then: [
    'The edition, and house rules.',
    'Whether points lie open, who draws, who finds the table, and which clocks there are.',
    'Colours, and bots for the curious.',
  ],
})

export const explainEditions = (
  game: string,
  editions: EditionLine[],
  printed: (one: EditionLine) => string,
): Explanation => ({
  name: 'An edition',
  question: 'What is an edition?',
  says: [`A printing of ${game}: the same game, with words and small rules of its own.`],
  then: editions.map((one) => `${one.title}: ${printed(one)}.`),
})
