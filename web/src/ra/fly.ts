// Things go from place to place: a tile out of the bag, the statue to the Ra player, what was won to the winner.

import type { TransitionConfig } from 'svelte/transition'
import { KINDS } from '../art/tiles'
import type { RaAuction } from '../lib/protocol'
import { stillness } from '../lib/settings.svelte'

export const FLIGHT = 700
const DRAW = 420
/** How long Ra's coming takes, when his tile begins to fall, and when it lands on its track. */
export const COMES = 800
const FALLS = 0.5
export const LANDS = 0.72

/** A tile comes out of the bag and is laid on its space. */
export function drawn(node: HTMLElement): TransitionConfig {
  const bag = document.querySelector('[data-supply]')
  if (stillness() || !bag) return { duration: 0 }
  const from = middle(bag.getBoundingClientRect())
  const to = middle(node.getBoundingClientRect())
  const [x, y] = [from.x - to.x, from.y - to.y]
  return {
    duration: DRAW,
    css: (t) => {
      const left = (1 - t) * (1 - t)
      const high = 24 * Math.sin(Math.PI * t)
      return `z-index: 3; opacity: ${Math.min(1, t * 4)}; transform: translate(${x * left}px, ${y * left - high}px) scale(${0.4 + 0.6 * t})`
    },
  }
}

/**
 * Ra's tile comes out of the bag, stands large in the middle of the board, and falls on its space of the track. Without a
 * scene it is drawn as any other.
 */
export function comes(node: HTMLElement, { scene, near }: { scene: boolean; near: number }): TransitionConfig {
  const bag = document.querySelector('[data-supply]')
  const board = node.closest('.board')?.getBoundingClientRect()
  if (!scene || stillness() || !bag || !board) return drawn(node)
  const box = node.getBoundingClientRect()
  const to = middle(box)
  const away = (place: DOMRect): [number, number] => [middle(place).x - to.x, middle(place).y - to.y]
  const [bagX, bagY] = away(bag.getBoundingClientRect())
  const [x, y] = away(board)
  const large = Math.max(2.5, ((0.4 + 0.2 * near) * board.height) / box.height)
  return {
    duration: COMES,
    css: (t) => {
      // Out of the bag, a moment to look at him, and down.
      const out = 1 - (1 - Math.min(1, t / 0.32)) ** 3
      const down = Math.min(1, Math.max(0, (t - FALLS) / (LANDS - FALLS))) ** 2
      const at = (bag: number, centre: number): number => (bag + (centre - bag) * out) * (1 - down)
      const size = 0.5 + (large * (1 + 0.12 * t) - 0.5) * out
      return `z-index: 4; visibility: visible; opacity: ${Math.min(1, t * 12)}; transform: translate(${at(bagX, x)}px, ${at(bagY, y)}px) scale(${size + (1 - size) * down})`
    },
  }
}

/** The Ra player seizes the statue; a tile of Ra is seen first. Call what it gives when the scene is over. */
export function seize(root: HTMLElement, { ra_player, reason }: RaAuction): () => void {
  const flight = new Flight()
  const statue = root.querySelector<HTMLElement>('[data-stand]')
  const panel = root.querySelector<HTMLElement>(`[data-seat="${ra_player}"]`)
  if (stillness() || !statue || !panel) return flight.land
  const place = panel.querySelector<HTMLElement>('.statue')
  const delay = reason === 'drawn' ? FALLS * COMES : 0
  flight.send(statue, (place ?? panel).getBoundingClientRect(), delay, 1, Math.min(FLIGHT, COMES - delay))
  flight.hide(place)
  return flight.land
}

/**
 * An auction is over: the statue goes home, the winner's tiles fly to their rows, and the suns change places. Call what it
 * gives when the scene is over.
 */
export function fly(root: HTMLElement, winner: number | null, raPlayer: number): () => void {
  const flight = new Flight()
  if (stillness()) return flight.land
  const statue = root.querySelector<HTMLElement>(`[data-seat="${raPlayer}"] .statue`)
  const home = root.querySelector('[data-stand]')?.getBoundingClientRect()
  if (statue && home?.width) flight.send(statue, home, 0)
  const panel = root.querySelector<HTMLElement>(`[data-seat="${winner}"]`)
  if (!panel) return flight.land
  root.querySelectorAll<HTMLElement>('[data-space][data-kind]').forEach((space, place) => {
    const tile = space.querySelector<HTMLElement>('.lay > .tile')
    const kind = KINDS.get(space.dataset.kind ?? '')
    if (!tile || !kind) return
    // A disaster strikes what it has the picture of, and is gone.
    const struck = [...KINDS.values()].find((other) => other.art === kind.art)
    const row = panel.querySelector<HTMLElement>(`[data-kind="${struck?.name}"]`)?.getBoundingClientRect()
    const stays = row?.width && kind.category !== 'disaster'
    flight.send(tile, row?.width ? row : small(panel), place * 24, stays ? 1 : 0)
    flight.hide(space.querySelector<HTMLElement>('.name'))
  })
  flight.hide(root.querySelector<HTMLElement>('[data-lot]'))
  const centre = root.querySelector<HTMLElement>('[data-centre]')
  const bid = panel.querySelector<HTMLElement>('.landed, .disc.lies')
  if (!centre || !bid) return flight.land
  const place = sunPlace(panel, bid, Number(centre.dataset.centre))
  flight.send(bid, centre.getBoundingClientRect(), 60)
  flight.send(centre, place, 60)
  return flight.land
}

/** Where a sun will lie that was won: face down behind those still up, the highest first. */
function sunPlace(panel: HTMLElement, bid: HTMLElement, sun: number): DOMRect {
  const row = [...panel.querySelectorAll<HTMLElement>('.suns > li')]
  const before = row.filter((one) => !one.contains(bid) && (one.dataset.up === 'true' || Number(one.dataset.sun) > sun))
  const [first] = row
  if (!first) return small(panel)
  // Layout, not what is seen: the sun that is bid is held up, and larger.
  const width = first.offsetWidth
  const gap = parseFloat(getComputedStyle(first.parentElement ?? first).columnGap) || 0
  const left = before.reduce((sum, one) => sum + one.offsetWidth + gap, first.getBoundingClientRect().left)
  const { y, height } = first.parentElement?.getBoundingClientRect() ?? first.getBoundingClientRect()
  const size = 0.66 * width
  return new DOMRect(left + (width - size) / 2, y + (height - size) / 2, size, size)
}

/** The middle of a panel that shows no tiles. */
function small(panel: HTMLElement): DOMRect {
  const { x, y } = middle(panel.getBoundingClientRect())
  return new DOMRect(x - 12, y - 12, 24, 24)
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** Copies on their way; what they are copies of is not seen meanwhile. They lie where they landed until all is over. */
class Flight {
  #copies: HTMLElement[] = []
  #hidden: Animation[] = []

  hide(element: HTMLElement | null, delay = 0, duration = FLIGHT): void {
    if (!element) return
    const hidden = [{ visibility: 'hidden' }, { visibility: 'hidden' }]
    this.#hidden.push(element.animate(hidden, { duration, delay, fill: 'forwards' }))
  }

  /** From where a thing is to where it will be, as large as it will be there. */
  send(element: HTMLElement, place: DOMRect, delay: number, opacity = 1, duration = FLIGHT): void {
    const box = element.getBoundingClientRect()
    const copy = element.cloneNode(true) as HTMLElement
    copy.setAttribute('aria-hidden', 'true')
    Object.assign(copy.style, {
      position: 'fixed',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      margin: '0',
      borderRadius: getComputedStyle(element).borderRadius,
      // Out of its list it would have a dot.
      listStyle: 'none',
      visibility: 'visible',
      opacity: '0',
      zIndex: '20',
      pointerEvents: 'none',
    })
    for (const key of copy.querySelectorAll('kbd')) key.remove()
    // On top of everything: a parent with a filter would make its own coordinates.
    document.body.append(copy)
    this.#copies.push(copy)
    this.hide(element, delay, duration)
    const [from, to] = [middle(box), middle(place)]
    const [x, y] = [to.x - from.x, to.y - from.y]
    const size = place.width / box.width
    copy.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 - 26}px) scale(${(1 + size) / 2})`, opacity: 1, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity },
      ],
      { duration, delay, easing: 'cubic-bezier(.5,.05,.3,1)', fill: 'forwards' },
    )
  }

  land = (): void => {
    for (const copy of this.#copies) copy.remove()
    for (const hidden of this.#hidden) hidden.cancel()
  }
}
