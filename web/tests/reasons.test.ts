import { describe, expect, it } from 'vitest'
import { explainDice } from '../src/dice/reasons'
import { ROWS as DICE_ROWS } from '../src/dice/rows'
import type { DiceReasons, RaEvent, RaReasons, Standing } from '../src/lib/protocol'
import { scoredByEpoch } from '../src/lib/reasons'
import { explainBefore } from '../src/lib/sheets'
import { explainRa } from '../src/ra/reasons'
import { ROWS as RA_ROWS } from '../src/ra/rows'
import { dice, done, equal, line, words, raSeat, diceSeat } from './fixtures'

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
    ['civilization', -5, {}, 'No civilization: −5.'],
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
    ['pharaohs', 5, { pharaohs: most }, 'Furthest on the Pharaoh track (space 4): +5. Then back to 2.'],
    [
      'pharaohs',
      5,
      { pharaohs: { ...most, tied: [1, 2] } },
      'Furthest on the Pharaoh track (space 4), as Ben and Cleo: +5. Then back to 2.',
    ],
    ['pharaohs', -2, { pharaohs: fewest }, 'Last on the Pharaoh track (space 1): −2. Then on to 2.'],
    [
      'pharaohs',
      -2,
      { pharaohs: { ...fewest, tied: [0] } },
      'Last on the Pharaoh track (space 1), as you: −2. Then on to 2.',
    ],
    ['pharaohs', 0, { pharaohs: between }, 'Neither furthest (space 4) nor last (space 1) on the Pharaoh track: 0.'],
    ['pharaohs', 0, {}, 'Everyone is on the same space of the Pharaoh track: 0.'],
    ['nile', 0, {}, 'On space 0 of the Nile track, and no flood marker: 0.'],
    ['nile', 0, { nile: 5 }, 'On space 5 of the Nile track, but no flood marker: 0.'],
    ['nile', 0, { floods: 1 }, '1 flood marker, but on space 0 of the Nile track: 0.'],
    ['nile', 5, { floods: 2, nile: 5 }, '2 flood markers, and on space 5 of the Nile track: 5.'],
    ['civilization', -5, {}, 'No civilization marker: −5.'],
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
      '2 different columns (Palace, Temple): 2; 3 markers in the column Temple: 5.',
    ],
    ['suns', 3, {}, ''],
  ])('is explained in the dice game: %s, %i for %o', (category, points, why, sentence) => {
    expect(explainDice(category, points, { pharaohs: equal, ...why }, names)).toBe(sentence)
  })
})

describe('the points from before an epoch', () => {
  it('are those of the beginning, or of the last epoch', () => {
    const later = 'Whoever begins starts with 10 points, each next player with one more.'
    expect(explainBefore(1, DICE_ROWS, words)).toBe(later)
    expect(explainBefore(1, RA_ROWS, words)).toBe('Everyone starts with 10 points.')
    expect(explainBefore(3, RA_ROWS, words)).toBe('The points after epoch II.')
  })
})

describe('the reasons of finished epochs', () => {
  const ended = (epoch: number): RaEvent => ({ event: 'epoch-ended', epoch, why: 'ra' })
  const scored = (seat: number, gods: number): RaEvent => ({
    event: 'scored',
    seat,
    points: 2 * gods,
    reasons: { pharaohs: equal, gods },
    held: raSeat,
  })
  const log = [
    line(1, 0, { verb: 'draw' }),
    line(2, 0, { verb: 'tile', tile: 'Ra' }, ended(1), scored(0, 1), scored(1, 2)),
    line(3, 1, { verb: 'invoke' }),
    line(4, 0, { verb: 'bid', sun: 9 }, { event: 'passed', seat: 1, above: 9 }, ended(2), scored(1, 4), scored(0, 3)),
  ]
  const gods = (until: number): (number | undefined)[][] =>
    scoredByEpoch(log.slice(0, until)).map((seats) => seats.map(({ reasons }) => reasons.gods))

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
      { event: 'scored', seat: 0, points: 0, reasons, held: diceSeat },
    )
    expect(scoredByEpoch([end]).map((seats) => seats.map((scored) => scored.reasons))).toEqual([[reasons]])
  })
})
