"""A finished game, looked at again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from heliopolis.table.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


def finished() -> str:
    match = Match("ra", ["north", "east", "south"], seed=7)
    while match.seat is not None:
        moves = match.moves()
        match.play(moves[len(match) % len(moves)])
    return match.record()


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
    page.keyboard.press("ArrowRight")
    assert place() == 1
    page.keyboard.press("a")
    assert page.locator(".board.auction").count() == 1
    page.click("[title='Next epoch']")
    assert page.locator("[aria-label='Epoch 2 of 3']").count() == 1
    page.keyboard.press("End")
    assert place() == last
    page.keyboard.press("Home")
    page.click("[title='Play (Space)']")
    page.wait_for_function("() => document.querySelector('output').innerText.startsWith('2 ')")
    with page.expect_download() as download:
        page.click("text=Download")
    assert download.value.path().read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_a_damaged_record_gets_a_clear_answer(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "broken.ra"
    record.write_text(finished().replace("record 1", "record 9", 1), encoding="utf-8")
    page = open_page("/#/replay")
    page.set_input_files("input[type=file]", record)
    assert "record" in page.locator("[role=alert]").inner_text()
