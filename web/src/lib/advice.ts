// What the expert says, in words for the screen. All numbers come from the server.

import type { DecisionLine, Player, View } from './protocol'
import { list, many, upper } from './words'

/** Whether a hint may be asked for: it is my move, and every person at the table sits at this screen. */
export function mayAsk(view: View | null, players: Player[], mine: number[]): boolean {
  if (!view || view.viewer === null || view.to_act !== view.viewer || view.awaits !== 'move') return false
  return view.moves.length > 1 && players.every((player, seat) => player.kind === 'bot' || mine.includes(seat))
}

/** A move as an order: "Draw a tile". */
export function order(shown: string, game: string): string {
  const [verb = '', ...rest] = shown.split(' ')
  const object = rest.join(' ')
  return game === 'dice' ? orderDice(verb, rest, object) : orderRa(verb, object, shown)
}

function orderRa(verb: string, object: string, shown: string): string {
  switch (verb) {
    case 'draw':
    case 'turn':
      return `${upper(shown)} a tile`
    case 'invoke':
      return 'Invoke Ra'
    case 'take':
      return `Spend a God for ${object}`
    case 'discard':
      return `Give up ${object}`
    case 'stop':
      return 'Spend no more Gods'
    default:
      return upper(shown)
  }
}

function orderDice(verb: string, rest: string[], object: string): string {
  switch (verb) {
    case 'reroll':
      return rest.length === 5 ? 'Roll all again' : `Roll ${list(rest)} again`
    case 'keep':
      return 'Keep all'
    case 'pharaoh':
    case 'nile':
      return `Move ${object} on the ${upper(verb)} track`
    case 'flood':
      return object ? `Place a flood marker, ${object}` : 'Place a flood marker'
    case 'civilization':
      return `Place ${many(rest.length, 'civilization marker')}: ${list(rest)}`
    case 'monument':
      return `Build ${object}`
    case 'ankhs':
      return 'Two Ankhs: +2'
    case 'disaster':
      return object === 'none' ? 'No disaster' : `Disaster: ${upper(object)}`
    case 'discard':
      return `Give up ${object.replace(/^monument /, '')}`
    default:
      return 'End the turn'
  }
}

/** Points with one decimal, as an expectation is. */
export const about = (points: number): string => points.toFixed(1).replace('-', '−')

/** What a decision cost: "−19 %" of the win. */
export const cost = ({ played, better }: DecisionLine): string => `−${Math.max(1, Math.round(100 * (better.win - played.win)))} %`

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
  `${shared ? name : 'You'} did nothing that cost even half a percent of the win. The expert bows.`
