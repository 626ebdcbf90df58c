// An epoch is scored before everyone's eyes: one moment after another, each on its time, and all of it in six seconds.

import type { Show } from './sheets'

/** What is shown: a row of the sheet, what the epoch brought, where everyone stands now. */
export interface Moment {
  kind: 'row' | 'sums' | 'totals'
  /** Of a row: which, and how it is scored. */
  category?: string
  show?: Show
}

/** How long each lasts, in milliseconds. */
const LENGTHS = { row: 620, sums: 420, totals: 950 }
/** How much longer than others a row takes: where the most and the fewest meet, where a flood rises, where nothing is. */
const WEIGHTS: Record<Show, number> = { quiet: 0.45, plain: 1, flood: 1.4, meet: 1.9 }
/** Rows are quicker where there are many: all together must not take longer. */
const LONGEST = 5600

const weightOf = ({ show = 'plain' }: Moment): number => WEIGHTS[show]

/** The moments of an epoch's end. */
export const momentsOf = (categories: string[], show: (category: string) => Show): Moment[] => [
  ...categories.map((category) => ({ kind: 'row' as const, category, show: show(category) })),
  { kind: 'sums' },
  { kind: 'totals' },
]

export class Ceremony {
  /** The place of the moment that is shown; after the last one, and where nothing is played, beyond all. */
  now = $state(Infinity)
  /** How long each moment lasts. */
  readonly beats: number[]
  #timers: ReturnType<typeof setTimeout>[] = []

  /** Each moment is told when it begins, so that it can be heard. It takes this part of the usual time. */
  constructor(
    private moments: Moment[],
    private told: (moment: Moment, place: number) => void,
    part = 1,
  ) {
    const weight = moments.reduce((sum, one) => sum + (one.kind === 'row' ? weightOf(one) : 0), 0)
    const rest = moments.reduce((sum, { kind }) => sum + (kind === 'row' ? 0 : LENGTHS[kind]), 0)
    const row = Math.min(LENGTHS.row, (LONGEST - rest) / weight)
    this.beats = moments.map((one) => part * (one.kind === 'row' ? row * weightOf(one) : LENGTHS[one.kind]))
  }

  get plays(): boolean {
    return this.now < this.moments.length
  }

  start(): void {
    // All are set at once: a late one delays none of those after it.
    let at = 0
    this.moments.forEach((moment, place) => {
      const begin = (): void => {
        this.now = place
        this.told(moment, place)
      }
      if (place === 0) begin()
      else this.#timers.push(setTimeout(begin, at))
      at += this.beats[place] ?? 0
    })
    this.#timers.push(setTimeout(this.end, at))
  }

  end = (): void => {
    this.#timers.forEach(clearTimeout)
    this.#timers = []
    this.now = Infinity
  }
}
