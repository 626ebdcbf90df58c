"""Everything explains itself: by mouse, by keyboard and by touch, in one card that never lies where it should not."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.player import resize
from tests.browser.screens import STATES, play, sit_down
from tests.browser.test_access import violations
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

SIZES = [(1280, 720), (360, 640), (740, 360)]
CARD = "#explanation:popover-open"

#: Where the card lies: within the window, and not on what it tells of.
LIES = """() => {
  const card = document.querySelector('#explanation').getBoundingClientRect()
  const asked = document.querySelector('[data-asked]').getBoundingClientRect()
  return {
    inside: card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight,
    beside: card.right <= asked.left || asked.right <= card.left
      || card.bottom <= asked.top || asked.bottom <= card.top,
    high: card.height,
  }
}"""

#: Where everything else lies.
TABLE = "[...document.querySelectorAll('main *')].map((one) => one.getBoundingClientRect().toJSON())"

#: All that explains itself and can be seen.
ALL = """[...document.querySelectorAll('main [data-explained]')].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  if (!width || !height || getComputedStyle(one).visibility === 'hidden') return false
  const at = document.elementFromPoint(left + width / 2, top + height / 2)
  return at !== null && at.closest('[data-explained]') === one
}).map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
})"""

#: Moments of both games in which a person can do something.
MOMENTS = [("ra", "turn"), ("ra", "auction"), ("dice", "using")]


def table(open_page: OpenPage, server: Server, game: str, state: str, **options: Any) -> Page:
    """Sit at a table that has come to a state."""
    keys = server.create("Ann", "Ben", "Cleo", game=game)
    with server.sit(keys) as client:
        next(view for view in play(client, random.Random(3)) if STATES[game][state](view))
    page = open_page("/", at=server.url, **options)
    sit_down(page, keys)
    page.wait_for_selector("[data-mine=true]")
    return page


def press_long(page: Page, selector: str) -> None:
    """Rest a finger on something."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector(CARD)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("game", "state"), MOMENTS)
def test_nothing_has_a_title_and_all_cards_lie_well(
    open_page: OpenPage, same_games: Server, game: str, state: str
) -> None:
    page = table(open_page, same_games, game, state)
    assert page.locator("main [title], dialog [title], header [title]").count() == 0
    page.click(".asks[aria-pressed]")
    for width, height in SIZES:
        resize(page, width, height)
        there = page.evaluate(TABLE)
        places = page.evaluate(ALL)
        assert len(places) > 15
        for x, y in random.Random(1).sample(places, 14):
            page.mouse.click(x, y)
            page.wait_for_selector(CARD)
            lies = page.evaluate(LIES)
            assert lies["inside"], (width, height, x, y)
            assert lies["beside"], (width, height, x, y)
            assert lies["high"] > 30
            page.keyboard.press("Escape")
            page.wait_for_selector(CARD, state="detached")
        assert page.evaluate(TABLE) == there, "nothing is pushed"


def test_a_pointer_that_rests_asks_and_may_go_into_the_card(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "ra", "turn")
    lines = page.locator("[data-lines]").get_attribute("data-lines")
    page.hover(".board .space .tile >> nth=0")
    card = page.locator(CARD)
    card.wait_for()
    assert card.get_by_text("In the bag", exact=True).count() == 1
    assert page.locator("[data-asked]").get_attribute("aria-describedby") == "explanation"
    rule = card.locator("a").first
    rule.hover()
    page.wait_for_timeout(500)
    assert card.is_visible(), "the pointer is in it"
    page.mouse.move(2, 2)
    card.wait_for(state="detached")
    # One at a time: of where the pointer is.
    page.hover(".well .sun")
    expect(page.locator(CARD)).to_contain_text("Centre")
    page.hover("[data-word=draw]")
    expect(page.locator(CARD)).to_contain_text("Next tile is Ra")
    assert page.locator(CARD).count() == 1
    # The card of what acts lies over nothing that one could use.
    assert page.locator(CARD).evaluate("card => getComputedStyle(card).pointerEvents") == "none"
    # What acts still acts, and says no more.
    page.click("[data-word=draw]")
    page.wait_for_function("before => document.querySelector('[data-lines]').dataset.lines !== before", arg=lines)
    assert page.locator(CARD).count() == 0


def test_a_card_leads_to_its_rule(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "ra", "turn")
    page.click(".me .held [data-explained=stop] >> nth=0")
    rule = page.locator(f"{CARD} a").first
    place = rule.inner_text().removeprefix("Rule ")
    rule.click()
    page.wait_for_selector(f"#{place}")
    assert page.evaluate("location.hash") == f"#/rules/ra/z-man/{place}"


def test_the_keyboard_walks_asks_and_comes_back(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "ra", "turn")
    walk = page.locator(".board ol[data-walk]")
    assert walk.locator("[tabindex='0']").count() == 1, "one stop for all spaces"
    walk.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(CARD)
    first = page.locator(CARD).inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator(CARD)).not_to_have_text(first)
    expect(page.locator(CARD)).to_contain_text("Auction space 8")
    page.keyboard.press("Escape")
    page.wait_for_selector(CARD, state="detached")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'explanation'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.keyboard.press("Escape")
    page.wait_for_selector(CARD, state="detached")
    assert page.evaluate("document.activeElement.closest('[data-space]')?.dataset.space") == "7"
    # A button that is come to by keyboard says what it does, and does it. The focus that Escape gives back asks
    # nothing; the next key ends that.
    page.keyboard.press("Tab")
    page.locator("[data-word=invoke]").focus()
    expect(page.locator(CARD)).to_contain_text("You bid last")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board.auction")


@pytest.mark.parametrize("size", [(360, 640), (740, 360)])
def test_a_finger_taps_what_lies_there_and_rests_on_what_acts(
    open_page: OpenPage, same_games: Server, size: tuple[int, int]
) -> None:
    page = table(open_page, same_games, "ra", "auction", has_touch=True, viewport={"width": size[0], "height": size[1]})
    lines = page.locator("[data-lines]").get_attribute("data-lines")
    page.tap("[data-lot]")
    expect(page.locator(CARD)).to_contain_text("This lot for you")
    page.tap("[data-lot]")
    page.wait_for_selector(CARD, state="detached")
    press_long(page, ".me [data-bid]")
    expect(page.locator(CARD)).to_contain_text("Higher ones of others")
    assert page.evaluate(LIES)["inside"]
    assert page.evaluate(LIES)["beside"]
    page.touchscreen.tap(2, 200)
    page.wait_for_selector(CARD, state="detached")
    page.tap(".well .sun")
    expect(page.locator(CARD)).to_contain_text("Centre")
    # The first tap beside a card only closes it.
    page.tap(".asks[aria-pressed]")
    page.wait_for_selector(CARD, state="detached")
    assert page.locator(".asks[aria-pressed=false]").count() == 1
    # While people are asking, taps do nothing else.
    page.tap(".asks[aria-pressed]")
    page.tap(".me [data-bid] >> nth=0")
    expect(page.locator(CARD)).to_contain_text("Higher ones of others")
    page.tap("[data-word=pass]")
    expect(page.locator(CARD)).to_contain_text("You bid nothing")
    assert page.locator("[data-lines]").get_attribute("data-lines") == lines
    page.tap(f"{CARD} button")
    page.wait_for_selector(".asks[aria-pressed=false]")
    page.tap("[data-word=pass]")
    page.wait_for_function("before => document.querySelector('[data-lines]').dataset.lines !== before", arg=lines)


def test_dice_explain_themselves_by_keyboard(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "dice", "using")
    walk = page.locator(".areas .row[data-walk]").first
    walk.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(CARD)
    first = page.locator(CARD).inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(CARD)).not_to_have_text(first)
    page.keyboard.press("Escape")
    page.wait_for_selector(CARD, state="detached")
    # What acts says what it does where the keyboard comes to it, and then does it.
    page.locator("[data-word=end]").focus()
    expect(page.locator(CARD)).to_contain_text("Dice that were not used are lost")
    lines = page.locator("[data-lines]").get_attribute("data-lines")
    page.keyboard.press("Escape")
    page.locator(".board .target").first.focus()
    page.wait_for_selector(CARD)
    assert page.locator("[data-lines]").get_attribute("data-lines") == lines


def test_dice_explain_themselves_to_a_finger(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "dice", "rerolling", has_touch=True, viewport={"width": 360, "height": 640})
    lines = page.locator("[data-lines]").get_attribute("data-lines")
    press_long(page, ".dice [data-die]")
    assert page.evaluate(LIES)["inside"]
    assert page.locator(".dice [aria-pressed=true]").count() == 0, "it was not chosen"
    page.touchscreen.tap(2, 300)
    page.wait_for_selector(CARD, state="detached")
    # While people are asking, taps do nothing else.
    page.tap(".asks[aria-pressed]")
    page.tap(".dice [data-die] >> nth=0")
    page.wait_for_selector(CARD)
    page.tap("[data-word=keep]")
    expect(page.locator(CARD)).to_contain_text("dice")
    assert page.locator("[data-lines]").get_attribute("data-lines") == lines
    assert violations(page) == []


def test_it_works_in_a_dialog_and_escape_closes_the_card_alone(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "ra", "turn", viewport={"width": 360, "height": 640})
    page.click(".rival .open >> nth=0")
    page.click("dialog [data-sun] [data-explained] >> nth=0")
    page.wait_for_selector(f"dialog {CARD}")
    assert page.evaluate(LIES)["inside"]
    assert page.evaluate(LIES)["beside"]
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(CARD, state="detached")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    # And then outside of it again.
    page.click("[data-lot]")
    page.wait_for_selector(f"body > {CARD}")


@pytest.mark.parametrize(("game", "asked"), [("ra", "[data-lot]"), ("dice", ".track h2 span")])
def test_a_card_is_clean_for_who_cannot_see_it(open_page: OpenPage, same_games: Server, game: str, asked: str) -> None:
    page = table(open_page, same_games, game, "turn" if game == "ra" else "using")
    page.hover(asked)
    page.wait_for_selector(CARD)
    assert violations(page) == []
    page.click(asked)
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)
    assert page.locator(CARD).is_visible(), "it was asked for"
    assert violations(page) == []


def test_this_lot_is_told_for_every_rival(open_page: OpenPage, same_games: Server) -> None:
    page = table(open_page, same_games, "ra", "auction", viewport={"width": 360, "height": 640})
    page.click(".rival .open >> nth=0")
    expect(page.locator("dialog section h3")).to_contain_text("This lot for Ben")
