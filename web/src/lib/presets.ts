// Tables that people know by a name: who sits there, and who draws. Each game may bring its own.

import { COLOURS } from './colours'
import type { Draws, EditionLine, SeatKind } from './protocol'
import { BOT_NAMES } from './quick'
import type { Seat } from './seats'

export interface Preset {
  /** In addresses. */
  name: string
  title: string
  /** What it is, in a sentence. */
  says: string
  /** Clockwise, you first. */
  seats: SeatKind[]
  draws?: Draws
  /** After so many seconds a bot plays for who is away: where all are to be there together. Elsewhere the others wait. */
  away?: number
  /** The clocks, as `newtable/pace.ts` names them; elsewhere there are none. */
  pace?: string
}

/** For games that bring none. */
export const PRESETS: Preset[] = [
  {
    name: 'play',
    title: 'Play now',
    says: 'You against bots. Nobody has to wait for you.',
    seats: ['person', 'bot', 'bot', 'bot'],
  },
  {
    name: 'friends',
    title: 'Friends tonight',
    says: 'You get a link for your friends. Each plays on a screen of their own.',
    seats: ['person', 'open', 'open'],
    away: 120,
  },
  {
    name: 'two',
    title: 'Two players',
    says: 'You and one friend, by a link.',
    seats: ['person', 'open'],
  },
  {
    name: 'days',
    title: 'Over days',
    says: 'Everyone looks in when they like, and has a day for every move. Nobody has to be there together.',
    seats: ['person', 'open', 'open'],
    pace: 'hours-24',
  },
]

/** Those that the usual edition of a game has seats for. */
export function offered(presets: Preset[] | undefined, printing: Players | undefined): Preset[] {
  const { fewest_players, most_players } = printing ?? { fewest_players: 2, most_players: 5 }
  return (presets ?? PRESETS).filter(
    ({ name, seats }) => name === 'play' || (seats.length >= fewest_players && seats.length <= most_players),
  )
}

type Players = Pick<EditionLine, 'fewest_players' | 'most_players'>

/** The seats of a preset, with names and colours; as many as the game takes. */
export function seatsOf({ seats }: Preset, { fewest_players, most_players }: Players, me: string, bot: string): Seat[] {
  const kinds = [
    ...seats.slice(0, most_players),
    ...Array<SeatKind>(Math.max(0, fewest_players - seats.length)).fill('bot'),
  ]
  const bots = [...BOT_NAMES]
  return kinds.map((kind, place) => ({
    kind,
    name: kind === 'open' ? '' : kind === 'bot' ? (bots.shift() ?? '') : place === 0 ? me : `Player ${place + 1}`,
    colour: COLOURS[place] ?? 'sky',
    bot,
  }))
}
