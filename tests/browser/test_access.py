"""Everyone can use it: a scan by axe-core finds nothing, in light and in dark."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.browser.player import OFTEN, look
from tests.browser.screens import play, sit_down
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

#: What is scanned at a table, beside a sheet.
STATES: dict[str, dict[str, Callable[[Any], bool]]] = {
    "ra": {
        "turn": lambda view: "invoke" in view["moves"] and any(view["board"]["track"]),
        "auction": lambda view: {"bid", "pass"} <= {word.split()[0] for word in view["moves"]},
    },
    "dice": {"reroll": lambda view: "keep" in view["moves"], "use": lambda view: "end" in view["moves"]},
}

#: Every page but the tables.
PAGES = ["/", "/#/join/x", "/#/mine", "/#/watch", "/#/replay"]
PAGES += [f"/#/{page}/{game}" for page in ("new", "rules") for game in ("ra", "dice")]


#: Only what is wrong is described: most is right.
SCAN = "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)"

#: The page has the colours that were asked for, and nothing fades any more.
SETTLED = """theme => matchMedia(`(prefers-color-scheme: ${theme})`).matches
  && document.getAnimations().every((one) => one.playState !== 'running')"""


def violations(page: Page) -> list[str]:
    """Scan the page in both themes."""
    # Evaluated, not added as a script: the page's content security policy would refuse that.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    told = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(SETTLED, arg=theme, polling=OFTEN)
        found: list[dict[str, Any]] = page.evaluate(SCAN)
        told += [
            f"{theme} {one['id']}: {node['html'][:160]} {node['failureSummary']}"
            for one in found
            for node in one["nodes"]
        ]
    return told


@pytest.mark.parametrize("path", PAGES)
def test_pages(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector("main h1")
    page.wait_for_timeout(400)
    assert violations(page) == []


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
@pytest.mark.parametrize("game", STATES)
def test_the_table(open_page: OpenPage, server: Server, game: str, size: tuple[int, int]) -> None:
    keys = server.create("Ann", "Ben", game=game)
    page = open_page("/", viewport={"width": size[0], "height": size[1]})
    scored = 0
    waiting: dict[str, Callable[[Any], bool]] = {**STATES[game], "sheet": lambda view: len(view["breakdown"]) > scored}
    with server.sit(keys) as screen:
        sit_down(page, keys)
        for view in play(screen, random.Random(3)):
            shown = next((state for state, is_shown in waiting.items() if is_shown(view)), None)
            if shown:
                del waiting[shown]
                page.wait_for_selector(f"[data-lines='{view['lines']}']", state="attached")
                assert violations(page) == []
            if len(view["breakdown"]) > scored:
                scored = len(view["breakdown"])
                page.click("dialog[open] .close")
            if not waiting:
                return
    raise AssertionError(f"the match never came to {list(waiting)}")


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
@pytest.mark.parametrize(("game", "players"), [*(("ra", n) for n in (2, 3, 4, 5)), *(("dice", n) for n in (2, 3, 4))])
def test_a_table_is_seen_as_a_whole(
    open_page: OpenPage, server: Server, game: str, players: int, size: tuple[int, int]
) -> None:
    keys = server.create("Ann", *["random"] * (players - 1), game=game)
    with server.sit(keys) as screen:
        screen.play_on(random.Random(players), 15)
    page = open_page("/", viewport={"width": size[0], "height": size[1]})
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([keys]))
    page.goto(f"/#/table/{keys['table']}")
    look(page)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(size)
    parts = [".bar", ".me .hand", ".me .held", ".board .room"] if game == "ra" else [".bar", ".areas", ".dice"]
    places = [page.locator(part).bounding_box() for part in parts]
    assert all(place and place["y"] >= 0 and place["y"] + place["height"] <= size[1] for place in places)
    # Nothing lies on top of the next thing.
    edges = page.evaluate("[...document.querySelector('.main').children].map((one) => one.getBoundingClientRect())")
    assert all(above["bottom"] <= below["top"] for above, below in pairwise(edges))
