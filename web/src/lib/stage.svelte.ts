// What happens at the table is shown one thing after another, at the pace that was chosen. A new state waits until the
// one before was seen; what is worth it gets a scene of its own. Any key or tap skips, and reduced motion never waits.
// Only the end of an epoch is waited for by everything: until its sheet was read, the game does not go on.

import { tick } from 'svelte'
import type { Play } from './face'
import { endsEpoch } from './log'
import { finish, keepPace } from './motion'
import type { LogLine, TableMessage, View } from './protocol'
import { settings, stillness } from './settings.svelte'
import { sound } from './sound'
import { SCORE, WIN, type Note } from './sounds'

/** Something to be seen before the next state is shown. */
export interface Scene {
  /** The table as it stood, with nothing to choose. */
  view: View
  /** How long, in milliseconds at the normal pace. */
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
  /** The table as it stood when an epoch ended, with nothing to choose, as long as the sheet of that epoch is read. */
  past = $state.raw<View | null>(null)
  busy = $state(false)
  /** Whether everything is shown at once, until the viewer can choose, or an epoch has ended. */
  rushing = $state(false)
  /** Whether what waits is shown at once. */
  #skipping = false
  #waiting: Waiting[] = []
  #wake: (() => void) | null = null
  #read: (() => void) | null = null
  /** So many may wait for scenes: while a sheet was read, the game went on elsewhere. */
  #crowd = CROWD

  constructor(private current: () => { view: View; play: Pick<Play, 'scenes' | 'noise'> } | null) {}

  add(message: TableMessage, show: () => void): void {
    this.#waiting.push({ message, show })
    if (!this.busy) void this.#play()
  }

  /** End all that moves, and show at once what waits behind it; tells whether anything was being shown. */
  skip(): boolean {
    const shown = this.busy && !this.past
    this.#skipping = shown
    this.#wake?.()
    if (!stillness()) finish()
    return shown
  }

  /** Go on to the viewer's next choice, or to the end of the epoch. */
  rush(): void {
    this.rushing = true
    this.skip()
  }

  /** The sheet tells the new points: the table behind it tells no others. */
  fill(): void {
    const now = this.current()?.view
    if (this.past && now) this.past = { ...this.past, points: now.points, preview: now.breakdown.at(-1) ?? null }
  }

  /** The sheet was read: the game goes on. */
  goOn(): void {
    this.#crowd = CROWD + this.#waiting.length
    this.#read?.()
  }

  get #hurry(): boolean {
    return stillness() || document.hidden || this.rushing || this.#skipping || this.#waiting.length > this.#crowd
  }

  async #play(): Promise<void> {
    this.busy = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const before = this.current()
      const scenes = before && !this.#hurry ? before.play.scenes(before.view, next.message.log) : []
      for (const scene of scenes) {
        if (this.#hurry) break
        this.scene = scene
        sound(scene.notes ?? [])
        await this.#seen(scene.length)
      }
      const ended = next.message.log.some(endsEpoch)
      if (before && ended) this.past = { ...before.view, moves: [], to_act: null }
      this.scene = null
      next.show()
      const after = this.current()
      if (after?.view.moves.length || after?.view.result || ended) this.rushing = false
      const { notes, gap } = before ? before.play.noise(next.message.log, scenes.length > 0) : hush(next.message.log)
      // Of many things at once the last is heard.
      if (!this.#hurry || !this.#waiting.length) sound(after?.view.result && !before?.view.result ? WIN : notes)
      if (this.past) await this.#sheetRead()
      else await this.#seen(this.#waiting.length ? gap : 0)
    }
    this.#skipping = false
    this.#crowd = CROWD
    this.busy = false
  }

  /** Let what begins to move keep the pace, and wait until it was seen. */
  async #seen(length: number): Promise<void> {
    if (stillness() || document.hidden) return
    await tick()
    if (this.#hurry) return finish()
    keepPace(settings.part)
    if (length) await this.#pause(length * settings.part)
  }

  #sheetRead(): Promise<void> {
    return new Promise((resolve) => {
      this.#read = () => {
        this.#read = null
        this.past = null
        resolve()
      }
    })
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
