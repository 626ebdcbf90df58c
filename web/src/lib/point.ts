// Marks what is spoken of: a ring around things that others have drawn, as long as they are spoken of.

const MARK = 'data-pointed'

/** Point at all that a selector finds, now and when it is drawn anew; what is returned ends that. */
export function point(selector: string | undefined): (() => void) | undefined {
  if (!selector) return undefined
  const mark = (): void => {
    for (const one of document.querySelectorAll(selector)) if (!one.hasAttribute(MARK)) one.setAttribute(MARK, '')
    for (const one of document.querySelectorAll(`[${MARK}]`)) if (!one.matches(selector)) one.removeAttribute(MARK)
  }
  mark()
  const observer = new MutationObserver(mark)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    for (const one of document.querySelectorAll(`[${MARK}]`)) one.removeAttribute(MARK)
  }
}
