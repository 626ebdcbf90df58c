// Things go from place to place: a tile out of the bag, the statue to the Ra player, what was won to the winner.

import type { TransitionConfig } from 'svelte/transition'
import { stillness } from '../lib/settings.svelte'

const FLIGHT = 700
const DRAW = 420

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

/** The Ra player seizes the statue. */
export function seize(root: HTMLElement, seat: number): void {
  const statue = root.querySelector<HTMLElement>('[data-stand]')
  const panel = root.querySelector<HTMLElement>(`[data-seat="${seat}"]`)
  if (stillness() || !statue || !panel) return
  const place = panel.querySelector<HTMLElement>('.statue')
  place?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT })
  travel(statue, place ?? panel, 0, 1)
}

/** The winner's tiles fly to their rows, and the suns change places. */
export function fly(root: HTMLElement, winner: number): void {
  const panel = root.querySelector<HTMLElement>(`[data-seat="${winner}"]`)
  if (stillness() || !panel) return
  root.querySelectorAll<HTMLElement>('[data-space][data-kind]').forEach((space, place) => {
    const tile = space.querySelector<HTMLElement>('.lay > .tile')
    const row = panel.querySelector<HTMLElement>(`[data-kind="${space.dataset.kind}"]`)
    if (tile) travel(tile, row ?? panel, place * 24, 0.3)
  })
  const centre = root.querySelector<HTMLElement>('[data-centre]')
  if (!centre) return
  const bid = panel.querySelector<HTMLElement>('.landed, .disc.lies')
  if (bid) travel(bid, centre, 60, 1)
  travel(centre, bid ?? panel, 60, 0.5)
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** A copy goes from where a thing is to where it will be; `size` is how big it arrives. */
function travel(element: HTMLElement, place: HTMLElement, delay: number, size: number): void {
  const to = middle(place.getBoundingClientRect())
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
    visibility: 'visible',
    zIndex: '20',
    pointerEvents: 'none',
  })
  // On top of everything: a parent with a filter would make its own coordinates.
  document.body.append(copy)
  element.animate([{ opacity: 0.12 }, { opacity: 0.12 }], { duration: FLIGHT + 200 })
  const from = middle(box)
  const x = to.x - from.x
  const y = to.y - from.y
  copy
    .animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 - 26}px) scale(0.9)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 0.6 },
      ],
      { duration: FLIGHT, delay, easing: 'cubic-bezier(.5,.05,.3,1)', fill: 'backwards' },
    )
    .finished.finally(() => copy.remove())
    .catch(() => {})
}
