// All that moves on the page and comes to an end by itself, whoever began it: flights, transitions, animations of style
// sheets. It can be told to keep a pace, or to be over.

const moving = (): Animation[] =>
  document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) < Infinity)

/** Be over, now. */
export function finish(): void {
  for (const one of moving()) one.finish()
}

/** Take this part of the usual time. */
export function keepPace(part: number): void {
  if (part === 1 || part === 0) return
  for (const one of moving()) one.playbackRate = 1 / part
}
