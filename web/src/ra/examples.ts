// What an example lays out, as data for its picture. `tests/test_examples.py` plays every one of them by the rules.

import { KINDS } from '../art/tiles'

interface Player {
  tiles?: Record<string, number | undefined>
  suns?: number[]
  down?: number[]
}

/** An example as it is written. */
export interface Written {
  players: Partial<Record<string, Player>>
  track?: string[]
  centre?: number
  scores?: number[]
  after?: Partial<Record<string, Player>>
}

export interface Held {
  who: string
  tiles: [kind: string, count: number][]
  suns: number[]
  down: number[]
  points: number | null
}

const KIND_NAMES = [...KINDS.keys()]

function held(who: string, { tiles = {}, suns = [], down = [] }: Player, points: number | null): Held {
  const some = KIND_NAMES.flatMap((kind): [string, number][] => (tiles[kind] ? [[kind, tiles[kind]]] : []))
  return { who, tiles: some, suns, down, points }
}

export function laidOut(example: Written | undefined): {
  track: string[]
  centre: number
  players: Held[]
  after: Held[]
} {
  const { players = {}, track = [], centre = 0, scores, after = {} } = example ?? {}
  const all = Object.entries(players)
  return {
    track,
    centre,
    // Where there is an auction, suns are bid; at another time they are looked at only where they score.
    players: all.map(([who, one], seat) => held(who, one ?? {}, scores?.[seat] ?? null)),
    after: Object.entries(after).map(([who, one]) => held(who, one ?? {}, null)),
  }
}
