import { describe, expect, it } from 'vitest'
import { about, cost, flawless, mayAsk, momentPath, order, whose } from '../src/lib/advice'
import { chapters } from '../src/lib/chapters'
import { joinLog } from '../src/lib/connection.svelte'
import { choicesOf, ordered, sameColours } from '../src/dice/choices'
import { explainRa, total } from '../src/lib/explain'
import { deed as diceDeed } from '../src/dice/log'
import { aloud, tell } from '../src/lib/log'
import type { BotLine, DecisionLine, DiceDeed, DiceEvent, DiceLine, OptionLine, Player, RaBoard, RaDeed, RaEvent, RaLine, RaView } from '../src/lib/protocol'
import { levels, others, usualBot } from '../src/lib/quick'
import { parse } from '../src/lib/route.svelte'
import { closing } from '../src/lib/stage.svelte'
import { choicesOf as raChoices, crowns } from '../src/ra/choices'
import { status as raStatus } from '../src/ra/status'
import { does, list, percent, signed, wins, wordsOf } from '../src/lib/words'

const words = wordsOf(undefined)
const line = (number: number, seat: number, deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>, ...happened: RaEvent[]): RaLine => ({
  game: 'ra',
  line: number,
  seat,
  chance: deed.verb === 'tile',
  deed: { tile: null, sun: null, ...deed },
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
    const known = [line(1, 0, { verb: 'draw' }), line(2, 0, { verb: 'tile', tile: 'Nile' }), line(3, 1, { verb: 'invoke' })]
    expect(joinLog(known, 3, [line(4, 2, { verb: 'pass' })]).map((one) => one.line)).toEqual([1, 2, 3, 4])
    expect(joinLog(known, 2, []).map((one) => one.line)).toEqual([1, 2])
    expect(joinLog(known, 2, [line(3, 1, { verb: 'draw' })]).map((one) => one.deed.verb)).toEqual(['draw', 'tile', 'draw'])
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
    )
    expect(said.map((one) => one.text)).toEqual(['You draw Ra', 'Bert bids 7'])
    expect(said[0]?.kind).toBe('ra')
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
      { event: 'scored', seat: 0, points: 7 },
    ]
    const [said] = tell([line(1, 0, { verb: 'bid', sun: 9 }, ...events)], ['You', 'Bert'], war)
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
    expect(tell(log, names, words).map((one) => one.kind)).toEqual(['quiet', 'quiet', 'quiet'])
    const auction = { ra_player: 0, reason: 'drawn' as const, bids: [null, null, null], best_bid: null, best_bidder: null, must_bid: false }
    expect(closing({ ...view({ phase: 'bidding', auction }), players: names }, log)).toBeNull()
  })
})

describe('the log of the dice game', () => {
  const names = ['You', 'Bert']
  const done = (deed: Partial<DiceDeed> & Pick<DiceDeed, 'verb'>): DiceDeed => ({
    rolled: [],
    colours: [],
    steps: null,
    column: null,
    kept: null,
    disaster: null,
    ...deed,
  })
  const roll = done({ verb: 'roll', rolled: [{ colour: 'yellow', face: 'Sun' }, { colour: 'red', face: 'Nile' }] })
  const again = done({ verb: 'roll', rolled: [{ colour: 'red', face: 'Ankh' }] })
  const dice = (number: number, seat: number, deed: DiceDeed, ...happened: DiceEvent[]): DiceLine => ({
    game: 'dice',
    line: number,
    seat,
    chance: deed.verb === 'roll',
    deed,
    happened,
  })

  it('tells a reroll and its dice as one thing, and leaves out the end of a turn without news', () => {
    const reroll = done({ verb: 'reroll', colours: ['red'] })
    const log = [dice(1, 0, roll), dice(2, 0, reroll), dice(3, 0, again), dice(4, 0, done({ verb: 'end' })), dice(5, 1, roll)]
    expect(tell(log, names, words).map((one) => one.text)).toEqual(['You roll', 'You roll again', 'Bert rolls'])
    expect(tell(log, names, words)[1]?.dice).toEqual([{ colour: 'red', face: 'Ankh' }])
  })

  it('keeps the move that ends a turn by itself', () => {
    const log = [dice(1, 0, done({ verb: 'monument', column: 'Step Pyramid', colours: ['red'] })), dice(2, 1, roll)]
    expect(tell(log, names, words).map(aloud)).toEqual(['You build Step Pyramid red', 'Bert rolls: yellow Sun, red Nile'])
  })

  it('has a sentence for every move', () => {
    const say = (deed: Parameters<typeof done>[0]): string => does('Bert', ...diceDeed(done(deed)))
    expect(say({ verb: 'pharaoh', steps: 2 })).toBe('Bert moves 2 on the Pharaoh track')
    expect(say({ verb: 'flood', kept: 'Nile' })).toBe('Bert places a flood marker')
    expect(say({ verb: 'civilization', colours: ['red', 'blue'] })).toBe('Bert places 2 civilization markers: red and blue')
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
      { event: 'scored', seat: 0, points: 4 },
    ]
    expect(tell([dice(1, 0, done({ verb: 'end' }), ...events)], names, words)[0]?.then).toEqual([
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
  const players = ['Ann', 'Bert', 'Cleo'].map((name) => ({ name, colour: 'blue' as const, kind: 'person' as const, bot: null }))
  const say = (shown: RaView, more = {}): string => {
    const choices = raChoices(shown.moves)
    return raStatus({ view: shown, players, words, choices, scene: null, chosen: null, thinking: null, sharesScreen: false, watching: false, ...more }).text
  }

  it('says what can be done', () => {
    expect(say(view())).toBe('Your turn')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] })).toBe('Bid a sun')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] }, { sharesScreen: true })).toBe('Ann: bid a sun')
    expect(say({ ...view({ owed: { civilizations: 0, monuments: 1 } }), moves: ['discard Temple'] })).toBe('You must give up 1 monument')
  })

  it('says whom all wait for, and who won', () => {
    expect(say({ ...view({ phase: 'bidding' }), moves: [], to_act: 1 })).toBe('Bert is bidding')
    expect(say({ ...view(), moves: [], result: { scores: [30, 40, 20], winners: [1] } })).toBe('Bert wins')
    expect(say({ ...view(), moves: [], result: { scores: [40, 30, 20], winners: [0] } })).toBe('You win')
  })
})

describe('the end of an auction', () => {
  const auction = { ra_player: 0, reason: 'invoked' as const, bids: [null, 4, 'pass' as const], best_bid: 4, best_bidder: 1, must_bid: false }

  it('shows the last bid before the tiles go', () => {
    const scene = closing(view({ phase: 'bidding', auction }), [line(9, 0, { verb: 'bid', sun: 9 }, { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile'], centre: 1 })])
    expect(scene?.winner).toBe(0)
    expect(scene?.sun).toBe(9)
    expect(scene?.view.board.auction?.bids).toEqual([9, 4, 'pass'])
    expect(scene?.view.moves).toEqual([])
  })

  it('knows that all passed', () => {
    const none = { ...auction, bids: [null, 'pass' as const, 'pass' as const], best_bid: null, best_bidder: null }
    const scene = closing(view({ phase: 'bidding', auction: none }), [line(9, 0, { verb: 'pass' }, { event: 'all-passed', tiles: 'stay' })])
    expect(scene?.winner).toBeNull()
  })

  it('is not every move', () => {
    expect(closing(view({ phase: 'bidding', auction }), [line(9, 2, { verb: 'pass' })])).toBeNull()
    expect(closing(view(), [line(1, 0, { verb: 'draw' })])).toBeNull()
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
    expect(does('You', 'wins', 'win', 'with 7')).toBe('You win with 7')
    expect(does('Yusuf', 'wins', 'win')).toBe('Yusuf wins')
    expect([wins(['You']), wins(['Ann']), wins(['You', 'Ann'])]).toEqual(['You win', 'Ann wins', 'You and Ann win'])
  })
})

describe('the words of the dice game', () => {
  it('are taken apart', () => {
    const can = choicesOf(['pharaoh 1', 'pharaoh 2', 'flood', 'flood keep Nile', 'civilization red blue', 'monument Step Pyramid red', 'end'])
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
  const option = (shown: string, win: number, points = 30): OptionLine => ({ word: shown, shown, win, points })
  const decision = (played: number, better: number): DecisionLine => ({
    line: 84,
    epoch: 2,
    scene: '',
    played: option('draw', played),
    better: option('invoke', better),
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

  it.each([
    ['ra', 'draw', 'Draw a tile'],
    ['ra', 'turn over', 'Turn over a tile'],
    ['ra', 'invoke', 'Invoke Ra'],
    ['ra', 'bid 9', 'Bid 9'],
    ['ra', 'pass', 'Pass'],
    ['ra', 'take Step Pyramid', 'Spend a God for Step Pyramid'],
    ['ra', 'discard Sphinx', 'Give up Sphinx'],
    ['ra', 'stop', 'Spend no more Gods'],
    ['dice', 'reroll red blue', 'Roll red and blue again'],
    ['dice', 'reroll yellow red blue green violet', 'Roll all again'],
    ['dice', 'keep', 'Keep all'],
    ['dice', 'pharaoh 2', 'Move 2 on the Pharaoh track'],
    ['dice', 'flood', 'Place a flood marker'],
    ['dice', 'flood keep Nile', 'Place a flood marker, keep Nile'],
    ['dice', 'civilization red', 'Place 1 civilization marker: red'],
    ['dice', 'monument Step Pyramid red', 'Build Step Pyramid red'],
    ['dice', 'ankhs', 'Two Ankhs: +2'],
    ['dice', 'disaster none', 'No disaster'],
    ['dice', 'disaster nile', 'Disaster: Nile'],
    ['dice', 'discard monument Sphinx red', 'Give up Sphinx red'],
    ['dice', 'discard civilization red', 'Give up civilization red'],
    ['dice', 'end', 'End the turn'],
  ])('names a move of %s: %s', (game, shown, order_) => {
    expect(order(shown, game)).toBe(order_)
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
