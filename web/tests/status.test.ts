import { describe, expect, it } from 'vitest'
import type { RaView } from '../src/lib/protocol'
import { choicesOf as raChoices } from '../src/ra/choices'
import { status as raStatus } from '../src/ra/status'
import { view, words } from './fixtures'

describe('the bar', () => {
  const players = ['Ann', 'Bert', 'Cleo'].map((name) => ({
    name,
    colour: 'blue' as const,
    kind: 'person' as const,
    bot: null,
    stand_in: null,
    for_good: false,
    heir: null,
  }))
  const say = (shown: RaView, more = {}): string => {
    const choices = raChoices(shown.moves)
    return raStatus({
      view: shown,
      players,
      words,
      choices,
      scene: null,
      chosen: null,
      thinking: null,
      sharesScreen: false,
      watching: false,
      ...more,
    }).text
  }

  it('says what can be done', () => {
    expect(say(view())).toBe('Your turn')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] })).toBe('Bid a sun')
    expect(say({ ...view(), moves: ['bid 9', 'pass'] }, { sharesScreen: true })).toBe('Ann: bid a sun')
  })

  it('does not promise tiles where none lie', () => {
    const told = (track: RaView['board']['track']): string | undefined => {
      const shown = { ...view({ phase: 'bidding', track, centre_sun: 10 }), moves: ['bid 9', 'pass'] }
      const moment = { view: shown, players, words, choices: raChoices(shown.moves), scene: null, chosen: null }
      return raStatus({ ...moment, thinking: null, sharesScreen: false, watching: false }).hint
    }
    expect(told(['Nile', null])).toBe('The winner takes all the tiles and the sun 10, face down until the next epoch.')
    expect(told([null, null])).toBe(
      'There is no tile: the winner takes only the sun 10, face down until the next epoch.',
    )
  })

  it('names the disaster that takes tiles, in the words of the edition', () => {
    const shaken = {
      ...view({ phase: 'discarding', owed: { civilizations: 0, monuments: 2 } }),
      moves: ['discard Temple'],
    }
    expect(say(shaken)).toBe('Earthquake: give up 2 monuments')
    expect(say(shaken, { sharesScreen: true })).toBe('Earthquake: Ann must give up 2 monuments')
    expect(say({ ...shaken, moves: [], to_act: 1 })).toBe('Earthquake: Bert chooses what to give up')
    const both = { ...view({ phase: 'discarding', owed: { civilizations: 1, monuments: 2 } }), moves: ['discard Art'] }
    const war = { ...words, tiles: { ...words.tiles, Unrest: 'War' } }
    expect(say(both, { words: war })).toBe('War: give up 1 civilization')
    expect(say({ ...both, moves: [], to_act: 1 }, { words: war })).toBe('War: Bert chooses what to give up')
  })

  it('says whom all wait for, and who won', () => {
    expect(say({ ...view({ phase: 'bidding' }), moves: [], to_act: 1 })).toBe('Bert is bidding')
    expect(say({ ...view(), moves: [], result: { scores: [30, 40, 20], winners: [1] } })).toBe('Bert wins')
    expect(say({ ...view(), moves: [], result: { scores: [40, 30, 20], winners: [0] } })).toBe('You win')
  })
})
