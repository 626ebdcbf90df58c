import { describe, expect, it } from 'vitest'
import { closing } from '../src/ra/scenes'
import { line, view } from './fixtures'

describe('the end of an auction', () => {
  const auction = {
    ra_player: 0,
    reason: 'invoked' as const,
    bids: [null, 4, 'pass' as const],
    best_bid: 4,
    best_bidder: 1,
    must_bid: false,
  }

  it('shows the last bid before the tiles go', () => {
    const [scene, ...more] = closing(view({ phase: 'bidding', auction }), [
      line(9, 0, { verb: 'bid', sun: 9 }, { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile'], centre: 1 }),
    ])
    expect(scene?.winner).toBe(0)
    expect(scene?.sun).toBe(9)
    expect(scene?.view.board.auction?.bids).toEqual([9, 4, 'pass'])
    expect(scene?.view.moves).toEqual([])
    expect(more.map((one) => one.step)).toEqual(['fly'])
  })

  it('knows that all passed', () => {
    const none = { ...auction, bids: [null, 'pass' as const, 'pass' as const], best_bid: null, best_bidder: null }
    const [scene, ...more] = closing(view({ phase: 'bidding', auction: none }), [
      line(9, 0, { verb: 'pass' }, { event: 'all-passed', tiles: 'stay' }),
    ])
    expect(scene?.winner).toBeNull()
    expect(more).toEqual([])
  })

  it('is not every move', () => {
    expect(closing(view({ phase: 'bidding', auction }), [line(9, 2, { verb: 'pass' })])).toEqual([])
    expect(closing(view(), [line(1, 0, { verb: 'draw' })])).toEqual([])
  })
})
