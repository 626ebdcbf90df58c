import { describe, expect, it } from 'vitest'
import { choicesOf, ordered, sameColours } from '../src/dice/choices'
import { choicesOf as raChoices, crowns } from '../src/ra/choices'
import { board } from './fixtures'

describe('what the moves allow', () => {
  it('is taken apart for the table of Ra', () => {
    const can = raChoices(['bid 9', 'bid 4', 'pass'])
    expect(can.bids).toEqual([4, 9])
    expect(can.canPass).toBe(true)
    expect(raChoices(['take Step Pyramid', 'draw']).takes).toEqual(['Step Pyramid'])
    expect(raChoices([]).any).toBe(false)
  })

  it('marks who has most and fewest Pharaohs', () => {
    const seats = [3, 0, 0].map((Pharaoh) => ({ suns_up: [5], suns_down: [], tiles: { Pharaoh } }))
    expect(crowns(board({ seats }))).toEqual(['most', 'fewest', 'fewest'])
    expect(crowns(board())).toEqual([null, null, null])
  })
})

describe('the words of the dice game', () => {
  it('are taken apart', () => {
    const can = choicesOf([
      'pharaoh 1',
      'pharaoh 2',
      'flood',
      'flood keep Nile',
      'civilization red blue',
      'monument Step Pyramid red',
      'end',
    ])
    expect(can.pharaoh).toEqual([1, 2])
    expect(can.floods).toEqual(['flood', 'flood keep Nile'])
    expect(can.civilization).toEqual([['red', 'blue']])
    expect(can.monuments).toEqual(['Step Pyramid red'])
    expect(can.any).toBe(true)
    expect(can.discardMonuments).toEqual([])
  })

  it('name colours in the order of the record', () => {
    expect(ordered(['violet', 'yellow'])).toEqual(['yellow', 'violet'])
    expect(sameColours(['red', 'blue'], ['blue', 'red'])).toBe(true)
  })
})
