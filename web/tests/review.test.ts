import { describe, expect, it } from 'vitest'
import type { DecisionLine, RaOption, ReviewedLine, ReviewReport, SeatSummary } from '../src/lib/protocol'
import { parse } from '../src/lib/route.svelte'
import { epochsOf, marksOf, Review } from '../src/review/review.svelte'
import {
  cost,
  lead,
  lostPoints,
  lostWin,
  momentPath,
  signedNumber,
  signedShare,
  summed,
  sure,
} from '../src/review/tell'
import { unsure } from './fixtures'

const option = (win: number, points = 30, more: Partial<RaOption> = {}): RaOption => ({
  game: 'ra',
  word: `${win} ${points}`,
  deed: { verb: 'draw', tile: null, sun: null },
  ...unsure,
  win,
  points,
  ...more,
})
const decision = (options: RaOption[], played: number, more: Partial<DecisionLine> = {}): DecisionLine => ({
  seat: 0,
  epoch: 1,
  kind: 'bid',
  scene: '',
  options,
  played,
  richest: 0,
  exact: false,
  why: '',
  ...more,
})
const line = (number: number, made: DecisionLine | null = null, wins = [0.5, 0.5]): ReviewedLine => ({
  line: number,
  wins,
  points: [30, 30],
  decision: made,
})
const report = (lines: ReviewedLine[], more: Partial<ReviewReport> = {}): ReviewReport => ({
  game: 'ra',
  edition: 'z-man',
  players: [],
  done: lines.at(-1)?.line ?? 0,
  total: 3,
  lines,
  summary: null,
  doubt: 0.032,
  ...more,
})
const account = { start: 0.5, luck: 0, own: 0, others: 0, result: 0.5 }
const seat = (more: Partial<SeatSummary> = {}): SeatSummary => ({
  win: account,
  points: account,
  losses: [],
  costliest: [],
  dearest: [],
  best: [],
  decided: null,
  ...more,
})

describe('a review', () => {
  const first = decision([option(0.6), option(0.4)], 1)
  const second = decision([option(0.5)], 0, { seat: 1, epoch: 2 })

  it('grows line by line, and takes none twice', () => {
    const review = new Review('t', 'token')
    review.add(report([line(1, first)]))
    review.add(report([line(1, first), line(2)]))
    expect(review.lines.map((one) => one.line)).toEqual([1, 2])
    expect(review.chances).toHaveLength(2)
    review.add(report([line(3, second)], { summary: { seats: [seat()], levels: [], wins: [1, 0], points: [40, 30] } }))
    expect(review.chances).toHaveLength(4)
    expect(review.chances.at(-1)).toEqual([1, 0])
  })

  it('knows the decisions at which there was a choice, and the one of a moment', () => {
    const review = new Review('t', 'token')
    review.add(report([line(1, first), line(2), line(3, second)]))
    expect(review.decisions(null).map((one) => one.line)).toEqual([1])
    expect(review.decisions(1)).toEqual([])
    // The decision that comes; where chance comes, the one that led to it.
    expect([0, 1, 2, 3].map((place) => review.near(place)?.line)).toEqual([1, 1, 3, 3])
  })

  it('marks epochs and costly decisions in the picture', () => {
    expect(epochsOf([line(1, first), line(2), line(3, second)])).toEqual([
      { place: 0, epoch: 1 },
      { place: 2, epoch: 2 },
    ])
    // A match that begins from a position may begin in any epoch.
    expect(epochsOf([line(1), line(2, second)])).toEqual([{ place: 0, epoch: 2 }])
    const summary = { seats: [seat({ costliest: [5] }), seat({ costliest: [9] })], levels: [], wins: [], points: [] }
    expect(marksOf(summary, null)).toEqual([
      { place: 4, seat: 0 },
      { place: 8, seat: 1 },
    ])
    expect(marksOf(summary, 1)).toEqual([{ place: 8, seat: 1 }])
    expect(marksOf(null, 1)).toEqual([])
  })

  it('has an address, and so has each of its moments on the board', () => {
    expect(momentPath('t', 'w', 84)).toBe('/replay/t/w/83/review')
    const here = { page: 'replay', table: 't', line: 83, review: true }
    expect(parse(`#${momentPath('t', 'w', 84)}`)).toEqual({ ...here, spectate: 'w' })
    expect(parse(`#${momentPath('t', null, 84)}`)).toEqual({ ...here, spectate: null })
    expect(parse('#/replay/t/83')).toEqual({ ...here, spectate: null, review: false })
    expect(parse('#/review/t')).toEqual({ page: 'review', table: 't', spectate: null, line: null })
    expect(parse('#/review/t/12')).toEqual({ page: 'review', table: 't', spectate: null, line: 12 })
    expect(parse('#/review/t/w/12')).toEqual({ page: 'review', table: 't', spectate: 'w', line: 12 })
    expect(parse('#/review')).toEqual({ page: 'home' })
  })
})

describe('what is said of a decision', () => {
  it('is what it cost: of the win as the moves say it, or in points against the richest move', () => {
    const costly = decision([option(0.424, 30), option(0.41, 34), option(0.386, 28)], 2, { richest: 1 })
    expect(lostWin(costly)).toBeCloseTo(0.038)
    expect(lostPoints(costly)).toBe(6)
    expect(cost(costly, 'wins', 'points')).toBe('cost 3 of 100 games') // 42, and 39
    expect(cost(costly, 'points', 'points')).toBe('cost about 6 points')
    expect(cost(costly, 'points', 'fame')).toBe('cost about 6 fame')
    expect(lead(costly)).toBeCloseTo(0.014)
  })

  it('says how sure it is', () => {
    expect(sure(option(0.4, 30, { exact: true, win_error: 0, points_error: 0 }))).toBe('exact')
    expect(sure(option(0.4, 30, { win_error: 0.043, points_error: 1.24 }))).toBe('± 4 %')
    expect(sure(option(0.4, 30, { win_error: 0.043, points_error: 1.24 }), 'points')).toBe('± 1.2')
    expect(sure(option(0.4, 30, { win_error: 0.002 }))).toBe('± 1 %')
    expect(sure(option(0.4, 30, { win_error: 0 }))).toBe('') // the best: all others are measured by it
    expect(sure(option(0.4))).toBe('')
  })

  it('has a sign, and no sign where there is nothing', () => {
    expect([signedShare(0.0414), signedShare(-0.12), signedShare(-0.0001)]).toEqual(['+4.1', '−12.0', '0.0'])
    expect(signedNumber(-3.04)).toBe('−3.0')
  })

  it('says why no decision is named, or what else than the win they cost', () => {
    expect(summed(seat(), 'You', 0.032)).toMatch(/^Well played: none of your choices cost more than 3 games in 100, /)
    expect(summed(seat(), 'Ann', 0.032)).toMatch(/^Well played: none of Ann’s choices/)
    expect(summed(seat({ costliest: [3] }), 'Ann', 0.032)).toBe('')
    expect(summed(seat({ decided: 'lost', dearest: [3] }), 'You', 0.032)).toBe(
      'At most of your choices the game was as good as lost already, and none of them changed that. These cost the most points.',
    )
    expect(summed(seat({ decided: 'won' }), 'Ann', 0.032)).toMatch(/as good as won already.*None cost clearly more/)
  })
})
