import { describe, expect, it } from 'vitest'
import { FACES, faceOf } from '../src/faces'
import { namingRules } from '../src/lib/ruled'
import { chaptersOf, has, pieces, slug } from '../src/lib/find'
import { laidOut as diceLaidOut } from '../src/dice/examples'
import { laidOut as raLaidOut } from '../src/ra/examples'

describe('a search in the rules', () => {
  it('finds where every word begins one', () => {
    expect(has('The Ra player must bid.', 'bid play')).toBe(true)
    expect(has('The Ra player must bid.', 'layer')).toBe(false)
    expect(has('Pharaohs: the most +5', '+5')).toBe(true)
    expect(has('Élan vital', 'elan')).toBe(true)
    expect(has('R14 Ra was invoked', 'r14')).toBe(true)
    expect(has('anything', '  ')).toBe(true)
  })

  it('marks what it found, as whole words', () => {
    expect(pieces('Disasters strike a disaster.', 'disaster')).toEqual([
      { text: 'Disasters', found: true },
      { text: ' strike a ', found: false },
      { text: 'disaster', found: true },
      { text: '.', found: false },
    ])
    expect(pieces('nothing', '')).toEqual([{ text: 'nothing', found: false }])
    expect(pieces('a (b', '(')).toEqual([{ text: 'a (b', found: false }])
    for (const text of ['Nile, Niles and niles', '', 'x'])
      expect(
        pieces(text, 'nile x')
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
  })

  it('finds the rules that a text names', () => {
    expect(namingRules('Ankhs (D12) and Suns score.')).toEqual([
      { text: 'Ankhs (', rule: false },
      { text: 'D12', rule: true },
      { text: ') and Suns score.', rule: false },
    ])
    expect(namingRules('R7, R8').map(({ text, rule }) => (rule ? text : ''))).toEqual(['R7', '', 'R8'])
    expect(namingRules('No more than 15.')).toEqual([{ text: 'No more than 15.', rule: false }])
    expect(namingRules('')).toEqual([])
  })

  it('goes by chapters, each with an address', () => {
    const rules = ['a', 'a', 'b'].map((headline) => ({ headline }))
    expect(chaptersOf(rules).map(({ rules }) => rules.length)).toEqual([2, 1])
    expect(slug('The end of an epoch')).toBe('the-end-of-an-epoch')
    expect(slug('What’s open?')).toBe('what-s-open')
  })
})

describe('examples', () => {
  it.each([...FACES.keys()])('are said in whole sentences, each below a rule: %s', async (game) => {
    const examples = (await faceOf(game).book.come()).examples?.all ?? []
    expect(examples.length).toBeGreaterThan(8)
    for (const { rules, title, says } of examples) {
      expect(rules.length).toBeGreaterThan(0)
      expect(title).toMatch(/^[A-Z][^.]*$/)
      expect(says).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('show what each has, and what it scores', () => {
    const { players, after } = raLaidOut({
      players: { Anna: { tiles: { Nile: 2, Gold: 1 } }, Bob: {} },
      scores: [3, 0],
      after: { Bob: { down: [4] } },
    })
    expect(players.map(({ who, tiles, points }) => [who, tiles, points])).toEqual([
      [
        'Anna',
        [
          ['Gold', 1],
          ['Nile', 2],
        ],
        3,
      ],
      ['Bob', [], 0],
    ])
    expect(after[0]?.down).toEqual([4])
    const { dice, rows } = diceLaidOut({ dice: ['Sun', 'Nile'], players: { Anna: { pharaoh: 1 }, Bob: {} } })
    expect(dice.map(({ colour, face }) => `${colour} ${face}`)).toEqual(['yellow Sun', 'red Nile'])
    expect(rows.map(({ who }) => who)).toEqual(['Anna'])
  })
})
