"""A whole dice game in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.player import look
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
#: Everything on the dice table that can be clicked to do something.
CHOICES = ".offer:not([data-word=undo]), .target:not(.chosen), .board .track button, .glow, button.die:not(.chosen)"


def test_a_whole_dice_game(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.click("text=Play the dice game")
    numbers = random.Random(1)
    for _ in range(2000):
        seen = look(page)
        if seen["dialog"]:
            page.click("dialog[open] .close")
        elif seen["over"]:
            break
        else:
            choices = page.locator(CHOICES)
            choices.nth(numbers.randrange(choices.count())).click()
            page.wait_for_timeout(40)
    page.click("[data-word=sheet]")
    assert page.locator("dialog .standing li").count() == 4
