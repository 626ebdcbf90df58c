"""Whole games of Ra in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from heliopolis.bots.registry import USUAL
from tests.browser.player import act, clear, click, look, play_to_the_end, press
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


def test_a_whole_game_by_clicks_only(open_page: OpenPage) -> None:
    page = open_page()
    page.click("text=Play now")
    assert play_to_the_end(page, click) > 20
    page.click("[data-word=sheet]")
    assert page.locator("dialog .standing li").count() == 4
    assert page.locator("dialog .standing .winner").count() >= 1
    # Every number is explained: the sheet of the last epoch is a page of its own.
    page.locator("dialog .tabs button").nth(2).click()
    for row, said in ((".before", "after epoch II"), ("[data-category]", "God")):
        page.locator(f"dialog tbody {row} button").first.hover()
        expect(page.locator("dialog #explanation")).to_contain_text(said)
    # Look at it again from the start, then play again.
    page.click("dialog >> text=Replay")
    page.wait_for_selector("output")
    page.keyboard.press("End")
    assert page.locator("[data-epoch='3']").count() == 1
    page.click("text=Link to this moment")
    page.click("text=To the table")
    page.click("[data-word=rematch]")
    page.wait_for_selector("[data-epoch='1']")


def test_a_whole_game_by_keyboard_only(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_selector(".play")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.classList.contains('play')"):
            break
    page.keyboard.press("Enter")
    assert play_to_the_end(page, press) > 20


def test_play_now_seats_the_usual_level_or_the_one_chosen(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    for level in (USUAL, "vizier"):
        page.goto("/#/")
        if level != USUAL:
            page.select_option(".hero select", level)
        page.click("text=Play now")
        look(page)
        (keys, *_) = json.loads(page.evaluate("localStorage.getItem('heliopolis.tables')"))
        (line,) = server.post("/api/mine", {"tokens": [keys["seats"][0]["token"]]}, status=200)
        assert [player["bot"] for player in line["players"]] == [None, level, level, level]
    page.goto("/#/")
    page.reload()
    assert page.locator(".hero select").input_value() == "vizier"


def test_a_game_with_everything_moving(open_page: OpenPage) -> None:
    page = open_page(moving=True)
    page.click("text=Play now")
    for _ in range(12):
        assert act(page, click)


def test_several_people_share_one_screen(open_page: OpenPage) -> None:
    page = open_page("/#/new/ra")
    page.select_option("[aria-label='Who sits in seat 2']", "person")
    page.fill("[aria-label='Name in seat 1']", "Ann")
    page.fill("[aria-label='Name in seat 2']", "Bert")
    page.click("[aria-label='Remove seat 4']")
    page.click("text=Start")
    names = set()
    for _ in range(14):
        look(page)
        names.add(page.locator(".me h2").inner_text())
        act(page, click)
    assert names == {"Ann", "Bert"}


def test_a_slip_can_be_taken_back(open_page: OpenPage) -> None:
    page = open_page("/#/new/ra")
    page.select_option("[aria-label='Who sits in seat 2']", "person")
    page.select_option("[aria-label='Who sits in seat 3']", "person")
    page.click("[aria-label='Remove seat 4']")
    page.click("text=Start")
    page.click("[data-word=invoke]")
    page.wait_for_selector("[data-bid]")
    page.click("[data-word=undo]")
    page.wait_for_selector("[data-word=invoke]")


@pytest.mark.parametrize("edition", ["rio-grande", "alea", "25th-century"])
def test_every_edition_speaks_its_own_words(open_page: OpenPage, edition: str) -> None:
    page = open_page("/#/new/ra")
    page.click("summary:has-text('More')")
    page.check(f"input[value='{edition}']")
    page.click("text=Start")
    look(page)
    if edition == "25th-century":
        assert page.locator(".spaces :text('Sun Boat')").count() == 1
    else:
        assert page.locator(".spaces :text('Ra track')").count() == 1
    for _ in range(6):
        assert act(page, click)


def test_people_may_draw_from_a_real_bag(open_page: OpenPage) -> None:
    page = open_page("/#/new/ra")
    for seat in (2, 3):
        page.select_option(f"[aria-label='Who sits in seat {seat}']", "person")
    page.click("[aria-label='Remove seat 4']")
    page.click("summary:has-text('More')")
    page.select_option("select:has(option[value=sealed])", "table")
    page.click("text=Start")
    page.click("[data-word=draw]")
    page.click(".palette button:has-text('Sphinx')")
    page.wait_for_selector("[data-space='0'] .tile")


#: What colours everything has.
COLOURS = """() => [...document.querySelectorAll('main, main *')].map((one) => {
  const { color, backgroundColor, backgroundImage, boxShadow, fill, stroke } = getComputedStyle(one)
  const names = [...one.classList].sort().join(' ') // classes that come and go change their order
  return `${one.tagName} ${names}: ${[color, backgroundColor, backgroundImage, boxShadow, fill, stroke]}`
})"""


def test_the_table_fits_without_scrolling_by_day_and_by_night(open_page: OpenPage) -> None:
    page = open_page()
    page.click("text=Play now")
    look(page)
    assert page.evaluate("document.documentElement.scrollHeight <= 720 && document.documentElement.scrollWidth <= 1280")
    # The other theme has the same colours whether it is switched to or was there from the start.
    page.click("[popovertarget=settings]")
    page.check("[name=dark]")
    page.keyboard.press("Escape")
    switched = page.evaluate(COLOURS)
    page.reload()
    look(page)
    assert switched == page.evaluate(COLOURS)


def test_a_phone_has_everything_in_reach(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page.click("text=Play now")
    for _ in range(8):
        seen = look(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        bar = page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["y"] > 320
        assert bar["y"] + bar["height"] <= 640
        if seen["over"]:
            break
        act(page, click)
    clear(page)
    page.click(".rival .open >> nth=0")
    assert page.locator("dialog .place").count() == 18


def test_a_tile_is_marked_with_a_letter_of_the_name_it_has_in_this_edition(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra/z-man")
    for edition, name, mark in (("z-man", "War", "W!"), ("alea", "Unrest", "U!")):
        page.goto(f"/#/rules/ra/{edition}")
        row = page.locator(".tiles li", has=page.locator(f"b:text-is('{name}')"))
        row.wait_for()
        assert row.locator("svg text").text_content() == mark
