import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { piecesOf as dicePieces } from '../src/dice/rows'
import { Ceremony, momentsOf } from '../src/lib/ceremony.svelte'
import { level, ranked, showOf, standing, type Show } from '../src/lib/sheets'
import { piecesOf, ROWS as RA } from '../src/ra/rows'
import { words } from './fixtures'

const ROWS = ['gods', 'gold', 'pharaohs', 'nile', 'civilization', 'monuments', 'suns']

const shown = (category: string): Show =>
  category === 'nile' ? 'flood' : ['pharaohs', 'suns'].includes(category) ? 'meet' : 'plain'

describe('the ceremony of an epoch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('goes through the rows, the sums and the totals', () => {
    expect(momentsOf(['gods', 'gold'], (category) => (category === 'gods' ? 'plain' : 'quiet'))).toEqual([
      { kind: 'row', category: 'gods', show: 'plain' },
      { kind: 'row', category: 'gold', show: 'quiet' },
      { kind: 'sums' },
      { kind: 'totals' },
    ])
  })

  it.each([1, 3, 5, 7, 12])('takes less than six seconds with %i rows', (rows) => {
    const told: string[] = []
    const moments = momentsOf(
      Array.from({ length: rows }, (_, row) => ROWS[row] ?? `row ${row}`),
      shown,
    )
    const ceremony = new Ceremony(moments, ({ kind }) => told.push(kind))
    expect(ceremony.plays).toBe(false)
    ceremony.start()
    expect(ceremony.now).toBe(0)
    const first = ceremony.beats[0] ?? 0
    expect(ceremony.beats.reduce((sum, beat) => sum + beat, 0)).toBeLessThan(5800)
    vi.advanceTimersByTime(first * 0.9)
    expect(ceremony.now).toBe(0)
    vi.advanceTimersByTime(5800 - first * 0.9)
    expect(ceremony.plays).toBe(false)
    expect(told).toEqual(moments.map(({ kind }) => kind))
  })

  it('gives more time to those who meet and to a flood, less to a row without anything', () => {
    const shows: Show[] = ['quiet', 'plain', 'flood', 'meet']
    const { beats } = new Ceremony(
      momentsOf(shows, (show) => show as Show),
      () => undefined,
    )
    const rows = beats.slice(0, 4)
    expect(rows).toEqual([...rows].sort((a, b) => a - b))
    expect(new Set(rows).size).toBe(4)
  })

  it('is over at once when somebody wants it to be', () => {
    const told = vi.fn()
    const ceremony = new Ceremony(momentsOf(ROWS, shown), told)
    ceremony.start()
    vi.advanceTimersByTime(1200)
    expect(ceremony.plays).toBe(true)
    const before = told.mock.calls.length
    ceremony.end()
    expect(ceremony.plays).toBe(false)
    vi.runAllTimers()
    expect(told).toHaveBeenCalledTimes(before)
  })
})

describe('the pieces that scored', () => {
  const tiles = { Pharaoh: 2, Temple: 1, God: 1, Flood: 1 }

  it('are tiles in the order of the rows, and suns where they count', () => {
    const seat = { suns_up: [3], suns_down: [9], tiles }
    const names = (epoch: number): string[] => piecesOf(seat, epoch, words).map(({ name }) => name)
    expect(names(1)).toEqual(['God', 'Pharaoh', 'Flood', 'Temple'])
    expect(names(3)).toEqual([...names(1), '9', '3'])
    expect(piecesOf(seat, 1, words).map(({ category }) => category)).toEqual(['gods', 'pharaohs', 'nile', 'monuments'])
    expect(piecesOf(seat, 1, words)[1]).toMatchObject({ count: 2, title: '2 × Pharaoh' })
  })

  it('are places on tracks and markers of the dice game', () => {
    const seat = {
      pharaoh: 4,
      nile: 0,
      floods: 1,
      civilization: ['red' as const],
      monuments: ['Temple red', 'Step Pyramid blue'],
    }
    expect(dicePieces(seat).map(({ category, name, colour, count }) => [category, name, colour, count])).toEqual([
      ['pharaohs', 'Pharaoh', undefined, 4],
      ['nile', 'Flood', undefined, 1],
      ['civilization', 'Art', 'red', 1],
      ['monuments', 'Step Pyramid', 'blue', 1],
      ['monuments', 'Temple', 'red', 1],
    ])
  })
})

describe('where everyone stands', () => {
  it('is known when all totals are', () => {
    expect(ranked([5, 12, 5])).toEqual([1, 0, 2])
    expect(ranked([5, null, 5])).toBeNull()
    expect(ranked(undefined)).toBeNull()
  })

  it('has the winner of a tie first', () => {
    const result = { scores: [20, 9, 20], winners: [2] }
    expect(standing(result)).toEqual([2, 0, 1])
    expect(level(result)).toEqual([0, 2])
  })
})

describe('how a row is scored', () => {
  const shows = (category: string, ...points: number[]): Show =>
    showOf(
      category,
      points.map((one) => ({ [category]: one })),
      points.map(() => []),
      RA,
    )

  it('follows from what it brings', () => {
    expect(shows('pharaohs', 5, 0, -2)).toBe('meet')
    expect(shows('suns', 5, -5)).toBe('meet')
    expect(shows('nile', 0, 4)).toBe('flood')
    expect(shows('civilization', -5, -5)).toBe('plain')
    expect([shows('nile', 0, 0), shows('pharaohs', 0, 0), shows('gods', 0)]).toEqual(['quiet', 'quiet', 'quiet'])
    const held = [[{ category: 'nile', name: 'Nile', count: 2, title: '2 × Nile' }], []]
    expect(showOf('nile', [{ nile: 0 }, { nile: 0 }], held, RA)).toBe('plain')
  })
})
