"""The dice table in windows of all sizes: what can be done is in reach, and nothing moves by itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.player import look, resize
from tests.browser.shifts import shifted, watch
from tests.browser.test_dice import choose
from tests.server.driver import Server

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the same games are played in every run."""
    server = Server(tmp_path_factory.mktemp("same"), seed="dice table")
    yield server
    server.stop()


SIZES = [(360, 640), (740, 360), (1024, 600), (768, 1024), (1280, 720), (1920, 1080), (2560, 1440)]

#: What cannot be pressed where it stands: outside the window, or under something else.
OUT_OF_REACH = """() => [...document.querySelectorAll('.target, .offer, .dice li > .die')].flatMap((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect()
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  if (inside && one.contains(at)) return []
  return [`${one.className} ${one.textContent.trim()} ${left},${top} ${right},${bottom}: ${at?.outerHTML.slice(0, 80)}`]
})"""

#: A new window is drawn, not only asked for.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

#: Boxes of the board that reach out of it, or of the row that they belong to.
SPILLED = """() => {
  const inner = (part, room) => {
    const [a, b] = [part.getBoundingClientRect(), room.getBoundingClientRect()]
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1
  }
  const board = document.querySelector('.board')
  return [...board.querySelectorAll('.carved')].filter((one) => !inner(one, board)).map((one) => one.className)
}"""

#: Markers that lie under the price of the space on which they stand, or on its number.
COVERED = """() => [...document.querySelectorAll('.track li, .cell')].flatMap((space) => {
  const boxes = (what) => [...space.querySelectorAll(what)]
    .filter((one) => getComputedStyle(one).visibility === 'visible')
    .map((one) => one.getBoundingClientRect())
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const meet = (a, b) => shared(a, b, 'left', 'right') > 1 && shared(a, b, 'top', 'bottom') > 1
  return boxes('.marker').flatMap((marker) => boxes('.cost, .number').filter((other) => meet(marker, other)))
})"""

#: How far the middle of all markers of a space is from the middle between its edges, in pixels, where that is far.
ASKEW = """() => [...document.querySelectorAll('.track li')].flatMap((space) => {
  const boxes = [...space.querySelectorAll('.marker')].map((one) => one.getBoundingClientRect())
  const { left, right } = space.getBoundingClientRect()
  const ends = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  return boxes.length ? [Math.abs((ends[0] + ends[1] - left - right) / 2)] : []
}).filter((far) => far > 1.5)"""


#: What is too small for a finger.
SMALL = """() => [...document.querySelectorAll('.target, .bar button, .die.ring, .suntrack .button')].flatMap((one) => {
  const { width, height } = one.getBoundingClientRect()
  return width === 0 || Math.min(width, height) > 23.9 ? [] : [`${one.className} ${width}x${height}`]
})"""

#: Gold that lies on other gold, or on a picture: each with the ring around it.
ON_OTHERS = """() => {
  const ring = (one) => Math.max(0, ...getComputedStyle(one).boxShadow.split(/,(?![^(]*[)])/)
    .map((shadow) => (shadow.includes('inset') ? 0 : parseFloat(shadow.trim().split(' ').at(-1)) || 0)))
  const gold = [...document.querySelectorAll('.target, .die.ring')]
  const boxes = [...gold, ...document.querySelectorAll('.icon')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const around = one.matches('.icon') ? 0 : ring(one)
    return { one, left: left - around, right: right + around, top: top - around, bottom: bottom + around }
  })
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const meet = (a, b) => shared(a, b, 'left', 'right') > 0.5 && shared(a, b, 'top', 'bottom') > 0.5
  return boxes.slice(0, gold.length).flatMap((box, place) => [
    ...boxes.slice(place + 1).filter((other) => meet(box, other)),
    ...(box.left < 0 || box.right > innerWidth ? [box] : []),
  ].map((other) => `${box.one.textContent.trim()}: ${other.one.textContent.trim()}`))
}"""

#: Words that reach out of their button, and words below a die that run into the next ones.
SPILLED_WORDS = """() => {
  const box = (one) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    const unseen = one.querySelector('.unseen')
    if (unseen) words.setEndBefore(unseen)
    return words.getBoundingClientRect()
  }
  const out = [...document.querySelectorAll('.target > span:not(.unseen), .target .cost, .offer')].filter((one) => {
    const [words, room] = [box(one), one.closest('button').getBoundingClientRect()]
    return words.left < room.left || words.right > room.right
  })
  const below = [...document.querySelectorAll('.dice small')]
  const run = below.filter((one, place) => {
    const [before, words] = [below[place - 1] ?? one, one].map(box)
    return before.top === words.top && before.left < words.left && before.right > words.left - 2
  })
  return [...out, ...run].map((one) => one.textContent.trim())
}"""


def sit_down(open_page: OpenPage, server: Server, players: int, moves: int, **options: Any) -> Page:
    """Open a table of the dice game on which some moves were made."""
    keys = server.create("You", *["random"] * (players - 1), game="dice")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(players), moves)
    page = open_page("/", **options)
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([keys]))
    page.goto(f"/#/table/{keys['table']}")
    look(page)
    return page


def moment(page: Page) -> str:
    """Say which of the moments that matter this is."""
    seen = look(page)
    if seen["dialog"] or not seen["mine"]:
        return ""
    if "keep" in seen["offers"]:
        return "rolled"
    if page.locator(".target").count() > 2:
        return "taken back" if "undo" in seen["offers"] and "keep" not in seen["offers"] else "used"
    return ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_that_can_be_done_is_in_reach(open_page: OpenPage, server: Server, players: int) -> None:
    page = sit_down(open_page, server, players, 10)
    numbers = random.Random(players)
    wanted = {"rolled", "taken back"}
    while wanted:
        if (now := moment(page)) in wanted:
            wanted.remove(now)
            for width, height in SIZES:
                resize(page, width, height)
                page.evaluate(DRAWN)
                # At once: nothing keeps a size that it had in the last window.
                for wrong in (OUT_OF_REACH, SPILLED, COVERED, ASKEW, SMALL, ON_OTHERS, SPILLED_WORDS):
                    assert page.evaluate(wrong) == [], (now, width, height)
                root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                assert root == [width, height], now
            resize(page, 1280, 720)
        seen = look(page)
        if wanted == {"taken back"} and "keep" in seen["offers"] and not seen["dialog"]:
            page.click("[data-word=keep]")
            page.wait_for_selector("[data-word=keep]", state="detached")
        else:
            choose(page, seen, numbers)


def test_the_board_fills_a_tall_window_and_grows_in_a_big_one(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, 3, 10, viewport={"width": 768, "height": 1024})
    # No gap within the board: the tracks and the areas share all of its height.
    parts = page.evaluate("[...document.querySelector('.board').children].map((one) => one.getBoundingClientRect())")
    gaps = [below["top"] - above["bottom"] for above, below in pairwise(parts)]
    assert max(gaps) <= 20
    cell = page.locator(".cell").nth(1).bounding_box()
    assert cell
    assert cell["height"] > 34
    boxes = []
    for size in ((1280, 720), (2560, 1440)):
        resize(page, *size)
        page.evaluate(DRAWN)
        boxes.append(page.evaluate("document.querySelector('.board').getBoundingClientRect().toJSON()"))
    small, big = boxes
    assert big["width"] > 1.7 * small["width"]
    assert big["height"] > 1.7 * small["height"]


@pytest.mark.parametrize(("size", "players"), [((1280, 720), 4), ((740, 360), 4), ((360, 640), 3), ((768, 1024), 2)])
def test_nothing_moves_by_itself(open_page: OpenPage, server: Server, size: tuple[int, int], players: int) -> None:
    page = sit_down(open_page, server, players, 0, viewport={"width": size[0], "height": size[1]})
    watch(page)
    numbers = random.Random(7)
    for move in range(15):
        seen = look(page)
        if seen["over"]:
            break
        choose(page, seen, numbers)
        look(page)
        assert shifted(page) == [], move
