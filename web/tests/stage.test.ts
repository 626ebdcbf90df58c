import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RaEvent, TableMessage } from '../src/lib/protocol'
import { settings } from '../src/lib/settings.svelte'
import { CRACK, FLOOD, GONG, SCORE, SUN, TILE } from '../src/lib/sounds'
import { hush, Stage } from '../src/lib/stage.svelte'
import { PLAY as RA } from '../src/ra/play'
import { closing, coming, noise } from '../src/ra/scenes'
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
    expect(more.map((one) => [one.step, one.winner])).toEqual([['fly', null]])
  })

  it('takes a second and a half at most, and the coming of Ra 0.8 s', () => {
    const before = view({ phase: 'bidding', auction })
    const ends: RaEvent[] = [
      { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile'], centre: 1 },
      { event: 'all-passed', tiles: 'stay' },
    ]
    for (const end of ends) {
      const scenes = closing(before, [line(9, 0, { verb: 'bid', sun: 9 }, end)])
      expect(scenes.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(1500)
    }
    for (const deed of [{ verb: 'tile' as const, tile: 'Ra' }, { verb: 'invoke' as const }])
      expect(coming(view(), [line(9, 0, deed)]).map(({ length }) => length)).toEqual([800])
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
  /** What moves on the page. */
  let moving: Animation[] = []
  const animation = (endTime: number, finish = (): unknown => null): Animation =>
    ({ playbackRate: 1, finish, effect: { getComputedTiming: () => ({ endTime }) } }) as unknown as Animation

  beforeEach(() => {
    still = false
    moving = []
    settings.pace = 'normal'
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false, getAnimations: () => moving })
    vi.stubGlobal('matchMedia', () => ({ matches: still }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('shows scene after scene before what came of them', async () => {
    const stage = new Stage(() => ({ view: before, play: RA }))
    const show = vi.fn()
    stage.add(message(line(9, 0, { verb: 'bid', sun: 9 }, won)), show)
    expect(stage.scene).toMatchObject({ step: 'bids', winner: 0 })
    await vi.advanceTimersByTimeAsync(stage.scene!.length)
    expect(stage.scene).toMatchObject({ step: 'fly', winner: 0 })
    expect(show).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    expect(show).toHaveBeenCalledOnce()
    expect([stage.scene, stage.busy]).toEqual([null, false])
  })

  it('waits for nothing where people asked for stillness', async () => {
    still = true
    const stage = new Stage(() => ({ view: before, play: RA }))
    const shown: number[] = []
    for (const number of [9, 10])
      stage.add(message(line(number, 0, { verb: 'bid', sun: 9 }, won)), () => shown.push(number))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual([9, 10])
  })

  const closed = (number: number): TableMessage => message(line(number, 0, { verb: 'bid', sun: 9 }, won))

  it('ends all that moves and shows what waits, when somebody skips', async () => {
    const stage = new Stage(() => ({ view: before, play: RA }))
    const shown: number[] = []
    expect(stage.skip()).toBe(false)
    for (const number of [9, 10]) stage.add(closed(number), () => shown.push(number))
    await vi.advanceTimersByTimeAsync(1)
    const ended: string[] = []
    moving = [animation(500, () => ended.push('flight')), animation(Infinity, () => ended.push('spinner'))]
    expect(stage.skip()).toBe(true)
    expect(ended).toEqual(['flight'])
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual([9, 10])
    expect([stage.scene, stage.busy]).toEqual([null, false])
    // What comes later is seen again.
    stage.add(closed(11), () => shown.push(11))
    expect(stage.scene).not.toBeNull()
  })

  it.each([
    ['slow', 1.8],
    ['fast', 0.4],
  ] as const)('keeps a %s pace', async (pace, part) => {
    settings.pace = pace
    const stage = new Stage(() => ({ view: before, play: RA }))
    const [flight] = (moving = [animation(500)])
    stage.add(closed(9), () => {})
    const first = stage.scene!
    await vi.advanceTimersByTimeAsync(first.length * part - 2)
    expect(flight!.playbackRate).toBeCloseTo(1 / part)
    expect(stage.scene).toBe(first)
    await vi.advanceTimersByTimeAsync(4)
    expect(stage.scene).not.toBe(first)
  })

  it('waits for nothing at the instant pace', () => {
    settings.pace = 'instant'
    const stage = new Stage(() => ({ view: before, play: RA }))
    const show = vi.fn()
    stage.add(closed(9), show)
    expect(show).toHaveBeenCalledOnce()
  })

  it.each([false, true])(
    'lets the sheet of an epoch be read before the game goes on (stillness: %s)',
    async (quiet) => {
      still = quiet
      const stage = new Stage(() => ({ view: before, play: RA }))
      const shown: number[] = []
      const ended = { event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }
      stage.add(message(line(9, 0, { verb: 'pass' }, ended)), () => shown.push(9))
      for (let number = 10; number < 20; number++) stage.add(closed(number), () => shown.push(number))
      await vi.runAllTimersAsync()
      expect(shown).toEqual([9])
      expect(stage.past).toEqual({ ...before, moves: [], to_act: null })
      // Keys and taps are for the sheet.
      expect(stage.skip()).toBe(false)
      stage.goOn()
      await vi.advanceTimersByTimeAsync(0)
      expect([stage.past, shown.length]).toEqual([null, quiet ? 11 : 1])
      // However much happened meanwhile, it is shown one thing after another.
      expect(stage.scene === null).toBe(quiet)
      await vi.runAllTimersAsync()
      expect(shown).toHaveLength(11)
    },
  )

  it.each(['a choice', 'the end of an epoch'])('rushes on to %s', async (until) => {
    let shown = { ...before, moves: [] as string[] }
    const stage = new Stage(() => ({ view: shown, play: RA }))
    stage.rush()
    for (const number of [9, 10]) stage.add(closed(number), () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect([stage.scene, stage.busy, stage.rushing]).toEqual([null, false, true])
    const ended = { event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }
    const choice = until === 'a choice'
    stage.add(choice ? closed(11) : message(line(11, 0, { verb: 'pass' }, ended)), () => {
      if (choice) shown = { ...shown, moves: ['pass'] }
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(stage.rushing).toBe(false)
  })
})

describe('the coming of Ra', () => {
  it('shows his tile on the track and the statue in a hand before anybody is asked', () => {
    const before = view()
    const [scene, ...more] = coming(before, [line(2, 1, { verb: 'tile', tile: 'Ra' })])
    expect(scene).toMatchObject({ step: 'ra', winner: null })
    expect(scene?.view.board.ra_tiles).toBe(before.board.ra_tiles + 1)
    expect(scene?.view.board.auction).toMatchObject({ ra_player: 1, reason: 'drawn' })
    expect(scene?.view.moves).toEqual([])
    expect(more).toEqual([])
  })

  it('fills no space when he is invoked, and brings no auction when an epoch ends', () => {
    const before = view()
    const [invoked] = coming(before, [line(2, 2, { verb: 'invoke' })])
    expect(invoked?.view.board.ra_tiles).toBe(before.board.ra_tiles)
    expect(invoked?.view.board.auction?.ra_player).toBe(2)
    const ended = { event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }
    const [last] = coming(before, [line(2, 1, { verb: 'tile', tile: 'Ra' }, ended)])
    expect(last?.view.board.auction).toBeNull()
    expect(coming(before, [line(2, 1, { verb: 'tile', tile: 'Nile' })])).toEqual([])
  })
})
