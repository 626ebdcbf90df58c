// Seats: of a table that is being laid out, and who sits in one now.

import type { Colour, Player, SeatKind } from './protocol'

export interface Seat {
  kind: SeatKind
  name: string
  colour: Colour
  bot: string
}

/** Those who play now: whoever has taken over a seat is called by their own name. Records keep the first one's. */
export const present = (players: Player[]): Player[] =>
  players.map((player) => (player.heir ? { ...player, name: player.heir } : player))
