"""A whole dice game in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.player import OFTEN, Look, end_turn, look
from tests.server.driver import Server

OpenPage = Callable[..., Page]
#: Everything on the dice table that can be clicked to do something.
CHOICES = ".offer:not([data-word=undo]), .target:not(.chosen), button.die.ring:not(.chosen)"

#: All that a click may change: how far the game is, what is open, and what can be chosen or is.
SHOWN = """() => [
  document.querySelector('[data-lines]')?.dataset.lines,
  document.querySelector('dialog[open]') !== null,
  ...[...document.querySelectorAll('.offer, .target, .die')].map((one) => one.className),
].join()"""


def choose(page: Page, seen: Look, numbers: random.Random) -> None:
    """Close what is open, or do anything that can be done, and wait until the page has noticed."""
    before = page.evaluate(SHOWN)
    if seen["dialog"]:
        page.click("dialog[open] .close")
    else:
        choices = page.locator(CHOICES)
        choices.first.wait_for()  # what was clicked last may just be on its way
        # Or it arrives now, and what was there is gone: then whoever asked looks again.
        try:
            choices.nth(numbers.randrange(max(1, choices.count()))).click(timeout=3000)
        except TooLate:
            return
    page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before, polling=OFTEN)


def test_a_whole_dice_game(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.click("text=Play the dice game")
    numbers = random.Random(1)
    for _ in range(2000):
        seen = look(page)
        if seen["over"] and not seen["dialog"]:
            break
        choose(page, seen, numbers)
    page.click("[data-word=sheet]")
    assert page.locator("dialog .standing li").count() == 4


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
def test_the_dice_table_fits_without_scrolling(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.click("text=Play the dice game")
    numbers = random.Random(4)
    for _ in range(12):
        choose(page, look(page), numbers)
    look(page)
    root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert root <= list(size)
    assert root[1] <= size[1]


def test_the_second_of_two_taps_is_not_for_what_came_meanwhile(open_page: OpenPage) -> None:
    page = open_page()
    page.click("text=Play the dice game")
    look(page)
    page.click("[data-word=keep]")
    end = page.locator("[data-word=end]")
    end.hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(500)  # as long as an answer would take
    assert end.count() == 1
    end_turn(page)
    page.wait_for_selector("[data-word^=end]", state="detached")


def test_the_log_speaks_in_sentences(open_page: OpenPage) -> None:
    page = open_page()
    page.click("text=Play the dice game")
    look(page)
    page.click("[data-word=keep]")
    first = page.locator(".log li").first
    first.wait_for()
    assert "roll" in first.inner_text()
    assert first.locator(".row > .die").count() == 5
    page.wait_for_selector(".log li:has-text('keep the dice')")
