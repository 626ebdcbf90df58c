import { describe, expect, it } from 'vitest'
import { place, type Box, type Size } from '../src/lib/place'

const PHONE = { width: 360, height: 640 }
const LOW = { width: 740, height: 360 }

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Where the card is drawn. */
function drawn(thing: Box, card: Size, room: Size): Box {
  const { left, top, most } = place(thing, card, room)
  return box(left, top, Math.min(card.width, most.width), Math.min(card.height, most.height))
}

const apart = (one: Box, other: Box): boolean =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top

const within = (one: Box, other: Box): boolean =>
  one.left >= other.left && one.top >= other.top && one.right <= other.right && one.bottom <= other.bottom

/** Few words, many, and more than there is room for. */
const CARDS = [
  { width: 120, height: 40 },
  { width: 310, height: 190 },
  { width: 310, height: 900 },
]

describe('where a card lies', () => {
  it('lies above its thing, and in the middle of it', () => {
    expect(place(box(150, 300, 40, 40), { width: 200, height: 120 }, PHONE)).toMatchObject({ left: 70, top: 173 })
  })

  it('lies below where there is no room above', () => {
    expect(place(box(150, 60, 40, 40), { width: 200, height: 120 }, PHONE).top).toBe(107)
  })

  it('lies beside where there is none above or below', () => {
    expect(place(box(100, 160, 40, 40), { width: 300, height: 200 }, LOW)).toMatchObject({ left: 147, top: 80 })
    expect(place(box(600, 160, 40, 40), { width: 300, height: 200 }, LOW)).toMatchObject({ left: 293, top: 80 })
  })

  it('is never on its thing, nor outside of the window, wherever that is and however much there is to say', () => {
    const wrong: unknown[] = []
    for (const room of [PHONE, LOW, { width: 1280, height: 720 }])
      for (const size of [12, 40, 90, 200])
        for (let left = 0; left + size <= room.width; left += 20)
          for (let top = 0; top + size <= room.height; top += 20)
            for (const card of CARDS) {
              const thing = box(left, top, size, size)
              const lies = drawn(thing, card, room)
              const inside = box(0, 0, room.width, room.height)
              if (!apart(lies, thing) || !within(lies, inside)) wrong.push({ room, thing, card, lies })
            }
    expect(wrong).toEqual([])
  })

  it('takes the side where most of it is seen, and is scrolled there', () => {
    const { top, most } = place(box(0, 200, 360, 100), { width: 310, height: 900 }, PHONE)
    expect([top, most.height]).toEqual([307, 327])
  })
})
