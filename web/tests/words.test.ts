import { describe, expect, it } from 'vitest'
import { total } from '../src/lib/view'
import { does, list, percent, sayTo, signed, tilesOf, turnOf, wins } from '../src/lib/words'
import { words } from './fixtures'

describe('numbers', () => {
  it('are spoken', () => {
    expect(signed(5)).toBe('+5')
    expect(signed(-2)).toBe('−2')
    expect(signed(0)).toBe('0')
    expect(percent(0.1666)).toBe('17 %')
    expect(list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(list(['3', '4', '5'], 'or')).toBe('3, 4 or 5')
    expect(total({ gods: 2, civilization: -5 })).toBe(-3)
  })

  it('speak English to somebody called You', () => {
    expect(does('You', 'wins', 'win', 'with 7')).toBe('You win with 7')
    expect(does('Yusuf', 'wins', 'win')).toBe('Yusuf wins')
    expect([turnOf(null), turnOf('You'), turnOf('Ann')]).toEqual(['Your turn', 'Your turn', 'Ann, your turn'])
    expect([sayTo('You', 'roll again?'), sayTo('Ann', 'Roll again?')]).toEqual(['Roll again?', 'Ann: roll again?'])
    expect([wins(['You']), wins(['Ann']), wins(['You', 'Ann'])]).toEqual(['You win', 'Ann wins', 'You and Ann win'])
  })

  it('count tiles', () => {
    expect(tilesOf(1, 'Flood', words)).toBe('1 Flood')
    expect(tilesOf(2, 'Pharaoh', words)).toBe('2 Pharaohs')
    expect(tilesOf(2, 'Fortress', words)).toBe('2 Fortresses')
    expect(tilesOf(2, 'Statues', words)).toBe('2 Statues')
    expect(tilesOf(2, 'Unrest', { ...words, tiles: { Unrest: 'War' } })).toBe('2 Wars')
  })
})
