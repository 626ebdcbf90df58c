"""People at screens of their own, who come and go, and servers that do."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.player import act, click, look
from tests.server.driver import Client, Server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


#: Whether there is something for this person to do: a sheet to close, a move to make.
WANTED = "document.querySelector('dialog[open], [data-mine=true], [data-word=replay]') !== null"

#: The tokens of a browser, those of its newest table first.
MY_TOKENS = "JSON.parse(localStorage['heliopolis.tables']).flatMap((key) => key.seats.map((seat) => seat.token))"


def play_together(pages: list[Page], most: int) -> bool:
    """Let everyone do what there is to do, at most so often; True when the game is over for all of them."""
    for _ in range(most):
        wanted = [page for page in pages if page.evaluate(WANTED)]
        if len(pages) == sum(not act(page, click) for page in wanted):
            return True
        pages[0].wait_for_timeout(20)
    return False


def test_three_people_by_invitation_and_one_goes_and_comes_back(open_page: OpenPage, server: Server) -> None:
    ann = open_page("/#/new/ra/friends")
    for seat in (2, 3):
        assert ann.locator(f"[aria-label='Who sits in seat {seat}']").input_value() == "open"
    ann.fill("[aria-label='Name in seat 1']", "Ann")
    ann.click("text=Open the table")
    link = ann.locator("main input[readonly]").input_value()
    pages = [ann]
    for name in ("Bert", "Cleo"):  # on their phones
        page = open_page(link, viewport={"width": 360, "height": 640})
        page.fill("input[autocomplete=nickname]", name)
        page.click("button:has-text('Sit down')")
        pages.append(page)
    for page in pages:
        page.wait_for_selector(".bar")
    assert not play_together(pages, 12)

    # Cleo closes the window, and opens it again later from the front page.
    cleo = pages.pop()
    address, context = cleo.url, cleo.context
    cleo.close()
    ann.wait_for_selector(".rival.absent")
    back = context.new_page()
    back.goto("/")
    back.click(".mine a")
    back.wait_for_selector(".bar")
    assert back.url == address
    ann.wait_for_selector(".rival.absent", state="detached")
    pages.append(back)
    assert not play_together(pages, 30)

    # The rest goes by itself: pages only show it. Other tests click through whole games.
    tokens = [page.evaluate(MY_TOKENS)[0] for page in pages]
    with Client(server, ann.url.rpartition("/")[2], tokens) as everyone:
        everyone.play_on(random.Random(1))
    assert play_together(pages, 100)
    assert [page.locator("[data-word=replay]").count() for page in pages] == [1, 1, 1]


def test_a_lost_connection_is_shown_and_healed(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path)
    port = int(server.url.rpartition(":")[2])
    page = open_page("/", at=server.url)
    page.click("text=Play now")
    for _ in range(4):
        act(page, click)
    look(page)
    before = page.locator(".log li").count()
    server.kill()
    page.wait_for_selector("text=The connection is lost")
    server.settings["port"] = port
    server.start()
    page.wait_for_selector("text=The connection is lost", state="detached")
    assert page.locator(".log li").count() >= before
    for _ in range(4):
        act(page, click)
    server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_nobody_notices_that_the_server_begins_anew(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path)
    sockets: list[str] = []
    page = open_page("/", at=server.url)
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.click("text=Play now")
    for _ in range(4):
        act(page, click)
    look(page)
    lines = page.locator(".log li").count()
    # The page's clock stands still while the server is away, however long this machine takes for that.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    assert len(sockets) == 1
    with page.expect_event("websocket"):
        os.kill(server.process.pid, signal.SIGHUP)
        while len(sockets) == 1:
            page.clock.run_for(50)
            page.wait_for_timeout(50)
            assert page.locator("text=The connection is lost").count() == 0
    assert page.locator(".log li").count() == lines
    page.clock.resume()
    for _ in range(4):
        act(page, click)
    assert len(sockets) == 2
    server.stop()


def test_somebody_watches(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Bert", "greedy")
    page = open_page(f"/#/watch/{keys['table']}/{keys['spectate']}")
    page.wait_for_selector(".bar")
    assert page.locator("[data-mine=true]").count() == 0
    assert page.locator("[data-word]").count() == 0


def test_a_wrong_key_gets_a_clear_answer(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "greedy", "greedy")
    page = open_page(f"/#/watch/{keys['table']}/nonsense")
    page.wait_for_selector("text=The door stays closed")
    page = open_page("/#/join/nonsense")
    page.wait_for_selector("[role=alert]:has-text('This is not an invitation to a table')")
    assert page.locator("main input").count() == 0, "nobody types a name for nothing"


def test_an_invitation_says_to_what(open_page: OpenPage, server: Server) -> None:
    settings = {"god-disasters": "after-action"}
    keys = server.create("Ann", "priest", "?", settings=settings, away_after=120)
    link = f"/#/join/{keys['invite']}"
    page = open_page(link, viewport={"width": 360, "height": 640})
    page.wait_for_selector("h1:has-text('Ann invites you')")
    for said in ("Z-Man", "A bot plays for who is away after 2 min", "open seat"):
        assert page.locator(f"main:has-text('{said}')").count() == 1, said
    colours = page.locator("main [type=radio]").count()
    assert colours == 1 + 7 - 2, "any, and those that nobody has"
    page.fill("input[autocomplete=nickname]", "Ben")
    page.click("button:has-text('Sit down')")
    page.wait_for_selector(".bar")
    seat = page.url
    # The same link leads back to the seat; to others it says that there is none left.
    page.goto("/#/")
    page.goto(link)
    page.wait_for_selector(".bar")
    assert page.url == seat
    other = open_page(link)
    other.wait_for_selector("[role=alert]:has-text('All seats of this table are taken')")
    assert other.locator("main input").count() == 0
