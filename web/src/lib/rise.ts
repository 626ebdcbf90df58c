// Pieces rise from where they lie to a number on a score sheet, stand there for a moment, and become it.

/** How much longer a flight lasts than the beat of a row: the next row begins while the last pieces settle. */
const SPAN = 1.15

interface Flight {
  pieces: HTMLElement[]
  /** Where the number will stand. */
  to: Element
  points: number
  /** In milliseconds. */
  beat: number
  /** Where copies may fly above everything. */
  sky: Element
}

export function rise({ pieces, to, points, beat, sky }: Flight): void {
  const cell = to.getBoundingClientRect()
  const width = pieces[0]?.getBoundingClientRect().width ?? 0
  const step = pieces.length > 1 ? Math.min(width * 1.02, (cell.width - width) / (pieces.length - 1)) : 0
  pieces.forEach((piece, place) => {
    const from = piece.getBoundingClientRect()
    const across = (place - (pieces.length - 1) / 2) * step
    const x = cell.left + cell.width / 2 - from.left - from.width / 2
    const y = cell.top + cell.height / 2 - from.top - from.height / 2
    const copy = piece.cloneNode(true) as HTMLElement
    Object.assign(copy.style, {
      position: 'fixed',
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      margin: '0',
    })
    copy.style.setProperty('--size', `${from.width}px`)
    sky.append(copy)
    const there = `translate(${x + across}px, ${y}px)`
    copy
      .animate(
        [
          { transform: 'none', easing: 'cubic-bezier(.3,.1,.2,1)' },
          { transform: there, offset: 0.42 },
          { transform: `${there} translateY(${-4 * Math.sign(points)}px)`, offset: 0.68, easing: 'ease-in' },
          end(points, x, y, across),
        ],
        { duration: beat * SPAN, delay: place * 14, fill: 'backwards' },
      )
      .finished.finally(() => copy.remove())
      .catch(() => {})
  })
}

/** What scores becomes the number, what costs sinks, and what brings nothing fades. */
function end(points: number, x: number, y: number, across: number): Keyframe {
  if (points > 0) return { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0, filter: 'brightness(1.5)' }
  const falls = points < 0 ? 'translateY(18px) rotate(8deg)' : 'scale(.85)'
  return { transform: `translate(${x + across}px, ${y}px) ${falls}`, opacity: 0, filter: 'grayscale(1)' }
}
