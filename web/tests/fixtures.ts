// What the tests are about: lines and views of both games, each with whatever a test wants to be different.

import type {
  DiceDeed,
  DiceEvent,
  DiceLine,
  DiceSeat,
  RaBoard,
  RaDeed,
  RaEvent,
  RaLine,
  RaSeat,
  RaView,
  Standing,
} from '../src/lib/protocol'
import { wordsOf } from '../src/lib/words'

export const words = wordsOf(undefined)
/** What a move is worth where nobody has judged it. */
export const unsure = { win: 0, points: 0, win_error: null, points_error: null, exact: false }
export const line = (
  number: number,
  seat: number,
  deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>,
  ...happened: RaEvent[]
): RaLine => ({
  game: 'ra',
  line: number,
  seat,
  chance: deed.verb === 'tile',
  bot: null,
  deed: { tile: null, sun: null, ...deed },
  happened,
})
export const done = (deed: Partial<DiceDeed> & Pick<DiceDeed, 'verb'>): DiceDeed => ({
  rolled: [],
  colours: [],
  steps: null,
  column: null,
  kept: null,
  disaster: null,
  points: null,
  ...deed,
})
export const dice = (number: number, seat: number, deed: DiceDeed, ...happened: DiceEvent[]): DiceLine => ({
  game: 'dice',
  line: number,
  seat,
  chance: deed.verb === 'roll',
  bot: null,
  deed,
  happened,
})
/** What lies in front of somebody who has nothing yet. */
export const raSeat: RaSeat = { suns_up: [5], suns_down: [], tiles: {} }
export const diceSeat: DiceSeat = { pharaoh: 0, nile: 0, floods: 0, civilization: [], monuments: [] }

export const equal: Standing = { place: 'equal', count: 2, most: 2, fewest: 2, tied: [] }

export const board = (changes: Partial<RaBoard> = {}): RaBoard => ({
  epoch: 1,
  phase: 'turn',
  turn: 0,
  ra_tiles: 0,
  ra_spaces: 8,
  centre_sun: 1,
  track: [null, null, null, null, null, null, null, null],
  auction: null,
  owed: null,
  bag: {},
  bag_left: 180,
  ra_chance: 1 / 6,
  seats: [raSeat, raSeat, raSeat],
  epoch_ends: [],
  ...changes,
})
export const view = (changes: Partial<RaBoard> = {}): RaView => ({
  game: 'ra',
  edition: 'z-man',
  settings: {},
  players: ['Ann', 'Bert', 'Cleo'],
  draws: 'sealed',
  scores: 'hidden',
  viewer: 0,
  lines: 0,
  to_act: 0,
  awaits: 'move',
  moves: ['draw', 'invoke'],
  shown: {},
  board: board(changes),
  points: [10, null, null],
  totals: [],
  breakdown: [],
  preview: null,
  reasons: null,
  lot: null,
  leads: null,
  steps: null,
  result: null,
})
