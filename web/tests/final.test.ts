import { describe, expect, it } from 'vitest'
import { asItScored } from '../src/ra/final'
import { board, equal, line, raSeat, view } from './fixtures'

const tile = (name: string): ReturnType<typeof line> => line(1, 0, { verb: 'tile', tile: name })
const ended = { event: 'epoch-ended' as const, epoch: 1, why: 'ra' as const }
const held = { ...raSeat, suns_up: [], suns_down: [5] }
const scored = [0, 1, 2].map((seat) => ({
  event: 'scored' as const,
  seat,
  points: 0,
  reasons: { pharaohs: equal },
  held,
}))

describe('the board as it was scored', () => {
  const lines = [
    tile('Nile'),
    line(2, 1, { verb: 'bid', sun: 5 }, { event: 'auction-won', seat: 1, sun: 5, tiles: ['Nile'], centre: 1 }),
    tile('Fortress'),
    tile('Ra'),
    line(3, 0, { verb: 'pass' }, { event: 'all-passed', tiles: 'stay' }),
    tile('God'),
    tile('Fortress'),
    line(4, 2, { verb: 'take', tile: 'Fortress' }),
    line(5, 2, { verb: 'tile', tile: 'Ra' }, ended, ...scored),
  ]

  it('has what everyone had, and what lay on both tracks', () => {
    const { board: stood, lot } = asItScored(view(), board(), lines)
    expect(stood.seats).toEqual([held, held, held])
    expect(stood.ra_tiles).toBe(2)
    expect(stood.track.slice(0, 4)).toEqual([null, 'God', 'Fortress', null])
    expect(lot).toBeNull()
  })

  it('has nothing of the epochs before it', () => {
    const next = [tile('Nile'), line(9, 0, { verb: 'invoke' }, { ...ended, epoch: 2 }, ...scored)]
    const { board: stood } = asItScored(view(), board(), [...lines, ...next])
    expect([stood.epoch, stood.ra_tiles, stood.track[0], stood.track[1]]).toEqual([2, 0, 'Nile', null])
  })

  it('is the board itself where nothing is known of the epoch', () => {
    const now = view()
    expect(asItScored(now, now.board, [])).toBe(now)
  })
})
