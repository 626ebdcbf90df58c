// Clocks in people's words: which of them a table has, what is left, and by when somebody has to move. Moments are said
// as this screen's own time zone has them.

import { getContext, setContext } from 'svelte'
import type { Clock, Clocks } from './protocol'
import { many } from './words'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAY_IN_MINUTES = 24 * 60

// ---- which clocks ----

/** The pace of a table, as lists say it. */
export function paceOf(clock: Clock | null): string {
  if (!clock) return ''
  if (clock.kind === 'live') return `live, ${shortly(clock.bank)} + ${shortly(clock.increment)} a move`
  const { hours } = clock
  const time = hours % 24 ? many(hours, 'hour') : hours === 24 ? 'a day' : many(hours / 24, 'day')
  return `${time} a move`
}

/** When no clock counts, in this screen's time zone. */
export function restsOf(clock: Clock | null, here = ownZone(), at = Date.now()): string {
  if (clock?.kind !== 'correspondence') return ''
  const rests = []
  if (clock.quiet_from !== null && clock.quiet_to !== null) {
    const ahead = aheadOf(here, clock.zone, at)
    const [from, to] = [clock.quiet_from, clock.quiet_to].map((minute) => ofDay(minute + (ahead ?? 0)))
    rests.push(`from ${from} to ${to}${ahead === null ? ` (${clock.zone})` : ''}`)
  }
  if (clock.weekends) rests.push('at weekends')
  return rests.length ? `no clock counts ${rests.join(' and ')}` : ''
}

/** All there is to know of a pace, in a sentence. */
export const fullPace = (clock: Clock | null): string => [paceOf(clock), restsOf(clock)].filter(Boolean).join('; ')

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const shortly = (seconds: number): string => (seconds % 60 ? `${seconds} s` : `${seconds / 60} min`)

/** A minute of a day as a clock shows it. */
function ofDay(minute: number): string {
  const shown = ((Math.round(minute) % DAY_IN_MINUTES) + DAY_IN_MINUTES) % DAY_IN_MINUTES
  return `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`
}

/** How many minutes the clocks here are ahead of those of another zone; null where this browser does not know that. */
function aheadOf(here: string, zone: string, at: number): number | null {
  try {
    return (offsetOf(here, at) - offsetOf(zone, at)) / MINUTE
  } catch {
    return null
  }
}

/** How far the clocks of a zone are ahead of Greenwich at a moment. */
function offsetOf(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND) * SECOND
}

// ---- where they stand ----

/** What is left to a seat now, if the clocks were heard of at a moment of this screen's clock. */
export function leftOf({ left, seat: counts, resting }: Clocks, seat: number, heard: number, now: number): number {
  const gone = seat === counts && !resting ? Math.max(0, now - heard) : 0
  return Math.max(0, (left[seat] ?? 0) - gone)
}

/** What is left, as a clock shows it, or in days and hours. */
export function spellLeft(left: number): string {
  if (left >= DAY) {
    const hours = Math.floor((left % DAY) / HOUR)
    return `${Math.floor(left / DAY)} d${hours ? ` ${hours} h` : ''}`
  }
  const seconds = Math.ceil(left / SECOND)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (number: number): string => String(number).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** A moment in this screen's time zone: today by its hour, within a week with the day, later with the date. */
export function spellMoment(moment: number, now = Date.now()): string {
  const [then, today] = [new Date(moment), new Date(now)]
  const hour = then.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
  if (then.toDateString() === today.toDateString()) return hour
  const near = Math.abs(moment - now) < 6 * DAY
  const day: Intl.DateTimeFormatOptions = near ? { weekday: 'short' } : { day: 'numeric', month: 'short' }
  return `${then.toLocaleDateString(undefined, day)} ${hour}`
}

/** Whether a clock is so low that one has to hurry. */
export const isLow = (left: number): boolean => left <= 20 * SECOND

// ---- at a table ----

/** The clocks of a table that is played at, and what its screen's clock shows. */
export interface Shown {
  clock: Clock
  clocks: Clocks
  heard: number
  now: number
}

type Found = () => Shown | null

const KEY = Symbol('clocks')

/** Every seat shows its clock; the tables of the games have nothing else to do with it. */
export const provideClocks = (found: Found): Found => setContext(KEY, found)

export const findClocks = (): Found => getContext<Found | undefined>(KEY) ?? (() => null)
