import { describe, expect, it } from 'vitest'
import { explainStart, explainSum, explainTotal } from '../src/lib/sums'
import { ROWS as RA } from '../src/ra/rows'
import { words } from './fixtures'

const breakdown = [
  [
    { gods: 2, pharaohs: -2, civilization: -15 },
    { gods: 0, pharaohs: 5, civilization: 0 },
  ],
  [
    { gods: 4, pharaohs: 0, civilization: 0 },
    { gods: 0, pharaohs: 0, civilization: 0 },
  ],
]
const view = {
  breakdown,
  totals: [
    [0, 15],
    [4, 15],
  ],
}
const all = { view, rows: RA, words, names: ['Ann', 'Ben'] }

describe('the reasons under sums and totals', () => {
  it('add up what an epoch brought, row by row', () => {
    const said = explainSum(1, 0, all)
    expect(said.name).toBe('Ann, epoch I: −15')
    expect(said.facts?.map(({ what, value }) => [what, value])).toEqual([
      ['Gods', '+2'],
      ['Pharaohs', '−2'],
      ['Civilization', '−15'],
    ])
    expect(explainSum(2, 1, all).says).toEqual(['No row of this epoch brought or cost anything.'])
  })

  it('lead from the start to what somebody has, and never below nothing', () => {
    const said = explainTotal(2, 1, all)
    expect(said.name).toBe('Ben: 15 points')
    expect(said.facts?.map(({ what, value }) => `${what} ${value}`)).toEqual([
      'At the start 10',
      'Epoch I +5',
      'Epoch II 0',
    ])
    expect(said.says).toHaveLength(1)
    expect(explainStart(2, 1, all).says).toEqual(['The points after epoch I.'])
  })

  it('say it where an epoch took more than somebody had', () => {
    const lost = Array.from({ length: 2 }, () => [{ pharaohs: -2, civilization: -5 }])
    const totals = [[3], [0]]
    const low = { ...all, view: { breakdown: lost, totals } }
    expect(explainTotal(2, 0, low).says.at(-1)).toBe('Nobody has fewer than 0 points.')
    expect(explainTotal(1, 0, low).says).toHaveLength(1)
  })

  it('say why points are not told', () => {
    const hidden = {
      ...all,
      view: {
        ...view,
        totals: [
          [null, 15],
          [null, 15],
        ],
      },
    }
    expect(explainTotal(1, 0, hidden).says[0]).toContain('lie face down')
    expect(explainStart(2, 0, hidden).says[0]).toContain('lie face down')
  })
})
