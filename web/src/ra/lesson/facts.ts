// What the lesson of Ra reads from the table. Values are those that the server sends: nothing is scored here.

import { KINDS, type Category } from '../../art/tiles'
import type { Moment } from '../../lib/lesson.svelte'
import type { AuctionWon, RaEvent, RaSeat } from '../../lib/protocol'
import { total } from '../../lib/view'
import type { RaParts } from '../face'
import { canWin } from '../lead'

export type Now = Moment<RaParts>

// Where things lie.
export const TRACK = '[data-space]:not(.empty)'
export const CENTRE = '[data-centre]'
export const LOT = '[data-lot]'
export const RA_TRACK = '.board .spaces'
export const SUNS = '.me [data-sun]'
export const BIDS = '.me [data-bid]'
export const onTrack = (kind: string): string => `[data-space][data-kind="${kind}"]`
export const offer = (word: string): string => `[data-word="${word}"]`
export const disc = (sun: number): string => `[data-bid="${sun}"]`

const NOTHING: RaSeat = { suns_up: [], suns_down: [], tiles: {} }
export const mine = ({ view, me }: Now): RaSeat => view.board.seats[me] ?? NOTHING
/** The lowest first. */
export const sunsUp = (now: Now): number[] => [...mine(now).suns_up].sort((a, b) => a - b)
export const nameOf = ({ names }: Now, seat: number): string => names[seat] ?? '?'
export const spacesLeft = ({ view }: Now): number => view.board.ra_spaces - view.board.ra_tiles

/** What the lot would change for whoever learns. */
export const worth = ({ view, me }: Now): number => total(view.lot?.[me] ?? {})

/** What it would cost them, if a rival who can win the lot won it: the worst. */
export function elsewhere(now: Now): { seat: number; points: number } | null {
  const { view, me } = now
  const costs = (view.leads?.[me]?.won_by ?? []).flatMap((points, seat) =>
    points < 0 && seat !== me && canWin(seat, view) ? [{ seat, points: -points }] : [],
  )
  // As long as nobody has bid, it may be anyone.
  const best = view.board.auction?.best_bidder
  return costs.filter(({ seat }) => best == null || seat === best).sort((a, b) => b.points - a.points)[0] ?? null
}

/** How many tiles of a kind they hold. */
export const held = (now: Now, kind: string): number => mine(now).tiles[kind] ?? 0
export const isOf = (kind: string, category: Category): boolean => KINDS.get(kind)?.category === category
export const heldOf = (now: Now, category: Category): number =>
  Object.entries(mine(now).tiles).reduce((sum, [kind, count]) => sum + (isOf(kind, category) ? count : 0), 0)

/** What followed of a kind in the lines that were not talked about yet. */
export function followed<Kind extends RaEvent['event']>(now: Now, kind: Kind): Extract<RaEvent, { event: Kind }>[] {
  return now.news
    .flatMap((line) => line.happened)
    .filter((event): event is Extract<RaEvent, { event: Kind }> => event.event === kind)
}

export const auctionsWon = (now: Now): AuctionWon[] => followed(now, 'auction-won')

/** What ends an epoch while there are suns. */
export const ends = ({ words }: Now): string => (words.boat ? 'the Sun Boat arrives' : 'the Ra track is full')

const VOWELS = 'AEIOU'
/** "a Nile", "an Obelisk", but "Gold". */
export function aTile(kind: string, name: string): string {
  if (kind === 'Gold' || kind === 'Statues' || isOf(kind, 'civilization')) return name
  return `${VOWELS.includes(name.charAt(0)) ? 'an' : 'a'} ${name}`
}
