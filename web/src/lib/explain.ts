// Why a number stands on the score sheet, in a sentence. The numbers come from the server; these are only words for them.

import type { RaSeat } from './protocol'
import type { Sheet } from './view'
import { many, type Words } from './words'

/** Says why a number stands where it stands; `last`: whether epoch 3 is what is scored. */
export type Explainer = (category: string, points: number, seat: number, last: boolean) => string

export const total = (sheet: Sheet): number => Object.values(sheet).reduce((sum, points) => sum + points, 0)

const CIVILIZATIONS: Record<string, string> = {
  '-5': 'No civilization at all costs 5.',
  '0': 'One or two different civilizations score nothing.',
  '5': 'Three different civilizations: 5.',
  '10': 'Four different civilizations: 10.',
  '15': 'All five civilizations: 15.',
}

const MONUMENTS = [
  'Fortress',
  'Obelisk',
  'Palace',
  'Pyramid',
  'Sphinx',
  'Statues',
  'Step Pyramid',
  'Temple',
]

/** `seat`: what the player holds, where it is still on the table. */
export function explainRa(
  category: string,
  points: number,
  words: Words,
  last: boolean,
  seat: RaSeat | null,
): string {
  switch (category) {
    case 'gods':
      return points ? `${many(points / 2, 'unspent God', 'unspent Gods')}, 2 each.` : 'No unspent God.'
    case 'gold':
      return points ? `${points / 3} Gold, 3 each.` : 'No Gold.'
    case 'pharaohs':
      if (points > 0) return 'Most Pharaohs, alone or tied: +5.'
      if (points < 0) return 'Fewest Pharaohs, alone or tied: −2.'
      return 'Neither most nor fewest Pharaohs, or everyone has the same: 0.'
    case 'nile':
      return points
        ? `With a flood, every Nile and every Flood scores 1: ${points} together.`
        : 'Without a flood the Niles stay dry: 0.'
    case 'civilization':
      return CIVILIZATIONS[String(points)] ?? `Civilizations: ${points}.`
    case 'monuments': {
      if (!last) return 'Monuments are scored after epoch 3.'
      if (!seat) return 'Different monuments, and sets of three or more of one kind.'
      return monuments(seat, points)
    }
    case 'suns': {
      if (!last) return `The ${words.sun}s are added up after epoch 3.`
      const sum = seat ? [...seat.suns_up, ...seat.suns_down].reduce((all, sun) => all + sun, 0) : null
      const adds = sum === null ? '' : ` (${sum} in all)`
      if (points > 0) return `The highest sum of ${words.sun}s${adds}: +5.`
      if (points < 0) return `The lowest sum of ${words.sun}s${adds}: −5.`
      return `Neither the highest nor the lowest sum of ${words.sun}s${adds}: 0.`
    }
    default:
      return ''
  }
}

function monuments(seat: RaSeat, points: number): string {
  const held = MONUMENTS.filter((name) => seat.tiles[name])
  const sets = held.filter((name) => (seat.tiles[name] ?? 0) >= 3).map((name) => `${seat.tiles[name]} × ${name}`)
  if (!held.length) return 'No monument: 0.'
  return `${held.length} different${sets.length ? `, and ${sets.join(', ')}` : ''}: ${points}.`
}

const DICE_CIVILIZATIONS: Record<string, string> = {
  '-5': 'No civilization marker costs 5.',
  '0': 'One or two civilization markers score nothing.',
  '5': 'Three civilization markers: 5.',
  '10': 'Four civilization markers: 10.',
  '15': 'Five civilization markers: 15.',
}

export function explainDice(category: string, points: number, last: boolean): string {
  switch (category) {
    case 'pharaoh':
    case 'pharaohs':
      if (points > 0) return 'Furthest on the Pharaoh track, alone or tied: +5.'
      if (points < 0) return 'Last on the Pharaoh track, alone or tied: −2.'
      return 'Neither first nor last on the Pharaoh track, or all are equal: 0.'
    case 'nile':
      return points ? `With a flood marker the space on the Nile counts: ${points}.` : 'No flood marker, or space 0: 0.'
    case 'civilization':
      return DICE_CIVILIZATIONS[String(points)] ?? `Civilization: ${points}.`
    case 'monuments':
    case 'monument':
      return last
        ? `Different columns, and three or more markers in one column: ${points}.`
        : 'Monuments are scored after epoch 3.'
    default:
      return ''
  }
}
