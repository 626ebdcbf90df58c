import { describe, expect, it } from 'vitest'
import { spot } from '../src/dice/spots'

describe('the markers of a space', () => {
  it('stand alone in the middle, two side by side, and four in two rows', () => {
    const spots = (among: number): number[][] =>
      Array.from({ length: among }, (_, place) => Object.values(spot(place, among)))
    expect(spots(1)).toEqual([[0, 0]])
    expect(spots(2)).toEqual([
      [-0.5, 0],
      [0.5, 0],
    ])
    expect(spots(3)).toEqual([
      [-0.5, -0.5],
      [0.5, -0.5],
      [0, 0.5],
    ])
    expect(spots(4)).toEqual([
      [-0.5, -0.5],
      [0.5, -0.5],
      [-0.5, 0.5],
      [0.5, 0.5],
    ])
  })
})
