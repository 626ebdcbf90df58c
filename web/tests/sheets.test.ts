import { describe, expect, it } from 'vitest'
import { ROWS as DICE } from '../src/dice/rows'
import { PLAIN_ROWS, placeOf, rowsOf } from '../src/lib/sheets'
import { epochOf } from '../src/lib/view'
import { ROWS as RA } from '../src/ra/rows'
import { view, words } from './fixtures'

describe('the rows of a score sheet', () => {
  const sheet = { gods: 2, nile: 0, monuments: 0, suns: 0 }

  it('are those that count in the epoch', () => {
    expect(rowsOf(sheet, 1, RA)).toEqual(['gods', 'nile'])
    expect(rowsOf(sheet, 3, RA)).toEqual(['gods', 'nile', 'monuments', 'suns'])
    expect(rowsOf({ nile: 0, monuments: 0 }, 2, DICE)).toEqual(['nile'])
    expect(rowsOf(sheet, 1, PLAIN_ROWS)).toEqual(Object.keys(sheet))
    expect(rowsOf(undefined, 1, PLAIN_ROWS)).toEqual([])
  })

  it('are called as the edition calls them', () => {
    const own = { ...words, river: 'River', sun: 'sun disk' }
    expect(Object.keys(sheet).map((row) => RA.title(row, own))).toEqual(['Gods', 'River', 'Monuments', 'Sun disks'])
    expect(DICE.title('nile', own)).toBe('Nile')
  })
})

describe('the epoch that is played', () => {
  it('follows those that have a sheet', () => {
    expect(epochOf(view())).toBe(1)
    expect(epochOf({ ...view(), breakdown: [[], []] })).toBe(3)
    expect(epochOf({ ...view(), breakdown: [[], [], []], result: { scores: [], winners: [] } })).toBe(3)
  })
})

describe('the place of a seat in the end', () => {
  it('is shared by those who are level, behind the winners', () => {
    const places = (scores: number[], winners: number[]): number[] =>
      scores.map((_, seat) => placeOf(seat, { scores, winners }))
    expect(places([9, 5, 5, 1], [0])).toEqual([1, 2, 2, 4])
    expect(places([9, 9, 9], [1])).toEqual([2, 1, 2])
    expect(places([9, 9, 3], [0, 1])).toEqual([1, 1, 3])
  })
})
