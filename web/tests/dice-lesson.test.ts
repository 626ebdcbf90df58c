import { describe, expect, it } from 'vitest'
import { advise } from '../src/dice/lesson/advice'
import { answer } from '../src/dice/lesson/answers'
import type { Now } from '../src/dice/lesson/facts'
import { LESSON } from '../src/dice/lesson/lesson'
import type { DiceBoard, DiceLine, DiceSeat, DiceView, DieColour, Face } from '../src/lib/protocol'
import { dice, diceSeat, done, equal, words } from './fixtures'

const COLOURS: DieColour[] = ['yellow', 'red', 'blue', 'green', 'violet']
const thrown = (...faces: (Face | 'used')[]): DiceBoard['dice'] =>
  Object.fromEntries(COLOURS.map((colour, place) => [colour, faces[place] ?? 'used'])) as DiceBoard['dice']

function now(
  board: Partial<DiceBoard>,
  moves: string[],
  { own = {}, log = [], more = {} }: { own?: Partial<DiceSeat>; log?: DiceLine[]; more?: Partial<DiceView> } = {},
): Now {
  const seats = [{ ...diceSeat, ...own }, { ...diceSeat, pharaoh: 2 }, diceSeat]
  const full = { phase: 'using', dice: thrown(), suns: [], ra: 0, sun_track: 11, seats, ...board }
  const view = { moves, board: full, breakdown: [], points: [17, 12, 9], ...more } as unknown as DiceView
  return { view, me: 0, names: ['You', 'Bert', 'Cleo'], log, news: log, words }
}

describe('advice at the dice table', () => {
  const rerolls = ['keep', 'reroll yellow', 'reroll yellow red', 'reroll red blue']
  const rolled = (...faces: Face[]): string =>
    advise(now({ phase: 'rerolling', dice: thrown(...faces) }, rerolls, { own: { civilization: ['red'], floods: 1 } }))
      .text

  it('keeps what belongs together, and rolls the rest again', () => {
    expect(rolled('Pharaoh', 'Nile', 'Monument', 'Monument', 'Sun')).toBe(
      'Keep 2 Monument dice: choose the other 2 dice, and roll again.',
    )
    expect(rolled('Monument', 'Nile', 'Monument', 'Ankh', 'Sun')).toBe(
      'Keep all: 2 Monument dice and 1 Ankh are enough.',
    )
    // Ankhs alone do nothing: they only help.
    expect(rolled('Ankh', 'Ankh', 'Ankh', 'Sun', 'Sun')).toBe('Keep all: nothing is better rolled again.')
  })

  it('uses what is needed most, and wastes nothing', () => {
    const moves = ['end', 'nile 1', 'flood', 'monument Temple red', 'pharaoh 1', 'civilization blue']
    expect(advise(now({}, moves)).word).toBe('civilization blue')
    expect(advise(now({}, moves.slice(0, -1), { own: { nile: 3 } })).text).toContain('then your space 3 will score')
    const flooded = { own: { floods: 1, monuments: ['Temple blue'] } }
    expect(advise(now({}, [...moves.slice(0, -1), 'monument Palace red'], flooded)).word).toBe('monument Palace red')
    expect(advise(now({}, ['end', 'ankhs', 'pharaoh 1'], { own: { pharaoh: 1 } })).word).toBe('ankhs')
    expect(advise(now({ dice: thrown('Pharaoh') }, ['end', 'pharaoh 1'])).text).toContain('to space 1')
    expect(advise(now({}, ['end'])).word).toBe('end')
  })
})

describe('what is taught at the dice table', () => {
  const say = (id: string, moment: Now): string | undefined =>
    [...LESSON.news, ...LESSON.topics].find((topic) => topic.id === id)?.say(moment)?.text

  it('has the numbers of the table', () => {
    expect(say('end', now({ suns: ['red', 'blue'] }, ['end']))).toContain('Your 2 Suns move Ra 2 spaces.')
    expect(say('end', now({ suns: ['red', 'blue', 'green'] }, ['end']))).toContain('Your 3 Suns score 3.')
    expect(say('end', now({}, ['end', 'ankhs']))).toBeUndefined()
    expect(say('pharaoh', now({}, ['end', 'pharaoh 1']))).toContain('Now: you 0, Bert 2, Cleo 0.')
    const moved = dice(3, 1, done({ verb: 'end' }), { event: 'ra-moved', steps: 1, to: 9, track: 11 })
    expect(say('near', now({ ra: 9 }, [], { log: [moved] }))).toContain('Ra is 2 spaces from the end')
  })

  it('answers what was done', () => {
    const placed = [dice(3, 0, done({ verb: 'civilization', colours: ['red'] }))]
    const said = answer(now({}, [], { own: { civilization: ['red'] }, log: placed }), 'civilization red', 'end')
    expect(said.text).toContain('You have 1 marker. That is enough to lose nothing; 3 would score 5.')
    expect(said.text).toContain('it is yours to choose')
  })

  it('explains the sheet row by row, or ends after some turns', () => {
    const ended = Array.from({ length: 5 }, (_, place) => dice(place, 0, done({ verb: 'end' })))
    expect(LESSON.ends(now({}, [], { log: ended.slice(1) }))).toBeNull()
    expect(LESSON.ends(now({}, [], { log: ended }))?.map(({ title }) => title)).toEqual(['You know how to play'])
    const reasons = { pharaohs: equal, nile: 3, floods: 1 }
    const scored = { event: 'scored' as const, seat: 0, points: -2, reasons, held: diceSeat }
    const more = { breakdown: [[{ pharaohs: 0, nile: 3, civilization: -5 }]] }
    const said = LESSON.ends(now({}, [], { log: [dice(9, 0, done({ verb: 'end' }), scored)], more })) ?? []
    expect(said.filter(({ sheet }) => sheet).map(({ title }) => title)).toEqual([
      'The epoch is over.',
      'Pharaohs: 0.',
      'Nile: +3.',
      'Civilization: −5.',
      'You have 17 points now.',
    ])
    expect(said.at(-1)?.title).toBe('You know how to play')
  })
})
