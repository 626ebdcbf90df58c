// What can be done now: a button and a key for each, and a sentence that says where the table stands.

import type { Say } from './explain.svelte'

export interface Offer {
  word: string
  text: string
  key: string
  strong?: boolean
  /** What it is called where there is little room. */
  short?: string
  /** What it does, for who asks before. */
  explain?: Say
  run: () => void
}

export interface Status {
  text: string
  /** Belongs to the text. */
  note: string
  /** What the note says in fewer words, for little room. */
  brief?: string
  /** Said to somebody who plays for the first time, where there is room. */
  hint?: string
  /** The same in fewer words, for little room. */
  tip?: string
}

/** The key that was pressed, as offers name it; null where it is none of the table's business. Enter presses the button
 * it is on, unless that leaves it to the table: what has been chosen waits for the Enter that confirms it. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return null
  const target = event.target as HTMLElement
  if (target.closest('input, textarea, select')) return null
  if (event.key === 'Enter' && target.closest('button:not([data-enter=table]), a')) return null
  if (event.key === 'Escape') return 'Esc'
  return event.key.length === 1 ? event.key.toUpperCase() : event.key
}

/** The moves that begin with a verb, without it. */
export function after(moves: string[], verb: string): string[] {
  return moves.filter((word) => word.startsWith(`${verb} `)).map((word) => word.slice(verb.length + 1))
}
