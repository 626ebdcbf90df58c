import { describe, expect, it } from 'vitest'
import type { DecisionLine, RaOption, ReviewedLine, ReviewReport, SeatSummary } from '../src/lib/protocol'
import { parse } from '../src/lib/route.svelte'
import { epochsOf, marksOf, Review } from '../src/review/review.svelte'
import {
  cost,
  counted,
  lead,
  lostPoints,
  lostWin,
  momentPath,
  signedNumber,
  signedShare,
  summed,
  sure,
  sureOf,
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
  rival: 0,
  clear: false,
  clear_in_points: false,
  insight: false,
  points_error: 0,
  exact: false,
  why: '',
  why_points: '',
  worths: [],
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
  ...more,
})
const account = { start: 0.5, luck: 0, own: 0, others: 0, result: 0.5 }
const seat = (more: Partial<SeatSummary> = {}): SeatSummary => ({
  win: account,
  points: account,
  losses: [],
  costliest: [],
  dearest: [],
  seen: [],
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
    const costly = decision([option(0.424, 30), option(0.41, 34), option(0.386, 28)], 2, { richest: 1, rival: 1 })
    expect(lostWin(costly)).toBeCloseTo(0.038)
    expect(lostPoints(costly)).toBe(6)
    expect(cost(costly, 'wins', 'points')).toBe('cost 3 of 100 games') // 42, and 39
    expect(cost(costly, 'points', 'points')).toBe('cost about 6 points')
    expect(cost(costly, 'points', 'fame')).toBe('cost about 6 fame')
    expect(lead(costly)).toBeCloseTo(0.014)
    const little = decision([option(0.424), option(0.418)], 1)
    expect(cost(little, 'wins', 'points')).toBe('cost 0.6 of 100 games')
  })

  it('says how sure it is', () => {
    expect(sure(option(0.4, 30, { exact: true, win_error: 0, points_error: 0 }))).toBe('exact')
    expect(sure(option(0.4, 30, { win_error: 0.043, points_error: 1.24 }))).toBe('± 4 %')
    expect(sure(option(0.4, 30, { win_error: 0.043, points_error: 1.24 }), 'points')).toBe('± 1.2')
    expect(sure(option(0.4, 30, { win_error: 0.002 }))).toBe('± 0.2 %')
    expect(sure(option(0.4, 30, { win_error: 0 }))).toBe('') // the best: all others are measured by it
    expect(sure(option(0.4))).toBe('')
  })

  it('counts only what was clearly lost, the win before points', () => {
    const made = (clear: boolean, clear_in_points: boolean): DecisionLine =>
      decision([option(0.6), option(0.2)], 1, { clear, clear_in_points })
    expect([made(true, true), made(false, true), made(false, false)].map(counted)).toEqual(['wins', 'points', null])
  })

  it('says of lost points how sure both moves are', () => {
    const sharp = option(0.4, 28, { win_error: 0.02, points_error: 0.5 })
    const dear = decision([option(0.4), sharp], 1, { points_error: 1.26 })
    expect([sureOf(dear, 'wins'), sureOf(dear, 'points')]).toEqual(['± 2 %', '± 1.3'])
  })

  it('has a sign, and no sign where there is nothing', () => {
    expect([signedShare(0.0414), signedShare(-0.12), signedShare(-0.0001)]).toEqual(['+4.1', '−12.0', '0.0'])
    expect(signedNumber(-3.04)).toBe('−3.0')
  })

  it('says why no decision is named, and what all of them lost together', () => {
    const losses = [
      { kind: 'bid', decisions: 20, win: 0.004, points: 0.1, win_error: null, points_error: null },
      { kind: 'God', decisions: 2, win: 0.01, points: 0.25, win_error: null, points_error: null },
    ]
    const sum = 'The losses of all 22 choices add up to about 10 % of the win, or 2.5 points.'
    expect(summed(seat({ losses }), 'You', 'points')).toBe(`None of your choices clearly cost anything. ${sum}`)
    expect(summed(seat({ losses }), 'Ann', 'fame')).toMatch(/^None of Ann’s choices .* or 2.5 fame.$/)
    expect(summed(seat({ losses, costliest: [3] }), 'Ann', 'points')).toBe(sum)
    expect(summed(seat({ losses, decided: 'lost', costliest: [3] }), 'Ann', 'points')).toBe(
      `At most of Ann’s choices the game was as good as lost already: only points could be lost there. ${sum}`,
    )
    expect(summed(seat({ losses, decided: 'lost', dearest: [3] }), 'You', 'points')).toBe(
      `At most of your choices the game was as good as lost already, and none of them changed that. ${sum}`,
    )
  })
})
