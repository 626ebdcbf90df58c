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
    stand_in: null,
    for_good: false,
    heir: null,
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
      scene: null,
      blows: [],
      again: [],
      unfinished: false,
      asked: null,
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
    expect(say({ phase: 'declaring' }, ['disaster none'])).toBe('Declare a disaster? | It strikes everyone but you.')
    expect(say({ phase: 'using' }, ['end'])).toBe('End your turn | the dice can do no more')
    expect(say({ phase: 'using' }, ['civilization red', 'end'], { unfinished: true })).toBe(
      'Place civilization markers | choose another colour, or cancel',
    )
  })

  it('asks before dice are wasted, and which one is kept', () => {
    const board = { phase: 'using' as const, dice: { ...dice, red: 'Nile', blue: 'Ankh', green: 'Pharaoh' } as const }
    expect(say(board, ['pharaoh 1', 'nile 1', 'nile 2', 'end'], { asked: 'end' })).toBe(
      'End your turn? | 3\u{a0}dice can still be used',
    )
    expect(say(board, ['nile 1', 'nile 2', 'end'], { asked: 'end' })).toBe(
      'End your turn? | 2\u{a0}dice can still be used',
    )
    expect(say(board, ['flood keep Nile', 'flood keep Ankh', 'end'], { asked: 'flood' })).toBe(
      'Place a flood marker | which die do you keep?',
    )
  })

  it('names the disaster that takes markers, and whose it is', () => {
    const shaken = { phase: 'discarding' as const, owed: 2, disaster: 'monument' as const, turn: 1 }
    const moves = ['discard monument Temple red']
    expect(say(shaken, moves)).toBe('Ann’s Monument disaster: give up 2 markers | choose on the board')
    const ben = { view: { viewer: 1, to_act: 1 } as DiceView }
    expect(say({ ...shaken, turn: 0 }, moves, { ...ben, sharesScreen: true })).toBe(
      'Your Monument disaster: Ann must give up 2 markers | choose on the board',
    )
    expect(say({ ...shaken, turn: 0 }, [], ben)).toBe('Your Monument disaster: Ann chooses what to give up')
  })

  it('says what a disaster took, until the next move', () => {
    const lost = [{ event: 'moved-back' as const, seat: 0, track: 'pharaoh' as const, steps: 2 }]
    const blow = { by: 1, disaster: 'pharaoh' as const, lost }
    const ann = { view: { to_act: 1 } as DiceView, blows: [blow], thinking: { seat: 1, seconds: 3 } }
    expect(say({ phase: 'using' }, [], ann)).toBe('Ann’s Pharaoh disaster took 2 steps | Ann is thinking 3 s')
    expect(say({ phase: 'rerolling', rerolls: 2 }, ['keep'], { blows: [blow] })).toBe(
      'Roll again? | Ann’s Pharaoh disaster took 2 steps',
    )
    const flood = { by: 1, disaster: 'nile' as const, lost: [{ event: 'flood-lost' as const, seat: 0 }] }
    expect(say({ phase: 'rerolling', rerolls: 2 }, ['keep'], { blows: [blow, flood] })).toBe(
      'Roll again? | Ann’s Pharaoh disaster took 2 steps and Ann’s Nile disaster took 1 flood marker',
    )
  })

  it('names a disaster before it strikes', () => {
    const scene = { by: 1, disaster: 'nile' as const, length: 1, view: {} as DiceView }
    const flood = { event: 'flood-lost' as const, seat: 0 }
    expect(say({}, [], { scene: { ...scene, lost: [flood] } })).toBe(
      'Ann declares a Nile disaster | it takes 1 flood marker from you',
    )
    expect(say({}, [], { scene: { ...scene, lost: [] } })).toBe('Ann declares a Nile disaster')
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
