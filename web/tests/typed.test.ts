import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meaning, Typed } from '../src/ra/typed'

describe('what typed digits mean', () => {
  it('is a sun once its whole number is there', () => {
    expect(meaning('2', [2, 6, 13])).toEqual({ bid: 2 })
    expect(meaning('13', [1, 13])).toEqual({ bid: 13 })
  })

  it('waits where more may follow', () => {
    expect(meaning('1', [1, 13])).toEqual({ waits: 1 })
    expect(meaning('1', [2, 13])).toEqual({ waits: null })
  })

  it('is nothing where there is no such sun', () => {
    expect(meaning('3', [2, 6, 13])).toBeNull()
    expect(meaning('14', [1, 13])).toBeNull()
  })
})

describe('typing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function type(digits: string, bids: number[], pause = 0): number[] {
    const bid: number[] = []
    const typed = new Typed((sun) => bid.push(sun))
    for (const digit of digits) {
      typed.add(digit, bids)
      vi.advanceTimersByTime(pause)
    }
    vi.runAllTimers()
    return bid
  }

  it('bids the number and nothing on the way to it', () => {
    expect(type('13', [1, 3, 13])).toEqual([13])
    expect(type('13', [3, 13], 1500)).toEqual([13])
    expect(type('1', [1, 13])).toEqual([1])
    expect(type('1', [3, 13])).toEqual([])
    expect(type('15', [1, 5, 13])).toEqual([])
  })

  it('forgets what belonged to another moment', () => {
    const bid = vi.fn()
    const typed = new Typed(bid)
    typed.add('1', [1, 13])
    typed.clear()
    vi.runAllTimers()
    expect(bid).not.toHaveBeenCalled()
  })
})
