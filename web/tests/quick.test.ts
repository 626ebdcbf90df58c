import { describe, expect, it } from 'vitest'
import type { BotLine, GameLine } from '../src/lib/protocol'
import { levels, others, tableFor, usualBot } from '../src/lib/quick'

describe('levels', () => {
  const bot = (name: string, level: boolean): BotLine => ({ name, title: name, line: '', level })
  const bots = [bot('scribe', true), bot('priest', true), bot('greedy', false)]

  it('are offered before what is for the curious', () => {
    expect(levels(bots).map((one) => one.name)).toEqual(['scribe', 'priest'])
    expect(others(bots).map((one) => one.name)).toEqual(['greedy'])
  })

  it('begin with the one that was chosen last', () => {
    expect(usualBot({ bots, usual_bot: 'priest' }, '')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'scribe')).toBe('scribe')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'greedy')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'gone')).toBe('priest')
  })
})

describe('a table for one person', () => {
  const game = (fewest_players: number, most_players: number): Pick<GameLine, 'editions'> => ({
    editions: [{ name: '', title: '', fewest_players, most_players, words: {}, tiles: {}, moves: {}, boat: false }],
  })

  it('seats four, or as many as the game can', () => {
    expect(tableFor(game(2, 5))).toBe(4)
    expect(tableFor(game(2, 2))).toBe(2)
    expect(tableFor(game(5, 8))).toBe(5)
  })
})
