// What the Suns of a turn bring.

import type { DiceBoard } from '../lib/protocol'

/** What they bring when the turn ends (D13). Ra goes no further than the last space. */
export function meaningOf({ suns, ra, sun_track }: Pick<DiceBoard, 'suns' | 'ra' | 'sun_track'>): string {
  if (suns.length > 3) return 'a disaster'
  if (suns.length === 3) return '3 points'
  return suns.length ? `Ra moves ${Math.min(suns.length, sun_track - ra)}` : 'Ra stays'
}
