// Where epochs begin in a replay, what else a game has to jump to, and what is one step: read from the views and lines.

import type { Said } from './log'
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

/** The moments at which a replay stops: what somebody chose and what chance answered are one step, as in the log. */
export const stopsOf = (said: Pick<Said, 'line'>[]): number[] => [0, ...said.map(({ line }) => line)]

/** The next stop; where there is none, the end. */
export const stopAfter = (stops: number[], place: number, end: number): number =>
  stops.find((stop) => stop > place) ?? end

export const stopBefore = (stops: number[], place: number): number => stops.findLast((stop) => stop < place) ?? 0
