// The review of a match, as it comes from the server: line by line while it is made. It goes on only while somebody asks.

import * as api from '../lib/api'
import type { DecisionLine, Player, ReviewedLine, ReviewReport, ReviewSummary } from '../lib/protocol'

/** After a refusal it is asked again so much later, in milliseconds, unless somebody asks sooner. */
const LATER = 4000

/** A decision, and the line of the record that it led to. */
export interface Moment {
  line: number
  decision: DecisionLine
}

export class Review {
  game = $state('')
  edition = $state('')
  players = $state.raw<Player[]>([])
  /** Line by line, from the first. */
  lines = $state.raw<ReviewedLine[]>([])
  total = $state(0)
  summary = $state.raw<ReviewSummary | null>(null)
  error = $state<string | null>(null)
  #watchers = 0
  #asking = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: string,
    private token: string,
  ) {}

  /** Somebody looks, until what is given back is called. */
  watch(): () => void {
    this.#watchers += 1
    this.ask()
    return () => {
      this.#watchers -= 1
      clearTimeout(this.#timer)
    }
  }

  ask(): void {
    clearTimeout(this.#timer)
    if (!this.#asking && !this.summary) void this.#go()
  }

  async #go(): Promise<void> {
    this.#asking = true
    try {
      while (this.#watchers > 0 && !this.summary) this.add(await api.review(this.table, this.lines.length, this.token))
    } catch (problem) {
      this.error = (problem as Error).message
      if (this.#watchers > 0) this.#timer = setTimeout(() => this.ask(), LATER)
    }
    this.#asking = false
  }

  add(report: ReviewReport): void {
    this.error = null
    this.game = report.game
    this.edition = report.edition
    this.players = report.players
    this.total = report.total
    // An answer that was asked for twice has nothing new.
    this.lines = [...this.lines, ...report.lines.filter(({ line }) => line > this.lines.length)]
    this.summary = report.summary
  }

  /** Everyone's share of the win at each moment that is known: before each line, and in the end. */
  get chances(): number[][] {
    return [...this.lines.map(({ wins }) => wins), ...(this.summary ? [this.summary.wins] : [])]
  }

  /** The decisions at which there was a choice, of a seat or of all. */
  decisions(seat: number | null): Moment[] {
    return this.lines.flatMap(({ line, decision }) =>
      decision && decision.options.length > 1 && (seat === null || decision.seat === seat) ? [{ line, decision }] : [],
    )
  }

  /** A decision by its line. */
  at(line: number): Moment | null {
    const decision = this.lines[line - 1]?.decision
    return decision ? { line, decision } : null
  }

  /** What is worth saying at a moment: the decision that comes, else the one that was made just now. */
  near(place: number): Moment | null {
    return this.at(place + 1) ?? this.at(place)
  }
}

/** The one that was looked at last is kept: from the page to the replay and back it is not sent again. */
let last: Review | null = null

export function reviewOf(table: string, token: string): Review {
  if (last?.table !== table) last = new Review(table, token)
  return last
}

/** Where epochs begin, as far as they are known: before the first decision of each. */
export const epochsOf = (lines: ReviewedLine[]): { place: number; epoch: number }[] =>
  lines.reduce<{ place: number; epoch: number }[]>((found, { line, decision }) => {
    const epoch = decision?.epoch ?? 0
    if (epoch > (found.at(-1)?.epoch ?? 0)) found.push({ place: found.length ? line - 1 : 0, epoch })
    return found
  }, [])

/** Where the picture is marked: the costliest decisions of a seat, or of everyone. */
export const marksOf = (summary: ReviewSummary | null, seat: number | null): { place: number; seat: number }[] =>
  (summary?.seats ?? []).flatMap(({ costliest }, at) =>
    seat === null || seat === at ? costliest.map((line) => ({ place: line - 1, seat: at })) : [],
  )
