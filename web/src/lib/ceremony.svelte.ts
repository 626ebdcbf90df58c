// An epoch is scored before everyone's eyes: one moment after another, each on its time, and all of it in six seconds.

/** What is shown: a row of the sheet, what the epoch brought, where everyone stands now. */
export interface Moment {
  kind: 'row' | 'sums' | 'totals'
  /** Of a row: which. */
  category?: string
}

/** How long each lasts, in milliseconds. */
const LENGTHS = { row: 620, sums: 420, totals: 950 }
/** Rows are quicker where there are many: all together must not take longer. */
const LONGEST = 5500

/** The moments of an epoch's end. */
export const momentsOf = (categories: string[]): Moment[] => [
  ...categories.map((category) => ({ kind: 'row' as const, category })),
  { kind: 'sums' },
  { kind: 'totals' },
]

export class Ceremony {
  /** The place of the moment that is shown; after the last one, and where nothing is played, beyond all. */
  now = $state(Infinity)
  /** How long a row takes. */
  readonly beat: number
  #timers: ReturnType<typeof setTimeout>[] = []

  /** Each moment is told when it begins, so that it can be heard. It takes this part of the usual time. */
  constructor(
    private moments: Moment[],
    private told: (moment: Moment, place: number) => void,
    private part = 1,
  ) {
    const rows = moments.filter(({ kind }) => kind === 'row').length
    const rest = moments.reduce((sum, { kind }) => sum + (kind === 'row' ? 0 : LENGTHS[kind]), 0)
    this.beat = part * Math.min(LENGTHS.row, (LONGEST - rest) / Math.max(1, rows))
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
      at += moment.kind === 'row' ? this.beat : this.part * LENGTHS[moment.kind]
    })
    this.#timers.push(setTimeout(this.end, at))
  }

  end = (): void => {
    this.#timers.forEach(clearTimeout)
    this.#timers = []
    this.now = Infinity
  }
}
