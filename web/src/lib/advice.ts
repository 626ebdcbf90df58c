// What the expert says, in words for the screen. All numbers come from the server.

import type { DecisionLine, Player, View } from './protocol'

/** Whether a hint may be asked for: it is my move, and every person at the table sits at this screen. */
export function mayAsk(view: View | null, players: Player[], mine: number[]): boolean {
  if (!view || view.viewer === null || view.to_act !== view.viewer || view.awaits !== 'move') return false
  return view.moves.length > 1 && players.every((player, seat) => player.kind === 'bot' || mine.includes(seat))
}

/** Points with one decimal, as an expectation is. */
export const about = (points: number): string => `${points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`

/** What a decision cost: of 100 games. */
export function cost({ played, better }: DecisionLine): string {
  const lost = Math.max(1, Math.round(100 * (better.win - played.win)))
  return `${lost} ${lost === 1 ? 'win' : 'wins'} fewer in 100`
}

/** The address of the moment before a decision. */
export function momentPath(table: string, watch: string | null, decision: DecisionLine): string {
  return ['/replay', table, ...(watch ? [watch] : []), decision.line - 1].join('/')
}

/** Whose decisions they are. */
export function whose(name: string, shared: boolean): string {
  return shared && name !== 'You' ? `The costliest decisions of ${name}` : 'My three costliest decisions'
}

/** What there is to say where nothing was costly. */
export const flawless = (name: string, shared: boolean): string =>
  `No decision of ${shared && name !== 'You' ? name : 'yours'} cost even half a percent of the win. The expert bows.`
