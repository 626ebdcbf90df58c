// Under which address others find this server: never a name by which every machine means itself.

import * as api from './api'

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

class Reach {
  /** The address that others can open; null where there is none, or it is not known yet. */
  origin = $state<string | null>(null)
  /** Whether it is known. */
  known = $state(false)
  #asked = false

  /** Find it out; where the page was opened under a name of its own machine, the server knows more. */
  find(): void {
    if (this.#asked) return
    this.#asked = true
    if (!LOOPBACK.test(location.hostname)) {
      this.origin = location.origin
      this.known = true
      return
    }
    api.addresses().then(
      ({ origins }) => {
        this.origin = origins[0] ?? null
        this.known = true
      },
      () => {
        this.known = true
        this.#asked = false
      },
    )
  }

  /** The full address of a page for others; null where they cannot come. */
  link(path: string): string | null {
    return this.origin && `${this.origin}${location.pathname}#${path}`
  }
}

export const reach = new Reach()
