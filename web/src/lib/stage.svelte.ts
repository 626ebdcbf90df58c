// What happens at the table is shown one thing after another. A new state waits until the one before was seen; what is
// worth it gets a scene of its own. Any key or click skips, and reduced motion never waits.

import type { Face } from './face'
import { endsEpoch } from './log'
import type { LogLine, TableMessage, View } from './protocol'
import { stillness } from './settings.svelte'
import { sound } from './sound'
import { SCORE, type Note } from './sounds'

/** Something to be seen before the next state is shown. */
export interface Scene {
  /** The table as it stood, with nothing to choose. */
  view: View
  /** How long, in milliseconds. */
  length: number
  notes?: readonly Note[]
}

/** How something sounds, and how long it is looked at, in milliseconds, where more waits to be shown. */
export interface Noise {
  notes: readonly Note[]
  gap: number
}

const GAP = 220
/** More than this waiting, and there is no time for scenes. */
const CROWD = 4

/** The noise of a game that has none of its own: only the end of an epoch is heard. */
export const hush = (added: LogLine[]): Noise => ({ notes: added.some(endsEpoch) ? SCORE : [], gap: GAP })

interface Waiting {
  message: TableMessage
  show: () => void
}

export class Stage {
  scene = $state.raw<Scene | null>(null)
  busy = $state(false)
  #waiting: Waiting[] = []
  #wake: (() => void) | null = null

  constructor(private current: () => { view: View; face: Face } | null) {}

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
      const scenes = now && !hurry ? now.face.scenes(now.view, next.message.log) : []
      for (const scene of scenes) {
        this.scene = scene
        sound(scene.notes ?? [])
        await this.#pause(scene.length)
      }
      this.scene = null
      next.show()
      const noise = now ? now.face.noise(next.message.log, scenes.length > 0) : hush(next.message.log)
      sound(noise.notes)
      if (!hurry && this.#waiting.length) await this.#pause(noise.gap)
    }
    this.busy = false
  }

  #pause(length: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(done, length)
      this.#wake = done
    })
  }
}
