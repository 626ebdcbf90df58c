import { describe, expect, it } from 'vitest'
import { meaningOf } from '../src/dice/suns'
import type { DieColour } from '../src/lib/protocol'

describe('the Suns of a turn', () => {
  const colours: DieColour[] = ['yellow', 'red', 'blue', 'green', 'violet']
  const say = (count: number, ra = 0): string => meaningOf({ suns: colours.slice(0, count), ra, sun_track: 11 })

  it('move Ra, score, or bring a disaster', () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => say(count))).toEqual([
      'Ra stays',
      'Ra moves 1',
      'Ra moves 2',
      '3 points',
      'a disaster',
      'a disaster',
    ])
  })

  it('move Ra no further than to the last space, as the log says', () => {
    expect(say(2, 9)).toBe('Ra moves 2')
    expect(say(2, 10)).toBe('Ra moves 1')
  })
})
