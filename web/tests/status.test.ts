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
    expect(say({ ...view({ owed: { civilizations: 0, monuments: 1 } }), moves: ['discard Temple'] })).toBe(
      'You must give up 1 monument',
    )
  })

  it('says whom all wait for, and who won', () => {
    expect(say({ ...view({ phase: 'bidding' }), moves: [], to_act: 1 })).toBe('Bert is bidding')
    expect(say({ ...view(), moves: [], result: { scores: [30, 40, 20], winners: [1] } })).toBe('Bert wins')
    expect(say({ ...view(), moves: [], result: { scores: [40, 30, 20], winners: [0] } })).toBe('You win')
  })
})
