// Whose move is awaited, and what is said of them: people may be away, and a bot may play for them.

import type { Away, Player, TableLine } from './protocol'
import { does, upper } from './words'

export interface Awaited {
  seat: number
  /** How long they have been thinking, or have been away. */
  seconds: number
  away?: boolean
  /** The bot that plays for them. */
  standIn?: string | null
}

/** What a bot is called. */
export const called = (bot: string): string => upper(bot)

/** What is said while somebody's move is awaited, and how long that has been so. */
export function waitsFor(awaited: Awaited | null, usual: string, name: string): { text: string; note: string } {
  if (!awaited) return { text: usual, note: '' }
  const note = awaited.seconds >= 2 ? spell(awaited.seconds) : ''
  if (awaited.standIn) return { text: `${called(awaited.standIn)} plays for ${name}`, note: '' }
  if (awaited.away) return { text: does(name, 'is', 'are', 'away'), note }
  return { text: usual, note }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A time in the two largest units that say something: seconds for a while, then minutes. */
export function spell(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} s`
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < 48 * HOUR) return `${Math.floor(seconds / HOUR)} h`
  return `${Math.floor(seconds / (24 * HOUR))} days`
}

/** Who is awaited now, at this moment of this screen's clock. */
export function awaitedAt(
  now: number,
  thinking: { seat: number; since: number } | null,
  away: Away[],
  players: Player[],
): Awaited | null {
  if (!thinking) return null
  const { seat } = thinking
  const standIn = players[seat]?.stand_in ?? null
  const absence = away.find((one) => one.seat === seat)
  const since = absence && !standIn ? absence.since : thinking.since
  return { seat, seconds: Math.max(0, Math.round((now - since) / 1000)), away: absence !== undefined, standIn }
}

/** Whether those who are here can let a bot play now for the one who is awaited. */
export function mayLetStandIn(now: number, awaited: Awaited | null, away: Away[], line: TableLine): boolean {
  if (!awaited || awaited.standIn || line.state !== 'running') return false
  const absence = away.find((one) => one.seat === awaited.seat)
  return absence !== undefined && absence.ask_from !== null && now >= absence.ask_from
}
