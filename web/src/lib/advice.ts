// What the expert says, in words for the screen. All numbers come from the server.

import type { OptionLine, Player, View, WorthLine } from './protocol'
import { many, type Words } from './words'

/** Says a move as an order. */
export type Order = (option: OptionLine) => string

/** Names something that is worth something. */
export type Naming = (worth: WorthLine, words: Words) => string

/** Whether a hint may be asked for: it is my move, and every person at the table sits at this screen. */
export function mayAsk(view: View | null, players: Player[], mine: number[]): boolean {
  if (!view || view.viewer === null || view.to_act !== view.viewer || view.awaits !== 'move') return false
  const plays = (player: Player): boolean => player.kind !== 'bot' && !player.for_good
  return view.moves.length > 1 && players.every((player, seat) => !plays(player) || mine.includes(seat))
}

/** Points with one decimal, as an expectation is. */
export const about = (points: number): string => `${points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`

/** Of 100 games. */
const wins = ({ win }: OptionLine): number => Math.round(100 * win)

/** So many points: 1 point, 2 points, 2 fame. */
const counted = (count: number, points: string): string => many(count, points === 'points' ? 'point' : points, points)

/** A difference of fewer wins in 100 says nothing: the expert itself is not surer than that. */
const TELLABLE = 3

/** How the game ends whichever of two moves is made. */
function either(won: number): string {
  if (won < TELLABLE) return 'The game is as good as lost either way.'
  if (won > 100 - TELLABLE) return 'The game is as good as won either way.'
  return `Either way you win about ${won} of 100 games.`
}

/** How the game ends after two moves, as the expert sees it. Each is named as it is everywhere on the screen. Where it is
clear that they differ, it says so, however little it is. */
export function compared(
  better: OptionLine,
  other: OptionLine | undefined,
  order: Order,
  points: string,
  clear = false,
): string {
  if (!other || other.word === better.word) return ''
  const more = Math.round(better.points - other.points)
  const counts = `about ${counted(Math.abs(more), points)}`
  const apart = Math.abs(wins(better) - wins(other))
  if (apart < TELLABLE && !clear) {
    const said = either(wins(better))
    return more > 0 ? `${said} “${order(better)}” brings ${counts} more.` : `${said} Both are about as good.`
  }
  const [most, less] = [better, other].map((one) => (apart ? wins(one) : (100 * one.win).toFixed(1)))
  const said = `With “${order(better)}” you win about ${most} of 100 games, with “${order(other)}” ${less}.`
  if (more > 0) return `${said} It also brings ${counts} more.`
  return more < 0 ? `${said} It costs ${counts}, and is worth it.` : said
}
