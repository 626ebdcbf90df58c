// The lines of a match as sentences. What was done and what chance answered are one thing to a reader.

import { tellDice } from '../dice/log'
import type { LogLine, Rolled } from './protocol'
import { tellRa } from '../ra/log'
import type { Words } from './words'

export interface Said {
  line: number
  seat: number
  text: string
  /** What was rolled, to be drawn. */
  dice: Rolled[]
  /** What followed by itself. */
  then: string[]
  kind: 'quiet' | 'bid' | 'ra' | 'win' | 'epoch'
}

/** What a game says of a line: null where it is told with the next one. */
export type Telling = Pick<Said, 'text' | 'dice' | 'then' | 'kind'> | null

export function tell(log: LogLine[], names: string[], words: Words): Said[] {
  return log.flatMap((line, place) => {
    const [before, after] = [log[place - 1], log[place + 1]]
    const told =
      line.game === 'dice'
        ? tellDice(line, names, before?.game === 'dice' ? before : undefined, after)
        : tellRa(line, names, words, after)
    return told ? [{ line: line.line, seat: line.seat, ...told }] : []
  })
}

/** A line for those who listen, or who see only one: nothing is drawn in it. */
export function aloud(said: Said): string {
  const dice = said.dice.map(({ colour, face }) => `${colour} ${face}`).join(', ')
  return [dice ? `${said.text}: ${dice}` : said.text, ...said.then].join('. ')
}

/** Whether an epoch ended with a line. */
export const endsEpoch = (line: LogLine): boolean => line.happened.some((event) => event.event === 'epoch-ended')
