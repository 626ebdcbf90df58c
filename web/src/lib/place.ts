// Where a card lies that tells of a thing: beside it, inside the window, and never on it.

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Size {
  width: number
  height: number
}

/** Where it begins, and how much of the room is there for it: what is longer is scrolled. */
export interface Place {
  left: number
  top: number
  most: Size
}

/** Between the card and its thing, and between the card and the edge of the window. */
const GAP = 7
const EDGE = 6

type Side = 'above' | 'below' | 'right' | 'left'
/** What lies above is not under a finger or a pointer. */
const SIDES: Side[] = ['above', 'below', 'right', 'left']

export function place(thing: Box, card: Size, room: Size): Place {
  const free = Object.fromEntries(SIDES.map((side) => [side, roomAt(side, thing, room)])) as Record<Side, Size>
  const shown = (side: Side): number =>
    Math.min(free[side].width, card.width) * Math.max(0, Math.min(free[side].height, card.height))
  const fits = SIDES.find((side) => free[side].width >= card.width && free[side].height >= card.height)
  const side = fits ?? SIDES.reduce((best, other) => (shown(other) > shown(best) ? other : best))
  const width = Math.min(card.width, free[side].width)
  const height = Math.min(card.height, free[side].height)
  const along = (from: number, to: number, size: number, end: number): number =>
    Math.max(EDGE, Math.min((from + to - size) / 2, end - EDGE - size))
  const across = along(thing.left, thing.right, width, room.width)
  const upright = along(thing.top, thing.bottom, height, room.height)
  const [left, top] = {
    above: [across, thing.top - GAP - height],
    below: [across, thing.bottom + GAP],
    right: [thing.right + GAP, upright],
    left: [thing.left - GAP - width, upright],
  }[side] as [number, number]
  return { left, top, most: free[side] }
}

function roomAt(side: Side, thing: Box, { width, height }: Size): Size {
  const [wide, high] = [width - 2 * EDGE, height - 2 * EDGE]
  switch (side) {
    case 'above':
      return { width: wide, height: Math.min(high, thing.top - GAP - EDGE) }
    case 'below':
      return { width: wide, height: Math.min(high, height - thing.bottom - GAP - EDGE) }
    case 'right':
      return { width: width - thing.right - GAP - EDGE, height: high }
    case 'left':
      return { width: thing.left - GAP - EDGE, height: high }
  }
}
