// What the bar says at the table of a game without a face.

import { waitsFor } from '../lib/awaited'
import type { TableProps } from '../lib/face'
import type { Status } from '../lib/offer'
import { does, turnOf, wins } from '../lib/words'

export type Moment = Pick<TableProps, 'view' | 'players' | 'words' | 'thinking' | 'sharesScreen'> & {
  /** What the viewer may do now. */
  moves: string[]
}

export function status({ view, players, words, thinking, sharesScreen, moves }: Moment): Status {
  const nameOf = (seat: number | null): string => (seat === null ? '' : (players[seat]?.name ?? ''))
  if (view.result) {
    const { winners, scores } = view.result
    return { text: wins(winners.map(nameOf)), note: `with ${scores[winners[0] ?? 0]} ${words.points}` }
  }
  if (moves.length) return { text: turnOf(sharesScreen ? nameOf(view.viewer) : null), note: 'choose a move' }
  if (view.to_act === null) return { text: '…', note: '' }
  const name = nameOf(view.to_act)
  return waitsFor(thinking ?? null, does(name, 'is', 'are', 'thinking'), name)
}
