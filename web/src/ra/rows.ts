// The rows of score sheets of Ra.

import type { Rows } from '../lib/sheets'
import { upper, type Words } from '../lib/words'

export function categoryTitle(category: string, words: Words): string {
  if (category === 'nile') return words.river
  if (category === 'suns') return `${upper(words.sun)}s`
  return upper(category)
}

/** Monuments and suns are scored after the last epoch (R31, R32). */
export const ROWS: Rows = {
  title: categoryTitle,
  counts: (category, epoch) => epoch === 3 || (category !== 'monuments' && category !== 'suns'),
}
