// A review in words. All numbers come from the server.

import type { DecisionLine, OptionLine, SeatSummary } from '../lib/protocol'
import { many } from '../lib/words'

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

/** The share of the win that a decision lost, and the points. */
export const lostWin = (decision: DecisionLine): number => best(decision).win - played(decision).win
export const lostPoints = (decision: DecisionLine): number => richest(decision).points - played(decision).points

/** What a decision cost: in games of 100 as the moves say it, or in points. */
export function cost(decision: DecisionLine, counts: 'wins' | 'points', points: string): string {
  if (counts === 'points')
    return `cost about ${many(Math.round(lostPoints(decision)), points.replace(/s$/, ''), points)}`
  return `cost ${Math.round(100 * best(decision).win) - Math.round(100 * played(decision).win)} of 100 games`
}

/** How sure a number of a move is: beside its distance from the best one. */
export function sure(option: OptionLine, counts: 'wins' | 'points' = 'wins'): string {
  if (option.exact) return 'exact'
  const error = counts === 'wins' ? option.win_error : option.points_error
  if (!error) return ''
  return counts === 'wins' ? `± ${Math.max(1, Math.round(100 * error))} %` : `± ${error.toFixed(1)}`
}

/** By what lead a right decision was right. */
export const lead = ({ options }: DecisionLine): number => (options[0]?.win ?? 0) - (options[1]?.win ?? 0)

/** What there is to say of all the decisions of somebody: what they cost if not the win, or why none is named. */
export function summed({ costliest, dearest, decided }: SeatSummary, name: string, doubt: number): string {
  const whose = name === 'You' ? 'your' : `${name}’s`
  if (costliest.length) return ''
  if (decided) {
    const said = `At most of ${whose} choices the game was as good as ${decided} already, and none of them changed that.`
    return dearest.length
      ? `${said} These cost the most points.`
      : `${said} None cost clearly more than a point, either.`
  }
  const least = many(Math.round(100 * doubt), 'game')
  return `Well played: none of ${whose} choices cost more than ${least} in 100, and less than that the expert cannot tell from nothing.`
}

/** The address of the moment before a line, with the review beside the board. */
export const momentPath = (table: string, watch: string | null, line: number): string =>
  ['/replay', table, ...(watch ? [watch] : []), line - 1, 'review'].join('/')
