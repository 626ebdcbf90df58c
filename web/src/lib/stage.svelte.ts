// What happens at the table is shown one thing after another. A new state waits until the one before was seen; the end
// of an auction gets a scene of its own. Any key or click skips, and reduced motion never waits.

import type { LogLine, RaAuction, RaView, TableMessage, View } from './protocol'
import { bringsRa } from '../ra/log'
import { endsEpoch } from './log'
import { stillness } from './settings.svelte'
import { sound } from './sound'

export interface Scene {
  /** The table as it stood, with the last bid on it and nothing to choose. */
  view: RaView
  step: 'bids' | 'fly'
  winner: number | null
  sun: number | null
}

const BIDS_SEEN = 520
const TILES_FLY = 720
const GAP = { bid: 320, ra: 450, other: 220 }
/** More than this waiting, and there is no time for scenes. */
const CROWD = 4

interface Waiting {
  message: TableMessage
  show: () => void
}

export class Stage {
  scene = $state.raw<Scene | null>(null)
  busy = $state(false)
  #waiting: Waiting[] = []
  #wake: (() => void) | null = null

  constructor(private current: () => { seat: number | null; view: View } | null) {}

  add(message: TableMessage, show: () => void): void {
    this.#waiting.push({ message, show })
    if (!this.busy) void this.#play()
  }

  skip = (): void => this.#wake?.()

  async #play(): Promise<void> {
    this.busy = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const now = this.current()
      const hurry = stillness() || document.hidden || this.#waiting.length > CROWD
      const scene = now && !hurry ? closing(now.view, next.message.log) : null
      if (scene) {
        this.scene = scene
        sound('bid')
        await this.#pause(BIDS_SEEN)
        if (scene.winner !== null) {
          this.scene = { ...scene, step: 'fly' }
          await this.#pause(TILES_FLY)
        }
        this.scene = null
      }
      next.show()
      const gap = makeNoise(next.message.log, scene !== null)
      if (!hurry && this.#waiting.length) await this.#pause(gap)
    }
    this.busy = false
  }

  #pause(length: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, length)
      const self = this
      function done(): void {
        clearTimeout(timer)
        self.#wake = null
        resolve()
      }
      this.#wake = done
    })
  }
}

function makeNoise(log: LogLine[], wasScene: boolean): number {
  const ra = log.filter((line) => line.game === 'ra')
  if (ra.some(bringsRa)) {
    sound('ra')
    return GAP.ra
  }
  if (log.some(endsEpoch)) sound('score')
  else if (ra.some((line) => line.deed.verb === 'bid') && !wasScene) {
    sound('bid')
    return GAP.bid
  } else if (ra.some((line) => line.deed.verb === 'tile')) sound('tile')
  return GAP.other
}

/** The end of an auction, seen from the table before it: who bid what at last, and who takes the tiles. */
export function closing(before: View, added: LogLine[]): Scene | null {
  if (before.game !== 'ra' || !before.board.auction || before.board.phase !== 'bidding') return null
  const bids = [...before.board.auction.bids]
  for (const line of added) {
    if (line.game !== 'ra') return null
    if (line.deed.verb === 'bid') bids[line.seat] = line.deed.sun
    else if (line.deed.verb === 'pass') bids[line.seat] = 'pass'
    const end = line.happened.find((event) => event.event === 'auction-won' || event.event === 'all-passed')
    if (!end) continue
    const [winner, sun] = end.event === 'auction-won' ? [end.seat, end.sun] : [null, null]
    const auction: RaAuction = {
      ...before.board.auction,
      bids: bids.map((bid) => bid ?? 'pass'),
      best_bid: sun,
      best_bidder: winner,
    }
    const view: RaView = { ...before, moves: [], to_act: null, board: { ...before.board, auction } }
    return { view, step: 'bids', winner, sun }
  }
  return null
}
