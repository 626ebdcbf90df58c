import { describe, expect, it } from 'vitest'
import { FACE as DICE } from '../src/dice/face'
import { about, cost, flawless, mayAsk, momentPath, whose } from '../src/lib/advice'
import type { DecisionLine, Player, RaDeed, RaOption } from '../src/lib/protocol'
import { parse } from '../src/lib/route.svelte'
import { wordsOf } from '../src/lib/words'
import { FACE as RA } from '../src/ra/face'
import { done, view, words } from './fixtures'

describe('the advice of the expert', () => {
  const player = (name: string, kind: Player['kind'] = 'person'): Player => ({ name, kind, colour: 'blue', bot: null })
  const option = (deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>, win = 0): RaOption => ({
    game: 'ra',
    word: '',
    win,
    points: 30,
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
    [{ verb: 'stop' }, 'Spend no more Gods'],
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
    [{ verb: 'reroll', colours: ['yellow', 'red', 'blue', 'green', 'violet'] }, 'Roll all again'],
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
    [{ verb: 'end' }, 'End the turn'],
    [{ verb: 'roll' }, 'Roll'],
  ])('names a move of the dice game: %o', (deed, said) => {
    expect(DICE.order({ game: 'dice', word: '', win: 0, points: 0, deed: done(deed) }, words)).toBe(said)
  })

  it('says points as an expectation', () => {
    expect([about(31.24), about(-3.21)]).toEqual(['31.2', '−3.2'])
  })

  it('says what a decision cost, and where to look at it', () => {
    expect(cost(decision(0.48, 0.67))).toBe('19 wins fewer in 100')
    expect(cost(decision(0.48, 0.4851))).toBe('1 win fewer in 100')
    expect(momentPath('t', 'w', decision(0, 1))).toBe('/replay/t/w/83')
    expect(momentPath('t', null, decision(0, 1))).toBe('/replay/t/83')
    expect(parse('#/replay/t/83')).toEqual({ page: 'replay', table: 't', spectate: null, line: 83 })
  })

  it('knows whose decisions they are', () => {
    expect(whose('Ann', false)).toBe('My three costliest decisions')
    expect(whose('Ann', true)).toBe('The costliest decisions of Ann')
    expect(flawless('Ann', false)).toMatch(/^No decision of yours/)
  })
})
