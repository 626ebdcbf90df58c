import { describe, expect, it } from 'vitest'
import { chapters, stopAfter, stopBefore, stopsOf } from '../src/lib/chapters'
import { tell } from '../src/lib/log'
import { PLAY as RA } from '../src/ra/play'
import { line, view, words } from './fixtures'

describe('a replay', () => {
  it('has chapters where epochs and auctions begin', () => {
    const auction = {
      ra_player: 1,
      reason: 'drawn' as const,
      bids: [null, null, null],
      best_bid: null,
      best_bidder: null,
      must_bid: false,
    }
    const views = [view(), view({ auction }), view({ auction }), view(), { ...view({ epoch: 2 }), breakdown: [[]] }]
    expect(chapters(views, RA.chapters)).toEqual([
      { place: 0, kind: 'epoch' },
      { place: 1, kind: 'auction' },
      { place: 4, kind: 'epoch' },
    ])
  })
  it('goes from what was chosen and drawn to the next, and never stops between the two', () => {
    const log = [
      line(1, 0, { verb: 'draw' }),
      line(2, 0, { verb: 'tile', tile: 'Nile' }),
      line(3, 1, { verb: 'invoke' }),
      line(4, 2, { verb: 'draw' }),
      line(5, 2, { verb: 'tile', tile: 'Ra' }),
    ]
    const stops = stopsOf(tell(log, ['Ann', 'Bert', 'Cleo'], words, RA.tell))
    expect(stops).toEqual([0, 2, 3, 5])
    expect([0, 1, 2, 3, 5].map((place) => stopAfter(stops, place, 5))).toEqual([2, 2, 3, 5, 5])
    expect([0, 2, 3, 4, 5].map((place) => stopBefore(stops, place))).toEqual([0, 0, 2, 3, 3])
  })
})
