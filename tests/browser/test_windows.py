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
from tests.browser.shifts import shifted, watch
from tests.browser.test_dice import choose
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
Row = tuple[Any, ...]

#: How many things are done in a window.
MOVES = 2

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
    """Wait until the window has its new shape: that moves everything."""
    for _ in range(60):
        if not shifted(page) and not shifted(page):
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
    watch(page)
    for size, theme in [row[2:] for row in WINDOWS if row[:2] == (game, players)]:
        page.emulate_media(color_scheme=theme)
        resize(page, *size)
        where = f"{game}, {players} players, {size}, {theme}"
        settle(page)
        for _ in range(MOVES):
            seen = look(page)
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
            look(page)
            assert shifted(page) == [], where
