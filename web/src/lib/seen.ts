// What a table needs to know to explain itself: what is seen there, whose it is, in which words. Parts of a table ask for
// it with every card, so that nobody hands it through.

import { getContext, setContext } from 'svelte'
import type { Player, View } from './protocol'
import type { Words } from './words'

export interface SeenIn<Shown extends View> {
  view: Shown
  players: Player[]
  words: Words
}

const KEY = Symbol('seen')

/** All that is drawn inside explains what is seen now. */
export const showTable = <Shown extends View>(seen: () => SeenIn<Shown>): void => void setContext(KEY, seen)

/** What the table around shows: a game knows which view that is. */
export const seenIn = <Shown extends View>(): (() => SeenIn<Shown>) => getContext<() => SeenIn<Shown>>(KEY)
