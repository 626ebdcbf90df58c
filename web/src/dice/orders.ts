// A move of the dice game as an order: the words of its button, where it has one; else as the log tells it.

import type { DiceDeed } from '../lib/protocol'
import { command, upper } from '../lib/words'
import { choicesOf, COLOURS } from './choices'
import { deed } from './log'

/** The rule that a move goes by. */
export const RULE_OF: Readonly<Record<DiceDeed['verb'], string>> = {
  roll: 'D6',
  reroll: 'D6',
  keep: 'D6',
  pharaoh: 'D8',
  nile: 'D9',
  flood: 'D9',
  civilization: 'D10',
  monument: 'D11',
  ankhs: 'D12',
  end: 'D13',
  disaster: 'D14',
  'discard-civilization': 'D14',
  'discard-monument': 'D14',
}

export function orderDice(move: DiceDeed, moves: string[] = []): string {
  const told = command(deed(move))
  switch (move.verb) {
    case 'reroll':
      // All that are not locked, where it is known.
      return move.colours.length === (choicesOf(moves).rerolls.length || COLOURS.length) ? 'Roll all' : told
    case 'keep':
      return 'Keep all'
    case 'flood':
      return move.kept === null ? told : `${told}, keep ${move.kept}`
    case 'ankhs':
      return `Two Ankhs: +${move.points ?? 0}`
    case 'disaster':
      return move.disaster === null ? 'No disaster' : `Disaster: ${upper(move.disaster)}`
    case 'end':
      return 'End turn'
    default:
      return told
  }
}
