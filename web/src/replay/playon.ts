// A new table that begins from a position.

import * as api from '../lib/api'
import * as keys from '../lib/keys'
import type { GameLine, Player } from '../lib/protocol'
import { BOT_NAMES, botOf, me } from '../lib/quick'

/** Lay out a table that begins from a position, with bots in all seats but one, and say which it is. */
export async function playOn(game: GameLine, players: Player[], mine: number, position: string): Promise<string> {
  const bot = await botOf(game)
  const names = [...BOT_NAMES]
  const made = await api.createTable({
    game: game.name,
    position,
    seats: players.map(({ colour }, seat) => ({
      ...(seat === mine ? me() : { kind: 'bot' as const, name: names.shift() ?? '', bot }),
      colour,
    })),
  })
  keys.keep(made)
  return made.table
}
