"""Clocks in real browsers: chosen, shown to all in their own time, kept through a restart; a bot moves for who is out.

The server's time is ahead by what a test says: nobody waits for minutes to pass.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from heliopolis.server.clocks import HOUR, MINUTE, SECOND
from tests.browser.player import resize
from tests.browser.test_absence import photograph
from tests.browser.test_access import violations
from tests.browser.test_sheets import sit_down
from tests.server.ports import free_port
from tests.server.test_days import Days

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.server.driver import Server

OpenPage = Callable[..., "Page"]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WINDOWS = {"desktop": (1280, 720), "phone": (360, 640), "low": (740, 360), "tablet": (820, 1180)}
LIVE = {"kind": "live", "bank": 300, "increment": 10, "cap": 600}


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    """Servers whose time can be moved on, all at one address."""
    from tests.server.driver import Server

    started: list[Server] = []

    def start(**settings: object) -> Server:
        started.append(Server(tmp_path, **settings))  # type: ignore[arg-type]
        return started[-1]

    yield Days(tmp_path, start, str(tmp_path / "tables.sqlite3"))
    for server in started:
        if server.process.poll() is None:
            server.stop()


def clocks(page: Page) -> Locator:
    """Find where the clocks of a new table are chosen."""
    return page.locator("label:has(> .name:text-is('Clocks')) select")


def pictures(page: Page, name: str) -> None:
    """Photograph a page in all windows, light and dark, where somebody wants to look; all clocks have to be in view."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]
    for window, size in WINDOWS.items():
        resize(page, *size)
        for clock in page.locator("[data-clock]").all():
            expect(clock).to_be_in_viewport(ratio=0.99)
        if os.environ.get("HELIOPOLIS_PICTURES"):
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                photograph(page, f"{name}-{window}-{scheme}")
            page.emulate_media(color_scheme="light")
    resize(page, width, height)


def test_live_clocks_go_through_a_restart_and_a_bot_moves_for_who_is_out(open_page: OpenPage, days: Days) -> None:
    server = days.server(port=free_port())
    ann = open_page("/#/new/ra/two", at=server.url)
    ann.fill("[aria-label='Name in seat 1']", "Ann")
    ann.click("summary:has-text('More')")
    clocks(ann).select_option("live-5")
    expect(ann.locator("summary:has-text('More')")).to_contain_text("live, 5 min + 10 s a move")
    assert violations(ann) == []
    ann.click("text=Open the table")
    ann.wait_for_selector("text=It is played with clocks: live, 5 min + 10 s a move")
    ben = open_page(ann.locator("main input[readonly]").input_value(), viewport={"width": 360, "height": 640})
    ben.wait_for_selector("text=/live, 5 min \\+ 10 s a move/i")
    photograph(ben, "join-live")
    ben.fill("input[autocomplete=nickname]", "Ben")
    ben.click("button:has-text('Sit down')")
    expect(ann.locator("[data-clock]")).to_have_count(2)
    expect(ben.locator("[data-clock]")).to_have_count(2)
    assert violations(ben) == []

    acts = ann if ann.evaluate("document.querySelector('[data-mine=true]') !== null") else ben
    seat = 0 if acts is ann else 1
    mine = acts.locator(f"[data-clock='{seat}']")
    expect(mine).to_contain_text("4:")  # it counts by itself
    before = acts.locator(f"[data-clock='{1 - seat}']").bounding_box()
    days.wait(4 * MINUTE)
    server.stop()
    days.sleep(5 * HOUR)
    server.start()
    # They come back by themselves. Four minutes are gone, and not one of the five hours.
    expect(mine).to_contain_text("0:")
    assert acts.locator(f"[data-clock='{1 - seat}']").bounding_box() == before, "nothing moves, whatever is shown"
    for page in (ann, ben):
        expect(page.locator(f"[data-clock='{1 - seat}']")).to_contain_text("5:00")
    days.wait(61 * SECOND)
    # A bot has made the move that was due, and the seat is its person's again.
    expect(mine).to_contain_text("0:10")
    assert acts.locator("main[data-lines]").get_attribute("data-lines") != "0"


def test_a_table_over_days_is_told_in_everyones_own_time(open_page: OpenPage, days: Days) -> None:
    server = days.server()
    ann = open_page("/#/new/dice/days", at=server.url, timezone_id="Europe/Vienna")
    ann.fill("[aria-label='Name in seat 1']", "Ann")
    ann.click("summary:has-text('More')")
    expect(clocks(ann)).to_have_value("hours-24")
    expect(ann.locator("main")).to_contain_text("As it is in your time zone, Europe/Vienna")
    expect(ann.get_by_label("When somebody is away")).to_have_count(0)
    photograph(ann, "new-days")
    assert violations(ann) == []
    ann.get_by_label("Who finds it").select_option("listed")
    ann.click("text=Open the table")
    ann.wait_for_selector("text=no clock counts from 22:00 to 8:00")
    link = ann.locator("main input[readonly]").input_value()
    pages = [ann]
    for name, zone in (("Ben", "Asia/Kolkata"), ("Cleo", "UTC")):
        page = open_page(link, timezone_id=zone, viewport={"width": 360, "height": 640})
        page.wait_for_selector("text=/a day a move; no clock counts from/i")
        if zone == "Asia/Kolkata":
            expect(page.locator("main")).not_to_contain_text("22:00")
            photograph(page, "join-days")
        page.fill("input[autocomplete=nickname]", name)
        page.click("button:has-text('Sit down')")
        page.wait_for_selector("h1:has-text('Waiting'), [data-clock]")
        pages.append(page)
    expect(pages[1].locator("[data-clock]")).to_have_count(3)
    expect(ann.locator("[data-clock]")).to_have_count(3)
    assert not any("0:0" in text for text in ann.locator("[data-clock]").all_inner_texts())
    pictures(ann, "days-dice")
    # Lists say the pace, and by when to move.
    ann.goto("/#/mine")
    table = ann.locator("main li:has(.who)")
    expect(table).to_contain_text("a day a move")
    expect(table.locator("b")).to_contain_text(" by ")
    photograph(ann, "list-days")
    watcher = open_page("/#/watch", at=server.url, viewport={"width": 360, "height": 640})
    expect(watcher.locator("main li")).to_contain_text("a day a move")


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_every_seat_shows_its_clock_in_every_window(open_page: OpenPage, server: Server, game: str) -> None:
    names = ("Ann", "Bartholomew the Great"[:20], "Cleo", "Dan", "Eve")[: 5 if game == "ra" else 4]
    keys = server.create(*names, game=game, clock=LIVE)
    page = open_page("/")
    sit_down(page, keys, 0)
    expect(page.locator("[data-clock]")).to_have_count(len(names))
    pictures(page, f"live-{game}")
    page.hover("[data-clock='0']")
    expect(page.locator(".explanation")).to_contain_text("Only the clock of who is to move counts")
