"""A person at the table: looks at the page, and clicks or types."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What a person sees who looks up: is there a sheet to close, can I do something, is it over?
LOOK = """() => {
  const words = (name) => [...document.querySelectorAll(`[data-${name}]`)].map((one) => one.dataset[name])
  return {
    dialog: document.querySelector('dialog[open]') !== null,
    mine: document.querySelector('[data-mine=true]') !== null,
    over: document.querySelector('[data-word=replay]') !== null,
    offers: words('word'),
    bids: words('bid').map(Number),
    takes: words('take'),
    discards: words('discard'),
    filled: document.querySelectorAll('[data-space]:not(.empty)').length,
    lines: document.querySelector('[data-lines]')?.dataset.lines,
    bar: document.querySelector('.bar')?.textContent ?? '',
  }
}"""
READY = f"() => {{ const seen = ({LOOK})(); return seen.dialog || seen.mine || seen.over }}"

#: How often to look whether something has changed, in ms: a page that is asked in every frame has little time for more.
OFTEN = 20

#: What was won is on its way to the winner: only then does the sun of the centre fly.
FLYING = "body > [data-centre]"

#: A window has its new size, and all that is measured by it has, too: on a busy machine that comes later.
RESIZED = """([width, height]) => {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: fixed; height: 100dvh'
  document.body.append(probe)
  const high = probe.getBoundingClientRect().height
  probe.remove()
  return innerWidth === width && innerHeight === height && Math.abs(high - height) < 1
}"""

Look = dict[str, Any]


def look(page: Page) -> Look:
    """Wait until there is something to do, and say what."""
    page.wait_for_function(READY, polling=OFTEN)
    seen: Look = page.evaluate(LOOK)
    return seen


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until it has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(RESIZED, arg=[width, height], polling=OFTEN)


def choose(seen: Look) -> tuple[str, str]:
    """Choose as a hasty person does: takes what a God can get, bids high, invokes as soon as two tiles lie there."""
    if seen["discards"]:
        return "discard", seen["discards"][0]
    if "spend" in seen["offers"]:
        return "offer", "spend"
    if seen["bids"] and (seen["filled"] >= 2 or "pass" not in seen["offers"]):
        return "bid", str(max(seen["bids"]))
    if seen["takes"] and seen["filled"] >= 2:
        return "take", seen["takes"][0]
    for word in ("pass", "stop"):
        if word in seen["offers"]:
            return "offer", word
    return "offer", "draw" if "draw" in seen["offers"] and seen["filled"] < 2 else "invoke"


def click(page: Page, seen: Look) -> None:
    """Do it with the mouse."""
    if seen["dialog"]:
        page.click("dialog[open] .close")
        return
    kind, what = choose(seen)
    selector = {"offer": "word", "bid": "bid", "take": "take", "discard": "discard"}[kind]
    page.click(f"[data-{selector}='{what}']")


KEYS = {"draw": "d", "invoke": "i", "pass": "p", "stop": "s", "spend": "Enter"}


def press(page: Page, seen: Look) -> None:
    """Do it with the keyboard alone."""
    if seen["dialog"]:
        # A key that comes in the very moment in which a sheet opens by itself may be lost: a person presses again.
        title = page.locator("dialog[open] h2").first.inner_text()
        gone = "title => document.querySelector('dialog[open] h2')?.innerText !== title"
        for _ in range(5):
            page.keyboard.press("Escape")
            with suppress(PlaywrightTimeoutError):
                page.wait_for_function(gone, arg=title, polling=OFTEN, timeout=2_000)
                return
        return
    kind, what = choose(seen)
    if kind == "offer":
        page.keyboard.press(KEYS[what])
    elif kind == "bid":
        for digit in what:
            page.keyboard.press(digit)
    elif kind == "discard":
        page.keyboard.press("1")
    else:
        space = page.locator(f"[data-space]:has([data-take='{what}'])").first.get_attribute("data-space")
        page.keyboard.press(str(int(space or 0) + 1))


def act(page: Page, do: Callable[[Page, Look], None]) -> bool:
    """Do one thing, and wait until the page has noticed; False when the game is over."""
    seen = look(page)
    if seen["over"] and not seen["dialog"]:
        return False
    do(page, seen)
    page.wait_for_function(
        "before => { const now = (" + LOOK + ")(); return JSON.stringify(now) !== before || now.over }",
        arg=page.evaluate("seen => JSON.stringify(seen)", seen),
        polling=OFTEN,
    )
    return True


def clear(page: Page) -> None:
    """Put aside the sheets that lie over the table: an epoch may end, in any game, before a person is asked again."""
    while look(page)["dialog"]:
        act(page, click)


def play_to_the_end(page: Page, do: Callable[[Page, Look], None], most: int = 600) -> int:
    """Play until the game is over; say how many things it took."""
    for done in range(most):
        if not act(page, do):
            return done
    raise AssertionError("the game does not end")


def end_turn(page: Page) -> None:
    """End a turn of the dice game, also where dice could still be used: then it is asked again."""
    page.wait_for_selector("[data-word=end]")
    wastes = page.locator(".target, [data-word=ankhs]").count() > 0
    page.click("[data-word=end]")
    if wastes:
        page.click("[data-word='end anyway']")


def sit(page: Page, keys: Any) -> None:
    """Sit down at a table, in all the seats that the keys are for."""
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', JSON.stringify([keys]))", keys)
    page.goto(f"/#/table/{keys['table']}")


def play_until(page: Page, shown: str, tiles: int = 1) -> None:
    """Play until something is shown: an auction whenever so many tiles lie there, and a bid in every one of them."""
    for _ in range(300):
        page.wait_for_function(f"() => document.querySelector({shown!r}) || ({READY})()", polling=OFTEN)
        if page.locator(shown).count():
            return
        seen = page.evaluate(LOOK)
        if seen["dialog"]:
            page.click("dialog[open] .close")
        elif seen["over"]:
            page.click("[data-word=rematch]")
        elif seen["bids"]:
            page.click(f"[data-bid='{max(seen['bids'])}']")
        elif "draw" in seen["offers"]:
            page.click(f"[data-word={'draw' if seen['filled'] < tiles else 'invoke'}]")
        else:
            click(page, seen)
        page.wait_for_function(
            f"before => JSON.stringify(({LOOK})()) !== before",
            arg=page.evaluate("seen => JSON.stringify(seen)", seen),
            polling=OFTEN,
        )
    raise AssertionError(f"there was no {shown}")
