import { describe, expect, it } from 'vitest'
import { BOOK as DICE } from '../src/dice/book'
import { faceOf, FACES } from '../src/faces'
import type { DiceBoard, DiceView, RaView } from '../src/lib/protocol'
import { BOOK as RA } from '../src/ra/book'
import { diceSeat, raSeat, view, words } from './fixtures'

const ra = (moves: string[], changes: Parameters<typeof view>[0] = {}, more: Partial<RaView> = {}) =>
  RA.help?.({ ...view(changes), moves, ...more }, words) ?? []

describe('help for a moment of Ra', () => {
  it('has every move that is on offer, with a rule, a deed and a reason', () => {
    const found = ra(['draw', 'invoke', 'take Nile', 'take Gold'])
    expect(found.map(({ what }) => what)).toEqual(['Draw a tile', 'Invoke Ra', 'Spend a God'])
    for (const { does, why, rule } of found) {
      expect(does).toMatch(/^[A-Z].*\.$/)
      expect(why).toMatch(/^(\+|[A-Z]).*\.$/)
      expect(rule).toMatch(/^R\d+$/)
    }
    expect(found[2]?.does).toContain('Nile or Gold')
    expect(ra(['pass', 'bid 5']).map(({ what }) => what)).toEqual(['Bid 5', 'Pass'])
    expect(ra(['discard Sphinx']).map(({ what }) => what)).toEqual(['Give up Sphinx'])
    expect(ra(['tile Ra', 'tile Nile']).map(({ what }) => what)).toEqual(['Say which tile came'])
    expect(ra([])).toEqual([])
  })

  it('warns before the last Ra tile', () => {
    expect(ra(['draw'])[0]?.does).toContain('With 17 % it is Ra: then there is an auction.')
    expect(ra(['draw'], { ra_tiles: 7 })[0]?.does).toContain('the epoch ends at once')
  })

  it('says what a lot brings, and to whom', () => {
    const lot = [{ gold: 3 }, { gold: 5 }, { gold: 1 }]
    expect(ra(['invoke'], {}, { lot })[0]?.why).toBe(
      'The tiles bring you +3 points as it stands, and Bert would gain +5.',
    )
    expect(ra(['invoke'], {}, { lot: [{ gold: 3 }, { gold: 3 }, {}] })[0]?.why).toContain('nobody would gain more')
    expect(ra(['invoke'])[0]?.why).toMatch(/^Only sun 1 can be won/)
  })

  it('says who can still go higher', () => {
    const auction = {
      ra_player: 2,
      reason: 'invoked' as const,
      bids: [null, 'pass' as const, null],
      best_bid: null,
      best_bidder: null,
      must_bid: false,
    }
    const suns = (...suns_up: number[]) => ({ ...raSeat, suns_up })
    const bids = ra(['pass', 'bid 5', 'bid 9'], { auction, seats: [suns(5, 9), suns(13), suns(8)] })
    expect(bids.map(({ why }) => why.split('.')[0])).toEqual([
      'Cleo can still go higher',
      'Nobody can go higher: it wins',
      'A better lot may come',
    ])
    expect(ra(['bid 5'], { auction, seats: [suns(5), suns(13), suns(8)] })[0]?.why).toContain('Your last one')
  })
})

describe('help for a moment of the dice game', () => {
  const at = (moves: string[], changes: Partial<DiceBoard> = {}) =>
    DICE.help?.(
      {
        ...view(),
        moves,
        board: { ra: 3, sun_track: 11, rerolls: 2, suns: [], seats: [diceSeat], ...changes },
      } as unknown as DiceView,
      words,
    ) ?? []

  it('says each thing once, however many ways there are to do it', () => {
    const found = at(['keep', 'reroll red', 'reroll blue', 'reroll red blue'])
    expect(found.map(({ what }) => what)).toEqual(['Roll again', 'Keep all'])
    expect(found[0]?.why).toContain('he is on 3 of 11')
    const uses = at([
      'pharaoh 1',
      'pharaoh 2',
      'nile 1',
      'flood',
      'civilization red',
      'monument Temple red',
      'ankhs',
      'end',
    ])
    expect(uses.map(({ rule }) => rule)).toEqual(['D8', 'D9', 'D9', 'D10', 'D11', 'D12', 'D13'])
    expect(uses[0]?.does).toContain('Up to 2 steps')
    for (const { does, why } of uses) expect(`${does} ${why}`).toMatch(/^[A-Z].*\.$/)
  })

  it('says what the Suns will do', () => {
    const end = (count: number) => at(['end'], { suns: Array<'red'>(count).fill('red') })[0]?.does
    expect([end(0), end(2), end(3), end(4)].map((said) => said?.split('. ')[1])).toEqual([
      'Without a Sun, Ra stays.',
      'Ra moves 2 spaces.',
      'Three Suns score 3.',
      'You may declare a disaster.',
    ])
    expect(at(['disaster nile', 'disaster none']).map(({ what }) => what)).toEqual(['Declare a disaster'])
  })
})

describe('help for any game', () => {
  it('is at least the moves', async () => {
    const book = await faceOf('nim').book.come()
    const found = book.help?.({ ...view(), moves: ['take 1'], shown: { 'take 1': 'take one' } }, words)
    expect(found?.map(({ what }) => what)).toEqual(['Take one'])
  })

  it('has the scoring where a game says it', async () => {
    for (const face of FACES.values()) expect((await face.book.come()).Scoring).not.toBeNull()
  })
})
