// Why a number stands on a sheet of the dice game, in a sentence. It says what the server says; nothing is counted here.

import type { Columns, DiceReasons, DieColour, Standing } from '../lib/protocol'
import { alike } from '../lib/reasons'
import { many, signed } from '../lib/words'

/** What is zero or empty is left out of the reasons. */
export function explainDice(category: string, points: number, why: DiceReasons, names: string[]): string {
  switch (category) {
    case 'pharaohs':
      return pharaohs(why.pharaohs, signed(points), names)
    case 'nile':
      return nile(why.floods ?? 0, why.nile ?? 0, points)
    case 'civilization':
      return civilization(why.civilization ?? [], points)
    case 'monuments':
      return why.monuments ? monuments(why.monuments, points) : 'Monuments are scored after epoch 3.'
    default:
      return ''
  }
}

/**
 * Where an epoch that ended leaves a marker of the Pharaoh track: the furthest go back, the last go on (D16). Null where
 * it stays. No event says it: it follows from the standing alone.
 */
export function movesTo({ place, count }: Standing): number | null {
  if (place === 'most') return Math.max(0, count - 2)
  return place === 'fewest' ? count + 1 : null
}

function pharaohs(standing: Standing, points: string, names: string[]): string {
  const { place, count, most, fewest } = standing
  switch (place) {
    case 'most':
      return `Furthest on the Pharaoh track (space ${count})${alike(standing, names)}: ${points}. Then back to ${movesTo(standing)}.`
    case 'fewest':
      return `Last on the Pharaoh track (space ${count})${alike(standing, names)}: ${points}. Then on to ${movesTo(standing)}.`
    case 'between':
      return `Neither furthest (space ${most}) nor last (space ${fewest}) on the Pharaoh track: ${points}.`
    case 'equal':
      return `Everyone is on the same space of the Pharaoh track: ${points}.`
  }
}

function nile(floods: number, space: number, points: number): string {
  if (!floods) return `On space ${space} of the Nile track, ${space ? 'but' : 'and'} no flood marker: ${points}.`
  return `${many(floods, 'flood marker')}, ${space ? 'and' : 'but'} on space ${space} of the Nile track: ${points}.`
}

function civilization(colours: DieColour[], points: number): string {
  if (!colours.length) return `No civilization marker: ${signed(points)}.`
  const held = `${many(colours.length, 'civilization marker')} (${colours.join(', ')})`
  if (points) return `${held}: ${points}.`
  return `${held} ${colours.length === 1 ? 'scores' : 'score'} nothing.`
}

function monuments(held: Columns, points: number): string {
  if (!held.different.length) return `No monument: ${points}.`
  const columns = `${many(held.different.length, 'column', 'different columns')} (${held.different.join(', ')})`
  const sets = held.sets.map((set) => `${many(set.count, 'marker')} in the column ${set.column}: ${set.points}`)
  return `${[`${columns}: ${held.different_points}`, ...sets].join('; ')}.`
}
