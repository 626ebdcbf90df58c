"""What is rare is scanned, too: positions, dialogs, pages with errors. One page goes through all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.lessons import learn
from tests.browser.player import clear, sit
from tests.browser.positions import moment
from tests.browser.screens import begins
from tests.browser.test_access import violations
from tests.browser.test_replay import finished
from tests.chromium import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

    from tests.server.driver import Server

WIDE: ViewportSize = {"width": 1280, "height": 720}
NARROW: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    context = chromium.new_context(base_url=server.url, viewport=WIDE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def at(page: Page, server: Server, game: str, wanted: Callable[[Any], bool]) -> None:
    """Sit down on the first of three seats, where the game stands as it is wanted."""
    keys = server.create("Ann", "Ben", "Cleo", game=game, position=moment(game, 3, wanted))
    sit(page, {**keys, "seats": keys["seats"][:1]})
    page.wait_for_selector(".bar")


def god(page: Page, server: Server) -> None:
    at(page, server, "ra", begins("take"))
    page.locator("[data-take]").first.click()
    page.wait_for_selector("[data-word=spend]")


def giving_up_tiles(page: Page, server: Server) -> None:
    at(page, server, "ra", begins("discard"))
    page.wait_for_selector("[data-discard]")


def disaster(page: Page, server: Server) -> None:
    at(page, server, "dice", begins("disaster"))


def giving_up_markers(page: Page, server: Server) -> None:
    at(page, server, "dice", begins("discard"))


def another_bids(page: Page, server: Server) -> None:
    at(page, server, "ra", lambda view: view["to_act"] == 1 and view["board"]["phase"] == "bidding")


def another_rolls(page: Page, server: Server) -> None:
    at(page, server, "dice", lambda view: view["to_act"] == 1)


def palette(page: Page, server: Server) -> None:
    sit(page, server.create("Ann", "Ben", draws="table"))
    page.click("[data-word=draw]")
    page.wait_for_selector(".palette button")


def rival(page: Page, server: Server) -> None:
    page.set_viewport_size(NARROW)
    at(page, server, "ra", lambda view: view["board"]["epoch"] == 2 and "invoke" in view["moves"])
    page.locator(".rival .open").first.click()
    page.wait_for_selector("dialog[open] .area")


def bag(page: Page, server: Server) -> None:
    at(page, server, "ra", lambda view: view["board"]["epoch"] == 2 and "invoke" in view["moves"])
    page.keyboard.press("b")
    page.wait_for_selector("dialog[open]")


def log(page: Page, server: Server) -> None:
    page.set_viewport_size(NARROW)
    sit(page, server.create("Ann", "random", "random"))
    clear(page)
    page.click(".me >> text=Log")
    page.wait_for_selector("dialog[open] .both")


def waiting(page: Page, server: Server) -> None:
    sit(page, server.create("Ann", "?", "?"))
    page.wait_for_selector("h1:has-text('Waiting')")


def invited(page: Page, server: Server) -> None:
    page.goto(f"/#/join/{server.create('Ann', '?')['invite']}")
    page.wait_for_selector("text=Ann invites you")


def record(page: Page, server: Server) -> None:
    page.goto("/#/replay")
    text = finished("ra", 10).encode()
    page.set_input_files("input[type=file]", {"name": "match.ra", "mimeType": "text/plain", "buffer": text})
    page.wait_for_selector("output")


def new_with_an_error(page: Page, server: Server) -> None:
    page.route("**/api/tables", lambda route: route.fulfill(status=503, json={"error": "There is no room."}))
    page.goto("/#/new/ra")
    page.click("text=Start")
    page.wait_for_selector("[role=alert]")


def lesson_with_an_error(page: Page, server: Server) -> None:
    page.route("**/api/tables", lambda route: route.fulfill(status=503, json={"error": "There is no room."}))
    page.goto("/#/learn/ra")
    page.wait_for_selector("[role=alert]")


def lesson_answered(page: Page, server: Server) -> None:
    learn(page, "ra")
    page.click("[data-word=invoke]")
    page.wait_for_selector("[data-lesson-do=back]")


def lesson_left(page: Page, server: Server) -> None:
    learn(page, "ra")
    page.click(".lesson >> text=Leave")
    page.wait_for_selector("[data-lesson-do=leave]")


def lesson_folded(page: Page, server: Server) -> None:
    page.set_viewport_size(NARROW)
    learn(page, "dice")
    page.click(".lesson >> text=Fold")
    page.wait_for_selector(".lesson.folded")


STATES = [god, giving_up_tiles, disaster, giving_up_markers, another_bids, another_rolls, palette, rival, bag, log]
STATES += [waiting, invited, record, new_with_an_error, lesson_with_an_error]
STATES += [lesson_answered, lesson_left, lesson_folded]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_rare_states(page: Page, server: Server, state: Callable[[Page, Server], None]) -> None:
    page.set_viewport_size(WIDE)
    state(page, server)
    try:
        assert violations(page) == []
    finally:
        page.unroute_all()
        page.goto("about:blank")
        page.goto("/api/catalogue")
