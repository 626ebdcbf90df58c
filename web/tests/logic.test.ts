import { describe, expect, it } from 'vitest'
import { about, cost, flawless, mayAsk, momentPath, whose } from '../src/lib/advice'
import { chapters } from '../src/lib/chapters'
import { joinLog } from '../src/lib/connection.svelte'
import { choicesOf, ordered, sameColours } from '../src/dice/choices'
import { deed as diceDeed, tellDice } from '../src/dice/log'
import { explainDice } from '../src/dice/reasons'
import { aloud, tell } from '../src/lib/log'
import type {
  BotLine,
  DecisionLine,
  DiceDeed,
  DiceEvent,
  DiceLine,
  DiceReasons,
  Player,
  RaBoard,
  RaDeed,
  RaEvent,
  RaLine,
  RaOption,
  RaReasons,
  RaView,
  Standing,
} from '../src/lib/protocol'
import { levels, others, usualBot } from '../src/lib/quick'
import { reasonsByEpoch } from '../src/lib/reasons'
import { parse } from '../src/lib/route.svelte'
import { FACE as RA } from '../src/ra/face'
import { closing } from '../src/ra/scenes'
import { FACE as DICE } from '../src/dice/face'
import { total } from '../src/lib/view'
import { choicesOf as raChoices, crowns } from '../src/ra/choices'
import { tellRa } from '../src/ra/log'
import { explainRa } from '../src/ra/reasons'
import { status as raStatus } from '../src/ra/status'
import { does, list, percent, signed, wins, wordsOf } from '../src/lib/words'

const words = wordsOf(undefined)
const line = (
  number: number,
  seat: number,
  deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>,
  ...happened: RaEvent[]
): RaLine => ({
  game: 'ra',
  line: number,
  seat,
  chance: deed.verb === 'tile',
  deed: { tile: null, sun: null, ...deed },
  happened,
})
const done = (deed: Partial<DiceDeed> & Pick<DiceDeed, 'verb'>): DiceDeed => ({
  rolled: [],
  colours: [],
  steps: null,
  column: null,
  kept: null,
  disaster: null,
  ...deed,
})
const dice = (number: number, seat: number, deed: DiceDeed, ...happened: DiceEvent[]): DiceLine => ({
  game: 'dice',
  line: number,
  seat,
  chance: deed.verb === 'roll',
  deed,
  happened,
})
const equal: Standing = { place: 'equal', count: 2, most: 2, fewest: 2, tied: [] }

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
  reasons: null,
  lot: null,
  result: null,
})

describe('addresses', () => {
  it('name pages behind the #', () => {
    expect(parse('')).toEqual({ page: 'home' })
    expect(parse('#/new')).toEqual({ page: 'new', game: null })
    expect(parse('#/new/nim')).toEqual({ page: 'new', game: 'nim' })
    expect(parse('#/rules')).toEqual({ page: 'rules', game: null, edition: '' })
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
    const known = [
      line(1, 0, { verb: 'draw' }),
      line(2, 0, { verb: 'tile', tile: 'Nile' }),
      line(3, 1, { verb: 'invoke' }),
    ]
    expect(joinLog(known, 3, [line(4, 2, { verb: 'pass' })]).map((one) => one.line)).toEqual([1, 2, 3, 4])
    expect(joinLog(known, 2, []).map((one) => one.line)).toEqual([1, 2])
    expect(joinLog(known, 2, [line(3, 1, { verb: 'draw' })]).map((one) => one.deed.verb)).toEqual([
      'draw',
      'tile',
      'draw',
    ])
  })

  it('tells a draw and its tile as one thing', () => {
    const said = tell(
      [
        line(1, 0, { verb: 'draw' }),
        line(2, 0, { verb: 'tile', tile: 'Ra' }),
        line(3, 1, { verb: 'bid', sun: 7 }, { event: 'passed', seat: 0, above: 7 }),
      ],
      ['You', 'Bert'],
      words,
      tellRa,
    )
    expect(said.map((one) => one.text)).toEqual(['You draw Ra', 'Bert bids 7'])
    expect(said[0]?.kind).toBe('loud')
    expect(said[1]?.then).toEqual(['You pass: no sun above 7'])
  })

  it('says all that can follow, in the words of the edition', () => {
    const war = { ...words, tiles: { Unrest: 'War' }, sun: 'sun disk' }
    const events: RaEvent[] = [
      { event: 'passed', seat: 1, above: null },
      { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile', 'Unrest'], centre: 4 },
      { event: 'all-passed', tiles: 'leave' },
      { event: 'tiles-lost', seat: 1, tile: 'Pharaoh', count: 2, disaster: 'Funeral' },
      { event: 'epoch-ended', epoch: 2, why: 'suns' },
      { event: 'scored', seat: 0, points: 7, reasons: { pharaohs: equal } },
    ]
    const [said] = tell([line(1, 0, { verb: 'bid', sun: 9 }, ...events)], ['You', 'Bert'], war, tellRa)
    expect(said?.then).toEqual([
      'Bert passes: no face-up sun disk',
      'You win with 9: Nile, War, sun disk 4',
      'All pass: the tiles leave the game',
      'Bert loses 2 Pharaoh',
      'Epoch 2 ends: no sun disk is face up',
    ])
    expect(said?.kind).toBe('epoch')
  })

  it('is not taken in by names', () => {
    const names = ['A wins with', 'epoch 1 ends', 'bid 9']
    const log = [line(1, 0, { verb: 'pass' }), line(2, 1, { verb: 'draw' }), line(3, 2, { verb: 'stop' })]
    expect(tell(log, names, words, tellRa).map((one) => one.kind)).toEqual(['quiet', 'quiet', 'quiet'])
    const auction = {
      ra_player: 0,
      reason: 'drawn' as const,
      bids: [null, null, null],
      best_bid: null,
      best_bidder: null,
      must_bid: false,
    }
    expect(closing({ ...view({ phase: 'bidding', auction }), players: names }, log)).toEqual([])
  })
})

describe('the log of the dice game', () => {
  const names = ['You', 'Bert']
  const roll = done({
    verb: 'roll',
    rolled: [
      { colour: 'yellow', face: 'Sun' },
      { colour: 'red', face: 'Nile' },
    ],
  })
  const again = done({ verb: 'roll', rolled: [{ colour: 'red', face: 'Ankh' }] })

  it('tells a reroll and its dice as one thing, and leaves out the end of a turn without news', () => {
    const reroll = done({ verb: 'reroll', colours: ['red'] })
    const log = [
      dice(1, 0, roll),
      dice(2, 0, reroll),
      dice(3, 0, again),
      dice(4, 0, done({ verb: 'end' })),
      dice(5, 1, roll),
    ]
    expect(tell(log, names, words, tellDice).map((one) => one.text)).toEqual([
      'You roll',
      'You roll again',
      'Bert rolls',
    ])
    expect(tell(log, names, words, tellDice)[1]?.rolled).toEqual([{ colour: 'red', face: 'Ankh' }])
  })

  it('keeps the move that ends a turn by itself', () => {
    const log = [dice(1, 0, done({ verb: 'monument', column: 'Step Pyramid', colours: ['red'] })), dice(2, 1, roll)]
    expect(tell(log, names, words, tellDice).map(aloud)).toEqual([
      'You build Step Pyramid red',
      'Bert rolls: yellow Sun, red Nile',
    ])
  })

  it('has a sentence for every move', () => {
    const say = (deed: Parameters<typeof done>[0]): string => does('Bert', ...diceDeed(done(deed)))
    expect(say({ verb: 'pharaoh', steps: 2 })).toBe('Bert moves 2 on the Pharaoh track')
    expect(say({ verb: 'flood', kept: 'Nile' })).toBe('Bert places a flood marker')
    expect(say({ verb: 'civilization', colours: ['red', 'blue'] })).toBe(
      'Bert places 2 civilization markers: red and blue',
    )
    expect(say({ verb: 'ankhs' })).toBe('Bert scores 2 for two Ankhs')
    expect(say({ verb: 'disaster', disaster: 'civilization' })).toBe('Bert declares a disaster: Civilization')
    expect(say({ verb: 'disaster' })).toBe('Bert declares no disaster')
    expect(say({ verb: 'discard-civilization', colours: ['red'] })).toBe('Bert gives up civilization red')
    expect(say({ verb: 'discard-monument', column: 'Temple', colours: ['blue'] })).toBe('Bert gives up Temple blue')
    expect(say({ verb: 'keep' })).toBe('Bert keeps the dice')
  })

  it('says all that can follow', () => {
    const events: DiceEvent[] = [
      { event: 'ra-moved', steps: 2, to: 5, track: 8 },
      { event: 'suns-scored', seat: 0, points: 3, suns: 3 },
      { event: 'moved-back', seat: 1, track: 'nile', steps: 2 },
      { event: 'flood-lost', seat: 0 },
      { event: 'civilization-lost', seat: 1, colour: 'red' },
      { event: 'monument-lost', seat: 1, column: 'Temple', colour: 'blue' },
      { event: 'epoch-ended', epoch: 1, why: 'ra' },
      { event: 'scored', seat: 0, points: 4, reasons: { pharaohs: equal } },
    ]
    expect(tell([dice(1, 0, done({ verb: 'end' }), ...events)], names, words, tellDice)[0]?.then).toEqual([
      'Ra moves 2 to 5 of 8',
      'You score 3 for 3 Suns',
      'Bert moves 2 back on the Nile track',
      'You lose a flood marker',
      'Bert loses civilization red',
      'Bert loses monument Temple blue',
      'Epoch 1 ends: Ra is at the end of the Sun track',
    ])
  })
})

describe('what the moves allow', () => {
  it('is taken apart for the table of Ra', () => {
    const can = raChoices(['bid 9', 'bid 4', 'pass'])
    expect(can.bids).toEqual([4, 9])
    expect(can.canPass).toBe(true)
    expect(raChoices(['take Step Pyramid', 'draw']).takes).toEqual(['Step Pyramid'])
    expect(raChoices([]).any).toBe(false)
  })

  it('marks who has most and fewest Pharaohs', () => {
    const seats = [3, 0, 0].map((Pharaoh) => ({ suns_up: [5], suns_down: [], tiles: { Pharaoh } }))
    expect(crowns(board({ seats }))).toEqual(['most', 'fewest', 'fewest'])
    expect(crowns(board())).toEqual([null, null, null])
  })
})

describe('the bar', () => {
  const players = ['Ann', 'Bert', 'Cleo'].map((name) => ({
    name,
    colour: 'blue' as const,
    kind: 'person' as const,
    bot: null,
  }))
  const say = (shown: RaView, more = {}): string => {
    const choices = raChoices(shown.moves)
    return raStatus({
      view: shown,
      players,
      words,
      choices,
      scene: null,
      chosen: null,
      thinking: null,
      sharesScreen: false,
      watching: false,
      ...more,
    }).text
  }

  it('says what can be done', () => {
    expect(say(view())).toBe('Your turn')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] })).toBe('Bid a sun')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] }, { sharesScreen: true })).toBe('Ann: bid a sun')
    expect(say({ ...view({ owed: { civilizations: 0, monuments: 1 } }), moves: ['discard Temple'] })).toBe(
      'You must give up 1 monument',
    )
  })

  it('says whom all wait for, and who won', () => {
    expect(say({ ...view({ phase: 'bidding' }), moves: [], to_act: 1 })).toBe('Bert is bidding')
    expect(say({ ...view(), moves: [], result: { scores: [30, 40, 20], winners: [1] } })).toBe('Bert wins')
    expect(say({ ...view(), moves: [], result: { scores: [40, 30, 20], winners: [0] } })).toBe('You win')
  })
})

describe('the end of an auction', () => {
  const auction = {
    ra_player: 0,
    reason: 'invoked' as const,
    bids: [null, 4, 'pass' as const],
    best_bid: 4,
    best_bidder: 1,
    must_bid: false,
  }

  it('shows the last bid before the tiles go', () => {
    const [scene, ...more] = closing(view({ phase: 'bidding', auction }), [
      line(9, 0, { verb: 'bid', sun: 9 }, { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile'], centre: 1 }),
    ])
    expect(scene?.winner).toBe(0)
    expect(scene?.sun).toBe(9)
    expect(scene?.view.board.auction?.bids).toEqual([9, 4, 'pass'])
    expect(scene?.view.moves).toEqual([])
    expect(more.map((one) => one.step)).toEqual(['fly'])
  })

  it('knows that all passed', () => {
    const none = { ...auction, bids: [null, 'pass' as const, 'pass' as const], best_bid: null, best_bidder: null }
    const [scene, ...more] = closing(view({ phase: 'bidding', auction: none }), [
      line(9, 0, { verb: 'pass' }, { event: 'all-passed', tiles: 'stay' }),
    ])
    expect(scene?.winner).toBeNull()
    expect(more).toEqual([])
  })

  it('is not every move', () => {
    expect(closing(view({ phase: 'bidding', auction }), [line(9, 2, { verb: 'pass' })])).toEqual([])
    expect(closing(view(), [line(1, 0, { verb: 'draw' })])).toEqual([])
  })
})

describe('a replay', () => {
  it('has chapters where epochs and auctions begin', () => {
    const auction = {
      ra_player: 1,
      reason: 'drawn' as const,
      bids: [null, null, null],
      best_bid: null,
      best_bidder: null,
      must_bid: false,
    }
    const views = [view(), view({ auction }), view({ auction }), view(), { ...view({ epoch: 2 }), breakdown: [[]] }]
    expect(chapters(views, RA.chapters)).toEqual([
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
    expect(list(['3', '4', '5'], 'or')).toBe('3, 4 or 5')
    expect(total({ gods: 2, civilization: -5 })).toBe(-3)
  })

  it('speak English to somebody called You', () => {
    expect(does('You', 'wins', 'win', 'with 7')).toBe('You win with 7')
    expect(does('Yusuf', 'wins', 'win')).toBe('Yusuf wins')
    expect([wins(['You']), wins(['Ann']), wins(['You', 'Ann'])]).toEqual(['You win', 'Ann wins', 'You and Ann win'])
  })
})

describe('a number of a score sheet', () => {
  const names = ['You', 'Ben', 'Cleo']
  const most: Standing = { place: 'most', count: 4, most: 4, fewest: 1, tied: [] }
  const between: Standing = { place: 'between', count: 2, most: 4, fewest: 1, tied: [] }
  const fewest: Standing = { place: 'fewest', count: 1, most: 4, fewest: 1, tied: [] }
  const suns = (held: number[], standing: Partial<Standing>): Partial<RaReasons> => ({
    suns: { suns: held, standing: { place: 'between', count: 14, most: 21, fewest: 10, tied: [], ...standing } },
  })
  const sets = [
    { tile: 'Pyramid', count: 4, points: 10 },
    { tile: 'Temple', count: 3, points: 5 },
  ]

  it.each<[string, number, Partial<RaReasons>, string]>([
    ['gods', 0, {}, 'No unspent God.'],
    ['gods', 2, { gods: 1 }, '1 unspent God: 2.'],
    ['gods', 4, { gods: 2 }, '2 unspent Gods, 2 each.'],
    ['gold', 0, {}, 'No Gold.'],
    ['gold', 3, { gold: 1 }, '1 Gold: 3.'],
    ['gold', 9, { gold: 3 }, '3 Gold, 3 each.'],
    ['pharaohs', 5, { pharaohs: most }, 'Most Pharaohs (4): +5.'],
    ['pharaohs', 5, { pharaohs: { ...most, tied: [1] } }, 'Most Pharaohs (4), as Ben: +5.'],
    ['pharaohs', 5, { pharaohs: { ...most, tied: [0, 2] } }, 'Most Pharaohs (4), as you and Cleo: +5.'],
    ['pharaohs', -2, { pharaohs: fewest }, 'Fewest Pharaohs (1): −2.'],
    ['pharaohs', -2, { pharaohs: { ...fewest, tied: [0] } }, 'Fewest Pharaohs (1), as you: −2.'],
    ['pharaohs', 0, { pharaohs: between }, 'Neither most (4) nor fewest (1) Pharaohs: 0.'],
    ['pharaohs', 0, {}, 'Everyone has the same number of Pharaohs: 0.'],
    ['nile', 0, {}, 'No Flood and no Nile: 0.'],
    ['nile', 0, { niles: 3 }, '3 Niles, but no Flood: 0.'],
    ['nile', 0, { niles: 1 }, '1 Nile, but no Flood: 0.'],
    ['nile', 4, { niles: 3, floods: 1 }, '1 Flood and 3 Niles, 1 each: 4.'],
    ['nile', 3, { niles: 1, floods: 2 }, '2 Floods and 1 Nile, 1 each: 3.'],
    ['nile', 1, { floods: 1 }, '1 Flood: 1.'],
    ['nile', 2, { floods: 2 }, '2 Floods, 1 each: 2.'],
    ['civilization', -5, {}, 'No civilization at all costs 5.'],
    ['civilization', 0, { civilization: ['Art'] }, '1 civilization (Art) scores nothing.'],
    [
      'civilization',
      0,
      { civilization: ['Art', 'Writing'] },
      '2 different civilizations (Art, Writing) score nothing.',
    ],
    [
      'civilization',
      5,
      { civilization: ['Art', 'Religion', 'Writing'] },
      '3 different civilizations (Art, Religion, Writing): 5.',
    ],
    ['monuments', 0, {}, 'Monuments are scored after epoch 3.'],
    ['monuments', 0, { monuments: null }, 'Monuments are scored after epoch 3.'],
    ['monuments', 0, { monuments: { different: [], different_points: 0, sets: [] } }, 'No monument: 0.'],
    ['monuments', 1, { monuments: { different: ['Temple'], different_points: 1, sets: [] } }, '1 kind (Temple): 1.'],
    [
      'monuments',
      18,
      { monuments: { different: ['Fortress', 'Pyramid', 'Temple'], different_points: 3, sets } },
      '3 different (Fortress, Pyramid, Temple): 3; 4 × Pyramid: 10; 3 × Temple: 5.',
    ],
    ['suns', 0, {}, 'The suns are added up after epoch 3.'],
    ['suns', 0, { suns: null }, 'The suns are added up after epoch 3.'],
    ['suns', 5, suns([2, 6, 13], { place: 'most', count: 21 }), '13 + 6 + 2 = 21, the highest sum: +5.'],
    [
      'suns',
      5,
      suns([2, 6, 13], { place: 'most', count: 21, tied: [1] }),
      '13 + 6 + 2 = 21, the highest sum, as Ben: +5.',
    ],
    ['suns', -5, suns([1, 9], { place: 'fewest', count: 10 }), '9 + 1 = 10, the lowest sum: −5.'],
    ['suns', -5, suns([1, 9], { place: 'fewest', count: 10, tied: [0] }), '9 + 1 = 10, the lowest sum, as you: −5.'],
    ['suns', 0, suns([3, 11], {}), '11 + 3 = 14, neither the highest sum (21) nor the lowest (10): 0.'],
    ['suns', 0, suns([3, 11], { place: 'equal' }), '11 + 3 = 14, and everyone has the same sum: 0.'],
    ['beards', 3, {}, ''],
  ])('is explained in Ra: %s, %i for %o', (category, points, why, sentence) => {
    expect(explainRa(category, points, { pharaohs: equal, ...why }, names, words)).toBe(sentence)
  })

  it('is explained in the words of the edition', () => {
    const own = {
      ...words,
      tiles: {
        God: 'Idol',
        Gold: 'Treasure',
        Pharaoh: 'King',
        Nile: 'River',
        Flood: 'Spate',
        Art: 'Craft',
        Temple: 'Shrine',
      },
      sun: 'sun disk',
    }
    const say = (category: string, points: number, why: Partial<RaReasons> = {}): string =>
      explainRa(category, points, { pharaohs: equal, ...why }, names, own)
    expect(say('gods', 4, { gods: 2 })).toBe('2 unspent Idols, 2 each.')
    expect(say('gold', 0)).toBe('No Treasure.')
    expect(say('pharaohs', 0)).toBe('Everyone has the same number of Kings: 0.')
    expect(say('nile', 0, { niles: 2 })).toBe('2 Rivers, but no Spate: 0.')
    expect(say('civilization', 0, { civilization: ['Art'] })).toBe('1 civilization (Craft) scores nothing.')
    const temples = { different: ['Temple'], different_points: 1, sets: [{ tile: 'Temple', count: 3, points: 5 }] }
    expect(say('monuments', 6, { monuments: temples })).toBe('1 kind (Shrine): 1; 3 × Shrine: 5.')
    expect(say('suns', 0)).toBe('The sun disks are added up after epoch 3.')
  })

  it.each<[string, number, Partial<DiceReasons>, string]>([
    ['pharaohs', 5, { pharaohs: most }, 'Furthest on the Pharaoh track (space 4): +5.'],
    [
      'pharaohs',
      5,
      { pharaohs: { ...most, tied: [1, 2] } },
      'Furthest on the Pharaoh track (space 4), as Ben and Cleo: +5.',
    ],
    ['pharaohs', -2, { pharaohs: fewest }, 'Last on the Pharaoh track (space 1): −2.'],
    ['pharaohs', -2, { pharaohs: { ...fewest, tied: [0] } }, 'Last on the Pharaoh track (space 1), as you: −2.'],
    ['pharaohs', 0, { pharaohs: between }, 'Neither furthest (space 4) nor last (space 1) on the Pharaoh track: 0.'],
    ['pharaohs', 0, {}, 'Everyone is on the same space of the Pharaoh track: 0.'],
    ['nile', 0, {}, 'Space 0 of the Nile track, and no flood marker: 0.'],
    ['nile', 0, { nile: 5 }, 'Space 5 of the Nile track, but no flood marker: 0.'],
    ['nile', 0, { floods: 1 }, '1 flood marker, but space 0 of the Nile track: 0.'],
    ['nile', 5, { floods: 2, nile: 5 }, '2 flood markers, and space 5 of the Nile track: 5.'],
    ['civilization', -5, {}, 'No civilization marker costs 5.'],
    ['civilization', 0, { civilization: ['red'] }, '1 civilization marker (red) scores nothing.'],
    ['civilization', 0, { civilization: ['red', 'blue'] }, '2 civilization markers (red, blue) score nothing.'],
    ['civilization', 5, { civilization: ['yellow', 'red', 'blue'] }, '3 civilization markers (yellow, red, blue): 5.'],
    ['monuments', 0, {}, 'Monuments are scored after epoch 3.'],
    ['monuments', 0, { monuments: null }, 'Monuments are scored after epoch 3.'],
    ['monuments', 0, { monuments: { different: [], different_points: 0, sets: [] } }, 'No monument: 0.'],
    ['monuments', 1, { monuments: { different: ['Temple'], different_points: 1, sets: [] } }, '1 column (Temple): 1.'],
    [
      'monuments',
      7,
      {
        monuments: {
          different: ['Palace', 'Temple'],
          different_points: 2,
          sets: [{ column: 'Temple', count: 3, points: 5 }],
        },
      },
      '2 different columns (Palace, Temple): 2; 3 markers on Temple: 5.',
    ],
    ['suns', 3, {}, ''],
  ])('is explained in the dice game: %s, %i for %o', (category, points, why, sentence) => {
    expect(explainDice(category, points, { pharaohs: equal, ...why }, names)).toBe(sentence)
  })
})

describe('the reasons of finished epochs', () => {
  const ended = (epoch: number): RaEvent => ({ event: 'epoch-ended', epoch, why: 'ra' })
  const scored = (seat: number, gods: number): RaEvent => ({
    event: 'scored',
    seat,
    points: 2 * gods,
    reasons: { pharaohs: equal, gods },
  })
  const log = [
    line(1, 0, { verb: 'draw' }),
    line(2, 0, { verb: 'tile', tile: 'Ra' }, ended(1), scored(0, 1), scored(1, 2)),
    line(3, 1, { verb: 'invoke' }),
    line(4, 0, { verb: 'bid', sun: 9 }, { event: 'passed', seat: 1, above: 9 }, ended(2), scored(1, 4), scored(0, 3)),
  ]
  const gods = (until: number): (number | undefined)[][] =>
    reasonsByEpoch(log.slice(0, until)).map((seats) => seats.map((why) => why.gods))

  it('are in the log, epoch by epoch and seat by seat', () => {
    expect(gods(4)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('are those of the moment that is shown', () => {
    expect(gods(0)).toEqual([])
    expect(gods(1)).toEqual([])
    expect(gods(3)).toEqual([[1, 2]])
  })

  it('are there for the dice game, too', () => {
    const reasons: DiceReasons = { pharaohs: equal, nile: 7 }
    const end = dice(
      1,
      0,
      done({ verb: 'end' }),
      { event: 'epoch-ended', epoch: 1, why: 'ra' },
      { event: 'scored', seat: 0, points: 0, reasons },
    )
    expect(reasonsByEpoch([end])).toEqual([[reasons]])
  })
})

describe('the words of the dice game', () => {
  it('are taken apart', () => {
    const can = choicesOf([
      'pharaoh 1',
      'pharaoh 2',
      'flood',
      'flood keep Nile',
      'civilization red blue',
      'monument Step Pyramid red',
      'end',
    ])
    expect(can.pharaoh).toEqual([1, 2])
    expect(can.floods).toEqual(['flood', 'flood keep Nile'])
    expect(can.civilization).toEqual([['red', 'blue']])
    expect(can.monuments).toEqual(['Step Pyramid red'])
    expect(can.any).toBe(true)
    expect(can.discardMonuments).toEqual([])
  })

  it('name colours in the order of the record', () => {
    expect(ordered(['violet', 'yellow'])).toEqual(['yellow', 'violet'])
    expect(sameColours(['red', 'blue'], ['blue', 'red'])).toBe(true)
  })
})

describe('the advice of the expert', () => {
  const player = (name: string, kind: Player['kind'] = 'person'): Player => ({ name, kind, colour: 'blue', bot: null })
  const option = (deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>, win = 0): RaOption => ({
    game: 'ra',
    word: '',
    win,
    points: 30,
    deed: { tile: null, sun: null, ...deed },
  })
  const decision = (played: number, better: number): DecisionLine => ({
    line: 84,
    epoch: 2,
    scene: '',
    played: option({ verb: 'draw' }, played),
    better: option({ verb: 'invoke' }, better),
    why: '',
  })

  it('is there for my own move, where every person sits at this screen', () => {
    const bots = [player('Ann'), player('Amun', 'bot'), player('Bastet', 'bot')]
    expect(mayAsk(view(), bots, [0])).toBe(true)
    expect(mayAsk(view(), [player('Ann'), player('Bert'), player('Amun', 'bot')], [0])).toBe(false)
    expect(mayAsk(view(), [player('Ann'), player('Bert'), player('Amun', 'bot')], [0, 1])).toBe(true)
    expect(mayAsk({ ...view(), to_act: 1, moves: [] }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), awaits: 'chance' }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), moves: ['invoke'] }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), viewer: null }, bots, [])).toBe(false)
    expect(mayAsk(null, bots, [0])).toBe(false)
  })

  it.each<[Parameters<typeof option>[0], string]>([
    [{ verb: 'draw' }, 'Draw a tile'],
    [{ verb: 'invoke' }, 'Invoke Ra'],
    [{ verb: 'bid', sun: 9 }, 'Bid 9'],
    [{ verb: 'pass' }, 'Pass'],
    [{ verb: 'take', tile: 'Step Pyramid' }, 'Spend a God for Step Pyramid'],
    [{ verb: 'discard', tile: 'Sphinx' }, 'Give up Sphinx'],
    [{ verb: 'stop' }, 'Spend no more Gods'],
    [{ verb: 'tile', tile: 'Nile' }, 'Draw Nile'],
  ])('names a move of Ra: %o', (deed, said) => {
    expect(RA.order(option(deed), words)).toBe(said)
  })

  it('names a move in the words of the edition', () => {
    const edition = { name: '', title: '', fewest_players: 2, most_players: 5, words: {}, boat: false }
    const own = wordsOf({ ...edition, tiles: { Unrest: 'War' }, moves: { draw: 'turn over' } })
    expect(RA.order(option({ verb: 'draw' }), own)).toBe('Turn over a tile')
    expect(RA.order(option({ verb: 'take', tile: 'Unrest' }), own)).toBe('Spend a God for War')
  })

  it.each<[Parameters<typeof done>[0], string]>([
    [{ verb: 'reroll', colours: ['red', 'blue'] }, 'Roll red and blue again'],
    [{ verb: 'reroll', colours: ['yellow', 'red', 'blue', 'green', 'violet'] }, 'Roll all again'],
    [{ verb: 'keep' }, 'Keep all'],
    [{ verb: 'pharaoh', steps: 2 }, 'Move 2 on the Pharaoh track'],
    [{ verb: 'nile', steps: 1 }, 'Move 1 on the Nile track'],
    [{ verb: 'flood' }, 'Place a flood marker'],
    [{ verb: 'flood', kept: 'Nile' }, 'Place a flood marker, keep Nile'],
    [{ verb: 'flood', kept: 'Ankh' }, 'Place a flood marker, keep Ankh'],
    [{ verb: 'civilization', colours: ['red'] }, 'Place 1 civilization marker: red'],
    [{ verb: 'civilization', colours: ['red', 'blue'] }, 'Place 2 civilization markers: red and blue'],
    [{ verb: 'monument', column: 'Step Pyramid', colours: ['red'] }, 'Build Step Pyramid red'],
    [{ verb: 'ankhs' }, 'Two Ankhs: +2'],
    [{ verb: 'disaster' }, 'No disaster'],
    [{ verb: 'disaster', disaster: 'nile' }, 'Disaster: Nile'],
    [{ verb: 'discard-monument', column: 'Sphinx', colours: ['red'] }, 'Give up Sphinx red'],
    [{ verb: 'discard-civilization', colours: ['red'] }, 'Give up civilization red'],
    [{ verb: 'end' }, 'End the turn'],
    [{ verb: 'roll' }, 'Roll'],
  ])('names a move of the dice game: %o', (deed, said) => {
    expect(DICE.order({ game: 'dice', word: '', win: 0, points: 0, deed: done(deed) }, words)).toBe(said)
  })

  it('says points as an expectation', () => {
    expect([about(31.24), about(-3.21)]).toEqual(['31.2', '−3.2'])
  })

  it('says what a decision cost, and where to look at it', () => {
    expect(cost(decision(0.48, 0.67))).toBe('−19 %')
    expect(cost(decision(0.48, 0.4851))).toBe('−1 %')
    expect(momentPath('t', 'w', decision(0, 1))).toBe('/replay/t/w/83')
    expect(momentPath('t', null, decision(0, 1))).toBe('/replay/t/83')
    expect(parse('#/replay/t/83')).toEqual({ page: 'replay', table: 't', spectate: null, line: 83 })
  })

  it('knows whose decisions they are', () => {
    expect(whose('Ann', false)).toBe('My three costliest decisions')
    expect(whose('Ann', true)).toBe('The costliest decisions of Ann')
    expect(flawless('Ann', false)).toMatch(/^You did nothing/)
  })
})

describe('levels', () => {
  const bot = (name: string, level: boolean): BotLine => ({ name, title: name, line: '', level })
  const bots = [bot('scribe', true), bot('priest', true), bot('greedy', false)]

  it('are offered before what is for the curious', () => {
    expect(levels(bots).map((one) => one.name)).toEqual(['scribe', 'priest'])
    expect(others(bots).map((one) => one.name)).toEqual(['greedy'])
  })

  it('begin with the one that was chosen last', () => {
    expect(usualBot({ bots, usual_bot: 'priest' }, '')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'scribe')).toBe('scribe')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'greedy')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'gone')).toBe('priest')
  })
})
