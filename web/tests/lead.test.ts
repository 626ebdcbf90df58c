import { describe, expect, it } from 'vitest'
import type { RaBoard, RaLead, RaView } from '../src/lib/protocol'
import { wordsOf } from '../src/lib/words'
import { explainLot, tellLead } from '../src/ra/lead'
import { board, raSeat, view, words } from './fixtures'

const NOTHING: RaLead = { pharaohs: null, niles: 0, losses: [], steps: [], won_by: [0, 0, 0] }
const SHEET = { gods: 0, gold: 0, pharaohs: 0, nile: 0, civilization: 0, monuments: 0, suns: 0 }
const players = ['Ann', 'Ben', 'Cleo'].map((name, place) => ({
  name,
  kind: 'person' as const,
  colour: (['blue', 'green', 'purple'] as const)[place] ?? 'blue',
}))

const seen = (lead: Partial<RaLead>, changes: Partial<RaView> = {}) => ({
  view: { ...view({ bag: { Flood: 9, Pyramid: 3 } }), leads: [{ ...NOTHING, ...lead }, NOTHING, NOTHING], ...changes },
  players: players as never,
  words,
})
const told = (lead: Partial<RaLead>, changes: Partial<RaView> = {}): string[] => tellLead(0, seen(lead, changes))

describe('where a lot leads', () => {
  it('says nothing where nothing changes, and where there is no lot', () => {
    expect(told({})).toEqual([])
    expect(told({}, { leads: null })).toEqual([])
  })

  it('names the next step of a set, with what is left to be drawn', () => {
    expect(
      told({
        steps: [
          { what: 'civilization', tile: null, more: 2, points: 5 },
          { what: 'monuments', tile: null, more: 1, points: 4 },
          { what: 'set', tile: 'Pyramid', more: 1, points: 5 },
        ],
      }),
    ).toEqual([
      'Then two more different civilizations would bring +5',
      'Then one more kind of monument would bring +4 after epoch III',
      'Then one more Pyramid would bring +5 after epoch III (3 in the bag)',
    ])
  })

  it('counts the Niles that wait for a Flood, and the Floods that can come', () => {
    expect(told({ niles: 3 })).toEqual(['3 Niles would wait for a Flood: +4 with it (9 in the bag)'])
  })

  it('says whether the lead in Pharaohs is won or lost', () => {
    const standing = { count: 4, most: 4, fewest: 1, tied: [] }
    const before = { pharaohs: { ...standing, place: 'most' as const } }
    expect(told({ pharaohs: { ...standing, place: 'most' } })).toEqual(['You would have the most, 4 Pharaohs'])
    expect(told({ pharaohs: { ...standing, place: 'most', tied: [1] } })).toEqual([
      'You would have the most, 4 Pharaohs, as Ben',
    ])
    const lost = { count: 2, most: 3, fewest: 1, tied: [], place: 'between' as const }
    expect(told({ pharaohs: lost }, { reasons: [before, before, before] })).toEqual([
      'You would have 2 Pharaohs: 1 short of the most, and lose the lead',
    ])
  })

  it('says what it would cost in Pharaohs if somebody else won the lot, as long as they can', () => {
    const seats = [raSeat, raSeat, raSeat]
    const rivals = { won_by: [0, -5, -7] }
    const bens = 'If Ben won it, you would score 5 less for Pharaohs'
    const cleos = 'If Cleo won it, you would score 7 less for Pharaohs'
    const at = (changes: Partial<RaBoard>): string[] => told(rivals, { board: board({ seats, ...changes }) })
    expect(at({})).toEqual([bens, cleos])
    expect(at({ seats: [raSeat, { ...raSeat, suns_up: [] }, raSeat] })).toEqual([cleos])
    const auction = { ra_player: 0, reason: 'drawn' as const, best_bid: 9, best_bidder: 2, must_bid: false }
    expect(at({ auction: { ...auction, bids: [null, 'pass', 9] } })).toEqual([cleos])
    const higher = [raSeat, { ...raSeat, suns_up: [2, 10] }, raSeat]
    expect(at({ auction: { ...auction, bids: [null, null, 9] } })).toEqual([cleos])
    expect(at({ seats: higher, auction: { ...auction, bids: [null, null, 9] } })).toEqual([bens, cleos])
    const seen_ = seen({})
    const leads = [NOTHING, { ...NOTHING, won_by: [-5, 0, 0] }, NOTHING]
    expect(tellLead(1, { ...seen_, view: { ...seen_.view, leads, board: board({ seats }) } })).toEqual([
      'If you won it, Ben would score 5 less for Pharaohs',
    ])
  })

  it('says what a disaster would take, and who chooses', () => {
    const losses: RaLead['losses'] = [
      { disaster: 'Drought', owed: 2, tiles: { Flood: 1, Nile: 1 }, choice: false },
      { disaster: 'Unrest', owed: 2, tiles: { Art: 2 }, choice: true },
      { disaster: 'Funeral', owed: 2, tiles: {}, choice: false },
    ]
    expect(told({ losses })).toEqual([
      'Drought takes 1 Flood and 1 Nile from you',
      'Unrest takes two civilizations of your choice from you',
      'Funeral finds nothing to take from you',
    ])
  })

  it('speaks of rivals by name, and in the words of the edition', () => {
    const own = { ...wordsOf(undefined), tiles: { Unrest: 'War' } }
    const lead = { ...NOTHING, losses: [{ disaster: 'Unrest', owed: 4, tiles: { Art: 4 }, choice: true }] }
    const at = { ...seen({}), words: own }
    expect(tellLead(1, { ...at, view: { ...at.view, leads: [NOTHING, lead, NOTHING] } })).toEqual([
      'War takes four civilizations of their choice from Ben',
    ])
  })

  it('tells what Gods of the lot are good for', () => {
    const track = ['God', 'God', null, null, null, null, null, null]
    const now = seen({})
    expect(tellLead(0, { ...now, view: { ...now.view, board: board({ track }) } })).toEqual([
      'The 2 Gods score 2 each, or take a tile from a later track',
    ])
  })
})

describe('this lot', () => {
  const lot = [{ civilization: 5, pharaohs: -2 }, SHEET, SHEET]
  const track = ['Art', 'Funeral', null, null, null, null, null, null]
  const now = {
    view: {
      ...view({ track, centre_sun: 9, seats: [raSeat, raSeat, raSeat] }),
      lot,
      leads: [NOTHING, NOTHING, NOTHING],
    },
    players: players as never,
    words: { ...words, rules: '#/rules/ra/z-man' },
  }

  it('says what it scores now for the one who looks, with its rules', () => {
    const said = explainLot(0, now)
    expect(said?.name).toBe('This lot for you: +3')
    expect(said?.facts).toEqual([
      { what: 'Civilization', value: '+5', tone: 'good' },
      { what: 'Pharaohs', value: '−2', tone: 'bad' },
    ])
    expect(said?.says[0]).toContain('sun 9')
    expect(said?.rules).toEqual(['#/rules/ra/z-man/R19', '#/rules/ra/z-man/R30'])
  })

  it('says that who has no sun face up cannot win it', () => {
    const seats = [{ ...raSeat, suns_up: [], suns_down: [5] }, raSeat, { ...raSeat, suns_up: [] }]
    const out = { ...now, view: { ...now.view, board: { ...now.view.board, seats } } }
    expect(explainLot(0, out)?.says[0]).toBe('You have no sun face up, and cannot win it.')
    expect(explainLot(1, out)?.says).toHaveLength(1)
    expect(explainLot(2, out)?.says[0]).toBe('Cleo has no sun face up, and cannot win it.')
  })

  it('says it for every rival on asking, and nothing without a lot', () => {
    expect(explainLot(1, now)?.name).toBe('This lot for Ben: 0')
    expect(explainLot(1, now)?.facts).toEqual([{ what: 'Changes', value: 'nothing yet' }])
    expect(explainLot(0, { ...now, view: { ...now.view, lot: null } })).toBeNull()
  })
})
