// The rows of score sheets of the dice game.

import { PLAIN_ROWS, type Rows } from '../lib/sheets'

/** Monuments are scored after the last epoch (D19). */
export const ROWS: Rows = { ...PLAIN_ROWS, counts: (category, epoch) => epoch === 3 || category !== 'monuments' }
