// What just happened, for whoever shows it: tiles that were won light up, tiles that were lost crack.

import { getContext, setContext } from 'svelte'
import type { RaLine } from '../lib/protocol'

/** How long a line is news, in milliseconds. */
const LENGTH = 900
const KEY = Symbol('news')

interface News {
  readonly line: RaLine | null
}

/**
 * Keep the newest line of the log for as long as it is news. Only a step of one line is: after a move that was taken
 * back, or a jump in a replay, nothing has happened before our eyes.
 */
export function keepNews(log: () => RaLine[]): void {
  let line = $state.raw<RaLine | null>(null)
  let seen: number | null = null
  const newest = $derived(log().at(-1) ?? null)
  $effect.pre(() => {
    const number = newest?.line ?? 0
    line = number - 1 === seen ? newest : null
    seen = number
    const timer = setTimeout(() => (line = null), LENGTH)
    return () => clearTimeout(timer)
  })
  setContext<News>(KEY, {
    get line() {
      return line
    },
  })
}

export const news = (): News => getContext<News>(KEY)

/** The kinds of tiles that a line brings to a seat and takes from it. */
export function changes(line: RaLine | null, seat: number): { gained: string[]; lost: string[] } {
  if (!line) return { gained: [], lost: [] }
  const { verb, tile } = line.deed
  const deed = (wanted: string): string[] => (verb === wanted && line.seat === seat && tile !== null ? [tile] : [])
  const mine = line.happened.filter((event) => 'seat' in event && event.seat === seat)
  return {
    gained: [...deed('take'), ...mine.flatMap((event) => (event.event === 'auction-won' ? event.tiles : []))],
    lost: [...deed('discard'), ...mine.flatMap((event) => (event.event === 'tiles-lost' ? [event.tile] : []))],
  }
}
