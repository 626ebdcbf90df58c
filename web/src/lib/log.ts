// The lines of a match as sentences. What was done and what chance answered are one thing to a reader.

import type { Explanation } from './explain.svelte'
import type { LogLine, Rolled, TakenBackNote } from './protocol'
import { does, type Words } from './words'

/** What followed by itself. */
export interface Follows {
  text: string
  /** Whom it is about; null where it is about everyone. */
  seat: number | null
  loud?: boolean
  /** The id of the rule by which it followed. */
  rule?: string
}

export interface Said {
  /** The line of the record; what was taken back stands after it. */
  line: number
  takenBack?: true
  /** The bot that played it for its person. */
  bot?: string | null
  seat: number
  text: string
  /** What was rolled, to be drawn. */
  rolled: Rolled[]
  /** What a die that was rolled is. */
  explainRolled?: (one: Rolled) => Explanation
  then: Follows[]
  kind: 'quiet' | 'usual' | 'loud' | 'epoch'
}

/** What a game says of a line: null where it is told with the next one. */
export type Telling = Pick<Said, 'text' | 'rolled' | 'explainRolled' | 'then' | 'kind'> | null

/** How a game says a line, between the one before and the one after it. */
export type Teller<Line extends LogLine = LogLine> = (
  line: Line,
  names: string[],
  words: Words,
  before?: Line,
  after?: Line,
) => Telling

export function tell<Line extends LogLine>(log: Line[], names: string[], words: Words, teller: Teller<Line>): Said[] {
  return log.flatMap((line, place) => {
    const told = teller(line, names, words, log[place - 1], log[place + 1])
    return told ? [{ line: line.line, seat: line.seat, bot: line.bot, ...told }] : []
  })
}

/** What was taken back, in sentences. What somebody took back step by step is one thing to a reader. */
export function tellTakenBack(notes: TakenBackNote[], names: string[]): Said[] {
  const steps: TakenBackNote[] = []
  for (const note of notes) {
    const last = steps.at(-1)
    if (last?.line === note.line && last.seat === note.seat && !last.agreed && !note.agreed)
      steps.splice(-1, 1, { ...last, moves: last.moves + note.moves })
    else steps.push(note)
  }
  return steps.map(({ line, seat, moves, agreed }) => ({
    line,
    seat,
    takenBack: true as const,
    text:
      does(names[seat], 'takes', 'take', moves === 1 ? 'a move back' : `${moves} moves back`) +
      (agreed ? ': everyone has agreed' : ''),
    rolled: [],
    then: [],
    kind: 'quiet' as const,
  }))
}

/** The lines of a match, and between them what was taken back. */
export function withTakenBack(said: Said[], notes: TakenBackNote[], names: string[]): Said[] {
  return [...said, ...tellTakenBack(notes, names)].sort(
    (one, other) => one.line - other.line || Number(one.takenBack ?? 0) - Number(other.takenBack ?? 0),
  )
}

/** A line for those who listen, or who see only one: nothing is drawn in it. */
export function aloud(said: Said): string {
  const rolled = said.rolled.map(({ colour, face }) => `${colour} ${face}`).join(', ')
  return [rolled ? `${said.text}: ${rolled}` : said.text, ...said.then.map(({ text }) => text)].join('. ')
}

/** Whether an epoch ended with a line. */
export const endsEpoch = (line: LogLine): boolean => line.happened.some((event) => event.event === 'epoch-ended')

/** The lines up to the end of the last epoch: what came after it waits until its sheet was read. */
export const untilSheet = <Line extends LogLine>(log: Line[]): Line[] => log.slice(0, log.findLastIndex(endsEpoch) + 1)
