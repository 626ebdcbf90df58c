import { describe, expect, it } from 'vitest'
import { editionIn, gameIn, seatsFor, titleOf } from '../src/lib/catalogue'
import type { Catalogue, EditionLine, GameLine } from '../src/lib/protocol'

const edition = (name: string, fewest_players = 2, most_players = 4): EditionLine => ({
  name,
  title: name.toUpperCase(),
  fewest_players,
  most_players,
  words: {},
  tiles: {},
  moves: {},
  boat: false,
})
const game = (name: string, ...editions: EditionLine[]): GameLine => ({
  name,
  title: `The game of ${name}`,
  editions,
  settings: [],
  categories: [],
  scores: 'open',
  bots: ['random'],
  usual_bot: 'random',
})
const nim = game('nim', edition('old', 3, 5), edition('new'))
const go = game('go', edition('only', 2, 2))
const catalogue: Catalogue = {
  protocol: 0,
  version: '',
  games: [nim, go],
  bots: [],
  usual_bot: '',
  colours: [],
  longest_name: 20,
}

describe('the catalogue', () => {
  it('has a usual game, which is its first', () => {
    expect(gameIn(catalogue, null)).toBe(nim)
    expect(gameIn(catalogue, 'go')).toBe(go)
    expect(gameIn(catalogue, 'chess')).toBeUndefined()
    expect(gameIn(null, null)).toBeUndefined()
  })

  it('names an edition only where there are several', () => {
    expect(titleOf(nim, 'new')).toBe('The game of nim · NEW')
    expect(titleOf(nim, 'gone')).toBe('The game of nim')
    expect(titleOf(go, 'only')).toBe('The game of go')
    expect(titleOf(undefined, 'only')).toBe('')
    expect(editionIn(nim, 'new')?.title).toBe('NEW')
  })

  it('knows how many can play', () => {
    expect(seatsFor([nim, go])).toEqual({ fewest: 2, most: 5 })
  })
})
