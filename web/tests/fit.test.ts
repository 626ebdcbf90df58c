import { describe, expect, it } from 'vitest'
import { andMore } from '../src/lib/fit'

describe('a line of which not all fits', () => {
  it('says how many parts are left out, and nothing where none is', () => {
    expect(andMore(3, 3)).toBe('')
    expect(andMore(1, 3)).toBe('and 2 more')
    expect(andMore(0, 2)).toBe('2 more to know')
    expect(andMore(0, 0)).toBe('')
  })
})
