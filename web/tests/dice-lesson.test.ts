import { describe, expect, it } from 'vitest'
import { advise } from '../src/dice/lesson/advice'
import { answer } from '../src/dice/lesson/answers'
import type { DiceParts } from '../src/dice/face'
import type { Now } from '../src/dice/lesson/facts'
import { LESSON } from '../src/dice/lesson/lesson'
import type { Made } from '../src/lib/lesson.svelte'
import type {
  DiceBoard,
  DiceDeed,
  DiceEvent,
  DiceLine,
  DiceSeat,
  DiceView,
  DieColour,
  Face,
  Rolled,
} from '../src/lib/protocol'
import { dice, diceSeat, done, equal, words } from './fixtures'

const RED_SUN: Rolled = { colour: 'red', face: 'Sun' }
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
      'For monuments keep 2 Monument dice: choose the yellow and red dice, and roll again.',
    )
    expect(rolled('Monument', 'Nile', 'Monument', 'Ankh', 'Sun')).toBe(
      'Keep all: 2 Monument dice and 1 Ankh are enough for monuments.',
    )
    expect(rolled('Nile', 'Nile', 'Ankh', 'Ankh', 'Sun')).toContain('enough for steps on the Nile track.')
    expect(advise(now({ phase: 'rerolling', dice: thrown('Nile', 'Pharaoh', 'Ankh') }, ['reroll red'])).text).toBe(
      'For a flood marker keep 1 Nile die and 1 Ankh: choose the red die, and roll again.',
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
    // Nobody has to know which picture is which.
    expect(advise(now({}, ['end', 'monument Step Pyramid red', 'monument Temple red']))).toMatchObject({
      text: 'Build the red Step Pyramid, a new column for you.',
      points: '[data-target="Step Pyramid red"]',
    })
  })
})

describe('advice in disasters', () => {
  it('strikes where most is to be lost, and not for nothing', () => {
    const moves = ['disaster none', 'disaster pharaoh', 'disaster nile', 'disaster monument']
    const at = (...others: Partial<DiceSeat>[]): string => {
      const seats = [diceSeat, ...others.map((one) => ({ ...diceSeat, ...one }))]
      return advise(now({ phase: 'declaring', seats }, moves)).word
    }
    expect(at({ pharaoh: 1, floods: 1 }, { floods: 1 })).toBe('disaster nile')
    expect(at({}, {})).toBe('disaster none')
  })

  it('gives up what costs nothing before what costs something', () => {
    const own = { monuments: ['Temple red', 'Temple blue', 'Temple green', 'Palace red', 'Palace blue', 'Sphinx red'] }
    const from = (...cells: string[]): string => {
      const moves = cells.map((cell) => `discard monument ${cell}`)
      return advise(now({ phase: 'discarding' }, moves, { own })).word
    }
    // Three in a column score for themselves; of two, one scores nothing.
    expect(from('Temple red', 'Sphinx red', 'Palace blue')).toBe('discard monument Palace blue')
    expect(from('Temple red', 'Sphinx red')).toBe('discard monument Sphinx red')
    const markers = advise(now({ phase: 'discarding' }, ['discard civilization red', 'discard civilization blue']))
    expect(markers.word).toBe('discard civilization red')
    expect(markers.text).toContain('only the number of your markers counts')
  })
})

/** The first line, as a move to be answered. */
const made = ([line]: DiceLine[], wise: boolean): Made<DiceParts> => {
  if (!line) throw new Error('there is no line')
  return { line, asked: 'end', wise }
}

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

  it('tells what others did with their dice, and nothing of how they rolled', () => {
    const ra = { event: 'ra-moved' as const, steps: 1, to: 9, track: 11 }
    const log = [
      dice(3, 1, done({ verb: 'roll' })),
      dice(4, 1, done({ verb: 'keep' })),
      dice(5, 1, done({ verb: 'flood' })),
      dice(6, 1, done({ verb: 'end' }), ra),
      dice(7, 2, done({ verb: 'end' })),
    ]
    expect(log.filter((one) => LESSON.matters?.(one)).map((one) => one.line)).toEqual([5, 6])
  })

  it('answers what was done', () => {
    const placed = [dice(3, 0, done({ verb: 'civilization', colours: ['red'] }))]
    const said = answer(now({}, [], { own: { civilization: ['red'] }, log: placed }), made(placed, false))
    expect(said.text).toContain('You have 1 civilization marker: enough to lose nothing; 3 would score 5.')
    expect(said.text).toContain('it is yours to choose')
  })

  // Every verb that a player can use: the compiler sees that none is left out.
  const deeds: Record<Exclude<DiceDeed['verb'], 'roll'>, Partial<DiceDeed>> = {
    reroll: { colours: ['red'] },
    keep: {},
    pharaoh: { steps: 2 },
    nile: { steps: 1 },
    flood: {},
    civilization: { colours: ['red'] },
    monument: { colours: ['red'], column: 'Temple' },
    ankhs: {},
    disaster: { disaster: 'pharaoh' },
    'discard-civilization': { colours: ['red'] },
    'discard-monument': { colours: ['red'], column: 'Temple' },
    end: {},
  }

  it.each(Object.keys(deeds) as (keyof typeof deeds)[])('answers %s in whole sentences, wise or not', (verb) => {
    const log = [dice(3, 0, done({ verb, ...deeds[verb] })), dice(4, 0, done({ verb: 'roll', rolled: [RED_SUN] }))]
    for (const wise of [true, false]) {
      const said = answer(now({}, [], { log }), made(log, wise))
      expect(said.title).toMatch(/^You [a-z]/)
      expect(said.text.trim()).toMatch(/^[A-Z].{15,}\.$/)
      expect(said.text).not.toMatch(/undefined|null|NaN/)
    }
  })

  it('says whom the own disaster struck', () => {
    const struck = (disaster: DiceDeed['disaster'], board: Partial<DiceBoard>, ...happened: DiceEvent[]): string => {
      const log = [dice(3, 0, done({ verb: 'disaster', disaster }), ...happened)]
      return answer(now(board, [], { log }), made(log, true)).text.trim()
    }
    expect(struck('pharaoh', {}, { event: 'moved-back', seat: 1, track: 'pharaoh', steps: 2 })).toBe(
      'Bert moves 2 steps back on the Pharaoh track.',
    )
    expect(struck('monument', { phase: 'discarding' })).toBe('They choose what to give up.')
    expect(struck('nile', {})).toBe('Nobody had anything to lose.')
    expect(struck(null, {})).toContain('It would have cost only the others.')
  })

  it('says that the epoch is over, not that others roll', () => {
    const over = [dice(3, 0, done({ verb: 'end' }), { event: 'epoch-ended', epoch: 1, why: 'ra' })]
    expect(answer(now({}, [], { log: over }), made(over, true)).text).toBe('Ra reached the end of the Sun track.')
  })

  it('explains the sheet row by row', () => {
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

  it('shows what would be scored, where the epoch lasts longer than the lesson', () => {
    const ended = Array.from({ length: 5 }, (_, place) => dice(place, 0, done({ verb: 'end' })))
    expect(LESSON.ends(now({}, [], { log: ended.slice(1) }))).toBeNull()
    const more = {
      preview: [{ pharaohs: -2, nile: 3, civilization: -5, monuments: 0 }],
      reasons: [{ pharaohs: { ...equal, place: 'fewest' as const, count: 0 }, nile: 3, floods: 1 }],
    }
    const said = LESSON.ends(now({ ra: 8 }, [], { log: ended, more })) ?? []
    expect(said.map(({ title }) => title)).toEqual([
      'How an epoch scores',
      'Pharaohs: −2, if it ended now',
      'Nile: +3, if it ended now',
      'Civilization: −5, if it ended now',
      'What stays',
      'You know how to play',
    ])
    expect(said[0]?.text).toContain('He is on space 8 of 11.')
    expect(said[1]?.text).toContain('You: Last on the Pharaoh track (space 0): −2.')
    // There is no sheet, so all of it is said on the table.
    expect(said.filter(({ sheet }) => sheet)).toEqual([])
  })
})
