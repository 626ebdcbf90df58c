import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { find, keep, unknown, type Kept } from '../src/lib/lessons'

const lesson = (table: string, game: string, over: Kept['over']): Kept => ({
  table,
  game,
  seen: 0,
  told: 0,
  taught: [],
  asked: null,
  played: null,
  over,
})

beforeEach(() => {
  const held = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => held.set(name, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the lessons of a browser', () => {
  it('are offered for games that were neither learned nor played', () => {
    const games = [{ name: 'ra' }, { name: 'dice' }]
    expect(unknown(games, [])).toEqual(games)
    expect(unknown(games, ['dice', 'dice'])).toEqual([{ name: 'ra' }])
    keep(lesson('a', 'ra', 'left'))
    expect(unknown(games, [])).toEqual([{ name: 'dice' }])
    expect(unknown(games, ['dice'])).toEqual([])
  })

  it('are found at their table until they are done', () => {
    keep(lesson('a', 'ra', null))
    keep(lesson('b', 'ra', 'left'))
    keep(lesson('c', 'ra', 'done'))
    expect(['a', 'b', 'c', 'd'].map((table) => find(table)?.table ?? null)).toEqual(['a', 'b', null, null])
  })
})
