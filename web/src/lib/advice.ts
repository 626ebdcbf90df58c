// What the expert says, in words for the screen. All numbers come from the server.

import type { DecisionLine, OptionLine, Player, ReviewReport, View } from './protocol'
import { many } from './words'

/** Says a move as an order. */
export type Order = (option: OptionLine) => string

/** Whether a hint may be asked for: it is my move, and every person at the table sits at this screen. */
export function mayAsk(view: View | null, players: Player[], mine: number[]): boolean {
  if (!view || view.viewer === null || view.to_act !== view.viewer || view.awaits !== 'move') return false
  return view.moves.length > 1 && players.every((player, seat) => player.kind === 'bot' || mine.includes(seat))
}

/** Points with one decimal, as an expectation is. */
export const about = (points: number): string => `${points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`

/** Of 100 games. */
const wins = ({ win }: OptionLine): number => Math.round(100 * win)

/** So many points: 1 point, 2 points, 2 fame. */
const counted = (count: number, points: string): string => many(count, points === 'points' ? 'point' : points, points)

/** How the game ends whichever of two moves is made. */
const either = (won: number): string =>
  won === 0 ? 'Hardly any game is won from here.' : `Either way you win about ${won} of 100 games.`

/** How the game ends after two moves, as the expert sees it. Each is named as it is everywhere on the screen. */
export function compared(better: OptionLine, other: OptionLine | undefined, order: Order, points: string): string {
  if (!other || other.word === better.word) return ''
  const more = Math.round(better.points - other.points)
  const counts = `about ${counted(Math.abs(more), points)}`
  if (wins(better) === wins(other)) {
    const said = either(wins(better))
    return more > 0
      ? `${said} You end with ${counts} more after “${order(better)}”.`
      : `${said} Both are about as good.`
  }
  const said = `You win about ${wins(better)} of 100 games after “${order(better)}”, and ${wins(other)} after “${order(other)}”.`
  if (more > 0) return `${said} You also end with ${counts} more.`
  return more < 0 ? `${said} You end with ${counts} fewer, but that is worth it.` : said
}

/** What a decision cost: of 100 games, or in points. The same numbers as `compared` has. */
export function cost({ played, better }: DecisionLine, counts: ReviewReport['counts'], points: string): string {
  if (counts === 'points') return `about ${counted(Math.round(better.points - played.points), points)} fewer`
  return `${many(wins(better) - wins(played), 'win')} fewer in 100`
}

/** The address of the moment before a decision. */
export function momentPath(table: string, watch: string | null, decision: DecisionLine): string {
  return ['/replay', table, ...(watch ? [watch] : []), decision.line - 1].join('/')
}

/** Whose decisions they are. */
export function whose(name: string, shared: boolean): string {
  return shared && name !== 'You' ? `The costliest decisions of ${name}` : 'My costliest decisions'
}

/** What there is to say of all the decisions: what they cost if not the win, or why none is named. */
export function summed({ decisions, counts, decided, doubt }: ReviewReport, name: string, shared: boolean): string {
  const other = shared && name !== 'You'
  const some = Boolean(decisions?.length)
  if (decided && (counts === 'points' || !some)) {
    const said = `Before most of ${other ? `${name}’s` : 'your'} choices the game was as good as ${decided}.`
    return some ? `${said} These cost points.` : `${said} None cost clearly more than a point.`
  }
  if (some) return ''
  const least = many(Math.round(100 * doubt), 'win')
  return `${other ? name : 'You'} decided as the expert would: no choice cost more than ${least} in 100. Smaller losses the expert cannot tell from none.`
}
