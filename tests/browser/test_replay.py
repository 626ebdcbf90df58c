"""A finished game, looked at again."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from heliopolis.table.match import Match
from tests.browser.player import resize, sit
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


#: Where the controls of a replay are.
CONTROLS = """() => [...document.querySelectorAll('[aria-label=Replay], .steps .button, output ~ input')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [x, y, width, height]
})"""


def finished(game: str = "ra", seed: int = 7) -> str:
    match = Match(game, ["north", "east", "south"], seed=seed)
    while match.seat is not None:
        moves = match.moves()
        match.play(moves[len(match) % len(moves)])
    return match.record()


def test_the_position_of_any_moment_can_be_copied(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "evening.ra"
    record.write_text(finished(), encoding="utf-8")
    page = open_page("/#/replay")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector("output")
    page.locator("[aria-label=Moment]").fill("30")
    page.click("button:has-text('position')")
    page.wait_for_selector("button:has-text('Copied')")
    assert page.evaluate("() => navigator.clipboard.readText()") == Match.load(record).at(30).position()
    for width, height in ((360, 640), (740, 360)):
        resize(page, width, height)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_an_uploaded_record_is_replayed_step_by_step(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "evening.ra"
    record.write_text(finished(), encoding="utf-8")
    page = open_page("/#/replay")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector("output")
    last = int(page.locator("output").inner_text().split("/")[1])
    assert last > 50

    def place() -> int:
        return int(page.locator("output").inner_text().split("/")[0])

    assert place() == 0
    # What was drawn is one step with the wish to draw; a line between the two is reached by the slider.
    page.keyboard.press("ArrowRight")
    assert place() == 2
    page.locator("[aria-label=Moment]").fill("1")
    assert place() == 1
    page.click("[aria-label='One on']")
    assert place() == 2
    page.click("[aria-label='One back']")
    assert place() == 0
    assert not page.locator("text=Score sheet").is_visible()
    page.keyboard.press("a")
    assert page.locator(".board.auction").count() == 1
    # The board is the one of a table: in this window, too, it says who bids what.
    assert page.locator(".board [aria-label=Bids]").is_visible()
    page.click("[aria-label='Next epoch']")
    assert page.locator("[data-epoch='2']").count() == 1
    page.keyboard.press("End")
    assert place() == last
    said = page.locator("[aria-label=Replay] p").inner_text()
    assert re.fullmatch(r"\w+( and \w+)? wins? with \d+ .+", said)
    # Whoever only brought the record does not sit at a table.
    assert page.locator("text=To the table").count() == 0
    page.click("text=Score sheet")
    expect(page.locator("dialog .standing li")).to_have_count(3)
    page.click("dialog[open] .close")
    page.keyboard.press("Home")
    controls = page.evaluate(CONTROLS)
    page.click("[data-play]")
    page.wait_for_selector(".said:text-is('Pause')")
    assert page.evaluate(CONTROLS) == controls
    page.wait_for_function("() => document.querySelector('output').innerText.startsWith('2 ')")
    # It waits while something is read in a dialog, and then goes on.
    page.click(".supply")
    page.wait_for_selector("dialog[open]")
    before = place()
    page.clock.install()
    page.clock.run_for(20_000)
    assert place() == before
    page.click("dialog[open] .close")
    page.wait_for_selector("dialog", state="detached")
    with page.expect_download() as download:
        page.click("text=Download")
    assert download.value.path().read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_every_tie_is_explained(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "level.ra"
    page = open_page("/")
    for game, seed, places, said in (
        ("ra", 10, ["1.", "2.", "3."], "north and east end with 21 each: the highest sun decides, and north has"),
        ("ra", 20, ["1.", "2.", "2."], "north and east share place 2 with 0 each: no rule breaks a tie below the win."),
        ("dice", 31, ["1.", "1.", "3."], "north and east share the win with 24 each: no rule breaks the tie."),
    ):
        record.write_text(finished(game, seed), encoding="utf-8")
        page.goto("/#/")
        page.goto("/#/replay")
        page.set_input_files("input[type=file]", record)
        page.wait_for_selector("output")
        page.keyboard.press("End")
        page.click("text=Score sheet")
        page.wait_for_selector("dialog .standing")
        assert page.locator("dialog .standing i").all_inner_texts() == places
        assert page.locator("dialog .tie").inner_text().replace("sun disk", "sun").startswith(said)


def test_the_end_leads_back_to_the_table(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Ben")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(1), 2000)
    page = open_page("/", viewport={"width": 740, "height": 360})
    sit(page, keys)
    page.goto(f"/#/replay/{keys['table']}")
    page.wait_for_selector("output")
    # A phone that lies has room for the slider and for what is said.
    controls = page.evaluate(CONTROLS)
    assert page.evaluate("document.querySelector('[aria-label=Moment]').clientWidth") > 400
    page.keyboard.press("End")
    page.locator("text=To the table").wait_for()
    assert page.evaluate(CONTROLS) == controls
    assert (
        page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.foot p'))")
        == 0
    )
    page.keyboard.press("Home")
    resize(page, 360, 640)
    board, controls = page.locator(".board").bounding_box(), page.evaluate(CONTROLS)
    page.keyboard.press("End")
    back = page.locator("text=To the table")
    back.wait_for()
    # The end of the game moves nothing, also where there is little room, and the table is the same as that of a game.
    assert page.evaluate(CONTROLS) == controls
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    download = page.locator("header.top button:has-text('Download')").inner_text()
    back.click()
    page.wait_for_selector("[data-word=replay]")
    # One name for one thing, wherever it is offered.
    assert page.locator("[data-word=record]").inner_text().split("\n")[0].strip() == download == "Download record"
    page.click("text=Share")
    page.wait_for_selector(f"dialog button:text-is('{download}')")
    page.click("dialog .close")
    assert page.locator(".board").bounding_box() == board


def test_a_damaged_record_gets_a_clear_answer(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "broken.ra"
    record.write_text(finished().replace("record 1", "record 9", 1), encoding="utf-8")
    page = open_page("/#/replay")
    page.set_input_files("input[type=file]", record)
    assert "record" in page.locator("[role=alert]").inner_text()
