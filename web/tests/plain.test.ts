import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import type { LogLine, Player, View } from '../src/lib/protocol'
import { wordsOf } from '../src/lib/words'
import { brief, named, partsOf, said } from '../src/plain/facts'
import { tellPlain } from '../src/plain/log'
import { PLAY } from '../src/plain/play'

const words = wordsOf(undefined)
const players: Player[] = ['Ann', 'Bert'].map((name, seat) => ({
  name,
  colour: seat ? 'green' : 'blue',
  kind: 'person',
  bot: null,
  stand_in: null,
  for_good: false,
  heir: null,
}))

// A game that this client has never heard of.
const view = {
  game: 'nim',
  edition: 'usual',
  settings: {},
  players: ['Ann', 'Bert'],
  draws: 'sealed',
  scores: 'open',
  viewer: 0,
  lines: 3,
  to_act: 0,
  awaits: 'move',
  moves: ['take 1 red', 'take 2 red'],
  shown: { 'take 1 red': 'pick up one red match' },
  points: [4, null],
  breakdown: [],
  preview: null,
  result: null,
  board: {
    heaps: { red: 3, blue: 0 },
    last_heap: 'red',
    over: false,
    taken: [],
    seats: [{ matches: 4 }, { matches: 2 }],
  },
}
const line = (deed: object, ...happened: object[]): LogLine =>
  ({ game: 'nim', line: 3, seat: 1, chance: false, deed, happened }) as unknown as LogLine

describe('a plain table', () => {
  const draw = (changes: object = {}): string =>
    render(PLAY.Table, {
      props: {
        title: 'Nim',
        view: { ...view, ...changes } as unknown as View,
        players,
        log: [line({ verb: 'take', count: 2 })],
        words,
        onplay: () => {},
      },
    }).body.replaceAll(/<!--.*?-->/g, '')
  const text = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

  it('shows what lies on it, by its names', () => {
    const shown = text(draw())
    expect(shown).toContain('Heaps Red 3 Blue 0')
    expect(shown).toContain('Last heap red')
    expect(shown).toContain('Over no')
    expect(shown).toContain('Taken –')
    expect(shown).not.toContain('Seats')
  })

  it("shows everyone's points, what they have, and who is to move", () => {
    const shown = text(draw())
    expect(shown).toContain('Ann is to move 4 points Matches 4')
    expect(shown).toContain('Bert ? points Matches 2')
    expect(shown).toContain('Nim, epoch 1')
  })

  it('has a button for every move, in the words of the edition, and keys for the first', () => {
    const html = draw()
    expect(html).toMatch(/<button[^>]*data-word="take 1 red"[^>]*aria-keyshortcuts="1"[^>]*>\s*Pick up one red match/)
    expect(html).toMatch(/<button[^>]*data-word="take 2 red"[^>]*aria-keyshortcuts="2"[^>]*>\s*Take 2 red/)
    expect(text(html)).toContain('Your turn choose a move')
  })

  it('offers nothing to others, and says whom all wait for or who won', () => {
    expect(draw({ viewer: null })).not.toContain('data-word="take')
    expect(text(draw({ moves: [], to_act: 1 }))).toContain('Bert is thinking')
    expect(text(draw({ moves: [], to_act: null, result: { scores: [4, 9], winners: [1] } }))).toContain(
      'Bert wins with 9 points',
    )
  })

  it('has a log', () => {
    expect(text(draw())).toContain('Bert: take, count 2')
  })
})

describe('a plain log', () => {
  it('tells a deed and what followed by their fields', () => {
    const told = tellPlain(
      line(
        { verb: 'take-away', count: 2, heap: null, from: ['Red', 'blue'] },
        { event: 'epoch-ended', epoch: 1 },
        { event: 'scored', seat: 0, points: 3, reasons: { most: 3 } },
      ),
      ['Ann', 'Bert'],
      words,
    )
    expect(told?.text).toBe('Bert: take away, count 2, from Red, blue')
    expect(told?.then.map(({ text }) => text)).toEqual(['Epoch ended, epoch 1', 'Scored, Ann, points 3'])
    expect(told?.kind).toBe('epoch')
  })
})

describe('facts', () => {
  it('are said in a line where they fit into one', () => {
    expect([said(null), said(true), said(3), said('red'), said([]), said(['a', null, 2])]).toEqual([
      '–',
      'yes',
      '3',
      'red',
      '–',
      'a, –, 2',
    ])
    expect([said({}), said(1 / 3)]).toEqual(['–', '0.33'])
    expect([said({ a: 1 }), said([{ a: 1 }]), said([[1], [2]])]).toEqual([null, null, null])
  })

  it('are lists within lists where they do not', () => {
    expect(partsOf({ centre_sun: 3 })).toEqual([['Centre sun', 3]])
    expect(partsOf([{ a: 1 }])).toEqual([['1', { a: 1 }]])
    expect(
      brief([
        { tile: 'Step Pyramid', count: 3 },
        { tile: 'Temple', count: 4 },
      ]),
    ).toBe('tile Step Pyramid, count 3; tile Temple, count 4')
    expect(named('epoch-ended')).toBe('Epoch ended')
  })
})
