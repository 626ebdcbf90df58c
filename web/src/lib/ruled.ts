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

/** The page of rules, or one rule of it. Where no edition is named it is the usual one. */
export const rulePath = ({ game, edition }: Ruled, id = ''): string => `#/rules/${game}/${edition}${id && `/${id}`}`
