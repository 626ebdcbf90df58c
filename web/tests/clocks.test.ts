import { describe, expect, it } from 'vitest'
import { fullPace, isLow, leftOf, paceOf, restsOf, spellLeft, spellMoment } from '../src/lib/clocks'
import type { Clock, Clocks } from '../src/lib/protocol'
import { clockOf, countsDays, PACES } from '../src/newtable/pace'

const SECOND = 1000
const HOUR = 3600 * SECOND
const letters = (hours: number, more: Partial<Clock> = {}): Clock => ({
  kind: 'correspondence',
  hours,
  zone: 'Europe/Vienna',
  quiet_from: null,
  quiet_to: null,
  weekends: false,
  ...(more as object),
})

describe('the pace of a table', () => {
  it('is said in a few words', () => {
    expect(paceOf(null)).toBe('')
    expect(paceOf({ kind: 'live', bank: 900, increment: 20, cap: 1800 })).toBe('live, 15 min + 20 s a move')
    expect([12, 24, 72].map((hours) => paceOf(letters(hours)))).toEqual([
      '12 hours a move',
      'a day a move',
      '3 days a move',
    ])
  })

  it('is said in the time zone of who reads it', () => {
    const clock = letters(24, { quiet_from: 22 * 60, quiet_to: 8 * 60, weekends: true })
    const winter = Date.UTC(2026, 10, 20, 12)
    expect(restsOf(clock, 'Europe/Vienna', winter)).toBe('no clock counts from 22:00 to 8:00 and at weekends')
    expect(restsOf(clock, 'America/New_York', winter)).toBe('no clock counts from 16:00 to 2:00 and at weekends')
    expect(restsOf(clock, 'Asia/Kolkata', winter)).toBe('no clock counts from 2:30 to 12:30 and at weekends')
    expect(restsOf(letters(24), 'UTC', winter)).toBe('')
    // A server may know more zones than a browser.
    const far = { ...clock, weekends: false, zone: 'Mars/Olympus' } as Clock
    expect(restsOf(far, 'UTC', winter)).toBe('no clock counts from 22:00 to 8:00 (Mars/Olympus)')
    expect(fullPace(letters(24))).toBe('a day a move')
  })

  it('is what was chosen', () => {
    expect(PACES.map(({ value }) => clockOf(value, '', '', 'UTC')?.kind ?? null)).toEqual([
      null,
      'live',
      'live',
      'live',
      ...Array<string>(4).fill('correspondence'),
    ])
    expect(clockOf('hours-24', '22-8', 'quiet', 'UTC')).toEqual({
      ...letters(24, { quiet_from: 22 * 60, quiet_to: 8 * 60, weekends: true }),
      zone: 'UTC',
    })
    expect(clockOf('live-15', '22-8', 'quiet', 'UTC')).toEqual({ kind: 'live', bank: 900, increment: 20, cap: 1800 })
    expect(countsDays('live-15')).toBe(false)
  })
})

describe('a clock', () => {
  const clocks: Clocks = { left: [60 * SECOND, 5 * SECOND], seat: 0, out: null, deadline: null, resting: false }

  it('falls while its seat is to move, and only then', () => {
    expect(leftOf(clocks, 0, 1000, 11_000)).toBe(50 * SECOND)
    expect(leftOf(clocks, 1, 1000, 11_000)).toBe(5 * SECOND)
    expect(leftOf({ ...clocks, resting: true }, 0, 1000, 11_000)).toBe(60 * SECOND)
    expect(leftOf(clocks, 0, 1000, 10 * HOUR)).toBe(0)
    expect(leftOf(clocks, 0, 1000, 0)).toBe(60 * SECOND)
  })

  it('is read as clocks are, and days as days', () => {
    expect([0, 1, 999, 61 * SECOND, HOUR, 30 * HOUR].map(spellLeft)).toEqual([
      '0:00',
      '0:01',
      '0:01',
      '1:01',
      '1:00:00',
      '1 d 6 h',
    ])
    expect([isLow(20 * SECOND), isLow(21 * SECOND)]).toEqual([true, false])
  })

  it('says by when to move as far away as it is', () => {
    const now = new Date(2026, 10, 19, 12).getTime()
    expect(spellMoment(now + HOUR, now)).toMatch(/^0?1/)
    expect(spellMoment(now + 24 * HOUR, now)).toMatch(/^Fri/)
    expect(spellMoment(now + 20 * 24 * HOUR, now)).toMatch(/9/)
  })
})
