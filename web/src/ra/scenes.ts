// Ra's coming and the end of an auction have scenes of their own, and what happens at the table of Ra has its sounds.

import { endsEpoch } from '../lib/log'
import type { RaAuction, RaLine, RaView } from '../lib/protocol'
import { CRACK, FLOOD, GONG, SUN, TILE, type Sound } from '../lib/sounds'
import { hush, type Noise, type Scene } from '../lib/stage.svelte'
import { COMES, FLIGHT } from './fly'
import { bringsRa } from './log'

export interface RaScene extends Scene {
  /** The table as it stood, with the last bid on it and nothing to choose. */
  view: RaView
  step: 'ra' | 'bids' | 'fly'
  winner: number | null
  sun: number | null
}

const RA_CALLED = 800
const BIDS_SEEN = 600
const TILES_FLY = 900
const BID_SEEN = 320
const RA_SEEN = 450

/** How lines sound, the first that fits. */
const SOUNDS: [sound: Sound, fits: (line: RaLine) => boolean][] = [
  [CRACK, ({ deed, happened }) => deed.verb === 'discard' || happened.some((event) => event.event === 'tiles-lost')],
  [FLOOD, ({ deed }) => deed.verb === 'tile' && deed.tile === 'Flood'],
  [TILE, ({ deed }) => deed.verb === 'tile' || deed.verb === 'take'],
]

/** What is to be seen before the table shows what these lines brought. */
export function scenes(before: RaView, added: RaLine[]): RaScene[] {
  return [...coming(before, added), ...closing(before, added)]
}

/** Ra comes, seen from the table before: his light, his tile on the track, the statue in a player's hand. */
export function coming(before: RaView, added: RaLine[]): RaScene[] {
  const line = added.find(bringsRa)
  if (!line) return []
  const drawn = line.deed.verb === 'tile'
  const over = line.happened.some((event) => event.event === 'epoch-ended')
  const auction: RaAuction = {
    ra_player: line.seat,
    reason: drawn ? 'drawn' : 'invoked',
    bids: before.board.seats.map(() => null),
    best_bid: null,
    best_bidder: null,
    must_bid: false,
  }
  const board = {
    ...before.board,
    ra_tiles: before.board.ra_tiles + (drawn ? 1 : 0),
    auction: over ? null : auction,
  }
  const view: RaView = { ...before, moves: [], to_act: null, board }
  return [{ view, step: 'ra', winner: null, sun: null, length: drawn ? COMES : RA_CALLED, notes: GONG }]
}

/** The end of an auction, seen from the table before it: who bid what at last, and who takes the tiles. */
export function closing(before: RaView, added: RaLine[]): RaScene[] {
  if (!before.board.auction || before.board.phase !== 'bidding') return []
  const bids = [...before.board.auction.bids]
  for (const line of added) {
    if (line.deed.verb === 'bid') bids[line.seat] = line.deed.sun
    else if (line.deed.verb === 'pass') bids[line.seat] = 'pass'
    const end = line.happened.find((event) => event.event === 'auction-won' || event.event === 'all-passed')
    if (!end) continue
    const [winner, sun] = end.event === 'auction-won' ? [end.seat, end.sun] : [null, null]
    const auction: RaAuction = {
      ...before.board.auction,
      bids: bids.map((bid) => bid ?? 'pass'),
      best_bid: sun,
      best_bidder: winner,
    }
    const view: RaView = { ...before, moves: [], to_act: null, board: { ...before.board, auction } }
    const seen: RaScene = { view, step: 'bids', winner, sun, length: BIDS_SEEN, notes: SUN }
    return [seen, { view, step: 'fly', winner, sun, length: winner === null ? FLIGHT : TILES_FLY }]
  }
  return []
}

/** Ra is heard above all; what had its scene was heard there. */
export function noise(added: RaLine[], seen: boolean): Noise {
  const usual = hush(added)
  if (added.some(bringsRa)) return seen ? usual : { notes: GONG, gap: RA_SEEN }
  if (added.some(endsEpoch)) return usual
  if (added.some((line) => line.deed.verb === 'bid') && !seen) return { notes: SUN, gap: BID_SEEN }
  return { ...usual, notes: SOUNDS.find(([, fits]) => added.some(fits))?.[0] ?? [] }
}
