// What the lesson of the dice game reads from the table.

import type { Moment } from '../../lib/lesson.svelte'
import type { DiceEvent, DiceSeat, DieColour, Face } from '../../lib/protocol'
import { COLOURS, COLUMNS } from '../choices'
import type { DiceParts } from '../face'

export type Now = Moment<DiceParts>

// Where things lie.
export const DICE = '.hand .dice'
export const SUN_TRACK = '.suntrack ol'
export const target = (...places: string[]): string => places.map((place) => `[data-target="${place}"]`).join(', ')
export const offer = (word: string): string => `[data-word="${word}"]`

const NOTHING: DiceSeat = { pharaoh: 0, nile: 0, floods: 0, civilization: [], monuments: [] }
export const mine = ({ view, me }: Now): DiceSeat => view.board.seats[me] ?? NOTHING
export const nameOf = ({ names }: Now, seat: number): string => names[seat] ?? '?'

/** The dice that show a face, in the order of the record. */
export const showing = ({ view }: Now, face: Face): DieColour[] =>
  COLOURS.filter((colour) => view.board.dice[colour] === face)

/** Where everyone stands on a track: "you 2, Bert 0, Cleo 1". */
export const standing = ({ view, me, names }: Now, track: 'pharaoh' | 'nile'): string =>
  view.board.seats.map((seat, place) => `${place === me ? 'you' : names[place]} ${seat[track]}`).join(', ')

/** What followed of a kind in the lines that were not talked about yet. */
export function followed<Kind extends DiceEvent['event']>(now: Now, kind: Kind): Extract<DiceEvent, { event: Kind }>[] {
  return now.news
    .flatMap((line) => line.happened)
    .filter((event): event is Extract<DiceEvent, { event: Kind }> => event.event === kind)
}

/** How many turns whoever learns has ended. */
export const turnsOver = ({ log, me }: Now): number =>
  log.filter(({ seat, deed }) => seat === me && deed.verb === 'end').length

/** The column of a place of the monument area, which is named by its column and its colour. */
export const columnOf = (cell: string): string =>
  COLUMNS.find((column) => COLOURS.some((colour) => `${column} ${colour}` === cell)) ?? cell
/** "the yellow Obelisk" */
export const spokenCell = (cell: string): string => `the ${cell.slice(columnOf(cell).length + 1)} ${columnOf(cell)}`
