// Where a rule is to be read: whoever names one does not know of which game and edition it is.

import { getContext, setContext } from 'svelte'

export interface Ruled {
  game: string
  edition: string
}

const KEY = Symbol('rules')

export const provideRules = (find: () => Ruled | null): void => void setContext(KEY, find)

/** The address of a rule; null where nothing is known of its game. */
export const findRules = (): ((id: string) => string | null) => {
  const find = getContext<(() => Ruled | null) | undefined>(KEY)
  return (id) => {
    const found = find?.()
    return found ? rulePath(found, id) : null
  }
}

/** A rule is named by a letter and a number. */
const NAMED = /\b([A-Z]\d{1,2})\b/

/** A text in pieces: those that name a rule, and those between them. */
export const namingRules = (text: string): { text: string; rule: boolean }[] =>
  text.split(NAMED).flatMap((piece, place) => (piece ? [{ text: piece, rule: place % 2 === 1 }] : []))

/** The page of rules, or one rule of it. Where no edition is named it is the usual one. */
export const rulePath = ({ game, edition }: Ruled, id = ''): string => `#/rules/${game}/${edition}${id && `/${id}`}`
