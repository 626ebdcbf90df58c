// Pieces rise from where they lie to a number on a score sheet, and become it. Where only the most and the fewest score,
// these meet first; a flood lifts what it makes worth something. Transforms and opacity only: nothing is laid out anew.

import type { Show } from './sheets'

/** How much longer a flight lasts than its row: the next row begins while the last pieces settle. */
const SPAN = 1.15
/** How much larger pieces are in flight, alone and among many. */
const LARGE = 1.45
const LARGE_AMONG_MANY = 1.1
const MANY = 4

/** What one player has in a row, and where its number will stand. */
export interface Party {
  pieces: HTMLElement[]
  to: Element
  points: number
  /** Where it lies that has none: a shadow of somebody else's piece comes from there, with a count of none. */
  empty?: Element
}

interface Row {
  show: Show
  /** In milliseconds. */
  beat: number
  /** Where copies may fly above everything. */
  sky: Element
}

export interface Spot {
  x: number
  y: number
}

/** One piece: where it goes from where it lies, in pixels. */
export interface Way {
  /** To its number. */
  cell: Spot
  /** To where the most and the fewest meet. */
  meeting: Spot
  /** Which way the others stand there: left is negative. */
  towards: number
  /** How high the row is. */
  height: number
  large: number
  points: number
}

const at = ({ x, y }: Spot, size: number, more = ''): string => `translate(${x}px, ${y}px) scale(${size})${more}`
const up = ({ x, y }: Spot, by: number): Spot => ({ x, y: y - by })

/** What scores becomes the number, what costs sinks, and what brings nothing fades. */
function end({ cell, points }: Way): Keyframe {
  if (points > 0) return { transform: at(cell, 0.3), opacity: 0 }
  return { transform: points < 0 ? at(up(cell, -22), 0.8, ' rotate(14deg)') : at(cell, 0.85), opacity: 0 }
}

const PLAIN = (way: Way): Keyframe[] => [
  { transform: at(way.cell, way.large), offset: 0.42 },
  { transform: at(up(way.cell, 4 * Math.sign(way.points)), way.large), offset: 0.68, easing: 'ease-in' },
]

/** Who has most pushes the others off. */
function meets(way: Way): Keyframe[] {
  const { cell, meeting, towards, large, points } = way
  const rises = { transform: at(cell, large), offset: 0.22, easing: 'ease-in' }
  if (points === 0) return [rises, { transform: at(cell, 1), opacity: 0.4, offset: 0.66 }]
  const wins = points > 0
  const pushed = { x: meeting.x + (wins ? 7 : -7) * towards, y: meeting.y + (wins ? -3 : 5) }
  const falls = wins ? '' : ` rotate(${-14 * towards}deg)`
  return [
    rises,
    { transform: at(meeting, large * 1.1), offset: 0.4, easing: 'ease-in' },
    { transform: at(pushed, large * (wins ? 1.4 : 0.85), falls), offset: 0.48, easing: 'ease-in-out' },
    { transform: at(up(cell, wins ? 4 : -7), large * (wins ? 1.25 : 0.75), falls), offset: 0.68, easing: 'ease-in' },
  ]
}

/** They lie on the dry ground until the water lifts them. */
function lifted(way: Way): Keyframe[] {
  const { cell, height, large, points } = way
  const ground = at(up(cell, -0.3 * height), large)
  if (points === 0)
    return [
      { transform: ground, offset: 0.3 },
      { transform: ground, offset: 0.68 },
    ]
  return [
    { transform: ground, offset: 0.28 },
    { transform: ground, offset: 0.34, easing: 'cubic-bezier(.3,0,.3,1)' },
    { transform: at(up(cell, 0.75 * height), large, ' rotate(-5deg)'), offset: 0.55, easing: 'ease-in-out' },
    { transform: at(up(cell, 0.55 * height), large, ' rotate(5deg)'), offset: 0.7, easing: 'ease-in' },
  ]
}

const WAYS: Record<Show, (way: Way) => Keyframe[]> = { quiet: PLAIN, plain: PLAIN, meet: meets, flood: lifted }

/** All that a piece does in a row. It is seen in full until it becomes something else. */
export const frames = (show: Show, way: Way): Keyframe[] => [
  { transform: 'none', opacity: 1, easing: 'cubic-bezier(.3,.1,.2,1)' },
  ...WAYS[show](way).map((frame) => ({ opacity: 1, ...frame })),
  end(way),
]

const middle = ({ left, top, width, height }: DOMRect): Spot => ({ x: left + width / 2, y: top + height / 2 })
const less = (one: Spot, other: Spot): Spot => ({ x: one.x - other.x, y: one.y - other.y })

/** Where those who score and those who lose meet: side by side, in the order in which they sit. */
export function meetings(cells: Spot[], points: number[], width: number): Spot[] {
  const there = cells.flatMap((_, place) => (points[place] ? [place] : [])).sort((a, b) => x(a) - x(b))
  function x(place: number): number {
    return cells[place]?.x ?? 0
  }
  const centre = there.reduce((sum, place) => sum + x(place), 0) / Math.max(1, there.length)
  return cells.map((cell, place) => {
    const stands = there.indexOf(place)
    return stands < 0 ? cell : { x: centre + (stands - (there.length - 1) / 2) * width, y: cell.y }
  })
}

export function rise(parties: Party[], { show, beat, sky }: Row): void {
  const lender = parties.flatMap(({ pieces }) => pieces)[0]
  if (!lender) return
  // All is measured before anything is added.
  const cells = parties.map(({ to }) => to.getBoundingClientRect())
  const size = lender.getBoundingClientRect().width
  const points = parties.map((party) => party.points)
  const spots = meetings(cells.map(middle), points, size * LARGE * 1.25)
  const best = spots.filter((_, place) => (points[place] ?? 0) > 0)
  const copies = parties.flatMap(({ pieces, to, points, empty }, place) => {
    const cell = cells[place] ?? to.getBoundingClientRect()
    const spot = spots[place] ?? middle(cell)
    const lends = show === 'meet' && !pieces.length && points !== 0 && empty !== undefined
    const shown = lends ? [lender] : pieces
    const large = shown.length > MANY ? LARGE_AMONG_MANY : LARGE
    const room = shown.length > 1 ? (cell.width - size * large) / (shown.length - 1) : 0
    const step = Math.max(0, Math.min(size * large * 1.04, room))
    // The others stand where those with most do not, and the other way round.
    const rest = spots.filter((_, other) => (parties[other]?.points ?? 0) * points < 0)
    const others = points > 0 ? rest : best
    const towards = Math.sign(others.reduce((sum, { x }) => sum + x - spot.x, 0)) || 1
    return shown.map((piece, among) => {
      const box = lends ? shadow(empty, size) : piece.getBoundingClientRect()
      const home = middle(box)
      const across = among - (shown.length - 1) / 2
      const goal = (to: Spot, step: number): Spot => less({ x: to.x + across * step, y: to.y }, home)
      const way = {
        cell: goal(middle(cell), step),
        meeting: goal(spot, Math.min(step, size * 0.5)),
        towards,
        height: cell.height,
        large,
        points,
      }
      return { copy: copyOf(piece, box, lends), way, delay: among * 14 }
    })
  })
  sky.append(...copies.map(({ copy }) => copy))
  for (const { copy, way, delay } of copies)
    copy
      .animate(frames(show, way), { duration: beat * SPAN, delay, fill: 'backwards' })
      .finished.finally(() => copy.remove())
      .catch(() => {})
}

/** All is over: what still flies is gone. */
export const land = (sky: Element): void => sky.replaceChildren()

/** A place for a piece where nothing lies. */
function shadow(empty: Element, size: number): DOMRect {
  const { left, top, width, height } = empty.getBoundingClientRect()
  return new DOMRect(left + Math.min(width / 2, 2 * size) - size / 2, top + (height - size) / 2, size, size)
}

function copyOf(piece: HTMLElement, { left, top, width, height }: DOMRect, none: boolean): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    transition: 'none',
  })
  copy.style.setProperty('--size', `${width}px`)
  if (none) {
    for (const part of copy.querySelectorAll('svg')) part.style.opacity = '0.45'
    for (const count of copy.querySelectorAll('b')) count.textContent = '0'
  }
  return copy
}
