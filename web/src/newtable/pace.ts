// The clocks that a new table can have, as people choose them.

import { ownZone } from '../lib/clocks'
import type { Clock, Live } from '../lib/protocol'

const live = (minutes: number, increment: number): Live => ({
  kind: 'live',
  bank: 60 * minutes,
  increment,
  cap: 2 * 60 * minutes,
})

const LIVE: Record<string, Live> = { 'live-5': live(5, 10), 'live-15': live(15, 20), 'live-30': live(30, 30) }
const HOURS: Record<string, number> = { 'hours-12': 12, 'hours-24': 24, 'hours-72': 72, 'hours-168': 168 }

export const PACES = [
  { value: '', title: 'No clocks', says: 'everyone takes the time they need.' },
  ...Object.entries(LIVE).map(([value, { bank, increment, cap }]) => ({
    value,
    title: `${bank / 60} minutes each`,
    says: `${increment} more seconds for every move, up to ${cap / 60} minutes. Whoever runs out has their move made by a bot.`,
  })),
  { value: 'hours-12', title: '12 hours a move', says: 'for people who look in twice a day.' },
  { value: 'hours-24', title: 'A day a move', says: 'for people who look in once a day. Then a bot makes the move.' },
  { value: 'hours-72', title: '3 days a move', says: 'there is no hurry. Then a bot makes the move.' },
  {
    value: 'hours-168',
    title: 'A week a move',
    says: 'there is all the time in the world. Then a bot makes the move.',
  },
]

/** Hours of the night in which no clock counts, as an address has them: from hour to hour. */
export const NIGHTS = [
  { value: '', title: 'Clocks count at night' },
  { value: '22-8', title: 'Quiet from 22:00 to 8:00' },
  { value: '23-7', title: 'Quiet from 23:00 to 7:00' },
  { value: '20-12', title: 'Quiet from 20:00 to 12:00' },
]

export const WEEKENDS = [
  { value: '', title: 'Clocks count at weekends' },
  { value: 'quiet', title: 'Quiet on Saturdays and Sundays' },
]

export const countsDays = (pace: string): boolean => pace in HOURS

/** The clocks of a new table; night and weekend are those of the time zone of this screen. */
export function clockOf(pace: string, night: string, weekends: string, zone = ownZone()): Clock | null {
  const hours = HOURS[pace]
  if (hours === undefined) return LIVE[pace] ?? null
  const [from, to] = night.split('-').map(Number)
  return {
    kind: 'correspondence',
    hours,
    zone,
    quiet_from: night && from !== undefined ? 60 * from : null,
    quiet_to: night && to !== undefined ? 60 * to : null,
    weekends: weekends === 'quiet',
  }
}
