// Points that are scored at once, in the middle of an epoch: two Ankhs, three Suns (D12, D13). The log tells of them.

import type { DiceLine, DiceView } from '../lib/protocol'
import { list } from '../lib/words'

/** What a seat scored at once in an epoch, in points. */
export interface AtOnce {
  ankhs: number
  suns: number
}

/** The row of the sheets in which it stands. */
export const AT_ONCE = 'at once'

/** What everyone scored at once in the epochs of a log: epoch, seat. */
export function atOnceByEpoch(log: DiceLine[], seats: number): AtOnce[][] {
  const none = (): AtOnce[] => Array.from({ length: seats }, () => ({ ankhs: 0, suns: 0 }))
  const epochs = [none()]
  for (const { seat, deed, happened } of log) {
    const add = (who: number, kind: keyof AtOnce, points: number): void => {
      const scored = epochs.at(-1)?.[who]
      if (scored) scored[kind] += points
    }
    if (deed.verb === 'ankhs') add(seat, 'ankhs', deed.points ?? 0)
    for (const event of happened) {
      if (event.event === 'suns-scored') add(event.seat, 'suns', event.points)
      else if (event.event === 'epoch-ended') epochs.push(none())
    }
  }
  return epochs
}

/** A view whose sheets add up: with what was scored at once before what the end of the epoch brought. */
export function withAtOnce(view: DiceView, scored: AtOnce[][]): DiceView {
  const sheets = view.breakdown.map((epoch, place) =>
    epoch.map((sheet, seat) => {
      const { ankhs, suns } = scored[place]?.[seat] ?? { ankhs: 0, suns: 0 }
      return { [AT_ONCE]: ankhs + suns, ...sheet }
    }),
  )
  return { ...view, breakdown: sheets }
}

/** Why it is what it is. */
export function explainAtOnce({ ankhs, suns }: AtOnce): string {
  const said = [ankhs && `Ankhs brought ${ankhs}`, suns && `Suns brought ${suns}`].filter((one) => one !== 0)
  return said.length ? `During the epoch ${list(said)}.` : 'During the epoch Ankhs and Suns brought nothing.'
}
