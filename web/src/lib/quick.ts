// One click: you and some bots.

import * as api from './api'
import { COLOURS } from './colours'
import * as keys from './keys'
import type { BotLine, Catalogue, GameLine, NewSeat } from './protocol'
import { settings } from './settings.svelte'

export const BOT_NAMES = ['Amun', 'Bastet', 'Sobek', 'Thoth', 'Hathor']

/** The bots that are made for people, the friendliest first; and those for the curious. */
export const levels = (bots: BotLine[]): BotLine[] => bots.filter((bot) => bot.level)
export const others = (bots: BotLine[]): BotLine[] => bots.filter((bot) => !bot.level)

/** The bot that sits down where nobody chose one: the level that was chosen last, else the usual one. */
export function usualBot({ bots, usual_bot }: Pick<Catalogue, 'bots' | 'usual_bot'>, last: string): string {
  return levels(bots).find((bot) => bot.name === last)?.name ?? usual_bot
}

/** The same at a table of a game, which some bots may not play. */
export function usualBotOf(game: Pick<GameLine, 'bots' | 'usual_bot'>, last: string): string {
  return game.bots.includes(last) ? last : game.usual_bot
}

/** A table for one person is for four, where the game is. */
export function tableFor({ editions }: Pick<GameLine, 'editions'>): number {
  const { fewest_players, most_players } = editions[0] ?? { fewest_players: 4, most_players: 4 }
  return Math.max(fewest_players, Math.min(4, most_players))
}

/** The bot that plays where nobody chose one for this table. */
export const botOf = async (game: GameLine): Promise<string> =>
  usualBotOf(game, usualBot(await api.catalogue(), settings.level))

export const me = (): NewSeat => ({ kind: 'person', name: settings.name.trim() || 'You' })

/** Lay out a table for one person, and say which it is. */
export async function playNow(game: GameLine): Promise<string> {
  const bot = await botOf(game)
  const bots = BOT_NAMES.slice(0, tableFor(game) - 1).map((name): NewSeat => ({ kind: 'bot', name, bot }))
  const made = await api.createTable({
    game: game.name,
    seats: [me(), ...bots].map((seat, place) => ({ ...seat, colour: COLOURS[place] ?? null })),
  })
  keys.keep(made)
  return made.table
}
