"""What the log and the rules tell, and how it looks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.player import OFTEN, look, sit
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

#: Every row of the log: what it says, the colour of its stripe, and how bold it is.
ROWS = """() => [...document.querySelectorAll('.log .row')].map((row) => {
  const { borderLeftColor, fontWeight } = getComputedStyle(row)
  return { text: row.innerText, stripe: borderLeftColor, weight: Number(fontWeight) }
})"""


def test_every_row_of_the_log_has_the_colour_of_whom_it_is_about(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(3), 60)
    page = open_page()
    sit(page, keys)
    look(page)
    page.wait_for_selector(".log .row")
    rows = page.evaluate(ROWS)
    stripes = {name: {row["stripe"] for row in rows if row["text"].startswith(f"{name} ")} for name in ("Ann", "Ben")}
    assert all(len(found) == 1 for found in stripes.values()), stripes
    assert stripes["Ann"] != stripes["Ben"]
    assert all(row["stripe"] not in (*stripes["Ann"], *stripes["Ben"]) for row in rows if "Everyone" in row["text"])
    # Bold is what is loud itself: who wins, not who passes last.
    assert {row["weight"] >= 600 for row in rows if " wins with " in row["text"]} == {True}
    assert {row["weight"] >= 600 for row in rows if " passes" in row["text"]} == {False}


def test_whoever_reads_further_up_is_left_in_peace(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(3), 60)
        page = open_page()
        sit(page, keys)
        look(page)
        page.evaluate("document.querySelector('.log').scrollTop = -120")
        top = "document.querySelector('.log .row').getBoundingClientRect().top"
        count = "document.querySelectorAll('.log .row').length"
        before, rows = page.evaluate(top), page.evaluate(count)
        screen.play_on(random.Random(3), 4)
        page.wait_for_function(f"rows => {count} > rows", arg=rows, polling=OFTEN)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert abs(page.evaluate(top) - before) < 2


def test_tiles_that_do_the_same_are_explained_once(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    tiles = page.locator(".tiles li")
    tiles.first.wait_for()
    said = [text.split(". ", 1)[1] for text in tiles.all_inner_texts()]
    assert len(said) == len(set(said))
    assert page.locator(".tiles li:has-text('Agriculture') .tile").count() == 5
    assert page.locator(".tiles li:has-text('Pyramid') .tile").count() == 8
