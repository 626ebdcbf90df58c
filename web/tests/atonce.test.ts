import { describe, expect, it } from 'vitest'
import { atOnceByEpoch, explainAtOnce, withAtOnce } from '../src/dice/atonce'
import { before, floored } from '../src/lib/sheets'
import type { DiceView } from '../src/lib/protocol'
import { dice, done } from './fixtures'

describe('points that are scored at once', () => {
  const end = done({ verb: 'end' })
  const log = [
    dice(1, 0, done({ verb: 'ankhs', points: 2 })),
    dice(2, 0, done({ verb: 'ankhs', points: 2 })),
    dice(3, 0, end, { event: 'suns-scored', seat: 0, points: 3, suns: 3 }),
    dice(4, 1, end, { event: 'epoch-ended', epoch: 1, why: 'ra' }),
    dice(5, 1, done({ verb: 'ankhs', points: 2 })),
  ]
  const scored = atOnceByEpoch(log, 2)

  it('belong to the epoch in which they were scored', () => {
    expect(scored[0]).toEqual([
      { ankhs: 4, suns: 3 },
      { ankhs: 0, suns: 0 },
    ])
    expect(scored[1]?.[1]).toEqual({ ankhs: 2, suns: 0 })
  })

  it('make a sheet add up', () => {
    const seen = { breakdown: [[{ nile: 4 }, { nile: -2 }]], totals: [[21, 9]] } as unknown as DiceView
    const view = withAtOnce(seen, scored)
    expect(view.breakdown).toEqual([
      [
        { 'at once': 7, nile: 4 },
        { 'at once': 0, nile: -2 },
      ],
    ])
    expect([before(view, 1, 0), before(view, 1, 1)]).toEqual([10, 11])
  })

  it('have a reason', () => {
    expect(explainAtOnce({ ankhs: 4, suns: 3 })).toBe('During the epoch Ankhs brought 4 and Suns brought 3.')
    expect(explainAtOnce({ ankhs: 0, suns: 3 })).toBe('During the epoch Suns brought 3.')
    expect(explainAtOnce({ ankhs: 0, suns: 0 })).toBe('During the epoch Ankhs and Suns brought nothing.')
  })
})

describe('the points before an epoch', () => {
  it('are those after the one before, or covered', () => {
    const view = { breakdown: [[{ nile: 1 }], [{ nile: -7 }]], totals: [[6], [0]] }
    expect(before(view, 2, 0)).toBe(6)
    expect(before({ ...view, totals: [[null], [null]] }, 1, 0)).toBeNull()
    expect([floored(view, 1), floored(view, 2)]).toEqual([false, true])
  })
})
