// Why an epoch brought somebody what it brought, and how it came to what they have: rows that can be added up.

import { toned, type Explanation, type Fact } from './explain.svelte'
import type { View } from './protocol'
import { BEFORE, before, explainBefore, type Rows } from './sheets'
import { total } from './view'
import { epochName, rulesAt, signed, upper, type Words } from './words'

export interface Summed {
  view: Pick<View, 'totals' | 'breakdown'>
  rows: Rows
  words: Words
  names: string[]
}

const brought = (points: number): Pick<Fact, 'value' | 'tone'> => ({ value: signed(points), ...toned(points) })
const sheetOf = ({ view }: Summed, epoch: number, seat: number): Record<string, number> =>
  view.breakdown[epoch - 1]?.[seat] ?? {}

/** What an epoch brought to somebody, row by row. */
export function explainSum(epoch: number, seat: number, all: Summed): Explanation {
  const sheet = sheetOf(all, epoch, seat)
  const scored = Object.entries(sheet).filter(([, points]) => points !== 0)
  return {
    name: `${all.names[seat]}, epoch ${epochName(epoch)}: ${signed(total(sheet))}`,
    says: [scored.length ? 'All rows of this epoch together.' : 'No row of this epoch brought or cost anything.'],
    facts: scored.map(([category, points]) => ({ what: all.rows.title(category, all.words), ...brought(points) })),
    rules: rulesAt(all.words, all.rows.adds ?? []),
  }
}

/** What somebody had after an epoch, from the start on. */
export function explainTotal(epoch: number, seat: number, all: Summed): Explanation {
  const { view, rows, words, names } = all
  const now = view.totals[epoch - 1]?.[seat] ?? null
  if (now === null) return covered(seat, all)
  const start = before(view, 1, seat)
  const facts: Fact[] = start === null || !rows.start ? [] : [{ what: 'At the start', value: String(start) }]
  let sum = facts.length ? (start ?? 0) : 0
  let low = false
  for (let one = 1; one <= epoch; one++) {
    const points = total(sheetOf(all, one, seat))
    facts.push({ what: `Epoch ${epochName(one)}`, ...brought(points) })
    low ||= sum + points < 0
    sum = Math.max(0, sum + points)
  }
  return {
    name: `${names[seat]}: ${now} ${words.points}`,
    says: [
      `What ${names[seat] === 'You' ? 'you have' : `${names[seat]} has`} after epoch ${epochName(epoch)}.`,
      ...(low ? [`Nobody has fewer than 0 ${words.points}.`] : []),
    ],
    facts,
    rules: rulesAt(words, rows.adds ?? []),
  }
}

/** What somebody had before an epoch. */
export function explainStart(epoch: number, seat: number, all: Summed): Explanation {
  const { view, rows, words, names } = all
  const points = before(view, epoch, seat)
  if (points === null) return covered(seat, all)
  return {
    name: `${names[seat]}, ${rows.title(BEFORE, words)}: ${points}`,
    says: [explainBefore(epoch, rows, words)],
  }
}

const covered = (seat: number, { rows, words, names }: Summed): Explanation => ({
  name: `${upper(words.points)}: face down`,
  says: [`The ${words.points} of ${names[seat]} lie face down: nobody else sees them before the end.`],
  rules: rulesAt(words, rows.covers ?? []),
})
