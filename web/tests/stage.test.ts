import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faceOf } from '../src/faces'
import type { TableMessage } from '../src/lib/protocol'
import { CRACK, FLOOD, GONG, SCORE, SUN, TILE } from '../src/lib/sounds'
import { hush, Stage } from '../src/lib/stage.svelte'
import { closing, noise } from '../src/ra/scenes'
import { dice, done, line, view } from './fixtures'

const auction = {
  ra_player: 0,
  reason: 'invoked' as const,
  bids: [null, 4, 'pass' as const],
  best_bid: 4,
  best_bidder: 1,
  must_bid: false,
}

describe('the end of an auction', () => {
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

describe('noise', () => {
  const ended = { event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }
  const bid = line(1, 0, { verb: 'bid', sun: 9 })
  const tile = (name: string): typeof bid => line(1, 0, { verb: 'tile', tile: name })

  it('is made where an epoch ends, in every game', () => {
    expect(hush([dice(1, 0, done({ verb: 'end' }), ended)]).notes).toBe(SCORE)
    expect(hush([dice(1, 0, done({ verb: 'end' }))]).notes).toEqual([])
    expect(noise([line(1, 0, { verb: 'pass' }, ended)], true).notes).toBe(SCORE)
  })

  it('is loudest where Ra comes', () => {
    const [ra, invoked] = [noise([tile('Ra')], false), noise([line(1, 0, { verb: 'invoke' })], false)]
    expect(ra).toEqual(invoked)
    expect(ra.gap).toBeGreaterThan(noise([bid], false).gap)
    expect(ra.notes).toBe(GONG)
    expect(noise([tile('Nile')], false).notes).toBe(TILE)
    expect(noise([tile('Flood')], false).notes).toBe(FLOOD)
    expect(noise([line(1, 0, { verb: 'pass' })], false).notes).toEqual([])
  })

  it('cracks where a disaster takes something', () => {
    const lost = { event: 'tiles-lost' as const, seat: 0, tile: 'Nile', count: 2, disaster: 'Drought' }
    expect(noise([line(1, 0, { verb: 'bid', sun: 9 }, lost)], true).notes).toBe(CRACK)
    expect(noise([line(1, 0, { verb: 'discard', tile: 'Fort' })], false).notes).toBe(CRACK)
  })

  it('is not made twice for a bid that had its scene', () => {
    expect(noise([bid], false).notes).toBe(SUN)
    expect(noise([bid], true).notes).toEqual([])
  })
})

describe('the stage', () => {
  const won = { event: 'auction-won' as const, seat: 0, sun: 9, tiles: ['Nile'], centre: 1 }
  const message = (...log: TableMessage['log']): TableMessage => ({ log }) as TableMessage
  const before = view({ phase: 'bidding', auction: auction })
  let still = false

  beforeEach(() => {
    still = false
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false })
    vi.stubGlobal('matchMedia', () => ({ matches: still }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('shows scene after scene before what came of them', async () => {
    const stage = new Stage(() => ({ view: before, face: faceOf('ra') }))
    const show = vi.fn()
    stage.add(message(line(9, 0, { verb: 'bid', sun: 9 }, won)), show)
    expect(stage.scene).toMatchObject({ step: 'bids', winner: 0 })
    stage.skip()
    await vi.advanceTimersByTimeAsync(0)
    expect(stage.scene).toMatchObject({ step: 'fly', winner: 0 })
    expect(show).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    expect(show).toHaveBeenCalledOnce()
    expect([stage.scene, stage.busy]).toEqual([null, false])
  })

  it('waits for nothing where people asked for stillness', async () => {
    still = true
    const stage = new Stage(() => ({ view: before, face: faceOf('ra') }))
    const shown: number[] = []
    for (const number of [9, 10])
      stage.add(message(line(number, 0, { verb: 'bid', sun: 9 }, won)), () => shown.push(number))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual([9, 10])
  })
})
