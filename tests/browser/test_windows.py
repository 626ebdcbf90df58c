"""Every window: whatever can be done is in sight without scrolling, and nothing moves that was not moved."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.player import act, click, look, resize
from tests.browser.screens import SIZES, TABLES, THEMES
from tests.browser.test_dice import choose
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
Row = tuple[Any, ...]

#: How many things are done in a window.
MOVES = 2

#: How many looks without a change tell that a window has its shape.
QUIET = 4

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

#: What cannot be clicked, of all that a person could do now: outside of the window, or something lies over it.
OUT_OF_REACH = """() => [...document.querySelectorAll(
  '.bar button, [data-bid], [data-take], [data-discard], .target, button.die, .palette button'
)].filter((one) => {
  const box = one.getBoundingClientRect()
  const inside = box.width > 0 && box.left >= 0 && box.top >= 0
    && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5
  const met = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
  return !inside || !(one === met || one.contains(met))
}).map((one) => `${one.className} ${one.innerText} ${JSON.stringify(one.getBoundingClientRect())}`)"""

#: Keep what the browser itself reports as moved by the layout: boxes, unless they only grew where they are, as a number
#: of more digits does to the left. What was not shown cannot move. Flights are no layout. Suns are sorted, and change
#: hands.
WATCH = """() => {
  window.moved = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const near = (one, other) => Math.abs(one - other) < 1.5
  const stays = (old, now) => near(old.top + old.bottom, now.top + now.bottom)
    && (near(old.right, now.right) || near(old.left + old.right, now.left + now.right))
  const note = ({ node, previousRect, currentRect }) => {
    if (node?.nodeType !== 1 || node.closest('.suns')) return
    if (!previousRect.width || stays(previousRect, currentRect)) return
    const around = node.closest('section, article, aside, .foot')?.className
    window.moved.push(`${around} > ${node.getAttribute('class')}: ${place(previousRect)}: ${place(currentRect)}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.sources.forEach(note)))
    .observe({ type: 'layout-shift' })
}"""
MOVED = "() => window.moved.splice(0)"


def pairwise(factors: list[list[Any]], allowed: Callable[[Row], bool]) -> list[Row]:
    """Choose rows such that any two values that can meet do meet in one of them: always the row with most new pairs."""
    rows = [row for row in product(*factors) if allowed(row)]

    def pairs(row: Row) -> set[tuple[tuple[int, Any], ...]]:
        return set(combinations(enumerate(row), 2))

    missing = set().union(*map(pairs, rows))
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(pairs(row) & missing))
        missing -= pairs(best)
        chosen.append(best)
    return chosen


def settle(page: Page) -> None:
    """Wait until the window has its new shape."""
    quiet = 0
    for _ in range(60):
        page.evaluate(FRAMES)
        quiet = 0 if page.evaluate(MOVED) else quiet + 1
        if quiet == QUIET:
            return
    raise AssertionError("the page never comes to rest")


WINDOWS = pairwise([["ra", "dice"], [2, 3, 4, 5], SIZES, list(THEMES)], lambda row: row[:2] in TABLES)


def test_any_two_values_meet() -> None:
    def met(rows: Iterable[Row]) -> set[Any]:
        return {pair for row in rows for pair in combinations(enumerate(row), 2)}

    every = [(*table, size, theme) for table, size, theme in product(TABLES, SIZES, THEMES)]
    assert met(WINDOWS) == met(every)
    assert len(WINDOWS) < len(every) / 2


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_everything_is_in_reach_and_nothing_moves(
    open_page: OpenPage, same_games: Server, game: str, players: int
) -> None:
    server = same_games
    keys = server.create("Ann", *["random"] * (players - 1), game=game)
    numbers = random.Random(players)
    with server.sit(keys) as screen:
        screen.play_on(numbers, 12)
    page = open_page("/", at=server.url)
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([keys]))
    page.goto(f"/#/table/{keys['table']}")
    look(page)
    page.evaluate(WATCH)
    for size, theme in [row[2:] for row in WINDOWS if row[:2] == (game, players)]:
        page.emulate_media(color_scheme=theme)
        resize(page, *size)
        where = f"{game}, {players} players, {size}, {theme}"
        settle(page)
        for _ in range(MOVES):
            seen = look(page)
            page.evaluate(FRAMES)
            assert page.evaluate(MOVED) == [], where
            if seen["over"]:
                return
            if not seen["dialog"]:
                assert page.evaluate(OUT_OF_REACH) == [], where
                high = page.evaluate("document.documentElement.scrollHeight")
                assert high <= size[1], where
            if game == "ra":
                act(page, click)
            else:
                choose(page, seen, numbers)
