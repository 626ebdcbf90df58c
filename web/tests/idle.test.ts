import { describe, expect, it } from 'vitest'
import { idleDice, usableDice } from '../src/dice/idle'
import type { DiceBoard, DiceView } from '../src/lib/protocol'

describe('a die that can do nothing', () => {
  const seen = (dice: Partial<DiceBoard['dice']>, built = 0): DiceView => {
    const used = { yellow: 'used', red: 'used', blue: 'used', green: 'used', violet: 'used' }
    const board = { phase: 'using', built, dice: { ...used, ...dice } }
    const costs = { flood: 3, civilization: [3, 4, 5], monument: built ? 2 : 1 }
    return { board, costs } as unknown as DiceView
  }
  const say = (dice: Partial<DiceBoard['dice']>, moves: string[], built = 0): Record<string, string> =>
    idleDice(seen(dice, built), moves)

  it('says what it lacks', () => {
    expect(say({ red: 'Pharaoh', green: 'Civilization' }, ['pharaoh 1', 'end'])).toEqual({
      green: 'One Civilization die is not enough: a civilization marker takes three dice.',
    })
    const lacking = 'One Civilization die and one Ankh are not enough: a civilization marker takes three dice.'
    expect(say({ red: 'Ankh', green: 'Civilization' }, ['end'])).toEqual({
      red: 'An Ankh needs another Ankh, or a die that it can help.',
      green: lacking,
    })
    const full = 'No civilization space in the colours of these dice is open to you.'
    expect(say({ red: 'Ankh', blue: 'Civilization', green: 'Civilization' }, ['end'])).toMatchObject({ green: full })
    expect(say({ red: 'Pharaoh' }, ['end'])).toEqual({ red: 'Your Pharaoh marker is at the end of its track.' })
    expect(say({ red: 'Nile' }, ['end']).red).toContain('a flood marker takes three dice')
    expect(say({ red: 'Monument' }, ['end'])).toEqual({ red: 'No cell in the row of this die is free.' })
    expect(say({ red: 'Monument' }, ['end'], 1).red).toContain('Another monument takes two dice')
  })

  it('is none that a move could use', () => {
    expect(say({ red: 'Pharaoh', blue: 'Ankh' }, ['pharaoh 1', 'pharaoh 2', 'end'])).toEqual({})
    expect(say({ red: 'Ankh', blue: 'Ankh' }, ['ankhs', 'end'])).toEqual({})
    expect(say({ red: 'Nile', blue: 'Nile', green: 'Ankh' }, ['nile 1', 'nile 2', 'nile 3', 'flood', 'end'])).toEqual(
      {},
    )
    expect(say({ red: 'Monument', blue: 'Ankh' }, ['monument Temple red', 'end'], 1)).toEqual({})
  })

  it('is not counted among those that could be used', () => {
    const view = seen({ yellow: 'Sun', red: 'Pharaoh', blue: 'Ankh', green: 'Civilization' })
    expect(usableDice(view, ['pharaoh 1', 'pharaoh 2', 'end'])).toBe(2)
    expect(usableDice(view, ['end'])).toBe(0)
    expect(usableDice(view, [])).toBe(0)
  })

  it('is silent while nobody uses dice here', () => {
    expect(say({ red: 'Civilization' }, [])).toEqual({})
  })
})
