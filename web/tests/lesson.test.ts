import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Guide, type Card, type Made, type Moment } from '../src/lib/lesson.svelte'
import type { Kept } from '../src/lib/lessons'
import type { RaBoard, RaDeed, RaLine, RaView } from '../src/lib/protocol'
import type { RaParts } from '../src/ra/face'
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

  it('bids for a better sun, or for what a rival would take, and says so where that is too little', () => {
    const SEATS = [{ ...raSeat, suns_up: [2, 8] }, { ...raSeat, suns_up: [9] }, raSeat]
    const bidding = (changes: Partial<RaBoard>, lot: Partial<typeof NOTHING> | null, won_by = [0, 0, 0]): string => {
      const lead = { pharaohs: null, niles: 0, losses: [], steps: [], won_by }
      const seen = turn({ phase: 'bidding', seats: SEATS, auction: auction(), ...changes }, lot, ['pass', 'bid 2'])
      return advise(moment({ ...seen, leads: [lead, lead, lead] })).text
    }
    expect(bidding({ centre_sun: 11 }, null)).toBe(
      'There is no tile to win, but the 11 in the centre is much better than your 2. Bid 2, your lowest sun.',
    )
    expect(bidding({ centre_sun: 4 }, null)).toBe(
      'Pass: there is no tile to win, and the 4 in the centre is not worth your 2.',
    )
    const last = [{ ...raSeat, suns_up: [2] }, raSeat, raSeat]
    expect(bidding({ centre_sun: 11, seats: last }, null)).toBe(
      'Pass: there is no tile to win, and your 2 is your last, though the 11 in the centre is better.',
    )
    expect(bidding({ centre_sun: 1 }, { monuments: 1 }, [0, -5, -2])).toBe(
      'To you the lot is worth +1, but if Bert won it, you would lose 5. Bid 2, your lowest sun.',
    )
    expect(bidding({ centre_sun: 1 }, {}, [0, 0, -2])).toBe(
      'Pass: to you the lot is worth 0, too little for your 2. If Cleo won it, you would lose 2.',
    )
    // Whoever cannot win it any more takes nothing away.
    const passed = auction({ bids: [null, 'pass', 5], best_bid: 5, best_bidder: 2 })
    expect(bidding({ centre_sun: 1, auction: passed }, {}, [0, -5, 0])).not.toContain('Bert')
  })

  it('says what a lot that grows may cost', () => {
    const lead = { pharaohs: null, niles: 0, losses: [], steps: [], won_by: [0, -7, -5] }
    const seen = { ...turn({ seats: seats([2, 5]) }, { nile: 2 }), leads: [lead, lead, lead] }
    expect(advise(moment(seen)).text).toBe(
      'Draw a tile: a lot worth +2 can still grow. But if Bert won it, you would lose 7.',
    )
  })

  it('gives up what costs nothing before what costs something', () => {
    const from = (tiles: Record<string, number>, ...kinds: string[]): string => {
      const moves = kinds.map((kind) => `discard ${kind}`)
      return advise(moment(turn({ phase: 'discarding', seats: seats([5], tiles) }, null, moves))).word
    }
    // Three of a kind score for themselves; of two, one scores nothing.
    const monuments = { Obelisk: 3, Temple: 2, Sphinx: 1 }
    expect(from(monuments, 'Obelisk', 'Sphinx', 'Temple')).toBe('discard Temple')
    expect(from(monuments, 'Obelisk', 'Sphinx')).toBe('discard Sphinx')
    // The eighth different one is worth as much as a set of three.
    const eight = {
      Fortress: 1,
      Obelisk: 3,
      Palace: 1,
      Pyramid: 1,
      Sphinx: 1,
      Statues: 1,
      'Step Pyramid': 1,
      Temple: 1,
    }
    expect(from(eight, 'Obelisk', 'Temple')).toBe('discard Obelisk')
    expect(from({ Art: 1, Writing: 2 }, 'Art', 'Writing')).toBe('discard Writing')
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
      'You win with 8: Nile and Art are yours. The sun 3 from the centre comes with it, but face down: you can use it in the next epoch. Your 8 lies in the centre now, for the next winner. You have 2 suns left for this epoch.',
    )
    expect(say('out', moment(turn({ seats: seats([]) }, null), [bid]))).toContain('All your suns are face down')
  })

  it('speaks of an exchange both ways', () => {
    const at = (centre_sun: number): string | undefined =>
      say(
        'centre',
        moment(turn({ centre_sun, seats: seats([5, 8]), auction: auction() }, { gold: 6 }, ['pass', 'bid 5'])),
      )
    expect(at(8)).toContain('That is higher than your 5: a good exchange.')
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

/** The first line, as a move to be answered. */
const made = ([line]: RaLine[], asked: string, wise: boolean): Made<RaParts> => {
  if (!line) throw new Error('there is no line')
  return { line, asked, wise }
}

describe('answers', () => {
  it('say what a move means, whether it was asked for or not', () => {
    const passed = [line(3, 0, { verb: 'pass' })]
    const now = moment(turn({ auction: auction() }, { gold: 6 }, []), passed)
    expect(answer(now, made(passed, 'pass', true)).text).toBe('You keep your suns for a better lot.')
    expect(answer(now, made(passed, 'bid 5', false)).text).toContain('this lot was good for you')
    const drawn = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Obelisk' })]
    expect(answer(moment(turn({}, { gold: 6 }, []), drawn), made(drawn, 'invoke', false))).toMatchObject({
      title: 'You drew an Obelisk',
    })
  })

  // Every verb that a player can use: the compiler sees that none is left out.
  const deeds: Record<Exclude<RaDeed['verb'], 'tile'>, Partial<RaDeed>> = {
    draw: {},
    invoke: {},
    bid: { sun: 8 },
    pass: {},
    take: { tile: 'Flood' },
    discard: { tile: 'Obelisk' },
    stop: {},
  }

  it.each(Object.keys(deeds) as (keyof typeof deeds)[])('answer %s in whole sentences, wise or not', (verb) => {
    const log = [line(3, 0, { verb, ...deeds[verb] }), line(4, 0, { verb: 'tile', tile: 'Nile' })]
    const now = moment(turn({ seats: seats([2, 5]) }, { nile: 1 }), log)
    for (const wise of [true, false]) {
      const said = answer(now, made(log, 'draw', wise))
      expect(said.title).toMatch(/^You [a-z]/)
      expect(said.text.trim()).toMatch(/^[A-Z].{15,}\.$/)
      expect(said.text).not.toMatch(/undefined|null|NaN/)
    }
  })

  it('say what a bid has won', () => {
    const bid = (...tiles: string[]): string => {
      const log = [line(3, 0, { verb: 'bid', sun: 8 }, { event: 'auction-won', seat: 0, sun: 8, tiles, centre: 3 })]
      const { title, text } = answer(moment(turn({}, null), log), made(log, 'bid 8', true))
      return `${title}: ${text}`
    }
    expect(bid('Nile', 'Art', 'Nile')).toBe(
      'You win with 8: It brings you 2 Niles and Art, and the sun 3 for the next epoch.',
    )
    expect(bid('Nile', 'Art', 'Gold', 'Flood', 'Sphinx', 'Gold')).toContain('It brings you 6 tiles, and')
    expect(bid()).toBe('You win with 8: It brings you the sun 3 for the next epoch.')
  })

  it('say of a Ra tile whether there is an auction, and for whom', () => {
    const drew = (over: boolean, ...suns: number[]): string => {
      const happened = over ? [{ event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }] : []
      const log = [line(3, 0, { verb: 'draw' }), line(4, 0, { verb: 'tile', tile: 'Ra' }, ...happened)]
      const others = [{ ...raSeat, suns_up: suns }]
      return answer(moment(turn({ seats: [raSeat, ...others] }, null), log), made(log, 'draw', true)).text
    }
    expect(drew(false, 9)).toBe('An auction begins. The others bid first, and you bid last.')
    expect(drew(false)).toBe('An auction begins. Only you can still bid.')
    expect(drew(true, 9)).toContain('the epoch is over at once, without an auction')
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

  it('answers a move that needs no stop until there is a choice again', () => {
    const one = guide()
    one.look(opening, 0)
    one.goOn()
    one.played('draw')
    const log = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' })]
    one.look(moment(turn({}, { nile: 1 }, []), log), 2)
    // What a tile is comes first, and begins with the answer.
    const answers = { line: 0, said: 'You drew a Nile' }
    expect(shown(one)).toMatchObject({ id: 'nile', answers })
    one.goOn()
    expect(shown(one).answers).toBeNull()
    const passed = [...log, line(3, 1, { verb: 'pass' })]
    one.look(moment(turn({}, { nile: 1 }), passed), 3)
    one.played('draw')
    const again = [...passed, line(4, 0, { verb: 'draw' }), line(5, 0, { verb: 'tile', tile: 'Nile' })]
    one.look(moment(turn({}, { nile: 2 }, []), again), 4)
    expect(shown(one)).toMatchObject({ title: 'You drew a Nile', button: null, answers: { ...answers, line: 3 } })
    const theirs = [...again, line(6, 1, { verb: 'draw' }), line(7, 1, { verb: 'tile', tile: 'Nile' })]
    one.look(moment(turn({}, { nile: 3 }, []), theirs), 6)
    expect(shown(one)).toMatchObject({ title: 'Meanwhile', answers: { line: 3 } })
    const mine = moment(turn({}, { nile: 3 }), [...theirs, line(8, 2, { verb: 'pass' })])
    one.look(mine, 8)
    expect(shown(one)).toMatchObject({ button: null, answers: { line: 3 } })
    const two = guide(stored())
    two.look(mine, 8)
    expect(two.card).toEqual(one.card)
  })

  it('answers also who did not read on', () => {
    const one = guide()
    one.look(opening, 0)
    one.played('draw')
    const log = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' })]
    one.look(moment(turn({ seats: seats([2, 5]) }, { nile: 1 }), log), 2)
    expect(shown(one).button).toBe('Go on')
    one.played('invoke')
    const invoked = turn({ seats: seats([2, 5]), auction: auction({ ra_player: 0 }) }, { nile: 1 }, [])
    one.look(moment(invoked, [...log, line(3, 0, { verb: 'invoke' })]), 3)
    expect(shown(one)).toMatchObject({ title: 'You invoked Ra', answers: { line: 2 } })
  })

  it('tells all that is new, however much it is', () => {
    const one = guide()
    one.look(opening, 0)
    one.played('bid 5')
    const won = { event: 'auction-won' as const, seat: 0, sun: 5, tiles: ['Nile', 'Funeral'], centre: 3 }
    const lost = { event: 'tiles-lost' as const, seat: 0, tile: 'Pharaoh', count: 2, disaster: 'Funeral' }
    const log = [line(1, 0, { verb: 'bid', sun: 5 }, won, lost)]
    one.look(moment(turn({ seats: seats([]) }, null, []), log), 1)
    const told: (string | null)[] = []
    while (shown(one).button) {
      told.push(shown(one).id)
      one.goOn()
    }
    expect(told.filter((id) => id !== null)).toEqual(['won', 'lost-tiles', 'out'])
  })

  it('says beside the next topic that a bid has won, whether others bid after it or not', () => {
    const won = { event: 'auction-won' as const, seat: 0, sun: 5, tiles: ['Gold'], centre: 3 }
    const mine = line(1, 0, { verb: 'bid', sun: 5 })
    const after = line(2, 1, { verb: 'pass' })
    const taught = LESSON.news.map(({ id }) => ({ id, line: 0 }))
    const next = turn({ seats: seats([2, 8]) }, null)
    for (const log of [[{ ...mine, happened: [won] }], [mine, { ...after, happened: [won] }]]) {
      const one = guide({ ...kept(), taught, asked: 'bid 5', played: 'bid 5' })
      for (let lines = 1; lines <= log.length; lines += 1)
        one.look(moment(lines < log.length ? turn({}, null, []) : next, log.slice(0, lines)), lines)
      expect(shown(one)).toMatchObject({ id: 'goal', answers: { line: 0 }, came: 'Your 5 wins Gold' })
      const again = guide(stored())
      again.look(moment(next, log), log.length)
      expect(again.card).toEqual(one.card)
    }
    // The topic that says it anyway does not begin with it.
    const first = guide({ ...kept(), asked: 'bid 5', played: 'bid 5' })
    first.look(moment(next, [{ ...mine, happened: [won] }]), 1)
    expect(shown(first)).toMatchObject({ id: 'won', came: null })
    // What a card has told is not told again.
    first.goOn()
    expect(shown(first)).toMatchObject({ id: 'goal', came: null })
  })

  it('says that a bid has won where the others did too much since to tell it all', () => {
    const won = { event: 'auction-won' as const, seat: 0, sun: 5, tiles: ['Gold'], centre: 3 }
    const taught = [...LESSON.news, ...LESSON.topics].map(({ id }) => ({ id, line: 0 }))
    const log = [line(1, 0, { verb: 'bid', sun: 5 }), line(2, 1, { verb: 'pass' }, won)]
    const one = guide({ ...kept(), taught, asked: 'bid 5', played: 'bid 5' })
    one.look(moment(turn({}, null, []), log.slice(0, 1)), 1)
    const next = turn({ seats: seats([2, 8]) }, null)
    one.look(moment(next, log), 2)
    expect(shown(one)).toMatchObject({ title: 'Your choice', came: null })
    expect(shown(one).text).toContain('You win with 5')
    const drawn = ['Nile', 'Flood', 'Art', 'Sphinx', 'Gold', 'Temple'].map((tile, place) =>
      line(3 + place, 1 + (place % 2), { verb: 'tile', tile }),
    )
    const two = guide({ ...kept(), taught, asked: 'bid 5', played: 'bid 5' })
    two.look(moment(turn({}, null, []), log.slice(0, 1)), 1)
    two.look(moment(next, [...log, ...drawn]), 8)
    expect(shown(two).came).toBe('Your 5 wins Gold')
  })

  it('answers the last move of the epoch before it explains the sheet', () => {
    const one = guide()
    one.look(opening, 0)
    one.played('draw')
    const reasons = { pharaohs: equal }
    const log = [
      line(1, 0, { verb: 'draw' }),
      line(
        2,
        0,
        { verb: 'tile', tile: 'Ra' },
        { event: 'epoch-ended', epoch: 1, why: 'ra' },
        { event: 'scored', seat: 0, points: -5, reasons, held: raSeat },
      ),
    ]
    const over = moment({ ...turn({ epoch: 2, epoch_ends: ['ra'] }, null, []), breakdown: [[NOTHING]] }, log)
    one.look(over, 2)
    expect(shown(one)).toMatchObject({ title: 'You drew a Ra tile', sheet: true, button: 'Go on', back: false })
    one.goOn()
    expect(shown(one).title).toBe('The epoch is over.')
    // Whoever plays on does not hear it again.
    one.played('draw')
    expect(one.on).toBe(false)
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
