import { describe, expect, it } from 'vitest'
import { rollsLeft, rollsOf } from '../src/dice/rolls'
import { dice, done } from './fixtures'

describe('the rolls', () => {
  it('are known by the line of each die', () => {
    const rolled = (...colours: ('red' | 'blue')[]): ReturnType<typeof done> =>
      done({ verb: 'roll', rolled: colours.map((colour) => ({ colour, face: 'Nile' })) })
    const log = [dice(1, 0, rolled('red', 'blue')), dice(2, 0, done({ verb: 'reroll', colours: ['red'] }))]
    expect(rollsOf(log)).toEqual({ red: 1, blue: 1 })
    expect(rollsOf([...log, dice(3, 0, rolled('red')), dice(4, 0, done({ verb: 'keep' }))])).toEqual({
      red: 3,
      blue: 1,
    })
  })

  it('are counted while there are some to come', () => {
    expect(rollsLeft({ phase: 'rerolling', rerolls: 2 })).toBe('2 rolls left')
    expect(rollsLeft({ phase: 'rerolling', rerolls: 1 })).toBe('1 roll left')
    expect(rollsLeft({ phase: 'using', rerolls: 0 })).toBe('rolling is over')
    expect(rollsLeft({ phase: 'discarding', rerolls: 0 })).toBe('')
  })
})
