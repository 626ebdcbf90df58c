// What can be said at a table, in words and in signs. The server knows only the names.

import type { Phrase } from './protocol'

export interface Spoken {
  words: string
  /** A sign, drawn in lines in a square of 24. */
  sign: string
}

const FACE = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9 9.500v.500M15 9.500v.500'

export const PHRASES: Record<Phrase, Spoken> = {
  hello: { words: 'Hello', sign: `${FACE}M8 14c2.500 3 5.500 3 8 0` },
  luck: {
    words: 'Good luck',
    sign: 'M12 3l2.700 5.700 6.300.800-4.600 4.300 1.200 6.200-5.600-3-5.600 3 1.200-6.200L3 9.500l6.300-.800z',
  },
  well_played: { words: 'Well played', sign: 'M4 19h16M4.500 16 3 7.500l5 3.500 4-6 4 6 5-3.500L19.500 16z' },
  thanks: { words: 'Thank you', sign: 'M12 20S4 15 4 9.500A4 4 0 0 1 12 8a4 4 0 0 1 8 1.500C20 15 12 20 12 20z' },
  wow: { words: 'Wow', sign: `${FACE}M14 15.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0z` },
  ouch: { words: 'Ouch', sign: 'M13 2 5 13.500h6L10 22l9-12h-6.500z' },
  close: { words: 'That was close', sign: 'M4 9c3-3 5 3 8 0s5-3 8 0M4 15c3-3 5 3 8 0s5-3 8 0' },
  sorry: { words: 'Sorry', sign: `${FACE}M8.500 16.500c2-2 5-2 7 0` },
  moment: { words: 'One moment', sign: 'M6 3h12M6 21h12M7 3c0 5 4 6 5 9-1 3-5 4-5 9M17 3c0 5-4 6-5 9 1 3 5 4 5 9' },
  ready: { words: 'Take your time', sign: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5l3.500 2' },
  again: { words: 'Once more?', sign: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5' },
  bye: { words: 'Good night', sign: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z' },
}

export const ALL = Object.keys(PHRASES) as Phrase[]
