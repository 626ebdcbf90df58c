// One click: you and three bots.

import * as api from './api'
import * as keys from './keys'
import type { NewTable } from './protocol'
import { settings } from './settings.svelte'

/** The bot that sits down where nobody chose one. */
const USUAL = 'greedy'
/** The bot that knows every game. */
const SIMPLEST = 'random'

export const BOT_NAMES = ['Amun', 'Bastet', 'Sobek', 'Thoth', 'Hathor']

export const usualBot = (bots: { name: string }[]): string =>
  bots.find((bot) => bot.name === USUAL)?.name ?? bots[0]?.name ?? SIMPLEST

/** Lay out a table for one person, and say which it is. */
export async function playNow(game: string): Promise<string> {
  const found = await api.catalogue()
  const wanted = (bot: string): NewTable => ({
    game,
    seats: [
      { kind: 'person', name: settings.name.trim() || 'You', colour: 'blue' },
      { kind: 'bot', name: 'Amun', colour: 'vermilion', bot },
      { kind: 'bot', name: 'Bastet', colour: 'green', bot },
      { kind: 'bot', name: 'Sobek', colour: 'purple', bot },
    ],
  })
  const made = await api.createTable(wanted(usualBot(found.bots))).catch((problem: unknown) => {
    if (game === 'ra') throw problem
    return api.createTable(wanted(SIMPLEST))
  })
  keys.keep(made)
  return made.table
}
