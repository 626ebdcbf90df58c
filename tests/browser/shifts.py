"""What the browser itself reports as moved by the layout: nothing on a table moves but what was moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Keep every shift, right after a click, too: of boxes, of text, and of what is gone since. Flights are no layout.
WATCH = """() => {
  window.shifts = []
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const say = ({ node, previousRect, currentRect }) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement
    const around = element?.closest('article, aside, section, .foot, dialog, header, main')
    const text = node?.textContent.trim().replace(/\\s+/g, ' ').slice(0, 30)
    return `${around?.className} > ${element?.tagName}.${element?.getAttribute('class')} "${text}": `
      + `${box(previousRect)} -> ${box(currentRect)}`
  }
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) =>
    window.shifts.push(`${value.toFixed(5)} ${sources.map(say).join(' | ')}`)
  )).observe({ type: 'layout-shift' })
}"""
#: What a frame has shifted is reported after it.
REPORTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def watch(page: Page) -> None:
    """Begin to watch, once all is drawn with its own letters."""
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    page.evaluate(REPORTED)
    page.evaluate(WATCH)


def shifted(page: Page) -> list[str]:
    """Say what has shifted since this was asked last."""
    page.evaluate(REPORTED)
    found: list[str] = page.evaluate("() => window.shifts.splice(0)")
    return found
