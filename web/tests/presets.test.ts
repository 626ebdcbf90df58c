import { describe, expect, it } from 'vitest'
import { FACES, faceOf } from '../src/faces'
import { offered, PRESETS, seatsOf, type Preset } from '../src/lib/presets'
import { parse } from '../src/lib/route.svelte'
import { choicesOf, wordOf } from '../src/newtable/settings'

const players = (fewest_players: number, most_players: number) => ({ fewest_players, most_players })
const preset = (...seats: Preset['seats']): Preset => ({ name: 'play', title: '', says: '', seats })

describe('tables that people know by a name', () => {
  it.each([...FACES.keys()])('are said in a sentence each: %s', (game) => {
    const presets = faceOf(game).presets ?? []
    expect(presets.map(({ name }) => name)).toEqual(expect.arrayContaining(['play', 'friends', 'two']))
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length)
    for (const { title, says, seats } of presets) {
      expect(title).not.toBe('')
      expect(says).toMatch(/^[A-Z].*\.$/)
      expect(seats[0]).toBe('person')
    }
  })

  it('are those of any game where it brings none, as far as it has seats for them', () => {
    expect(offered(undefined, undefined)).toEqual(PRESETS)
    const names = (fewest: number, most: number) => offered(undefined, players(fewest, most)).map(({ name }) => name)
    expect(names(2, 2)).toEqual(['play', 'two'])
    expect(names(3, 5)).toEqual(['play', 'friends', 'days'])
  })

  it('seat as many as the game takes, each with a name and a colour', () => {
    const seats = seatsOf(preset('person', 'bot', 'open', 'person'), players(2, 5), 'Ann', 'priest')
    expect(seats.map(({ kind, name }) => [kind, name])).toEqual([
      ['person', 'Ann'],
      ['bot', 'Amun'],
      ['open', ''],
      ['person', 'Player 4'],
    ])
    expect(new Set(seats.map(({ colour }) => colour)).size).toBe(4)
    expect(seatsOf(preset('person', 'bot', 'bot'), players(2, 2), 'Ann', '').length).toBe(2)
    const kinds = seatsOf(preset('person'), players(3, 3), 'Ann', '').map(({ kind }) => kind)
    expect(kinds).toEqual(['person', 'bot', 'bot'])
  })

  it('have addresses', () => {
    expect(parse('#/new/nim/two')).toEqual({ page: 'new', game: 'nim', preset: 'two' })
    expect(parse('#/new')).toEqual({ page: 'new', game: null, preset: '' })
  })
})

describe('house rules', () => {
  const setting = { values: ['printed', 'in-the-box'], words: { '': 'as printed', printed: 'as printed' } }

  it('are said in the words of the game, or in their own', () => {
    expect([wordOf(setting, ''), wordOf(setting, 'in-the-box')]).toEqual(['as printed', 'in the box'])
    expect(wordOf({ values: [], words: {} }, '')).toBe('as the box says')
  })

  it('offer nothing twice', () => {
    expect(choicesOf(setting)).toEqual([
      { value: '', title: 'as printed' },
      { value: 'in-the-box', title: 'in the box' },
    ])
  })
})
