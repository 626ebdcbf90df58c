// A table in a list, in a few words.

import type { TableLine } from './protocol'
import { present } from './seats'
import { does, list } from './words'

export const isMyMove = (table: TableLine): boolean => table.to_act !== null && table.my_seats.includes(table.to_act)

export function standing(table: TableLine): string {
  if (table.state === 'waiting')
    return `waits for ${table.open_seats === 1 ? 'a player' : `${table.open_seats} players`}`
  const players = present(table.players)
  if (table.state === 'over') return `${list(table.winners.map((seat) => players[seat]?.name ?? ''))} won`
  if (table.to_act === null) return 'running'
  return isMyMove(table) ? 'your move' : does(players[table.to_act]?.name, 'is to move', 'are to move')
}
