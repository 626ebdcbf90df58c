// What the bar says at the table of a game without a face.

import type { TableProps } from '../lib/face'
import type { Status } from '../lib/offer'
import { wins } from '../lib/words'

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
  if (moves.length)
    return { text: sharesScreen ? `${nameOf(view.viewer)}, your turn` : 'Your turn', note: 'choose a move' }
  if (view.to_act === null) return { text: '…', note: '' }
  const seconds = thinking?.seconds ?? 0
  return { text: `${nameOf(view.to_act)} is thinking`, note: seconds >= 2 ? `${seconds} s` : '' }
}
