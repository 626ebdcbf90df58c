// Why a number stands on a sheet of Ra, in a sentence. It says what the server says; nothing is counted here.

import type { Monuments, RaReasons, Standing, SunSum } from '../lib/protocol'
import { alike } from '../lib/reasons'
import { many, signed, tileName, type Words } from '../lib/words'

/** What is zero or empty is left out of the reasons. */
export function explainRa(category: string, points: number, why: RaReasons, names: string[], words: Words): string {
  const name = (tile: string): string => tileName(tile, words)
  switch (category) {
    case 'gods':
      return each(why.gods ?? 0, `unspent ${name('God')}`, `unspent ${name('God')}s`, 2, points)
    case 'gold':
      return each(why.gold ?? 0, name('Gold'), name('Gold'), 3, points)
    case 'pharaohs':
      return pharaohs(why.pharaohs, `${name('Pharaoh')}s`, signed(points), names)
    case 'nile':
      return river(why.floods ?? 0, why.niles ?? 0, name, points)
    case 'civilization':
      return civilization((why.civilization ?? []).map(name), points)
    case 'monuments':
      return why.monuments ? monuments(why.monuments, name, points) : 'Monuments are scored after epoch 3.'
    case 'suns':
      return why.suns ? suns(why.suns, signed(points), names) : `The ${words.sun}s are added up after epoch 3.`
    default:
      return ''
  }
}

function each(count: number, one: string, more: string, worth: number, points: number): string {
  if (!count) return `No ${one}.`
  return count === 1 ? `1 ${one}: ${points}.` : `${count} ${more}, ${worth} each.`
}

function pharaohs(standing: Standing, named: string, points: string, names: string[]): string {
  const { place, count, most, fewest } = standing
  switch (place) {
    case 'most':
      return `Most ${named} (${count})${alike(standing, names)}: ${points}.`
    case 'fewest':
      return `Fewest ${named} (${count})${alike(standing, names)}: ${points}.`
    case 'between':
      return `Neither most (${most}) nor fewest (${fewest}) ${named}: ${points}.`
    case 'equal':
      return `Everyone has the same number of ${named}: ${points}.`
  }
}

function river(floods: number, niles: number, name: (tile: string) => string, points: number): string {
  const [flood, nile] = [name('Flood'), name('Nile')]
  if (!floods && !niles) return `No ${flood} and no ${nile}: ${points}.`
  if (!floods) return `${many(niles, nile)}, but no ${flood}: ${points}.`
  if (niles) return `${many(floods, flood)} and ${many(niles, nile)}, 1 each: ${points}.`
  return floods === 1 ? `1 ${flood}: ${points}.` : `${floods} ${flood}s, 1 each: ${points}.`
}

function civilization(kinds: string[], points: number): string {
  if (!kinds.length) return `No civilization: ${signed(points)}.`
  const held = `${many(kinds.length, 'civilization', 'different civilizations')} (${kinds.join(', ')})`
  if (points) return `${held}: ${points}.`
  return `${held} ${kinds.length === 1 ? 'scores' : 'score'} nothing.`
}

function monuments(held: Monuments, name: (tile: string) => string, points: number): string {
  if (!held.different.length) return `No monument: ${points}.`
  const kinds = `${many(held.different.length, 'kind', 'different')} (${held.different.map(name).join(', ')})`
  const sets = held.sets.map((set) => `${set.count} × ${name(set.tile)}: ${set.points}`)
  return `${[`${kinds}: ${held.different_points}`, ...sets].join('; ')}.`
}

function suns(held: SunSum, points: string, names: string[]): string {
  const { standing } = held
  const { place, count, most, fewest } = standing
  const sum = `${[...held.suns].sort((a, b) => b - a).join(' + ')} = ${count}`
  switch (place) {
    case 'most':
      return `${sum}, the highest sum${alike(standing, names)}: ${points}.`
    case 'fewest':
      return `${sum}, the lowest sum${alike(standing, names)}: ${points}.`
    case 'between':
      return `${sum}, neither the highest sum (${most}) nor the lowest (${fewest}): ${points}.`
    case 'equal':
      return `${sum}, and everyone has the same sum: ${points}.`
  }
}
