"""Seats that go from hand to hand: to another device, to another person, to a bot, and back to who made the table."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.player import clear, look
from tests.browser.test_absence import photograph
from tests.browser.test_access import violations
from tests.browser.test_sheets import sit_down
from tests.server.driver import NO_LIMITS, Client, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
DESKTOP, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 640}
ANDROID = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"
#: Under this name others would find the server.
OUTSIDE = "http://heliopolis.example"
REFUSED = "h1:has-text('The door stays closed')"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that others can reach, and on which one may ask for a bot at once."""
    limits = NO_LIMITS | {"grace": 0.0}
    server = Server(tmp_path_factory.mktemp("known"), limits=limits, origins=[OUTSIDE])
    yield server
    server.stop()


def inside(address: str) -> str:
    """Find the page of a link for others on this machine, where nobody is called as outside."""
    assert address.startswith(f"{OUTSIDE}/#/"), address
    return address.removeprefix(OUTSIDE)


def play_to_an_auction(everyone: Client, seat: int) -> None:
    """Invoke Ra as often as one can, until a seat has to bid or pass."""
    while True:
        choice = everyone.moves()
        if choice is None:
            everyone.hear()
            continue
        acting, words = choice
        if acting == seat and any(word.startswith("bid") for word in words) and "pass" in words:
            return
        everyone.move("invoke" if "invoke" in words else words[-1], acting)


def take_code(page: Page) -> str:
    """Ask for a code under "My seat"."""
    page.click("[data-my-seat]")
    page.click("[data-make-code]")
    page.wait_for_selector("dialog [data-qr]")
    return page.locator("[data-code]").get_attribute("data-code") or ""


def test_who_vanished_comes_back_on_another_device_by_a_code(open_page: OpenPage, known: Server) -> None:
    keys = known.create("Ann", "Ben", "Cleo", away_bot="random")
    ann, ben, cleo = (open_page("/", at=known.url, viewport=size) for size in (DESKTOP, PHONE, DESKTOP))
    for seat, page in enumerate((ann, ben, cleo)):
        sit_down(page, keys, seat)
    code = take_code(cleo)
    assert inside(cleo.locator("dialog input[readonly]").input_value()) == f"/#/move/{code}"
    photograph(cleo, "code-desktop")
    assert violations(cleo) == []
    with known.sit(keys) as everyone:
        play_to_an_auction(everyone, 2)
    cleo.close()
    ann.wait_for_selector(".bar:has-text('Cleo is away')")
    # By its key: a click right after the button has changed would still be for what was there before.
    ann.wait_for_selector("[data-word=stand-in]")
    ann.keyboard.press("b")
    ann.wait_for_function("() => !document.querySelector('.bar').textContent.includes('Cleo is away')")
    with known.watch(keys) as watcher:
        while not any(line["bot"] == "random" and line["seat"] == 2 for line in watcher.log):
            watcher.until("table")
    # The code is typed on the first page of the phone, in groups as it is shown.
    phone = open_page("/", at=known.url, viewport=PHONE, user_agent=ANDROID)
    phone.fill("[aria-label='Invitation link, or code']", "-".join((code[:4], code[4:8], code[8:])).upper())
    phone.click(".door button:has-text('Join')")
    phone.wait_for_selector("h1:has-text('Your table, at this device')")
    photograph(phone, "move-phone")
    phone.click("text=Play here")
    phone.wait_for_selector(".bar")
    with known.watch(keys) as watcher:
        while watcher.last["online"] != [0, 1, 2] or watcher.last["table"]["players"][2]["stand_in"]:
            watcher.hear()
    again = open_page(f"/#/move/{code}", at=known.url)
    again.wait_for_selector("[role=alert]:has-text('This code was used already')")
    assert again.locator("main input").count() == 0
    with known.sit(keys) as everyone:
        everyone.play_on(random.Random(1))
        assert everyone.last["table"]["state"] == "over"
    # Each page shows its sheets, one after another, and in the end that the game is over.
    for page in (ann, ben, phone):
        while not (seen := look(page))["over"]:
            assert seen["dialog"]
            clear(page)


@pytest.mark.parametrize(("game", "size", "scheme"), [("ra", PHONE, "dark"), ("dice", DESKTOP, "light")])
def test_seats_are_given_taken_and_left(
    open_page: OpenPage, known: Server, game: str, size: dict[str, int], scheme: str
) -> None:
    kind = f"{game}-{'phone' if size is PHONE else 'desktop'}"

    def person(path: str = "/", **options: str) -> Page:
        return open_page(path, at=known.url, viewport=size, color_scheme=scheme, **options)

    ann = person(f"/#/new/{game}/friends")
    ann.fill("[aria-label='Name in seat 1']", "Ann")
    ann.click("button:has-text('Open the table')")
    ann.wait_for_selector("main [data-qr]")
    link = ann.locator("main input[readonly]").input_value()
    ben = person(inside(link))
    ben.fill("input[autocomplete=nickname]", "Ben")
    ben.click("button:has-text('Sit down')")
    ben.wait_for_selector("h1:has-text('Waiting')")
    assert ben.locator("[data-fill]").count() == 0, "only who made the table"
    taking = ann.get_by_role("button", name="Take back Ben's seat")
    taking.wait_for()
    photograph(ann, f"waiting-{kind}")
    assert violations(ann) == []
    taking.click()
    ben.wait_for_selector(REFUSED)
    ann.wait_for_selector("h1:has-text('Waiting for 2 players')")
    ann.select_option("section select", "priest")
    ann.click("[data-fill]")
    ann.wait_for_selector(".bar")

    # Ann gives her seat to Cleo.
    ann.click("[data-my-seat]")
    ann.click("[data-hand-over]")
    ann.wait_for_selector("dialog [data-qr]")
    photograph(ann, f"hand-over-{kind}")
    cleo = person(inside(ann.locator("dialog input[readonly]").last.input_value()))
    cleo.wait_for_selector("h1:has-text('Ann gives you a seat')")
    photograph(cleo, f"given-{kind}")
    assert violations(cleo) == []
    cleo.fill("input[autocomplete=nickname]", "Cleo")
    cleo.click("button:has-text('Sit down')")
    cleo.wait_for_selector(".bar")
    ann.wait_for_selector(REFUSED)
    ann.goto("/#/mine")
    ann.wait_for_selector("text=You have no seat anywhere yet")

    # Cleo's phone has the seat, too, until she takes it away.
    code = take_code(cleo)
    phone = person(f"/#/move/{code}", user_agent=ANDROID)
    phone.click("text=Play here")
    phone.wait_for_selector(".bar")
    cleo.keyboard.press("Escape")
    cleo.click("[data-my-seat]")
    take_away = cleo.get_by_role("button", name="Take away Firefox on Android")
    take_away.wait_for()
    photograph(cleo, f"devices-{kind}")
    assert violations(cleo) == []
    take_away.click()
    cleo.click("[data-revoke]")
    phone.wait_for_selector(REFUSED)
    photograph(phone, f"revoked-{kind}")
    take_away.wait_for(state="detached")

    # She leaves it to a bot, and has no seat any more.
    cleo.click("[data-to-bot]")
    cleo.click("[data-leave]")
    cleo.wait_for_selector("h1:has-text('This browser has no seat here')")


def test_a_server_for_one_machine_says_what_to_do(open_page: OpenPage, server: Server) -> None:
    ann = open_page("/#/new/ra/friends")
    ann.fill("[aria-label='Name in seat 1']", "Ann")
    ann.click("text=Open the table")
    ann.wait_for_selector("[role=note]:has-text('heliopolis serve --host 0.0.0.0')")
    assert ann.locator("[data-qr]").count() == 0
    photograph(ann, "nowhere")
    ann.click("text=Cancel the table")
    ann.click("[data-cancel]")
    ann.wait_for_selector("text=Play now")
    ann.goto("/#/mine")
    ann.wait_for_selector("text=You have no seat anywhere yet")


def test_all_tables_move_by_one_code(open_page: OpenPage, known: Server) -> None:
    one, two = known.create("Ann", "Ben"), known.create("Ann", "random", game="dice")
    laptop = open_page("/", at=known.url)
    laptop.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([one, two]))
    laptop.goto("/#/mine")
    laptop.click("[data-make-code]")
    laptop.wait_for_selector("text=It brings 2 tables")
    photograph(laptop, "mine")
    code = laptop.locator("[data-code]").get_attribute("data-code")
    phone = open_page(f"/#/move/{code}", at=known.url, viewport=PHONE)
    phone.wait_for_selector("h1:has-text('Your 2 tables, at this device')")
    phone.click("text=Play here")
    phone.wait_for_selector("text=Your devices")
    assert phone.locator("main li .who").count() == 2
    photograph(phone, "mine-phone")
