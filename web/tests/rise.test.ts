import { describe, expect, it } from 'vitest'
import { frames, meetings, type Way } from '../src/lib/rise'
import type { Show } from '../src/lib/sheets'

const way = (points: number): Way => ({
  cell: { x: 10, y: -100 },
  meeting: { x: 60, y: -100 },
  towards: 1,
  height: 30,
  large: 1.4,
  points,
})
const SHOWS: Show[] = ['quiet', 'plain', 'meet', 'flood']

describe('the pieces that rise', () => {
  it.each(SHOWS)('only move and fade: %s', (show) => {
    for (const points of [-2, 0, 5]) {
      const all = frames(show, way(points))
      const offsets = all.slice(1, -1).map(({ offset }) => offset ?? 0)
      expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
      expect(all.at(-1)?.opacity).toBe(0)
      for (const frame of all)
        expect(['transform', 'opacity', 'offset', 'easing']).toEqual(expect.arrayContaining(Object.keys(frame)))
    }
  })

  it('meet where most and fewest score, and part at their numbers', () => {
    const [, , most] = frames('meet', way(5))
    const [, , fewest] = frames('meet', way(-2))
    expect(most?.transform).toContain('translate(60px, -100px)')
    expect(fewest?.transform).toContain('translate(60px, -100px)')
    expect(JSON.stringify(frames('meet', way(0)))).not.toContain('60px')
    expect(frames('meet', way(5)).at(-1)?.transform).toContain('translate(10px, -100px)')
  })

  it('lie on the ground until a flood lifts them', () => {
    const high = (frame: Keyframe): number => Number(/, (-?[\d.]+)px/.exec(String(frame.transform))?.[1])
    const [, ground, waits, up] = frames('flood', way(3)) as [Keyframe, Keyframe, Keyframe, Keyframe]
    expect(high(ground)).toBeGreaterThan(-100)
    expect(high(waits)).toBe(high(ground))
    expect(high(up)).toBeLessThan(-110)
    const dry = frames('flood', way(0)).slice(1, -1)
    expect(new Set(dry.map(high))).toEqual(new Set([high(ground)]))
  })

  it('stand side by side in their order, those between stay where they are', () => {
    const cells = [10, 110, 210, 310].map((x) => ({ x, y: 5 }))
    const there = meetings(cells, [-2, 0, 5, -2], 40)
    expect(there.map(({ x }) => Math.round(x))).toEqual([137, 110, 177, 217])
    expect(meetings(cells, [0, 0, 0, 0], 40)).toEqual(cells)
  })
})
