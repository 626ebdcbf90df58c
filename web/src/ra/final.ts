// The board as it stood when an epoch was scored. The rules clear it at once, but who reads the sheet wants to see what it
// counts; and after the last epoch nobody plays on, so it stays.

import { endsEpoch } from '../lib/log'
import type { RaBoard, RaEvent, RaLine, RaView } from '../lib/protocol'
import { scoredByEpoch } from '../lib/reasons'

/** A view with the board that was scored last in place of its own; `now` is the board after that. */
export function asItScored(view: RaView, now: RaBoard, log: RaLine[]): RaView {
  const scored = scoredByEpoch(log)
  const last = scored.at(-1)
  if (last?.length !== now.seats.length) return view
  const seats = last.map(({ held }) => held)
  const board: RaBoard = { ...now, ...tracks(log), epoch: scored.length, phase: 'over', auction: null, seats }
  return { ...view, lot: null, leads: null, steps: null, board }
}

/** What lay on both tracks when the last epoch ended: what was drawn in it, and neither taken nor auctioned. */
function tracks(log: RaLine[]): Pick<RaBoard, 'ra_tiles' | 'track'> {
  const ends = log.findLastIndex(endsEpoch)
  const begins = log.slice(0, ends).findLastIndex(endsEpoch) + 1
  const track = Array<string | null>(8).fill(null)
  let ra = 0
  for (const { deed, happened } of log.slice(begins, ends + 1)) {
    // The leftmost empty space is filled first, and of two equal tiles a God takes the leftmost (R8).
    if (deed.verb === 'tile' && deed.tile !== 'Ra') track[track.indexOf(null)] = deed.tile
    else if (deed.verb === 'tile') ra += 1
    else if (deed.verb === 'take') track[track.indexOf(deed.tile)] = null
    if (happened.some(empties)) track.fill(null)
  }
  return { ra_tiles: ra, track }
}

/** Whether nothing is left on the auction track: it was won, or everyone passed with it full. */
const empties = (event: RaEvent): boolean =>
  event.event === 'auction-won' || (event.event === 'all-passed' && event.tiles === 'leave')
