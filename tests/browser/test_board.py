"""The board of Ra, the bar and the log: what comes moves nothing, and a sun is bid by its own number."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.player import OFTEN, clear, look, resize
from tests.server.driver import Client, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
#: How long ceremonies may last, in ms.
RA_COMES, AUCTION_ENDS = 800, 1500
PLACES = """() => [...document.querySelectorAll('.me .place, .me .suns li, [data-space], .bar')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return `${one.className}: ${[x, y, width, height].map(Math.round).join(' ')}`.replace(/ mine| idle/g, '')
})"""


def sit_down(page: Page, keys: Any) -> None:
    """Sit down in the first seat alone."""
    mine = {**keys, "seats": keys["seats"][:1]}
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([mine]))
    page.goto(f"/#/table/{keys['table']}")
    page.wait_for_selector("[data-lines]", state="attached")


def invoke(page: Page, others: Client, seat: int) -> None:
    """Draw and pass until it is a seat's turn, invoke Ra there, and wait until the page has seen it."""
    while others.to_act != seat or "invoke" not in others.views[seat]["moves"]:
        moves = others.views[others.to_act]["moves"]
        others.move(next(word for word in ("pass", "draw", "invoke") if word in moves))
    others.move("invoke")
    page.wait_for_selector(f"[data-lines='{others.views[0]['lines']}']", state="attached")


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cleo")])
def test_passing_moves_nothing(open_page: OpenPage, server: Server, names: tuple[str, ...]) -> None:
    keys = server.create(*names)
    page = open_page("/")
    with server.sit(keys) as others:
        sit_down(page, keys)
        invoke(page, others, len(names) - 1)
        page.wait_for_selector("[data-bid]")
        before = page.evaluate(PLACES)
        page.click("[data-word=pass]")
        page.wait_for_selector(".me .said:text('you passed')")
        page.wait_for_selector("[data-word=undo]")
        assert page.evaluate(PLACES) == before


def test_a_sun_is_bid_by_its_own_number(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Ben")
    page = open_page("/")
    with server.sit(keys) as others:
        sit_down(page, keys)
        invoke(page, others, 1)
        # Two players have suns of one digit: the second lowest is not the key 2.
        page.wait_for_selector("[data-bid]")
        bids = sorted(look(page)["bids"])
        assert page.locator("[data-bid] kbd").count() == 0
        page.keyboard.press(str(bids[1]))
        page.wait_for_selector(f".log li:has-text('Ann bids {bids[1]}')")
        page.wait_for_selector(f".me .said:text-is('you bid {bids[1]}')")


def test_the_log_stays_at_its_end(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    page.click("text=Play now")
    look(page)
    at_end = """() => {
      const log = [...document.querySelectorAll('.log')].at(-1)
      const [seen, last] = [log, [...log.querySelectorAll('.row')].at(-1)].map((one) => one.getBoundingClientRect())
      return log.scrollHeight > log.clientHeight && Math.abs(last.bottom - seen.bottom) < 6 && seen.bottom < innerHeight
    }"""
    while not page.evaluate("() => { const log = document.querySelector('.log'); return log.scrollHeight > 900 }"):
        clear(page)
        page.click(".bar .offer >> nth=0") if page.locator(".bar .offer").count() else look(page)
    for size in ((1000, 500), (1280, 560), (1280, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    page.wait_for_function(at_end, polling=OFTEN)
    # Also where it has no room beside the table, and is opened there.
    clear(page)
    for size in ((740, 360), (360, 640)):
        resize(page, *size)
        page.click(".me button:text-is('Log')")
        page.wait_for_function(at_end, polling=OFTEN)
        page.wait_for_function("document.querySelector('dialog').scrollTop === 0")
        page.keyboard.press("Escape")


def test_ra_comes_with_light_and_takes_the_statue_along(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Ben")
    page = open_page("/", moving=True)
    with server.sit(keys) as others:
        sit_down(page, keys)
        page.wait_for_selector(".slab [data-stand]")
        page.evaluate("""() => {
          window.shone = 0
          new MutationObserver(() => { window.shone += document.querySelectorAll('.light').length })
            .observe(document.body, { childList: true, subtree: true })
        }""")
        invoke(page, others, 1)
        page.wait_for_selector("[data-seat='1'] .statue")
        page.wait_for_selector(".slab [data-stand]", state="hidden")
        assert page.evaluate("window.shone") > 0


#: Keeps how long all that moves in a ceremony is declared to last, in milliseconds, and whether the statue flew.
DECLARED = """() => {
  window.declared = { ra: 0, ends: 0, statue: 0 }
  const note = () => {
    const copies = [...document.querySelectorAll('body > [aria-hidden=true]')]
    const name = document.querySelector('.light') ? 'ra' : copies.length ? 'ends' : null
    if (!name) return
    if (name === 'ends' && copies.some((one) => one.matches('.statue'))) declared.statue += 1
    for (const one of document.getAnimations()) {
      const { target } = one.effect
      if (!copies.includes(target) && !target.closest('.board')) continue
      const end = Number(one.effect.getComputedTiming().endTime)
      if (end < Infinity) declared[name] = Math.max(declared[name], end)
    }
  }
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true })
}"""


def test_ceremonies_are_as_short_as_they_should_be_and_the_statue_goes_home(
    open_page: OpenPage, server: Server
) -> None:
    keys = server.create("Ann", "Ben")
    page = open_page("/", moving=True)
    with server.sit(keys) as others:
        sit_down(page, keys)
        page.wait_for_selector(".slab [data-stand]")
        page.evaluate(DECLARED)
        invoke(page, others, 1)
        others.move("pass", 0)
        others.move(next(word for word in others.views[1]["moves"] if word.startswith("bid")), 1)
        page.wait_for_selector(".me .said:text('you passed')")
        page.wait_for_selector(".me .said", state="detached")
        page.wait_for_selector(".slab [data-stand]", state="visible")
    declared = page.evaluate("declared")
    assert 0 < declared["ra"] <= RA_COMES
    assert 0 < declared["ends"] <= AUCTION_ENDS
    assert declared["statue"] > 0
