// Tiles of the auction track travel to whoever won them, and the suns change places.

import { stillness } from '../lib/settings.svelte'

const LENGTH = 560

export function fly(root: HTMLElement, winner: number): void {
  if (stillness()) return
  const target = root.querySelector(`[data-seat="${winner}"]`)
  if (!target) return
  const to = middle(target.getBoundingClientRect())
  const tiles = [...root.querySelectorAll<HTMLElement>('[data-space] .lay > .tile')]
  tiles.forEach((tile, place) => travel(tile, to, place * 22))
  const centre = root.querySelector<HTMLElement>('[data-centre]')
  if (!centre) return
  const middleOfBoard = middle(centre.getBoundingClientRect())
  const bid = target.querySelector<HTMLElement>('.landed, .disc.lies')
  if (bid) travel(bid, middleOfBoard, 60)
  travel(centre, to, 60)
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

function travel(element: HTMLElement, to: { x: number; y: number }, delay: number): void {
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
    zIndex: '20',
    pointerEvents: 'none',
  })
  // On top of everything: a parent with a filter would make its own coordinates.
  document.body.append(copy)
  element.animate([{ opacity: 0.12 }, { opacity: 0.12 }], { duration: LENGTH + 200 })
  const from = middle(box)
  const x = to.x - from.x
  const y = to.y - from.y
  copy
    .animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 - 26}px) scale(0.9)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(0.32)`, opacity: 0.5 },
      ],
      { duration: LENGTH, delay, easing: 'cubic-bezier(.5,.05,.3,1)', fill: 'backwards' },
    )
    .finished.finally(() => copy.remove())
    .catch(() => {})
}
