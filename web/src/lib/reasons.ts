// Why the numbers on a score sheet are what they are. The server says it; each game has its own words for it.

import type { LogLine, Standing } from './protocol'
import { list } from './words'

/** Says why a number stands where it stands. */
export type Explainer = (category: string, points: number, seat: number) => string

/** What a game's lines tell of a seat that scored. */
type ScoredIn<Line extends LogLine> = Extract<Line['happened'][number], { event: 'scored' }>

/** What everyone scored in the epochs that ended in a log: epoch, seat. */
export function scoredByEpoch<Line extends LogLine>(log: Line[]): ScoredIn<Line>[][] {
  const found: ScoredIn<Line>[][] = []
  let epoch: ScoredIn<Line>[] = []
  for (const event of log.flatMap<LogLine['happened'][number]>((line) => line.happened)) {
    if (event.event === 'epoch-ended') {
      epoch = []
      found[event.epoch - 1] = epoch
    } else if (event.event === 'scored') epoch[event.seat] = event as ScoredIn<Line>
  }
  return found
}

/** Who scores the same for the same: ", as Ben". A player may be called You, who is "you" inside a sentence. */
export function alike({ tied }: Standing, names: string[]): string {
  const others = tied.map((seat) => (names[seat] === 'You' ? 'you' : (names[seat] ?? '?')))
  return others.length ? `, as ${list(others)}` : ''
}
