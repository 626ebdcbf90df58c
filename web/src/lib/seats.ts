// A seat of a table that is being laid out.

import type { Colour, SeatKind } from './protocol'

export interface Seat {
  kind: SeatKind
  name: string
  colour: Colour
  bot: string
}
