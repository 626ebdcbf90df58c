// Where the markers of a space stand.

/**
 * The place of a marker among those of its space, from the middle and in markers: alone in the middle, two side by side,
 * three and four in two rows.
 */
export function spot(place: number, among: number): { x: number; y: number } {
  if (among === 1) return { x: 0, y: 0 }
  const alone = place === among - 1 && place % 2 === 0
  return { x: alone ? 0 : (place % 2) - 0.5, y: among === 2 ? 0 : Math.floor(place / 2) - 0.5 }
}
