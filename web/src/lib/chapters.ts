// Where epochs begin in a replay, and what else a game has to jump to: read from the views themselves.

import type { View } from './protocol'
import { epochOf } from './view'

/** What a replay of a game can jump to, beside epochs. */
export interface Chapters<Shown extends View = View> {
  /** What it is called. */
  name: string
  /** Jumps to the next; with Shift to the one before. A lower-case letter. */
  key: string
  begins(view: Shown, before: Shown): boolean
}

export interface Chapter {
  place: number
  /** An epoch, or whatever the game calls its own. */
  kind: string
}

export const EPOCH = 'epoch'

export function chapters<Shown extends View>(views: Shown[], own: Chapters<Shown> | null): Chapter[] {
  const found: Chapter[] = []
  views.forEach((view, place) => {
    const before = views[place - 1]
    if (!before || epochOf(view) !== epochOf(before) || (view.result && !before.result))
      found.push({ place, kind: EPOCH })
    else if (own?.begins(view, before)) found.push({ place, kind: own.name })
  })
  return found
}
