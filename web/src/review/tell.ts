// A review in words. All numbers come from the server.

import type { DecisionLine, LossLine, OptionLine, SeatSummary } from '../lib/protocol'
import { percent, many } from '../lib/words'

/** A share of the win with its sign, in 100 games: +4.1. */
export const signedShare = (share: number): string => signedNumber(100 * share)

export function signedNumber(number: number): string {
  const rounded = Math.abs(number).toFixed(1)
  if (rounded === '0.0') return '0.0'
  return `${number < 0 ? '−' : '+'}${rounded}`
}

const best = (decision: DecisionLine): OptionLine => decision.options[0]!
export const played = (decision: DecisionLine): OptionLine => decision.options[decision.played]!
export const richest = (decision: DecisionLine): OptionLine => decision.options[decision.richest]!
export const rival = (decision: DecisionLine): OptionLine => decision.options[decision.rival]!

/** What counts of a decision: only what was clearly lost does. */
export const counted = ({ clear, clear_in_points }: DecisionLine): 'wins' | 'points' | null =>
  clear ? 'wins' : clear_in_points ? 'points' : null

/** The share of the win that a decision lost, and the points. */
export const lostWin = (decision: DecisionLine): number => best(decision).win - played(decision).win
export const lostPoints = (decision: DecisionLine): number => richest(decision).points - played(decision).points

/** What a decision cost: in games of 100 as the moves say it, or in points. */
export function cost(decision: DecisionLine, counts: 'wins' | 'points', points: string): string {
  if (counts === 'points')
    return `cost about ${many(Math.round(lostPoints(decision)), points.replace(/s$/, ''), points)}`
  const whole = Math.round(100 * best(decision).win) - Math.round(100 * played(decision).win)
  return `cost ${whole || (100 * lostWin(decision)).toFixed(1)} of 100 games`
}

/** How sure a number of a move is: beside its distance from the best one. */
export function sure(option: OptionLine, counts: 'wins' | 'points' = 'wins'): string {
  if (option.exact) return 'exact'
  const error = counts === 'wins' ? option.win_error : option.points_error
  if (!error) return ''
  if (counts === 'points') return `± ${error.toFixed(1)}`
  const games = 100 * error
  return `± ${games < 1 ? Math.max(0.1, games).toFixed(1) : Math.round(games)} %`
}

/** How sure the loss of a decision is. */
export const sureOf = (decision: DecisionLine, counts: 'wins' | 'points'): string =>
  counts === 'wins'
    ? sure(played(decision))
    : sure({ ...played(decision), points_error: decision.points_error }, counts)

/** By what lead the best move was better than the one to hold it against. */
export const lead = (decision: DecisionLine): number => best(decision).win - rival(decision).win

/** What a decision of any kind cost on average. */
export function altogether({ losses }: SeatSummary): LossLine {
  const decisions = losses.reduce((sum, one) => sum + one.decisions, 0)
  const mean = (of: 'win' | 'points'): number =>
    losses.reduce((sum, one) => sum + one.decisions * one[of], 0) / Math.max(1, decisions)
  return { kind: 'all', decisions, win: mean('win'), points: mean('points'), win_error: null, points_error: null }
}

/** What there is to say of all the decisions of somebody: why none is named, and what they cost together. Of many small
losses none is sure, but they add up. */
export function summed(summary: SeatSummary, name: string, points: string): string {
  const { costliest, dearest, decided } = summary
  const whose = name === 'You' ? 'your' : `${name}’s`
  const said: string[] = []
  if (decided)
    said.push(
      `At most of ${whose} choices the game was as good as ${decided} already${costliest.length ? ': only points could be lost there' : ', and none of them changed that'}.`,
    )
  if (!costliest.length && !dearest.length) said.push(`None of ${whose} choices clearly cost anything.`)
  const all = altogether(summary)
  const who =
    all.decisions === 1 ? 'The loss of the one choice is' : `The losses of all ${all.decisions} choices add up to`
  const lost = (one: number): number => all.decisions * one
  said.push(`${who} about ${percent(lost(all.win))} of the win, or ${lost(all.points).toFixed(1)} ${points}.`)
  return said.join(' ')
}

/** The address of the moment before a line, with the review beside the board. */
export const momentPath = (table: string, watch: string | null, line: number): string =>
  ['/replay', table, ...(watch ? [watch] : []), line - 1, 'review'].join('/')
