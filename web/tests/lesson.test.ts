import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Guide, type Card, type Moment } from '../src/lib/lesson.svelte'
import type { Kept } from '../src/lib/lessons'
import type { RaBoard, RaLine, RaView } from '../src/lib/protocol'
import { advise } from '../src/ra/lesson/advice'
import { answer } from '../src/ra/lesson/answers'
import { LESSON } from '../src/ra/lesson/lesson'
import { tellRa } from '../src/ra/log'
import { equal, line, raSeat, view, words } from './fixtures'

const NOTHING = { gods: 0, gold: 0, pharaohs: 0, nile: 0, civilization: 0, monuments: 0 }
const seats = (suns_up: number[], tiles: Record<string, number> = {}): RaBoard['seats'] => [
  { ...raSeat, suns_up, tiles },
  raSeat,
  raSeat,
]
const auction = (changes: Partial<NonNullable<RaBoard['auction']>> = {}): RaBoard['auction'] => ({
  ra_player: 1,
  reason: 'invoked',
  bids: [null, null, null],
  best_bid: null,
  best_bidder: null,
  must_bid: false,
  ...changes,
})

function moment(
  seen: RaView,
  log: RaLine[] = [],
  news = log,
): Moment & { view: RaView; log: RaLine[]; news: RaLine[] } {
  return { view: seen, me: 0, names: ['You', 'Bert', 'Cleo'], log, news, words }
}
const turn = (changes: Partial<RaBoard>, lot: Partial<typeof NOTHING> | null, moves = ['draw', 'invoke']): RaView => ({
  ...view(changes),
  moves,
  lot: lot && [{ ...NOTHING, ...lot }, NOTHING, NOTHING],
})

describe('advice', () => {
  it('lets a poor lot grow and has a good one auctioned', () => {
    expect(advise(moment(turn({ seats: seats([2, 5]) }, null))).text).toBe('Draw a tile: the track is empty.')
    expect(advise(moment(turn({ seats: seats([2, 5]) }, { nile: 2 }))).word).toBe('draw')
    expect(advise(moment(turn({ seats: seats([2, 5]) }, { pharaohs: 5, gods: 2 }))).text).toBe(
      'Invoke Ra: to you this lot is worth +7.',
    )
    expect(advise(moment(turn({ seats: seats([2, 5]), ra_tiles: 6 }, { gold: 3 }))).word).toBe('invoke')
  })

  it('bids the lowest sun that is enough, if the lot is worth it', () => {
    const bidding = (lot: Partial<typeof NOTHING>, moves: string[], best: number | null): string =>
      advise(
        moment(turn({ phase: 'bidding', seats: seats([2, 8, 13]), auction: auction({ best_bid: best }) }, lot, moves)),
      ).text
    expect(bidding({ gold: 3 }, ['pass', 'bid 2', 'bid 8', 'bid 13'], null)).toBe(
      'To you the lot is worth +3. Bid 2, your lowest sun.',
    )
    expect(bidding({ gold: 3 }, ['pass', 'bid 8', 'bid 13'], 5)).toBe(
      'Pass: to you the lot is worth +3, too little for your 8.',
    )
    expect(bidding({ gold: 3 }, ['bid 2', 'bid 8', 'bid 13'], null)).toBe('Bid 2, your lowest sun.')
  })

  it('spends a God only for more than it scores', () => {
    const moves = ['draw', 'invoke', 'take Nile', 'take Flood']
    const with_ = (tiles: Record<string, number>): string =>
      advise(moment(turn({ seats: seats([5, 8], { God: 1, ...tiles }) }, { nile: 1 }, moves))).word
    expect(with_({ Nile: 2 })).toBe('take Flood')
    expect(with_({ Nile: 2, Flood: 1 })).toBe('draw')
    expect(with_({})).toBe('draw')
  })
})

describe('what is taught', () => {
  const say = (id: string, now: ReturnType<typeof moment>): string | undefined =>
    [...LESSON.news, ...LESSON.topics].find((topic) => topic.id === id)?.say(now)?.text

  it('has the numbers of the table', () => {
    const drawn = [line(1, 1, { verb: 'draw' }), line(2, 1, { verb: 'tile', tile: 'Flood' })]
    expect(say('flood', moment(turn({ seats: seats([5], { Nile: 3 }) }, { nile: 4 }), drawn))).toContain(
      'With your 3 Niles this one would bring 4.',
    )
    expect(say('flood', moment(turn({}, null), drawn))).not.toContain('With your')
    const war = [line(2, 1, { verb: 'tile', tile: 'Unrest' })]
    expect(say('disaster', moment(turn({ seats: seats([5], { Art: 1, Writing: 2 }) }, {}), war))).toContain(
      'You have 3, so it would cost you 2.',
    )
    expect(say('nile', moment(turn({}, null), war))).toBeUndefined()
  })

  it('says who won, for what, and what becomes of the suns', () => {
    const won = { event: 'auction-won' as const, seat: 0, sun: 8, tiles: ['Nile', 'Art'], centre: 3 }
    const bid = line(3, 0, { verb: 'bid', sun: 8 }, won)
    expect(say('won', moment(turn({ seats: seats([2, 5]), centre_sun: 8 }, null), [bid]))).toBe(
      'Your 8 wins: Nile and Art are yours. The sun 3 from the centre comes with it, but face down: you can use it in the next epoch. Your 8 lies in the centre now, for the next winner. You have 2 suns left for this epoch.',
    )
    expect(say('out', moment(turn({ seats: seats([]) }, null), [bid]))).toContain('All your suns are face down')
  })

  it('speaks of an exchange both ways', () => {
    const at = (centre_sun: number): string | undefined =>
      say(
        'centre',
        moment(turn({ centre_sun, seats: seats([5, 8]), auction: auction() }, { gold: 6 }, ['pass', 'bid 5'])),
      )
    expect(at(8)).toContain('It is higher than your 5: a good exchange.')
    expect(at(1)).toContain('You would give 5 for it')
  })

  it('explains the sheet in the end, row by row', () => {
    expect(LESSON.ends(moment(turn({}, null)))).toBeNull()
    const reasons = { pharaohs: { ...equal, place: 'fewest' as const, count: 0 }, gods: 1, niles: 2, civilization: [] }
    const scored = { event: 'scored' as const, seat: 0, points: -5, reasons, held: raSeat }
    const over = {
      ...turn({ epoch: 2, epoch_ends: ['suns'], seats: seats([2, 8]) }, null),
      points: [5, 12, 9],
      breakdown: [[{ ...NOTHING, gods: 2, pharaohs: -2, civilization: -5 }, NOTHING, NOTHING]],
    }
    const said = LESSON.ends(moment(over, [line(9, 1, { verb: 'bid', sun: 9 }, scored)])) ?? []
    expect(said.filter(({ sheet }) => sheet).map(({ title }) => title)).toEqual([
      'The epoch is over.',
      'Gods and Gold: +2.',
      'Pharaohs: −2.',
      'Nile: 0.',
      'Civilization: −5.',
      'Together: −5.',
    ])
    expect(said[0]?.text).toContain('It ends when nobody has a sun left, as now')
    expect(said[3]?.text).toContain('2 Niles, but no Flood: 0.')
    expect(said[5]?.text).toContain('You have 5 points now.')
    expect(said[6]?.text).toContain('yours are 8 and 2.')
  })

  it('says why nobody was asked', () => {
    const passed = line(5, 1, { verb: 'bid', sun: 9 }, { event: 'passed', seat: 0, above: 9 })
    expect(say('cannot', moment(turn({ seats: seats([2, 5]) }, null), [passed]))).toContain(
      '9 was bid, and your highest sun is 5.',
    )
    expect(say('cannot', moment(turn({ seats: seats([]) }, null), [passed]))).toBeUndefined()
  })
})

describe('answers', () => {
  it('say what a move means, whether it was asked for or not', () => {
    const passed = [line(3, 0, { verb: 'pass' })]
    const now = moment(turn({ auction: auction() }, { gold: 6 }, []), passed)
    expect(answer(now, 'pass', 'pass').text).toBe('You keep your suns for a better lot.')
    expect(answer(now, 'pass', 'bid 5').text).toContain('this lot was good for you')
    const drawn = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Obelisk' })]
    expect(answer(moment(turn({}, { gold: 6 }, []), drawn), 'draw', 'invoke')).toMatchObject({
      title: 'You drew an Obelisk',
    })
  })
})

describe('a guide', () => {
  const kept = (): Kept => ({
    table: 't',
    game: 'g',
    seen: 0,
    told: 0,
    taught: [],
    asked: null,
    played: null,
    over: null,
  })
  const storage = new Map<string, string>()
  beforeEach(() => {
    storage.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    })
  })
  const guide = (state = kept()): Guide => new Guide(LESSON, state, tellRa as never)
  const opening = moment(turn({ seats: seats([2, 5, 8, 13]) }, null))
  const stored = (): Kept => (JSON.parse(storage.get('heliopolis.lessons') ?? '') as [Kept])[0]
  const shown = (found: Guide): Card => {
    if (!found.card) throw new Error('there is no card')
    return found.card
  }

  it('teaches the first topic that was not taught, and takes it back with the move', () => {
    const one = guide()
    one.look(opening, 0)
    expect(shown(one)).toMatchObject({ id: 'goal', button: null, todo: { word: 'draw' } })
    one.played('invoke')
    const invoked = moment(turn({ auction: auction({ ra_player: 0 }) }, null, []), [line(1, 0, { verb: 'invoke' })])
    one.look(invoked, 1)
    expect(shown(one)).toMatchObject({ title: 'You invoked Ra', button: 'Go on', back: true })
    expect(one.read).toBe(0)
    one.look(opening, 2)
    expect(shown(one).id).toBe('goal')
    expect(one.read).toBe(2)
  })

  it('lets bots go on only when all was read', () => {
    const one = guide()
    one.look(opening, 0)
    one.played('draw')
    const log = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' })]
    one.look(moment(turn({}, {}, []), log), 2)
    expect(shown(one)).toMatchObject({ id: 'nile', button: 'Go on', back: false })
    expect(one.read).toBe(0)
    one.goOn()
    expect(one.read).toBe(2)
    expect(shown(one).button).toBeNull()
  })

  it('goes on in the same place', () => {
    const state = kept()
    const one = guide(state)
    one.look(opening, 0)
    one.played('draw')
    const log = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' })]
    const now = moment(turn({}, {}, []), log)
    one.look(now, 2)
    const two = guide(stored())
    two.look(now, 2)
    expect(two.card).toEqual(one.card)
    two.leave()
    expect(two.on).toBe(false)
    expect(guide(stored()).on).toBe(false)
  })

  it('can be taken up again where the game is by then', () => {
    const state = kept()
    const one = guide(state)
    one.look(opening, 0)
    expect(one.left).toBe(false)
    one.leave()
    const two = guide(stored())
    expect(two.left).toBe(true)
    two.takeUp()
    expect(stored().over).toBeNull()
    const log = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' })]
    two.look(moment(turn({ seats: seats([2, 5, 8, 13]) }, { nile: 1 }), log), 2)
    // What was done without it is not answered, nor told.
    expect(shown(two).button).toBeNull()
    expect(shown(two).todo).not.toBeNull()
    expect(two.read).toBe(2)
    two.leave(true)
    expect(guide(stored()).left).toBe(false)
  })
})
