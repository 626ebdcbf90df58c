import { describe, expect, it } from 'vitest'
import { PLAY as DICE } from '../src/dice/play'
import { about, compared, mayAsk } from '../src/lib/advice'
import type { DieColour, OptionLine, Player, RaDeed, RaOption } from '../src/lib/protocol'
import { wordsOf } from '../src/lib/words'
import { PLAY as RA } from '../src/ra/play'
import { done, unsure, view, words } from './fixtures'

describe('the advice of the expert', () => {
  const player = (name: string, kind: Player['kind'] = 'person'): Player => ({
    name,
    kind,
    colour: 'blue',
    bot: null,
    stand_in: null,
    for_good: false,
    heir: null,
  })
  const option = (deed: Partial<RaDeed> & Pick<RaDeed, 'verb'>, win = 0, points = 30): RaOption => ({
    game: 'ra',
    word: deed.verb,
    ...unsure,
    win,
    points,
    deed: { tile: null, sun: null, ...deed },
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
    [{ verb: 'ankhs', points: 2 }, 'Two Ankhs: +2'],
    [{ verb: 'disaster' }, 'No disaster'],
    [{ verb: 'disaster', disaster: 'nile' }, 'Disaster: Nile'],
    [{ verb: 'discard-monument', column: 'Sphinx', colours: ['red'] }, 'Give up the red Sphinx'],
    [{ verb: 'discard-civilization', colours: ['red'] }, 'Give up the red civilization marker'],
    [{ verb: 'end' }, 'End turn'],
    [{ verb: 'roll' }, 'Roll'],
  ])('names a move of the dice game: %o', (deed, said) => {
    expect(DICE.order({ game: 'dice', word: '', ...unsure, deed: done(deed) }, words)).toBe(said)
  })

  it('calls it rolling all where some dice are locked, as the button does', () => {
    const roll = (...colours: DieColour[]): string =>
      DICE.order({ game: 'dice', word: '', ...unsure, deed: done({ verb: 'reroll', colours }) }, words, [
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
      'With “Draw a tile” you win about 42 of 100 games, with “Invoke Ra” 31. It also brings about 1 point more.',
    )
    expect(say(0.31, 35)).toMatch(/It costs about 2 points, and is worth it\.$/)
    expect(say(0.31, 33)).toMatch(/“Invoke Ra” 31\.$/)
    expect(say(0.418, 30)).toBe('Either way you win about 42 of 100 games. “Draw a tile” brings about 3 points more.')
    expect(say(0.418, 34)).toBe('Either way you win about 42 of 100 games. Both are about as good.')
    // What is known to be worth it is told, however little it is.
    const clear = (win: number): string =>
      compared(option({ verb: 'draw' }, 0.42), option({ verb: 'invoke' }, win), order, 'points', true)
    expect(clear(0.41)).toBe('With “Draw a tile” you win about 42 of 100 games, with “Invoke Ra” 41.')
    expect(clear(0.416)).toBe('With “Draw a tile” you win about 42.0 of 100 games, with “Invoke Ra” 41.6.')
    // Less than what the expert can tell is no difference.
    expect(say(0.4, 33)).toBe('Either way you win about 42 of 100 games. Both are about as good.')
    const decided = (win: number): string =>
      compared(option({ verb: 'draw' }, win, 30), option({ verb: 'invoke' }, win - 0.01, 30), order, 'points')
    expect(decided(0.02)).toBe('The game is as good as lost either way. Both are about as good.')
    expect(decided(0.99)).toBe('The game is as good as won either way. Both are about as good.')
    const only = option({ verb: 'draw' })
    expect([compared(only, undefined, order, 'points'), compared(only, only, order, 'points')]).toEqual(['', ''])
  })
})
