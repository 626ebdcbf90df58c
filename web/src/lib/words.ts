// Numbers and names as they are spoken on screen.

import type { EditionLine } from './protocol'
import { rulePath } from './ruled'

/** An edition's own words. */
export interface Words {
  title: string
  tiles: Record<string, string>
  /** By the word of the record. */
  moves: Record<string, string>
  points: string
  sun: string
  figure: string
  area: string
  river: string
  supply: string
  boat: boolean
  /** The address of its rules; empty where none are known. */
  rules: string
}

const USUAL: Words = {
  title: '',
  tiles: {},
  moves: {},
  points: 'points',
  sun: 'sun',
  figure: 'statue',
  area: 'play area',
  river: 'Nile',
  supply: 'in the bag',
  boat: false,
  rules: '',
}

export function wordsOf(edition: EditionLine | undefined, game = ''): Words {
  if (!edition) return USUAL
  const said = edition.words
  return {
    title: edition.title,
    tiles: edition.tiles,
    moves: edition.moves,
    points: said.points ?? USUAL.points,
    sun: said.sun ?? USUAL.sun,
    figure: said.figure ?? USUAL.figure,
    area: said.area ?? USUAL.area,
    river: said.river ?? USUAL.river,
    supply: said.supply ?? USUAL.supply,
    boat: edition.boat,
    rules: game && rulePath({ game, edition: edition.name }),
  }
}

/** Epochs as they are numbered on screen. */
export const EPOCHS = ['I', 'II', 'III']

/** However many a game has. */
export const epochName = (epoch: number): string => EPOCHS[epoch - 1] ?? String(epoch)

/** Where rules can be read, by their ids. */
export const rulesAt = (words: Words, ids: string[]): string[] =>
  words.rules ? ids.map((id) => `${words.rules}/${id}`) : []

export const tileName = (kind: string, words: Words): string => words.tiles[kind] ?? kind

/** Names of tiles whose plural is their own; all others get an s. */
const PLURALS: Record<string, string> = {
  Fortress: 'Fortresses',
  Sphinx: 'Sphinxes',
  ...Object.fromEntries(
    ['Gold', 'Art', 'Agriculture', 'Religion', 'Astronomy', 'Writing', 'Statues'].map((name) => [name, name]),
  ),
}

/** How many tiles of a kind. */
export function tilesOf(count: number, kind: string, words: Words): string {
  const name = tileName(kind, words)
  return many(count, name, PLURALS[name])
}

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

/** A small number in letters. */
export const spelled = (count: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count)

export const percent = (share: number): string => `${Math.round(100 * share)} %`

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** a, b and c */
export function list(names: string[], and = 'and'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`
}

/** Somebody does something. A player may be called You, and "You wins" is no English. */
export function does(name: string | undefined, others: string, you: string, rest = ''): string {
  return [name ?? '?', name === 'You' ? you : others, rest].filter(Boolean).join(' ')
}

/** What is said to somebody by name, where several people share a screen; to one called You, and alone, without. */
export const sayTo = (name: string | null, text: string): string =>
  name === null || name === 'You' ? upper(text) : `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** Whose turn it is, said to them. */
export const turnOf = (name: string | null): string =>
  name === null || name === 'You' ? 'Your turn' : `${name}, your turn`

/** What somebody does: the verb as others say it and as one says it to you, and the rest. */
export type Doing = [others: string, you: string, rest: string]

/** What somebody is to do: "Bid 9". */
export const command = ([, you, rest]: Doing): string => upper([you, rest].filter(Boolean).join(' '))

/** Who has won. */
export const wins = (names: string[]): string =>
  names.length > 1 ? `${list(names)} win` : does(names[0], 'wins', 'win')
