import { describe, expect, it } from 'vitest'
import { FACE as DICE } from '../src/dice/face'
import { about, compared, cost, mayAsk, momentPath, summed, whose } from '../src/lib/advice'
import type { DecisionLine, DieColour, OptionLine, Player, RaDeed, RaOption, ReviewReport } from '../src/lib/protocol'
import { parse } from '../src/lib/route.svelte'
import { wordsOf } from '../src/lib/words'
import { FACE as RA } from '../src/ra/face'
import { done, view, words } from './fixtures'

describe('the advice of the expert', () => {
  const player = (name: string, kind: Player['kind'] = 'person'): Player => ({ name, kind, colour: 'blue', bot: null })
  const option = (deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>, win = 0, points = 30): RaOption => ({
    game: 'ra',
    word: deed.verb,
    win,
    points,
    deed: { tile: null, sun: null, ...deed },
  })
  const decision = (played: number, better: number): DecisionLine => ({
    line: 84,
    epoch: 2,
    scene: '',
    played: option({ verb: 'draw' }, played),
    better: option({ verb: 'invoke' }, better),
    why: '',
  })

  it('is there for my own move, where every person sits at this screen', () => {
    const bots = [player('Ann'), player('Amun', 'bot'), player('Bastet', 'bot')]
    expect(mayAsk(view(), bots, [0])).toBe(true)
    expect(mayAsk(view(), [player('Ann'), player('Bert'), player('Amun', 'bot')], [0])).toBe(false)
    expect(mayAsk(view(), [player('Ann'), player('Bert'), player('Amun', 'bot')], [0, 1])).toBe(true)
    expect(mayAsk({ ...view(), to_act: 1, moves: [] }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), awaits: 'chance' }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), moves: ['invoke'] }, bots, [0])).toBe(false)
    expect(mayAsk({ ...view(), viewer: null }, bots, [])).toBe(false)
    expect(mayAsk(null, bots, [0])).toBe(false)
  })

  it.each<[Parameters<typeof option>[0], string]>([
    [{ verb: 'draw' }, 'Draw a tile'],
    [{ verb: 'invoke' }, 'Invoke Ra'],
    [{ verb: 'bid', sun: 9 }, 'Bid 9'],
    [{ verb: 'pass' }, 'Pass'],
    [{ verb: 'take', tile: 'Step Pyramid' }, 'Spend a God for Step Pyramid'],
    [{ verb: 'discard', tile: 'Sphinx' }, 'Give up Sphinx'],
    [{ verb: 'stop' }, 'Stop here'],
    [{ verb: 'tile', tile: 'Nile' }, 'Draw Nile'],
  ])('names a move of Ra: %o', (deed, said) => {
    expect(RA.order(option(deed), words)).toBe(said)
  })

  it('names a move in the words of the edition', () => {
    const edition = { name: '', title: '', fewest_players: 2, most_players: 5, words: {}, boat: false }
    const own = wordsOf({ ...edition, tiles: { Unrest: 'War' }, moves: { draw: 'turn over' } })
    expect(RA.order(option({ verb: 'draw' }), own)).toBe('Turn over a tile')
    expect(RA.order(option({ verb: 'take', tile: 'Unrest' }), own)).toBe('Spend a God for War')
  })

  it.each<[Parameters<typeof done>[0], string]>([
    [{ verb: 'reroll', colours: ['red', 'blue'] }, 'Roll red and blue again'],
    [{ verb: 'reroll', colours: ['yellow', 'red', 'blue', 'green', 'violet'] }, 'Roll all'],
    [{ verb: 'keep' }, 'Keep all'],
    [{ verb: 'pharaoh', steps: 2 }, 'Move 2 steps on the Pharaoh track'],
    [{ verb: 'nile', steps: 1 }, 'Move 1 step on the Nile track'],
    [{ verb: 'flood' }, 'Place a flood marker'],
    [{ verb: 'flood', kept: 'Nile' }, 'Place a flood marker, keep Nile'],
    [{ verb: 'flood', kept: 'Ankh' }, 'Place a flood marker, keep Ankh'],
    [{ verb: 'civilization', colours: ['red'] }, 'Place 1 civilization marker: red'],
    [{ verb: 'civilization', colours: ['red', 'blue'] }, 'Place 2 civilization markers: red and blue'],
    [{ verb: 'monument', column: 'Step Pyramid', colours: ['red'] }, 'Build the red Step Pyramid'],
    [{ verb: 'ankhs' }, 'Two Ankhs: +2'],
    [{ verb: 'disaster' }, 'No disaster'],
    [{ verb: 'disaster', disaster: 'nile' }, 'Disaster: Nile'],
    [{ verb: 'discard-monument', column: 'Sphinx', colours: ['red'] }, 'Give up the red Sphinx'],
    [{ verb: 'discard-civilization', colours: ['red'] }, 'Give up the red civilization marker'],
    [{ verb: 'end' }, 'End turn'],
    [{ verb: 'roll' }, 'Roll'],
  ])('names a move of the dice game: %o', (deed, said) => {
    expect(DICE.order({ game: 'dice', word: '', win: 0, points: 0, deed: done(deed) }, words)).toBe(said)
  })

  it('calls it rolling all where some dice are locked, as the button does', () => {
    const roll = (...colours: DieColour[]): string =>
      DICE.order({ game: 'dice', word: '', win: 0, points: 0, deed: done({ verb: 'reroll', colours }) }, words, [
        'keep',
        'reroll red',
        'reroll blue',
        'reroll red blue',
      ])
    expect([roll('red', 'blue'), roll('red')]).toEqual(['Roll all', 'Roll red again'])
  })

  it('says points as an expectation', () => {
    expect([about(31.24), about(-3.21)]).toEqual(['31.2', '−3.2'])
  })

  it('compares two moves, each by its one name', () => {
    const order = (move: OptionLine): string => RA.order(move as RaOption, words)
    const say = (win: number, points: number): string =>
      compared(option({ verb: 'draw' }, 0.42, 33), option({ verb: 'invoke' }, win, points), order, 'points')
    expect(say(0.31, 32)).toBe(
      'You win about 42 of 100 games after “Draw a tile”, and 31 after “Invoke Ra”. You also end with about 1 point more.',
    )
    expect(say(0.31, 35)).toMatch(/You end with about 2 points fewer, but that is worth it\.$/)
    expect(say(0.31, 33)).toMatch(/“Invoke Ra”\.$/)
    expect(say(0.418, 30)).toBe(
      'Either way you win about 42 of 100 games. You end with about 3 points more after “Draw a tile”.',
    )
    expect(say(0.418, 34)).toBe('Either way you win about 42 of 100 games. Both are about as good.')
    const only = option({ verb: 'draw' })
    expect([compared(only, undefined, order, 'points'), compared(only, only, order, 'points')]).toEqual(['', ''])
  })

  it('says what a decision cost, and where to look at it', () => {
    expect(cost(decision(0.48, 0.67), 'wins', 'points')).toBe('19 wins fewer in 100')
    expect(cost(decision(0.386, 0.424), 'wins', 'points')).toBe('3 wins fewer in 100') // as the sentence: 42, and 39
    const { played, better } = decision(0.01, 0.01)
    const poorer = { ...decision(0.01, 0.01), played: { ...played, points: 25 }, better: { ...better, points: 28.6 } }
    expect(cost(poorer, 'points', 'points')).toBe('about 4 points fewer')
    expect(cost(poorer, 'points', 'fame')).toBe('about 4 fame fewer')
    expect(momentPath('t', 'w', decision(0, 1))).toBe('/replay/t/w/83')
    expect(momentPath('t', null, decision(0, 1))).toBe('/replay/t/83')
    expect(parse('#/replay/t/83')).toEqual({ page: 'replay', table: 't', spectate: null, line: 83 })
  })

  it('knows whose decisions they are', () => {
    expect(whose('Ann', false)).toBe('My costliest decisions')
    expect(whose('Ann', true)).toBe('The costliest decisions of Ann')
  })

  it('says why no decision is named, or what else than the win they cost', () => {
    const report = (given: Partial<ReviewReport>): ReviewReport => ({
      seat: 0,
      done: 1,
      total: 1,
      decisions: [],
      counts: 'wins',
      decided: null,
      doubt: 0.032,
      ...given,
    })
    const one = [decision(0.3, 0.5)]
    expect(summed(report({}), 'Ann', false)).toMatch(/^You decided as the expert would: .* more than 3 wins in 100\./)
    expect(summed(report({}), 'Ann', true)).toMatch(/^Ann decided as the expert would/)
    expect(summed(report({ decisions: one }), 'Ann', false)).toBe('')
    expect(summed(report({ decisions: one, decided: 'lost' }), 'Ann', false)).toBe('')
    expect(summed(report({ decisions: one, decided: 'lost', counts: 'points' }), 'Ann', false)).toBe(
      'Before most of your choices the game was as good as lost. These cost points.',
    )
    expect(summed(report({ decided: 'won', counts: 'points' }), 'Ann', true)).toBe(
      'Before most of Ann’s choices the game was as good as won. None cost clearly more than a point.',
    )
  })
})
