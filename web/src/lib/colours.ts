import type { Colour } from './protocol'

/** The colours of seats, in the order in which they are offered. */
export const COLOURS: Colour[] = ['blue', 'vermilion', 'green', 'purple', 'sky', 'orange', 'yellow']
