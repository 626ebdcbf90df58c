// A finished game, looked at again by the expert: asked for, waited for, found. The server keeps what it has found.

import * as api from './api'
import type { ReviewReport } from './protocol'

/** How often to ask how far the expert has come, in milliseconds. */
const EVERY = 500

export class Review {
  /** Whose decisions were asked for. */
  seat = $state<number | null>(null)
  report = $state.raw<ReviewReport | null>(null)
  error = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private table: string,
    private token: string,
  ) {}

  ask(seat: number): void {
    this.stop()
    this.seat = seat
    this.report = null
    this.error = null
    void this.#look(seat)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #look(seat: number): Promise<void> {
    try {
      const found = await api.review(this.table, seat, this.token)
      if (this.seat !== seat) return
      this.report = found
      if (found.decisions === null) this.#timer = setTimeout(() => void this.#look(seat), EVERY)
    } catch (problem) {
      if (this.seat === seat) this.error = (problem as Error).message
    }
  }
}
