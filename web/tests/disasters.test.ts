import { describe, expect, it } from 'vitest'
import { blowsTo, losses, scenes } from '../src/dice/disasters'
import type { DiceEvent, DiceView } from '../src/lib/protocol'
import { dice, done } from './fixtures'

describe('a disaster', () => {
  const roll = done({ verb: 'roll' })
  const lost = (seat: number, colour: 'red' | 'blue'): DiceEvent => ({ event: 'civilization-lost', seat, colour })
  const strikes = dice(5, 1, done({ verb: 'disaster', disaster: 'civilization' }), lost(0, 'red'), lost(0, 'blue'))

  it('is told to whom it struck, until they do something', () => {
    const log = [dice(4, 1, roll), strikes, dice(6, 2, roll), dice(7, 0, roll)]
    const [blow] = blowsTo(0, log)
    expect(blow).toMatchObject({ by: 1, disaster: 'civilization' })
    expect(losses(blow!.lost)).toBe('2 markers')
    expect(blowsTo(2, log), 'it took nothing from them').toEqual([])
    expect(blowsTo(null, log), 'who watches has lost nothing').toEqual([])
    expect(blowsTo(0, [...log, dice(8, 0, done({ verb: 'keep' }))])).toEqual([])
  })

  it('may take markers only after somebody else has chosen', () => {
    const chosen = dice(6, 2, done({ verb: 'discard-civilization', colours: ['red'] }), lost(0, 'blue'))
    const first = dice(5, 1, done({ verb: 'disaster', disaster: 'civilization' }))
    expect(blowsTo(0, [first, chosen])).toEqual([{ by: 1, disaster: 'civilization', lost: [lost(0, 'blue')] }])
  })

  it('is told with the one before it', () => {
    const flood: DiceEvent = { event: 'flood-lost', seat: 0 }
    const log = [strikes, dice(6, 2, roll), dice(7, 2, done({ verb: 'disaster', disaster: 'nile' }), flood)]
    expect(blowsTo(0, log)).toMatchObject([
      { by: 1, disaster: 'civilization', lost: [lost(0, 'red'), lost(0, 'blue')] },
      { by: 2, disaster: 'nile', lost: [flood] },
    ])
  })

  it('is seen before it strikes, but not by whoever declared it', () => {
    const before = { viewer: 0, moves: ['keep'] } as DiceView
    expect(scenes(before, [strikes])).toMatchObject([{ by: 1, disaster: 'civilization', view: { moves: [] } }])
    expect(scenes({ ...before, viewer: 1 }, [strikes])).toEqual([])
    expect(scenes(before, [dice(5, 1, done({ verb: 'disaster' }))])).toEqual([])
  })
})
