import { describe, expect, it } from 'vitest'
import { deed as diceDeed, tellDice } from '../src/dice/log'
import { aloud, tell, tellTakenBack, untilSheet, withTakenBack } from '../src/lib/log'
import type { DiceEvent, RaEvent, RaLine, RaSeat, Standing } from '../src/lib/protocol'
import { does } from '../src/lib/words'
import { tellRa } from '../src/ra/log'
import { closing } from '../src/ra/scenes'
import { dice, done, equal, line, view, words, raSeat, diceSeat } from './fixtures'

describe('the log of Ra', () => {
  it('tells a draw and its tile as one thing', () => {
    const said = tell(
      [
        line(1, 0, { verb: 'draw' }),
        line(2, 0, { verb: 'tile', tile: 'Ra' }),
        line(3, 1, { verb: 'bid', sun: 7 }, { event: 'passed', seat: 0, above: 7 }),
      ],
      ['You', 'Bert'],
      words,
      tellRa,
    )
    expect(said.map((one) => one.text)).toEqual(['You draw Ra', 'Bert bids 7'])
    expect(said[0]?.kind).toBe('loud')
    expect(said[1]?.then).toEqual([{ text: 'You pass: no sun above 7', seat: 0, loud: false, rule: 'R13' }])
  })

  it('says all that can follow, in the words of the edition', () => {
    const war = { ...words, tiles: { Unrest: 'War' }, sun: 'sun disk' }
    const events: RaEvent[] = [
      { event: 'passed', seat: 1, above: null },
      { event: 'auction-won', seat: 0, sun: 9, tiles: ['Nile', 'Unrest'], centre: 4 },
      { event: 'all-passed', tiles: 'leave' },
      { event: 'all-passed', tiles: 'stay' },
      { event: 'tiles-lost', seat: 1, tile: 'Pharaoh', count: 2, disaster: 'Funeral' },
      { event: 'epoch-ended', epoch: 2, why: 'suns' },
      { event: 'scored', seat: 0, points: 7, reasons: { pharaohs: equal }, held: raSeat },
    ]
    const [said] = tell([line(1, 0, { verb: 'bid', sun: 9 }, ...events)], ['You', 'Bert'], war, tellRa)
    expect(said?.then.map(({ text }) => text)).toEqual([
      'Bert passes: no face-up sun disk',
      'You win with 9: Nile, War and sun disk 4',
      'Everyone passes: the tiles leave the game',
      'Everyone passes: nothing is won',
      'Bert loses 2 Pharaohs to a disaster',
      'Epoch II ends: no sun disk is face up',
      'You begin epoch III with the highest sun disk, 5',
    ])
    expect(said?.kind).toBe('epoch')
    // Each is about somebody of its own, or about everyone; only what is loud itself is loud.
    expect(said?.then.map(({ seat }) => seat)).toEqual([1, 0, null, null, 1, null, 0])
    expect(said?.then.map(({ loud }) => loud)).toEqual([false, true, false, false, false, false, false])
  })

  it('says at the end of an epoch who begins the next one, and after the last nobody does', () => {
    const held = (suns_up: number[], suns_down: number[]): RaSeat => ({ ...raSeat, suns_up, suns_down })
    const ended = (epoch: number): RaLine =>
      line(
        1,
        0,
        { verb: 'bid', sun: 9 },
        { event: 'epoch-ended', epoch, why: 'suns' },
        { event: 'scored', seat: 0, points: 7, reasons: { pharaohs: equal }, held: held([3], [8]) },
        { event: 'scored', seat: 1, points: 7, reasons: { pharaohs: equal }, held: held([2], [13]) },
      )
    const said = (epoch: number): string[] =>
      tell([ended(epoch)], ['You', 'Bert'], words, tellRa)[0]?.then.map(({ text }) => text) ?? []
    expect(said(1)).toEqual(['Epoch I ends: no sun is face up', 'Bert begins epoch II with the highest sun, 13'])
    expect(said(3)).toEqual(['Epoch III ends: no sun is face up'])
  })

  it('is not loud with whoever passes last', () => {
    const won: RaEvent = { event: 'auction-won', seat: 0, sun: 9, tiles: [], centre: 4 }
    expect(tell([line(1, 1, { verb: 'pass' }, won)], ['You', 'Bert'], words, tellRa)[0]?.kind).toBe('quiet')
  })

  it('is not taken in by names', () => {
    const names = ['A wins with', 'epoch 1 ends', 'bid 9']
    const log = [line(1, 0, { verb: 'pass' }), line(2, 1, { verb: 'draw' }), line(3, 2, { verb: 'stop' })]
    expect(tell(log, names, words, tellRa).map((one) => one.kind)).toEqual(['quiet', 'quiet', 'quiet'])
    const auction = {
      ra_player: 0,
      reason: 'drawn' as const,
      bids: [null, null, null],
      best_bid: null,
      best_bidder: null,
      must_bid: false,
    }
    expect(closing({ ...view({ phase: 'bidding', auction }), players: names }, log)).toEqual([])
  })
})

describe('the log behind the sheet of an epoch', () => {
  it('ends with that epoch, whatever has happened since', () => {
    const ended = line(2, 0, { verb: 'pass' }, { event: 'epoch-ended', epoch: 1, why: 'suns' })
    const log = [line(1, 0, { verb: 'invoke' }), ended, line(3, 1, { verb: 'draw' })]
    expect(untilSheet(log)).toEqual(log.slice(0, 2))
  })
})

describe('the log of the dice game', () => {
  const names = ['You', 'Bert']
  const roll = done({
    verb: 'roll',
    rolled: [
      { colour: 'yellow', face: 'Sun' },
      { colour: 'red', face: 'Nile' },
    ],
  })
  const again = done({ verb: 'roll', rolled: [{ colour: 'red', face: 'Ankh' }] })

  it('tells a reroll and its dice as one thing, and leaves out the end of a turn without news', () => {
    const reroll = done({ verb: 'reroll', colours: ['red'] })
    const log = [
      dice(1, 0, roll),
      dice(2, 0, reroll),
      dice(3, 0, again),
      dice(4, 0, done({ verb: 'end' })),
      dice(5, 1, roll),
    ]
    expect(tell(log, names, words, tellDice).map((one) => one.text)).toEqual([
      'You roll',
      'You roll again',
      'Bert rolls',
    ])
    expect(tell(log, names, words, tellDice)[1]?.rolled).toEqual([{ colour: 'red', face: 'Ankh' }])
  })

  it('says where the first points come from', () => {
    const log = [dice(1, 1, roll), dice(2, 1, done({ verb: 'end' })), dice(3, 0, roll)]
    expect(tell(log, names, words, tellDice).map(({ then }) => then)).toEqual([
      [{ text: 'Bert begins with 10 points, each next player with one more', seat: null, rule: 'D1' }],
      [],
    ])
  })

  it('keeps the move that ends a turn by itself', () => {
    const log = [dice(1, 0, done({ verb: 'monument', column: 'Step Pyramid', colours: ['red'] })), dice(2, 1, roll)]
    expect(tell(log, names, words, tellDice).map(aloud)).toEqual([
      'You build the red Step Pyramid',
      'Bert rolls: yellow Sun, red Nile',
    ])
  })

  it('has a sentence for every move', () => {
    const say = (deed: Parameters<typeof done>[0]): string => does('Bert', ...diceDeed(done(deed)))
    expect(say({ verb: 'pharaoh', steps: 2 })).toBe('Bert moves 2 steps on the Pharaoh track')
    expect(say({ verb: 'flood', kept: 'Nile' })).toBe('Bert places a flood marker')
    expect(say({ verb: 'civilization', colours: ['red', 'blue'] })).toBe(
      'Bert places 2 civilization markers: red and blue',
    )
    expect(say({ verb: 'ankhs', points: 2 })).toBe('Bert scores 2 with two Ankhs')
    expect(say({ verb: 'disaster', disaster: 'civilization' })).toBe('Bert declares a disaster: Civilization')
    expect(say({ verb: 'disaster' })).toBe('Bert declares no disaster')
    expect(say({ verb: 'discard-civilization', colours: ['red'] })).toBe('Bert gives up the red civilization marker')
    expect(say({ verb: 'discard-monument', column: 'Temple', colours: ['blue'] })).toBe('Bert gives up the blue Temple')
    expect(say({ verb: 'keep' })).toBe('Bert keeps the dice')
  })

  it('says all that can follow', () => {
    const events: DiceEvent[] = [
      { event: 'ra-moved', steps: 2, to: 5, track: 8 },
      { event: 'suns-scored', seat: 0, points: 3, suns: 3 },
      { event: 'moved-back', seat: 1, track: 'nile', steps: 2 },
      { event: 'flood-lost', seat: 0 },
      { event: 'civilization-lost', seat: 1, colour: 'red' },
      { event: 'monument-lost', seat: 1, column: 'Temple', colour: 'blue' },
      { event: 'epoch-ended', epoch: 1, why: 'ra' },
      { event: 'scored', seat: 0, points: 4, reasons: { pharaohs: equal }, held: diceSeat },
    ]
    const [said] = tell([dice(1, 0, done({ verb: 'end' }), ...events)], names, words, tellDice)
    expect(said?.then.map(({ text }) => text)).toEqual([
      'Ra moves 2 spaces, to 5 of 8',
      'You score 3 with 3 Suns',
      'Bert moves 2 steps back on the Nile track',
      'You lose a flood marker',
      'Bert loses the red civilization marker',
      'Bert loses the blue Temple',
      'Epoch I ends: Ra is at the end of the Sun track',
    ])
    expect(said?.then.map(({ seat }) => seat)).toEqual([null, 0, 1, 0, 1, 1, null])
  })

  it('says where an epoch leaves the markers of the Pharaoh track', () => {
    const scored = (seat: number, place: Standing['place'], count: number): DiceEvent => ({
      event: 'scored',
      seat,
      points: 0,
      reasons: { pharaohs: { place, count, most: 10, fewest: 1, tied: [] } },
      held: { ...diceSeat, pharaoh: count },
    })
    const told = (...events: DiceEvent[]): (string | undefined)[] | undefined =>
      tell([dice(1, 0, done({ verb: 'end' }), ...events)], names, words, tellDice)[0]?.then.map(({ text }) => text)
    expect(told(scored(0, 'fewest', 1), scored(1, 'most', 10))).toEqual([
      'You move on to 2 on the Pharaoh track',
      'Bert moves back to 8 on the Pharaoh track',
    ])
    expect(told(scored(0, 'most', 1))).toEqual(['You move back to 0 on the Pharaoh track'])
    expect(told(scored(0, 'between', 5))).toEqual([])
  })
})

describe('what was taken back', () => {
  it('is said with its number of moves, and once where it was done step by step', () => {
    const notes = [
      { line: 1, seat: 0, moves: 1, agreed: false },
      { line: 1, seat: 1, moves: 3, agreed: false },
      { line: 4, seat: 0, moves: 1, agreed: false },
      { line: 4, seat: 0, moves: 1, agreed: false },
    ]
    expect(tellTakenBack(notes, ['You', 'Bert']).map(aloud)).toEqual([
      'You take a move back',
      'Bert takes 3 moves back',
      'You take 2 moves back',
    ])
  })

  it('says that everyone has agreed, each time', () => {
    const notes = [
      { line: 4, seat: 0, moves: 3, agreed: true },
      { line: 4, seat: 0, moves: 1, agreed: false },
    ]
    expect(tellTakenBack(notes, ['You', 'Bert']).map(aloud)).toEqual([
      'You take 3 moves back: everyone has agreed',
      'You take a move back',
    ])
  })

  it('stands in the log between the lines', () => {
    const log = [line(1, 0, { verb: 'invoke' }), line(2, 1, { verb: 'pass' })]
    const said = withTakenBack(
      tell(log, ['You', 'Bert'], words, tellRa),
      [{ line: 1, seat: 1, moves: 1, agreed: false }],
      ['You', 'Bert'],
    )
    expect(said.map((one) => one.text)).toEqual(['You invoke Ra', 'Bert takes a move back', 'Bert passes'])
    const first = withTakenBack([], [{ line: 0, seat: 0, moves: 1, agreed: false }], ['You'])
    expect(first.map((one) => one.text)).toEqual(['You take a move back'])
  })
})
