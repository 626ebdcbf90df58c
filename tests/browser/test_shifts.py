"""Nothing on a table moves but what was moved: the browser reports no shift of the layout, whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.player import OFTEN, Look, look, sit
from tests.browser.shifts import shifted, watch
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
#: Each window with some players: all of them with all would say the same.
SIZES = {
    2: [(360, 640), (1280, 720), (1920, 1080)],
    3: [(740, 360), (768, 1024), (1024, 600)],
    5: [(360, 640), (1024, 600), (1280, 720)],
}

BAG = (
    "28 Ra, 5 God, 1 Gold, 15 Pharaoh, 15 Nile, 10 Flood, 3 Art, 3 Agriculture, 3 Religion, 3 Astronomy, 3 Writing, "
    "3 Fortress, 3 Obelisk, 3 Palace, 3 Pyramid, 3 Sphinx, 3 Statues, 3 Step Pyramid, 3 Temple"
)
#: Ann has the highest sun, so that she wins what she bids for, and three civilizations, of which Unrest takes two.
SUNS = {
    2: ("9-8-3 | 7-6-5", "2 | 4"),
    3: ("13-12-3 | 11-10-4 | 9-8-5", "2 | 6 | 7"),
    5: ("16-15 | 14-13 | 12-5 | 11-4 | 10-3", "2 | 6 | 7 | 8 | 9"),
}
TILES = "God, 2 Pharaoh, 3 Nile, Flood, Art, Writing, Religion, 2 Fortress"
OTHERS = "2 God, Gold, Pharaoh, 2 Nile, Agriculture, Pyramid"


def position(players: int) -> str:
    up, down = SUNS[players]
    tiles = " | ".join([TILES, *[OTHERS, "Pharaoh", "Nile, Temple", "-"][: players - 1]])
    points = " | ".join(["9", "12", "10", "8", "11"][:players])
    return (
        f"heliopolis position 1; game: ra; edition: z-man; players: {players}; epoch: 2; turn: 1; phase: turn; ra: 2; "
        f"track: Pharaoh, Unrest, Nile, Astronomy; centre: 1; suns: {up}; down: {down}; tiles: {tiles}; "
        f"points: {points}; bag: {BAG}"
    )


#: What both do at one screen: a God takes a tile, one draws, Ra is invoked, and who wins gives up what Unrest takes.
WANTED = ("take", "spend", "draw", "invoke", "pass", "bid", "discard")
SAID = "() => document.querySelector('[data-lines]').dataset.lines + document.querySelector('.bar').textContent"


def do(page: Page, seen: Look, done: list[str]) -> None:
    """Do what was not done yet. Ann bids her highest sun, Ben passes."""
    word = next((one for one in ("spend", "stop") if one in seen["offers"]), None)
    ann = page.locator("section.me[data-seat='0']").count() > 0
    if seen["discards"]:
        word, selector = "discard", f"[data-discard='{seen['discards'][0]}']"
    elif word:
        selector = f"[data-word={word}]"
    elif seen["bids"] and (ann or "pass" not in seen["offers"]):
        word, selector = "bid", f"[data-bid='{max(seen['bids'])}']"
    elif "pass" in seen["offers"]:
        word, selector = "pass", "[data-word=pass]"
    elif seen["takes"] and "take" not in done and ann:
        word, selector = "take", f"[data-take='{seen['takes'][-1]}']"
    else:
        word = "draw" if "draw" not in done else "invoke"
        selector = f"[data-word={word}]"
    done.append(word)
    page.click(selector)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_shifts_on_a_table_of_ra(open_page: OpenPage, same_games: Server, players: int) -> None:
    for width, height in SIZES[players]:
        page = open_page("/", at=same_games.url, viewport={"width": width, "height": height})
        keys = same_games.create("Ann", "Ben", *["random"] * (players - 2), position=position(players))
        sit(page, keys)
        look(page)
        watch(page)
        done: list[str] = []
        while not set(WANTED) <= set(done):
            seen = look(page)
            before = page.evaluate(SAID)
            do(page, seen, done)
            page.wait_for_function(f"before => ({SAID})() !== before", arg=before, polling=OFTEN)
            look(page)
            assert shifted(page) == [], (width, height, done)
        page.close()
