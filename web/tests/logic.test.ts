import { describe, expect, it } from 'vitest'
import { chapters } from '../src/lib/chapters'
import { joinLog } from '../src/lib/connection.svelte'
import { ordered, sameColours, targets } from '../src/lib/dice'
import { explainRa, total } from '../src/lib/explain'
import { tell } from '../src/lib/log'
import type { LogLine, RaBoard, RaView } from '../src/lib/protocol'
import { parse } from '../src/lib/route.svelte'
import { closing } from '../src/lib/stage.svelte'
import { list, percent, signed, wordsOf, youGrammar } from '../src/lib/words'

const words = wordsOf(undefined)
const line = (number: number, seat: number, word: string, happened: string[] = []): LogLine => ({
  line: number,
  seat,
  chance: word.startsWith('tile'),
  word,
  happened,
})

const board = (changes: Partial<RaBoard> = {}): RaBoard => ({
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
  seats: [0, 1, 2].map(() => ({ suns_up: [5], suns_down: [], tiles: {} })),
  epoch_ends: [],
  ...changes,
})
const view = (changes: Partial<RaBoard> = {}): RaView => ({
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
  breakdown: [],
  preview: null,
  lot: null,
  result: null,
})

describe('addresses', () => {
  it('name pages behind the #', () => {
    expect(parse('')).toEqual({ page: 'home' })
    expect(parse('#/new')).toEqual({ page: 'new', game: 'ra' })
    expect(parse('#/join/abc')).toEqual({ page: 'join', invite: 'abc' })
    expect(parse('#/watch')).toEqual({ page: 'watch' })
    expect(parse('#/watch/t/key')).toEqual({ page: 'table', table: 't', spectate: 'key' })
    expect(parse('#/replay/t/key/17')).toEqual({ page: 'replay', table: 't', spectate: 'key', line: 17 })
    expect(parse('#/replay/t/17')).toEqual({ page: 'replay', table: 't', spectate: null, line: 17 })
    expect(parse('#/nowhere')).toEqual({ page: 'home' })
    expect(parse('#/join/%E0%A4%A')).toEqual({ page: 'join', invite: '%E0%A4%A' })
  })
})

describe('the log', () => {
  it('grows at its end, and loses what was taken back', () => {
    const known = [line(1, 0, 'draw'), line(2, 0, 'tile Nile'), line(3, 1, 'invoke')]
    expect(joinLog(known, 3, [line(4, 2, 'pass')]).map((one) => one.line)).toEqual([1, 2, 3, 4])
    expect(joinLog(known, 2, []).map((one) => one.line)).toEqual([1, 2])
    expect(joinLog(known, 2, [line(3, 1, 'draw')]).map((one) => one.word)).toEqual(['draw', 'tile Nile', 'draw'])
  })

  it('tells a draw and its tile as one thing', () => {
    const said = tell(
      [line(1, 0, 'draw'), line(2, 0, 'tile Ra'), line(3, 1, 'bid 7', ['all others pass'])],
      ['You', 'Bert'],
      'ra',
    )
    expect(said.map((one) => one.text)).toEqual(['You draw Ra', 'Bert bids 7'])
    expect(said[0]?.kind).toBe('ra')
    expect(said[1]?.then).toEqual(['All others pass'])
  })
})

describe('the end of an auction', () => {
  const auction = { ra_player: 0, reason: 'invoked' as const, bids: [null, 4, 'pass' as const], best_bid: 4, best_bidder: 1, must_bid: false }

  it('shows the last bid before the tiles go', () => {
    const scene = closing(view({ phase: 'bidding', auction }), [line(9, 0, 'bid 9', ['Ann wins with 9: Nile, sun 1'])])
    expect(scene?.winner).toBe(0)
    expect(scene?.sun).toBe(9)
    expect(scene?.view.board.auction?.bids).toEqual([9, 4, 'pass'])
    expect(scene?.view.moves).toEqual([])
  })

  it('knows that all passed', () => {
    const none = { ...auction, bids: [null, 'pass' as const, 'pass' as const], best_bid: null, best_bidder: null }
    const scene = closing(view({ phase: 'bidding', auction: none }), [line(9, 0, 'pass', ['all pass: the tiles stay'])])
    expect(scene?.winner).toBeNull()
  })

  it('is not every move', () => {
    expect(closing(view({ phase: 'bidding', auction }), [line(9, 2, 'pass')])).toBeNull()
    expect(closing(view(), [line(1, 0, 'draw')])).toBeNull()
  })
})

describe('a replay', () => {
  it('has chapters where epochs and auctions begin', () => {
    const auction = { ra_player: 1, reason: 'drawn' as const, bids: [null, null, null], best_bid: null, best_bidder: null, must_bid: false }
    const views = [view(), view({ auction }), view({ auction }), view(), view({ epoch: 2 })]
    expect(chapters(views)).toEqual([
      { place: 0, kind: 'epoch' },
      { place: 1, kind: 'auction' },
      { place: 4, kind: 'epoch' },
    ])
  })
})

describe('numbers', () => {
  it('are spoken', () => {
    expect(signed(5)).toBe('+5')
    expect(signed(-2)).toBe('−2')
    expect(signed(0)).toBe('0')
    expect(percent(0.1666)).toBe('17 %')
    expect(list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(total({ gods: 2, civilization: -5 })).toBe(-3)
  })

  it('are explained', () => {
    expect(explainRa('gods', 4, words, false, null)).toBe('2 unspent Gods, 2 each.')
    expect(explainRa('civilization', -5, words, false, null)).toContain('costs 5')
    const seat = { suns_up: [], suns_down: [13, 4], tiles: { Pyramid: 4, Temple: 3, Fortress: 2, Sphinx: 1 } }
    expect(explainRa('monuments', 19, words, true, seat)).toBe('4 different, and 4 × Pyramid, 3 × Temple: 19.')
    expect(explainRa('suns', 5, words, true, seat)).toContain('17 in all')
  })

  it('speak English to somebody called You', () => {
    expect(youGrammar('You wins with 7')).toBe('You win with 7')
    expect(youGrammar('You passes')).toBe('You pass')
    expect(youGrammar('You loses 2 Nile')).toBe('You lose 2 Nile')
    expect(youGrammar('Yusuf wins')).toBe('Yusuf wins')
  })
})

describe('the words of the dice game', () => {
  it('are taken apart', () => {
    const can = targets(['pharaoh 1', 'pharaoh 2', 'flood', 'flood keep Nile', 'civilization red blue', 'monument Step Pyramid red', 'end'])
    expect(can.pharaoh).toEqual([1, 2])
    expect(can.floods).toEqual(['flood', 'flood keep Nile'])
    expect(can.civilization).toEqual([['red', 'blue']])
    expect(can.monuments).toEqual(['Step Pyramid red'])
    expect(can.end).toBe(true)
    expect(can.discardMonuments).toEqual([])
  })

  it('name colours in the order of the record', () => {
    expect(ordered(['violet', 'yellow'])).toEqual(['yellow', 'violet'])
    expect(sameColours(['red', 'blue'], ['blue', 'red'])).toBe(true)
  })
})
