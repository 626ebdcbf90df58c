import { describe, expect, it } from 'vitest'
import { noise } from '../src/dice/noise'
import { PLAY as RA } from '../src/ra/play'
import * as sounds from '../src/lib/sounds'
import { dice, done, view } from './fixtures'

describe('the dice game', () => {
  const heard = (...lines: Parameters<typeof noise>[0]): sounds.Sound => noise(lines).notes
  const rolled = (face: 'Sun' | 'Nile'): Parameters<typeof noise>[0][number] =>
    dice(1, 0, done({ verb: 'roll', rolled: [{ colour: 'red', face }] }))

  it('rattles, and locks a Sun', () => {
    expect(heard(rolled('Nile'))).toBe(sounds.RATTLE)
    const locked = heard(rolled('Sun'))
    expect(locked).toHaveLength(sounds.RATTLE.length + sounds.LOCK.length)
    expect(sounds.lengthOf(locked)).toBeLessThan(1.2)
  })

  it('cracks where something is lost', () => {
    const lost = { event: 'flood-lost' as const, seat: 1 }
    expect(heard(dice(1, 0, done({ verb: 'disaster', disaster: 'nile' }), lost))).toBe(sounds.CRACK)
    expect(heard(dice(1, 0, done({ verb: 'flood' })))).toBe(sounds.FLOOD)
    expect(heard(dice(1, 0, done({ verb: 'end' })))).toEqual([])
  })
})

describe('whoever has no sun left', () => {
  it('can do nothing more in this epoch', () => {
    const seats = view().board.seats
    expect(RA.rests?.(view())).toBe(false)
    expect(RA.rests?.(view({ seats: seats.map((seat) => ({ ...seat, suns_up: [] })) }))).toBe(true)
    expect(RA.rests?.({ ...view({ seats: [] }), viewer: null })).toBe(false)
  })
})
