import { describe, expect, it } from 'vitest'
import { chapters } from '../src/lib/chapters'
import { FACE as RA } from '../src/ra/face'
import { view } from './fixtures'

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
})
