// A hint for the eye where something is scrolled: not every device shows a scrollbar.

/** Keeps `data-more` on what is scrolled as long as some of it lies below. Its only child holds all that is in it. */
export function more(node: HTMLElement): () => void {
  const look = (): void => {
    node.toggleAttribute('data-more', node.scrollHeight - node.clientHeight - node.scrollTop > 2)
  }
  node.addEventListener('scroll', look, { passive: true })
  const watch = new ResizeObserver(look)
  for (const box of [node, node.firstElementChild]) if (box) watch.observe(box)
  return () => {
    node.removeEventListener('scroll', look)
    watch.disconnect()
  }
}
