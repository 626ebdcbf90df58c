"""The bar of both games: what it says can be read in every window, and stands in the middle."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.player import act, click, look, resize, sit
from tests.browser.screens import SIZES
from tests.browser.test_dice import choose
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

#: What is wrong with the words in the bar: lines are cut or not in the middle of their room, what belongs to them is
#: left out, or they are not in the middle of a bar that is one row.
WRONG = """() => {
  const text = document.querySelector('.bar .text')
  const words = document.createRange()
  words.selectNodeContents(text)
  const lines = [...words.getClientRects()].filter((line) => line.width)
  const [top, bottom] = [Math.min(...lines.map((line) => line.top)), Math.max(...lines.map((line) => line.bottom))]
  const room = text.getBoundingClientRect()
  const bar = document.querySelector('.bar').getBoundingClientRect()
  const off = ({ top: from, bottom: to }) => Math.abs(top + bottom - from - to) / 2
  const note = text.querySelector('.note')
  return {
    cut: top < room.top - 4 || bottom > room.bottom + 4 || lines.some((line) => line.right > room.right + 1),
    low: off(room) > 2.5 || (bar.height < 70 && off(bar) > 2.5),
    silent: note !== null && getComputedStyle(note).display === 'none' && !text.querySelector('.brief'),
  }
}"""


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_what_the_bar_says_is_whole_and_in_the_middle(open_page: OpenPage, server: Server, game: str) -> None:
    keys = server.create("Ann", "random", "random", "random", game=game)
    page = open_page("/", viewport={"width": 360, "height": 640})
    sit(page, keys)
    numbers = random.Random(2)
    said: set[str] = set()
    while len(said) < 3:
        seen = look(page)
        words = page.locator(".bar strong").inner_text()
        if not seen["dialog"] and words not in said:
            said.add(words)
            for size in SIZES:
                resize(page, *size)
                assert page.evaluate(WRONG) == {"cut": False, "low": False, "silent": False}, (size, seen["bar"])
            resize(page, 360, 640)
        if game == "dice":
            choose(page, seen, numbers)
        else:
            act(page, click)


#: Other words in the bar, and a frame in which they are drawn.
OTHER_WORDS = """(words) => {
  const [strong] = document.querySelectorAll('.bar strong')
  strong.textContent = words
  strong.append(document.createElement('i'))
  return strong.offsetHeight
}"""


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_other_words_in_the_bar_let_the_rest_of_the_page_keep_its_style(
    open_page: OpenPage, server: Server, game: str
) -> None:
    """A style sheet can be so written that the whole page is gone through for every word: that takes 40 ms."""
    page = open_page("/")
    sit(page, server.create("Ann", "random", "random", game=game))
    look(page)
    elements = page.locator("*").count()
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "devtools.timeline"])
    for words in ("one", "two", "three"):
        page.evaluate(OTHER_WORDS, words)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert len(styled) >= 3
    assert max(styled) < elements / 20
