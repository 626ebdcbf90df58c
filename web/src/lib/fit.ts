// Words that have only so much room.

/**
 * Say the most that is not cut in the room of the parent. The ways to say it go from all there is to the least; the one
 * that is chosen stands in `data-fit`, and style shows what belongs to it.
 */
export const fit =
  (ways: string[]) =>
  (node: HTMLElement): (() => void) => {
    const room = node.parentElement ?? node
    const choose = (): void => {
      for (const way of ways) {
        node.dataset.fit = way
        if (node.offsetHeight <= room.clientHeight) return
      }
    }
    choose()
    const watch = new ResizeObserver(choose)
    watch.observe(room)
    void document.fonts.ready.then(choose)
    return () => watch.disconnect()
  }

/** Show as many parts of a line as fit, each whole, and then how many there are besides: parts are `data-part`, the rest
 * is told in `data-rest`. */
export function whole(line: HTMLElement): () => void {
  const parts = [...line.querySelectorAll<HTMLElement>('[data-part]')]
  const rest = line.querySelector<HTMLElement>('[data-rest]')
  const choose = (): void => {
    for (let shown = parts.length; shown >= 0; shown -= 1) {
      for (const [place, part] of parts.entries()) part.hidden = place >= shown
      if (rest) rest.textContent = andMore(shown, parts.length)
      if (line.scrollWidth <= line.clientWidth) return
    }
  }
  choose()
  const watch = new ResizeObserver(choose)
  watch.observe(line)
  void document.fonts.ready.then(choose)
  return () => watch.disconnect()
}

/** How many of some things are not shown. */
export function andMore(shown: number, all: number): string {
  if (shown >= all) return ''
  return shown ? `and ${all - shown} more` : `${all} more to know`
}
