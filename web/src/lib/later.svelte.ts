// What is fetched when it is first needed: pages, the table of a game, sheets, lessons, help. Connections get lost, and a
// server that was started anew may no longer have the files that this page knows: parts/Fetched.svelte says so then.

export class Later<Part> {
  #part = $state.raw<Part | null>(null)
  /** Whether it did not come. */
  failed = $state(false)
  #fetch: () => Promise<Part>
  #coming: Promise<Part> | null = null

  constructor(fetch: () => Promise<Part>) {
    this.#fetch = fetch
  }

  /** The part, as soon as it is there: whoever looks for it has asked for it. */
  get now(): Part | null {
    if (!this.#part && !this.#coming && !this.failed) this.come().catch(() => {})
    return this.#part
  }

  come(): Promise<Part> {
    this.#coming ??= this.#fetch().then(
      (part) => {
        this.failed = false
        return (this.#part = part)
      },
      (problem: unknown) => {
        this.failed = true
        this.#coming = null
        throw problem
      },
    )
    return this.#coming
  }

  /** Fetch it before it is needed. Where that fails, it is fetched when it is. */
  ahead(): void {
    this.come().catch(() => (this.failed = false))
  }

  /** Try once more. A server that answers, but not with this, has a newer client: then the page is loaded anew. */
  async again(): Promise<void> {
    try {
      await this.come()
    } catch {
      if (await answers()) location.reload()
    }
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
