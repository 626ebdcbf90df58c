// What people say at a table: each phrase is seen for a moment. Nothing of it is kept, but whom one does not want to hear.

import { SvelteSet } from 'svelte/reactivity'
import type { Phrase, Said } from './protocol'

/** For so many milliseconds a phrase is seen. */
export const SEEN = 6000
const MOST = 4

export interface Heard {
  id: number
  seat: number
  phrase: Phrase
}

export class Hearing {
  heard = $state.raw<Heard[]>([])
  /** The seats whose people are not heard here. */
  muted = new SvelteSet<number>()
  #last = 0
  #place: string

  constructor(table: string) {
    this.#place = `heliopolis.muted.${table}`
    try {
      const seats: unknown = JSON.parse(sessionStorage.getItem(this.#place) ?? '[]')
      if (Array.isArray(seats)) for (const seat of seats) this.muted.add(Number(seat))
    } catch {
      // Whoever was muted is heard again.
    }
  }

  hear = ({ seat, phrase }: Said): void => {
    if (this.muted.has(seat)) return
    const one = { id: ++this.#last, seat, phrase }
    this.heard = [...this.heard.filter((other) => other.seat !== seat), one].slice(-MOST)
    setTimeout(() => (this.heard = this.heard.filter((other) => other.id !== one.id)), SEEN)
  }

  mute(seat: number, on: boolean): void {
    if (on) this.muted.add(seat)
    else this.muted.delete(seat)
    if (on) this.heard = this.heard.filter((other) => other.seat !== seat)
    try {
      sessionStorage.setItem(this.#place, JSON.stringify([...this.muted]))
    } catch {
      // Private windows may refuse: it holds until the page is loaded anew.
    }
  }
}
