"""What the expert says: a hint at the table."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import pytest

from heliopolis.table.match import Match
from tests.bots.test_exact import ending
from tests.browser.player import act, clear, click, look, resize
from tests.browser.positions import moment
from tests.browser.test_access import violations
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
WIDE, NARROW = (1280, 720), (360, 640)


#: What is wrong with the place of the advice: it hides what is played with, it hides half of something, or it is
#: scrolled and does not say so.
WRONG = """() => {
  const box = (one) => one.getBoundingClientRect()
  const panel = box(document.querySelector('.beside'))
  const hides = (one) => {
    const { left, right, top, bottom } = box(one)
    return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  }
  const half = (one) => {
    const { left, right, top, bottom } = box(one)
    const apart = left >= panel.right || right <= panel.left || top >= panel.bottom || bottom <= panel.top
    const inside = left >= panel.left - 2 && right <= panel.right + 2
    const whole = inside && top >= panel.top - 2 && bottom <= panel.bottom + 2
    return !apart && !whole
  }
  const shown = (names) => [...document.querySelectorAll(names)].filter((one) => one.checkVisibility())
  const body = document.querySelector('.beside .body')
  const scrolls = body.scrollHeight - body.clientHeight > 2
  return {
    hidden: shown('.bar button, .me .suns li, button.fold, button.die, aside .grow h2, aside .grow h2 button')
      .filter(hides).map((one) => one.innerText),
    half: shown('aside .card').filter(half).map((one) => one.innerText),
    unsaid: scrolls !== document.querySelector('.beside .below').checkVisibility(),
    scrolls,
  }
}"""


def sit(open_page: OpenPage, keys: Any, size: tuple[int, int] = WIDE, theme: str = "light") -> Page:
    """Come to a table with the keys that a browser keeps."""
    page = open_page("/", viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([keys]))
    page.goto(f"/#/table/{keys['table']}")
    return page


def wait_for_choice(page: Page) -> None:
    """Play until there is something to ask about."""
    clear(page)
    while not page.locator("[data-word=hint]").count():
        assert act(page, click)
        clear(page)


def assert_named_once(page: Page) -> None:
    """A move is called the same in the list, in the sentence about it, and on its button."""
    why = page.locator(".beside .why").inner_text()
    assert page.locator(".beside .best .rule-id").count() == 1
    assert "of 100 games" in why
    moves = {
        str(move.get_attribute("data-hint")): move.locator(".word").inner_text()
        for move in page.locator("[data-hint]").all()
    }
    named = re.findall("“(.+?)”", why)
    assert set(named) <= set(moves.values())
    for button in page.locator("[data-word]").all():
        word = button.get_attribute("data-word")
        if word in moves:
            assert moves[word] in (button.get_attribute("aria-label") or button.inner_text())


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "light"), (NARROW, "dark")])
def test_a_hint_is_asked_for_and_followed(
    open_page: OpenPage, server: Server, size: tuple[int, int], theme: str
) -> None:
    keys = server.create("Ann", "priest", "priest", "priest")
    page = sit(open_page, keys, size, theme)
    wait_for_choice(page)
    lines = int(look(page)["lines"])
    page.click("[data-word=hint]")
    page.wait_for_selector("[data-hint]")
    moves = page.locator("[data-hint]")
    best = moves.first.get_attribute("data-hint") or ""
    assert "%" in moves.first.inner_text()
    assert_named_once(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []
    # It lies beside what is played with, in every window; where it is scrolled, one sees that.
    for window in ((740, 360), (1024, 600), (768, 1024), size):
        resize(page, *window)
        page.wait_for_function(f"() => !({WRONG})().unsaid")
        assert page.evaluate(WRONG) == {"hidden": [], "half": [], "unsaid": False, "scrolls": ANY}, window
        assert page.evaluate(WRONG)["scrolls"] or window != (740, 360)
    # To read a line plays nothing; its button says what it does.
    moves.first.locator(".word").click()
    moves.first.locator(".win").click()
    assert int(look(page)["lines"]) == lines
    moves.first.get_by_role("button", name="Play it").click()
    page.wait_for_selector("section.beside", state="detached")
    record = server.get(f"/api/tables/{keys['table']}/record", token=keys["seats"][0]["token"])
    assert Match.read(record).words()[lines] == best


def test_a_hint_by_keyboard_alone(open_page: OpenPage, server: Server) -> None:
    page = sit(open_page, server.create("Ann", "priest", "priest", game="dice"))
    look(page)
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    page.keyboard.press("Escape")
    page.wait_for_selector("section.beside", state="detached")
    assert page.evaluate("document.activeElement?.dataset.word") == "hint"
    lines = look(page)["lines"]
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint] button:focus")
    assert_named_once(page)
    for window in ((740, 360), WIDE):
        resize(page, *window)
        assert page.evaluate(WRONG)["hidden"] == [], window
    page.keyboard.press("Enter")
    page.wait_for_function("lines => document.querySelector('[data-lines]').dataset.lines !== lines", arg=lines)
    assert page.locator("section.beside").count() == 0


def test_enter_confirms_what_was_chosen_after_a_hint(open_page: OpenPage, server: Server) -> None:
    line = moment("ra", 3, lambda view: view["to_act"] == 0 and any(word.startswith("take") for word in view["moves"]))
    seats = ["Ann", "priest", "priest"]
    page = sit(open_page, server.create(*seats, position=line))
    lines = look(page)["lines"]
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    page.keyboard.press("Escape")
    page.wait_for_selector("section.beside", state="detached")
    assert page.evaluate("document.activeElement?.dataset.word") == "hint"
    page.keyboard.press(page.locator("[data-take] kbd").first.inner_text())
    page.wait_for_selector("[data-word=spend]")
    page.keyboard.press("Enter")
    page.wait_for_function("lines => document.querySelector('[data-lines]').dataset.lines !== lines", arg=lines)
    assert page.locator("section.beside").count() == 0


def test_a_hint_that_is_exact_says_so(open_page: OpenPage, server: Server) -> None:
    line = ending(ra=5, bag="2 Ra, 2 Nile", track="Gold").position()
    page = sit(open_page, server.create("Ann", "priest", position=line))
    look(page)
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    assert page.locator(".beside .foot").inner_text() == "How the game ends for you: exact, followed to its end."
    assert page.locator("[data-hint] .win").count() == page.locator("[data-hint] small:text-is('exact')").count() == 2


def test_there_is_no_hint_where_somebody_else_plays(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Bert", "priest")
    ann = {**keys, "seats": keys["seats"][:1]}
    with server.sit(keys, 1) as bert:
        page = sit(open_page, ann)
        while bert.to_act != 0:
            if bert.moves() is None:
                bert.hear()
            else:
                bert.play_on(random.Random(1), 1)
        look(page)
        assert page.locator("[data-word=hint]").count() == 0
