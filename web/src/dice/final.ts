// The board when the game is over. The rules clear it after the last scoring, too, but nobody plays on: what is worth a
// look is how it stood when it scored.

import type { DiceSeat, DiceView } from '../lib/protocol'

/** A view whose board, once the game is over, is the one that scored: with what everyone had then. */
export function asItScored(view: DiceView, held: DiceSeat[]): DiceView {
  if (!view.result || held.length !== view.board.seats.length) return view
  return { ...view, board: { ...view.board, ra: view.board.sun_track, seats: held } }
}
