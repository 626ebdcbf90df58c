// A sun is bid by its own number, digit by digit. It is bid when its whole number was typed, and never on the way to
// another one: where 1 and 13 may be bid, a 1 waits a moment for the 3.

export type Meaning = { bid: number } | { waits: number | null } | null

/** What the digits typed so far mean: a bid, a bid unless more follows (or nothing yet), or no sun at all. */
export function meaning(typed: string, bids: number[]): Meaning {
  const possible = bids.filter((sun) => String(sun).startsWith(typed))
  const whole = possible.find((sun) => String(sun) === typed) ?? null
  if (!possible.length) return null
  return whole !== null && possible.length === 1 ? { bid: whole } : { waits: whole }
}

/** How long a second digit is waited for, in milliseconds: where the first is a bid, and where it is none by itself. */
const SHORT = 600
const LONG = 2000

/** Takes digits as they are typed, and bids. */
export class Typed {
  #digits = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private bid: (sun: number) => void) {}

  add(digit: string, bids: number[]): void {
    const digits = this.#digits + digit
    const meant = meaning(digits, bids)
    this.clear()
    if (meant === null) return
    if ('bid' in meant) return this.bid(meant.bid)
    this.#digits = digits
    const { waits } = meant
    this.#timer = setTimeout(
      () => {
        this.clear()
        if (waits !== null) this.bid(waits)
      },
      waits === null ? LONG : SHORT,
    )
  }

  /** Forget what was typed: it belonged to another moment. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#digits = ''
  }
}
