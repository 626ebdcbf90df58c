import { describe, expect, it } from 'vitest'
import { KINDS } from '../src/art/tiles'
import type { DiceView, RaView } from '../src/lib/protocol'
import { questionFor } from '../src/lib/explain.svelte'
import { wordsOf } from '../src/lib/words'
import { explainBots, explainPreset, explainSeats } from '../src/newtable/explain'
import * as dice from '../src/dice/explain'
import * as ra from '../src/ra/explain'
import { diceSeat, equal, raSeat, view, words } from './fixtures'

const RULES = '#/rules/ra/z-man'
const players = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name, kind: 'person', colour: 'blue' })) as never
const SHEET = { gods: 0, gold: 0, pharaohs: 0, nile: 0, civilization: -5, monuments: 0, suns: 0 }

const seen = (changes: Partial<RaView> = {}, own = words) => ({
  view: { ...view({ bag: { Ra: 30, Nile: 12 }, bag_left: 90 }), ...changes },
  players,
  words: { ...own, rules: RULES },
})

describe('tiles of Ra', () => {
  it('say what they are, how many are left and by which rule, whatever the kind', () => {
    for (const kind of KINDS.keys()) {
      const said = ra.explainTile(kind, null, seen())
      expect(said.says[0]).not.toBe('')
      expect(said.facts?.at(-1)).toEqual({
        what: 'In the bag',
        value: `${kind === 'Ra' ? 30 : kind === 'Nile' ? 12 : 0} of 90`,
      })
      expect(said.rules?.[0]).toMatch(/^#\/rules\/ra\/z-man\/R\d+$/)
    }
  })

  it('say what they score now to who has them, and why', () => {
    const seats = [{ ...raSeat, tiles: { Nile: 3, Flood: 1 } }, raSeat, raSeat]
    const reasons = seats.map(() => ({ pharaohs: equal, niles: 3, floods: 1 }))
    const now = seen({ preview: [{ ...SHEET, nile: 4 }, SHEET, SHEET], reasons })
    const said = ra.explainTile('Nile', 0, { ...now, view: { ...now.view, board: { ...now.view.board, seats } } })
    expect(said.name).toBe('3 Niles')
    expect(said.facts).toContainEqual({ what: 'Nile now', value: '+4', tone: 'good' })
    expect(said.then).toEqual(['Now: 1 Flood and 3 Niles, 1 each: 4.', 'Another Nile would bring +1 (12 in the bag).'])
  })

  it('say what more of what somebody has would bring, and how much of that can come', () => {
    const bag = { Flood: 9, Nile: 12, Pharaoh: 20, Pyramid: 3 }
    const then = (kind: string, tiles: Record<string, number>, why: object, steps: RaView['steps'] = null) => {
      const reasons = [raSeat, raSeat, raSeat].map(() => ({ pharaohs: equal, ...why }))
      const now = { ...view({ bag, seats: [{ ...raSeat, tiles }, raSeat, raSeat] }), preview: [SHEET, SHEET, SHEET] }
      return ra.explainTile(kind, 0, { ...seen(), view: { ...now, reasons, steps } }).then?.slice(1)
    }
    expect(then('Nile', { Nile: 3 }, { niles: 3 })).toEqual(['A Flood would bring +4 (9 in the bag).'])
    expect(then('Flood', { Flood: 1 }, { floods: 1 })).toEqual([
      'Every Nile that comes to it would bring +1 (12 in the bag).',
    ])
    const pharaohs = (changes: object) => then('Pharaoh', { Pharaoh: 2 }, { pharaohs: { ...equal, ...changes } })
    expect(pharaohs({})).toEqual(['One more Pharaoh would be the most (20 in the bag).'])
    expect(pharaohs({ place: 'between', most: 4 })).toEqual([
      'Two more Pharaohs would be as many as the most (20 in the bag).',
    ])
    expect(pharaohs({ place: 'most', tied: [1] })).toEqual([
      'One more Pharaoh would be the most alone (20 in the bag).',
    ])
    expect(pharaohs({ place: 'most' })).toEqual([])
    const steps: RaView['steps'] = [
      [
        { what: 'civilization', tile: null, more: 2, points: 5 },
        { what: 'set', tile: 'Pyramid', more: 1, points: 5 },
      ],
    ]
    expect(then('Pyramid', { Art: 1, Pyramid: 2 }, {}, steps)).toEqual([
      'One more Pyramid would bring +5 after epoch III (3 in the bag).',
    ])
    expect(then('Art', { Art: 1, Pyramid: 2 }, {}, steps)).toEqual(['Two more different civilizations would bring +5.'])
    // Of what nobody has yet there is no next step.
    expect(then('Art', {}, {}, steps)).toEqual([])
  })

  it('are called as in the edition', () => {
    const own = {
      ...wordsOf(undefined),
      tiles: { Unrest: 'War', Flood: 'Inundation' },
      supply: 'face down around the board',
    }
    expect(ra.explainTile('Unrest', null, seen({}, own)).name).toBe('War')
    expect(ra.whatIs('Nile', own)[0]).toContain('Inundation')
    expect(ra.explainTile('Nile', null, seen({}, own)).facts?.at(-1)?.what).toBe('Face down around the board')
  })

  it('say on the track what a disaster would take', () => {
    const losses = [{ disaster: 'Drought', owed: 2, tiles: { Nile: 1 }, choice: false }]
    const lead = { pharaohs: null, niles: 0, losses, steps: [], won_by: [] }
    expect(ra.explainOffered('Drought', 0, seen({ leads: [lead, lead, lead] }), false).then).toEqual([
      'Drought takes 1 Nile from you',
    ])
  })
})

describe('suns, marks, tracks and numbers of Ra', () => {
  it('say which suns of others are higher, and what wins', () => {
    const said = ra.explainSun(5, 0, true, {
      ...seen(),
      view: view({ centre_sun: 9, seats: [raSeat, { ...raSeat, suns_up: [13, 2] }, { ...raSeat, suns_up: [7] }] }),
    })
    expect(said.facts).toContainEqual({ what: 'Higher ones of others', value: '7 and 13' })
    expect(said.says[0]).toContain('the sun 9')
    expect(ra.explainSun(5, 0, false, seen()).says[0]).toContain('cannot be bid before the next epoch')
  })

  it('say how far the epoch is from its end', () => {
    expect(ra.explainRaTrack(seen()).says[0]).toContain('The eighth one from now ends epoch I')
    const near = { ...seen(), view: view({ ra_tiles: 7 }) }
    expect(ra.explainRaTrack(near).says[0]).toContain('The next one ends epoch I')
    expect(ra.explainRaTrack(seen({}, { ...words, boat: true })).name).toBe('The Sun Boat')
  })

  it('say why an epoch and the game are over, and of no Ra tile that could come', () => {
    const track = (changes: Parameters<typeof view>[0]) => ra.explainRaTrack({ ...seen(), view: view(changes) })
    const full = track({ ra_tiles: 8, epoch: 3, phase: 'over' })
    expect(full.says).toEqual([
      'Epoch III is over, and with it the game. The last space is filled: what lay on the auction track was lost.',
    ])
    expect(full.facts?.map(({ what }) => what)).toEqual(['Ra tiles in this epoch', 'Suns face up'])
    expect(track({ ra_tiles: 5, epoch: 1, phase: 'over' }).says).toEqual([
      'Epoch I is over. No sun was face up any more.',
    ])
    expect(track({ ra_tiles: 7 }).facts?.map(({ what }) => what)).toContain('Next tile is Ra')
  })

  it('show tiles with the letters of the edition', () => {
    const own = { ...words, tiles: { Unrest: 'War' } }
    expect(ra.explainTile('Unrest', null, seen({}, own)).picture?.piece.called).toBe('War')
  })

  it('say who has how many Pharaohs', () => {
    const seats = [3, 1, 1].map((Pharaoh) => ({ ...raSeat, tiles: { Pharaoh } }))
    const said = ra.explainCrown('most', 0, { ...seen(), view: view({ seats }) })
    expect(said.facts?.map(({ what, value }) => `${what} ${value}`)).toEqual(['You 3', 'Ben 1', 'Cleo 1'])
  })

  it('say that points are covered, and what the epoch would bring', () => {
    const now = seen({ preview: [SHEET, SHEET, SHEET] })
    expect(ra.explainPoints(0, now).name).toBe('10 points')
    expect(ra.explainPoints(1, now).name).toBe('Points: face down')
    expect(ra.explainNow(0, now).facts).toEqual([{ what: 'Civilization', value: '−5', tone: 'bad' }])
  })

  it('say what a move does, and what the others may do then', () => {
    expect(ra.explainMove('invoke', seen())?.says[1]).toBe('If all others pass, you must bid.')
    const track = Array<string>(8).fill('Nile')
    expect(ra.explainMove('invoke', { ...seen(), view: view({ track }) })?.says[1]).toBe(
      'If all pass, the tiles leave the game.',
    )
    expect(ra.explainMove('draw', seen({ shown: { draw: 'turn over' } }))?.name).toBe('Turn over a tile')
    expect(ra.explainMove('cancel', seen())).toBeNull()
  })
})

describe('the dice game', () => {
  const board = {
    epoch: 1,
    sun_track: 11,
    ra: 4,
    suns: ['red'],
    rerolls: 1,
    dice: { yellow: 'Ankh', red: 'Sun', blue: 'Monument', green: 'used', violet: 'Nile' },
    civilization_limit: 2,
    monuments: { Temple: { red: 0, blue: 0, yellow: 1 } },
    seats: [{ ...diceSeat, pharaoh: 3, civilization: ['red'] }, diceSeat, diceSeat],
  }
  const at = {
    view: {
      viewer: 0,
      board,
      costs: { flood: 3, civilization: [3, 4, 5], monument: 1 },
      points: [10, 11, 12],
      preview: null,
      reasons: null,
    } as unknown as DiceView,
    players,
    words: { ...words, rules: '#/rules/dice/rulebook' },
  }

  it('says what every die is good for', () => {
    expect(dice.explainDie('yellow', false, undefined, at)).toMatchObject({ name: 'Yellow die: Ankh' })
    expect(dice.explainDie('blue', true, undefined, at).then).toEqual([
      'It can be rolled again: choose it. 1 roll left.',
    ])
    expect(dice.explainDie('violet', false, 'Nothing to do.', at).then).toEqual(['Nothing to do.'])
    expect(dice.explainDie('green', false, undefined, at).says).toEqual(['Used in this turn.'])
    expect(dice.explainDie('red', false, undefined, at).rules).toEqual([
      '#/rules/dice/rulebook/D6',
      '#/rules/dice/rulebook/D13',
    ])
  })

  it('says whose a cell is, and what one more in its column leads to', () => {
    expect(dice.explainCell('Temple', 'red', 0, at).says[0]).toBe('You have it.')
    expect(dice.explainCell('Temple', 'yellow', 0, at).says[0]).toBe('Ben has it.')
    expect(dice.explainCell('Temple', 'green', 0, at).then).toEqual([
      'You have 2 markers in this column, and markers in 1 column.',
      'One more in this column: +5 after epoch III.',
    ])
    expect(dice.explainColumn('Palace', 0, at).then).toContain('A first one here: +1 after epoch III.')
  })

  it('says who has a civilization, and whether there is room', () => {
    expect(dice.explainCivilization('red', 0, at).says).toEqual([
      'You have a marker here.',
      'There is room for 1 more. It takes the red die with Civilization.',
    ])
  })

  it('says what Suns bring, and what a turn that ends loses', () => {
    expect(dice.explainSunTrack(at).facts).toEqual([
      { what: 'Ra has to go', value: '7 spaces' },
      { what: 'This turn, 1 Sun', value: 'Ra moves 1' },
    ])
    expect(dice.explainMove('end', at)?.says[0]).toContain('Ra moves 1')
    expect(dice.explainMove('disaster nile', at)?.name).toBe('Nile disaster')
    expect(dice.explainMove('cancel', at)).toBeNull()
  })
})

describe('what is explained by a question mark', () => {
  it('is asked for by a question, whatever it is called', () => {
    expect(questionFor(explainBots([]))).toBe('How strong is a bot?')
    expect(questionFor(explainSeats())).toBe('What is a seat?')
    const preset = { title: 'Play now', says: 'Against bots.', seats: [], draws: 'app' }
    expect(questionFor(explainPreset(preset as never))).toBe('What does “Play now” mean?')
  })
})
