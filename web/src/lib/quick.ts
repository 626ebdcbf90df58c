// One click: you and three bots.

import * as api from './api'
import * as keys from './keys'
import type { BotLine, Catalogue } from './protocol'
import { settings } from './settings.svelte'

export const BOT_NAMES = ['Amun', 'Bastet', 'Sobek', 'Thoth', 'Hathor']

/** The bots that are made for people, the friendliest first; and those for the curious. */
export const levels = (bots: BotLine[]): BotLine[] => bots.filter((bot) => bot.level)
export const others = (bots: BotLine[]): BotLine[] => bots.filter((bot) => !bot.level)

/** The bot that sits down where nobody chose one: the level that was chosen last, else the usual one. */
export function usualBot({ bots, usual_bot }: Pick<Catalogue, 'bots' | 'usual_bot'>, last: string): string {
  return levels(bots).find((bot) => bot.name === last)?.name ?? usual_bot
}

/** Lay out a table for one person, and say which it is. */
export async function playNow(game: string): Promise<string> {
  const bot = usualBot(await api.catalogue(), settings.level)
  const made = await api.createTable({
    game,
    seats: [
      { kind: 'person', name: settings.name.trim() || 'You', colour: 'blue' },
      { kind: 'bot', name: 'Amun', colour: 'vermilion', bot },
      { kind: 'bot', name: 'Bastet', colour: 'green', bot },
      { kind: 'bot', name: 'Sobek', colour: 'purple', bot },
    ],
  })
  keys.keep(made)
  return made.table
}
