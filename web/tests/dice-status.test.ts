import { describe, expect, it } from 'vitest'
import { status, type Moment } from '../src/dice/status'
import type { DiceBoard, DiceView } from '../src/lib/protocol'
import { words } from './fixtures'

describe('the bar of the dice table', () => {
  const players = ['You', 'Ann'].map((name) => ({
    name,
    colour: 'blue' as const,
    kind: 'person' as const,
    bot: null,
  }))
  const dice = { yellow: 'used', red: 'used', blue: 'used', green: 'used', violet: 'used' } as const
  const say = (board: Partial<DiceBoard>, moves: string[], more: Partial<Moment> = {}): string => {
    const costs = { flood: 3, civilization: [3, 4, 5], monument: 1 }
    const full = { dice, ...board }
    const view = { viewer: 0, to_act: 0, result: null, moves, costs, board: full } as unknown as DiceView
    const said = status({
      view: { ...view, ...more.view },
      players,
      words,
      moves,
      again: [],
      unfinished: false,
      thinking: null,
      sharesScreen: false,
      ...(({ view: _, ...rest }) => rest)(more),
    })
    return [said.text, said.note, said.hint].filter(Boolean).join(' | ')
  }

  it('says what can be done, with any device', () => {
    expect(say({ phase: 'rerolling', rerolls: 2 }, ['keep'])).toBe(
      'Roll again? | choose dice, or keep all | You may roll again twice. Suns are locked.',
    )
    expect(say({ phase: 'rerolling', rerolls: 1 }, ['keep'], { again: ['red'] })).toBe(
      'Roll again? | You may roll again once more. Suns are locked.',
    )
    expect(say({ phase: 'declaring', suns: ['red', 'blue', 'green', 'violet'] }, ['disaster none'])).toBe(
      '4 Suns: you may declare a disaster | It strikes everyone but you.',
    )
    expect(say({ phase: 'discarding', owed: 1 }, ['discard monument Temple red'])).toBe(
      'Give up 1 marker | choose on the board',
    )
    expect(say({ phase: 'using' }, ['end'])).toBe('End your turn | the dice can do no more')
    expect(say({ phase: 'using' }, ['civilization red', 'end'], { unfinished: true })).toBe(
      'Place civilization markers | choose another colour, or cancel',
    )
  })

  it('says why a die is of no use', () => {
    const board = { phase: 'using' as const, dice: { ...dice, green: 'Civilization' as const } }
    const why = 'One Civilization die is not enough: a civilization marker takes three dice.'
    expect(say(board, ['end'])).toBe(`End your turn | the dice can do no more | ${why}`)
    expect(say(board, ['ankhs', 'end'])).toBe(`Use your dice | choose what glows | ${why}`)
  })

  it('names who is meant, but nobody called You', () => {
    const end = ['end']
    expect(say({ phase: 'using' }, end, { sharesScreen: true })).toContain('End your turn')
    const ann = { view: { viewer: 1 } as DiceView, sharesScreen: true }
    expect(say({ phase: 'using' }, end, ann)).toContain('Ann: end your turn')
    expect(say({ phase: 'using' }, [])).toBe('You are thinking')
    expect(say({ phase: 'using' }, [], { view: { to_act: 1 } as DiceView })).toBe('Ann is thinking')
    const result = { scores: [30, 30], winners: [0, 1] }
    expect(say({ phase: 'over' }, [], { view: { result } as DiceView })).toBe('You and Ann win | with 30 points')
  })
})
