"""The review of a finished game: its page, its place beside the board, and playing on from a moment."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from heliopolis.table.match import Match
from tests.browser.player import OFTEN, look, resize, sit
from tests.browser.test_access import violations
from tests.server.driver import Server
from tests.server.test_reviews import late

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
#: As it is written on screen.
MINUS = "\N{MINUS SIGN}"
WIDE, NARROW = (1280, 720), (360, 640)
WINDOWS = [NARROW, (740, 360), (768, 1024), WIDE]
EVERYONE = "[name=whose] >> nth=0"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def finished(server: Server, game: str, *bots: str) -> Any:
    """Play a short game to its end: it begins late."""
    keys = server.create("Ann", *bots, game=game, position=late(game, 1 + len(bots)))
    with server.sit(keys) as screen:
        screen.play_on(random.Random(3))
    return keys


def moment(page: Page) -> int:
    return int(page.locator("[aria-label=Moment]").input_value())


@pytest.mark.parametrize(("game", "size", "theme"), [("ra", WIDE, "dark"), ("dice", NARROW, "light")])
def test_a_game_is_reviewed_and_every_decision_opened(
    open_page: OpenPage, server: Server, game: str, size: tuple[int, int], theme: str
) -> None:
    keys = finished(server, game, "random")
    page = open_page("/", viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    sit(page, keys)
    page.click("[data-word=sheet]")
    # It began in the last epoch: the picture of the points has no other.
    page.locator("[data-review]").wait_for()
    assert page.locator("figure .epoch").all_text_contents() == ["III"]
    page.click("[data-review]")
    page.locator("section[aria-label=Ann] table").first.wait_for()
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token=keys["seats"][0]["token"]))
    choices = [
        number
        for number, line in enumerate(match.lines, 1)
        if not line.is_chance and len(match.at(number - 1).moves()) > 1
    ]
    # A result is the sum of its parts, also as it is written.
    parts = page.locator("section[aria-label=Ann] table").first.locator("td:last-child").all_inner_texts()
    *added, result = [float(part.replace(MINUS, "-")) for part in parts]
    assert sum(added) == pytest.approx(result, abs=0.21)
    # Every decision, of everyone, is in the table behind the picture, and a click opens it with all its moves.
    page.check(EVERYONE, force=True)
    page.click("summary")
    lines = page.locator("details tbody button")
    assert [int(line.split()[-1]) for line in lines.all_inner_texts()] == choices
    exact = page.locator("details tbody tr", has_text="exact")
    assert exact.count() or game == "ra", "the last dice of a game are followed to its end"
    lines.last.click()
    assert moment(page) == choices[-1] - 1
    shown = page.locator("article [data-option]")
    words = {shown.nth(place).get_attribute("data-option") for place in range(shown.count())}
    assert match.words()[choices[-1] - 1] in words <= set(match.at(choices[-1] - 1).moves())
    assert "played" in page.locator("article .played").inner_text()
    assert violations(page) == []
    for window in WINDOWS:
        resize(page, *window)
        assert page.evaluate(FITS), window
        assert window != NARROW or violations(page) == []
    # The keyboard goes through it, too.
    page.focus("[aria-label=Moment]")
    page.keyboard.press("Home")
    assert moment(page) == 0
    page.keyboard.press("ArrowRight")
    assert re.match(r"line 1 of \d+: Ann \d+ %, ", page.get_attribute("[aria-label=Moment]", "aria-valuetext") or "")
    page.get_by_role("button", name="Next decision").click()
    assert moment(page) > 1


def test_the_review_lies_beside_the_board_and_moves_it(open_page: OpenPage, server: Server) -> None:
    keys = finished(server, "dice", "random")
    page = open_page("/")
    sit(page, keys)
    page.goto(f"/#/review/{keys['table']}")
    page.locator("section[aria-label=Ann] table").first.wait_for()
    page.check(EVERYONE, force=True)
    page.get_by_role("button", name="Next decision").click()
    page.get_by_role("button", name="Next decision").click()
    place = moment(page)
    page.get_by_role("link", name="On the board").click()
    page.locator(".beside article").wait_for()
    assert page.locator("output").inner_text().split(" / ")[0] == str(place)
    assert page.locator("main[data-lines]").get_attribute("data-lines") == str(place)
    assert violations(page) == []
    # A click into the picture moves the board.
    picture = page.locator(".beside svg[role=img]")
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": 36, "y": box["height"] / 2})
    page.wait_for_function("() => document.querySelector('output').innerText.startsWith('0 /')", polling=OFTEN)
    for window in WINDOWS:
        resize(page, *window)
        assert page.evaluate(FITS), window
    page.click(".beside .close")
    page.locator(".beside").wait_for(state="detached")
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("link", name="The whole review").click()
    page.locator("#chances").wait_for()


def test_a_review_is_left_and_gone_on_with(open_page: OpenPage, server: Server) -> None:
    keys = finished(server, "dice", "random")
    page = open_page("/", viewport={"width": 740, "height": 360})
    page.goto(f"/#/review/{keys['table']}/{keys['spectate']}")
    page.locator("svg[role=img]").wait_for()  # what is judged is shown while the rest is under way
    page.goto("/#/")
    page.locator("main h1").first.wait_for()
    page.goto(f"/#/review/{keys['table']}/{keys['spectate']}")
    page.locator("section[aria-label=Ann] table").first.wait_for()


def test_a_game_that_was_lost_anyway_is_reviewed_by_points(open_page: OpenPage, server: Server) -> None:
    hopeless = re.sub(r"points: \d+ \| \d+", "points: 8 | 68", late("ra"))
    keys = server.create("Ann", "random", position=hopeless)
    with server.sit(keys) as screen:
        screen.play_on(random.Random(3))
    page = open_page("/")
    sit(page, keys)
    page.goto(f"/#/review/{keys['table']}")
    ann = page.locator("section[aria-label=Ann]")
    ann.locator("table").first.wait_for()
    said = "the game was as good as lost already, and none of them changed that. The losses of all"
    assert said in ann.locator(".lists > p").inner_text()
    heads = ann.locator(".lists h3").all_inner_texts()
    assert "Costliest in points" in heads
    assert "Costliest for the win" not in heads
    dearest = ann.locator(".lists > div").nth(heads.index("Costliest in points"))
    costs = [int(re.sub(r"\D", "", text.split("point")[0])) for text in dearest.locator(".cost").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    assert costs
    assert violations(page) == []


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_one_plays_on_from_a_moment(open_page: OpenPage, server: Server, size: tuple[int, int]) -> None:
    keys = finished(server, "ra", "random")
    page = open_page("/", viewport={"width": size[0], "height": size[1]})
    sit(page, keys)
    page.goto(f"/#/replay/{keys['table']}/2")
    page.locator("output").wait_for()
    if size == NARROW:
        page.click("button.more")
        page.locator("dialog button:has-text('Copy position')").wait_for()
        page.click("dialog button:has-text('Play on')")
    else:
        page.click("header button:has-text('Play on')")
    page.locator("[data-begin]:enabled").wait_for()
    assert violations(page) == []
    assert page.evaluate(FITS)
    page.click("[data-begin]")
    page.wait_for_url("**/#/table/*")
    look(page)
    (made, *_) = page.evaluate("JSON.parse(localStorage.getItem('heliopolis.tables'))")
    assert made["table"] != keys["table"]
    old, new = (
        Match.read(server.get(f"/api/tables/{one['table']}/record", token=one["seats"][0]["token"]))
        for one in (keys, made)
    )
    assert new.begins_at == old.at(2).position()
    # Lists say so.
    page.goto("/#/mine")
    page.locator("li:has-text('begun from a position')").first.wait_for()
