import { describe, expect, it } from 'vitest'
import { awaitedAt, mayLetStandIn, spell, waitsFor } from '../src/lib/awaited'
import type { Away, Player, TableLine } from '../src/lib/protocol'

const NOW = 1_000_000_000
const person = (name: string, stand_in: string | null = null): Player => ({
  name,
  colour: 'blue',
  kind: 'person',
  bot: null,
  stand_in,
  for_good: false,
  heir: null,
})
const players = [person('You'), person('Ben')]
const away: Away[] = [{ seat: 1, since: NOW - 90_000, ask_from: NOW - 30_000 }]
const line = { state: 'running' } as TableLine

describe('whoever is awaited', () => {
  it('is said to be thinking, away, or played for', () => {
    const thinking = { seat: 1, since: NOW - 5_000 }
    const here = awaitedAt(NOW, thinking, [], players)
    expect(waitsFor(here, 'Ben is thinking', 'Ben')).toEqual({ text: 'Ben is thinking', note: '5 s' })
    const gone = awaitedAt(NOW, thinking, away, players)
    expect(waitsFor(gone, 'Ben is thinking', 'Ben')).toEqual({ text: 'Ben is away', note: '90 s' })
    const played = awaitedAt(NOW, thinking, away, [person('You'), person('Ben', 'priest')])
    expect(waitsFor(played, 'Ben is thinking', 'Ben')).toEqual({ text: 'Priest plays for Ben', note: '' })
    expect(waitsFor(null, 'Ben is thinking', 'Ben')).toEqual({ text: 'Ben is thinking', note: '' })
  })

  it('can be played for after a while, once', () => {
    const thinking = { seat: 1, since: NOW - 5_000 }
    const gone = awaitedAt(NOW, thinking, away, players)
    expect(mayLetStandIn(NOW, gone, away, line)).toBe(true)
    expect(mayLetStandIn(NOW - 30_001, gone, away, line)).toBe(false)
    expect(mayLetStandIn(NOW, gone, away, { ...line, state: 'over' })).toBe(false)
    expect(mayLetStandIn(NOW, awaitedAt(NOW, { seat: 0, since: NOW }, away, players), away, line)).toBe(false)
    const played = awaitedAt(NOW, thinking, away, [person('You'), person('Ben', 'priest')])
    expect(mayLetStandIn(NOW, played, away, line)).toBe(false)
  })

  it('has been so for a time that is said in a unit that fits', () => {
    expect([5, 119, 120, 7199, 7200, 172_799, 172_800].map(spell)).toEqual([
      '5 s',
      '119 s',
      '2 min',
      '119 min',
      '2 h',
      '47 h',
      '2 days',
    ])
  })
})
