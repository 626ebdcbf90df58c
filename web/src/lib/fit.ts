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
