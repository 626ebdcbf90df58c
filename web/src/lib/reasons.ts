// Why the numbers on a score sheet are what they are. The server says it; each game has its own words for it.

import type { LogLine, Standing } from './protocol'
import { list } from './words'

/** Says why a number stands where it stands. */
export type Explainer = (category: string, points: number, seat: number) => string

/** The reasons that a game's lines tell. */
export type ReasonsIn<Line extends LogLine> = Extract<Line['happened'][number], { event: 'scored' }>['reasons']

/** The reasons of the epochs that ended in a log: epoch, seat. */
export function reasonsByEpoch<Line extends LogLine>(log: Line[]): ReasonsIn<Line>[][] {
  const found: ReasonsIn<Line>[][] = []
  let epoch: ReasonsIn<Line>[] = []
  for (const event of log.flatMap<LogLine['happened'][number]>((line) => line.happened)) {
    if (event.event === 'epoch-ended') {
      epoch = []
      found[event.epoch - 1] = epoch
    } else if (event.event === 'scored') epoch[event.seat] = event.reasons
  }
  return found
}

/** Who scores the same for the same: ", as Ben". A player may be called You, who is "you" inside a sentence. */
export function alike({ tied }: Standing, names: string[]): string {
  const others = tied.map((seat) => (names[seat] === 'You' ? 'you' : (names[seat] ?? '?')))
  return others.length ? `, as ${list(others)}` : ''
}
