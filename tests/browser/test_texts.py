"""What is written on the pages: plain English, in the words of the edition, for the device at hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import end_turn, look
from tests.browser.test_tiles import Play
from tests.server.driver import Server

OpenPage = Callable[..., Page]
#: Nothing but fingers.
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def test_the_rules_are_there_for_players(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra/z-man")
    page.wait_for_selector("#R36")
    said = page.locator("main").inner_text()
    assert ".md" not in said
    assert "a test" not in said
    assert "Sun disk 1 lies face up" in said
    # Tables are tables, also within a rule, and chapters have headlines.
    assert page.locator("#R3 table tbody tr").count() == 4
    assert page.locator("#R3 thead th").all_inner_texts() == ["Players", "Groups"]
    assert page.locator("#R19 table tbody tr").count() == 4
    assert "Gold and Gods are never lost" in page.locator("#R19 p").last.inner_text()
    assert "Disasters" in page.locator("main h3").all_inner_texts()
    # No tile says its name twice.
    for tile in page.locator(".tiles li").all_inner_texts():
        name = tile.split(".")[0].strip()
        assert not tile.split(".", 1)[1].strip().startswith(f"{name}:"), tile


def test_a_rule_has_an_address(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra/alea/R30")
    page.wait_for_selector("#R30.meant")
    page.wait_for_function("() => scrollY > 0")
    box = page.locator("#R30").bounding_box()
    assert box
    assert 0 <= box["y"] <= 720 - box["height"]
    page.click("#R31 .id")
    page.wait_for_selector("#R31.meant")
    assert page.evaluate("location.hash") == "#/rules/ra/alea/R31"


@pytest.mark.parametrize("game", ["ra/z-man", "ra/rio-grande", "dice/rulebook"])
def test_the_rules_fit_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/#/rules/{game}", **PHONE)
    page.wait_for_selector(".rule")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    said = page.locator("main").inner_text()
    assert "fame lie" not in said
    assert "fame win" not in said
    if game == "dice/rulebook":
        assert "with four or five you may declare a disaster" in said
        assert "show them in a row of their own" in page.locator("#D21").inner_text()


def test_numbers_at_the_table_say_what_they_count(open_page: OpenPage, server: Server) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        play.lay("Gold")
        page = play.open(open_page, (360, 640))
        expect(page.locator(".supply")).to_contain_text("12 sun disks face up")
        expect(page.locator(".rival").first).to_contain_text("if won +3")
        expect(page.locator(".lot .for")).to_have_text("if won by you")
        # The line is low, but high enough to be touched (WCAG 2.5.8).
        assert page.evaluate("""() => {
          const { left, right, top, bottom } = document.querySelector('.supply').getBoundingClientRect()
          const at = (y) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + y).closest('.supply')
          return at(-11.5) !== null && at(11.5) !== null
        }""")
        # Here, too, an auction says what is at stake.
        play.say("invoke")
        page.wait_for_selector("[data-bid]")
        expect(page.locator(".bar .tip")).to_have_text("Winner takes tiles and sun disk 1")
        expect(page.locator(".bar .tip")).to_be_visible()


def test_help_speaks_as_the_table_does(open_page: OpenPage, server: Server) -> None:
    for edition, sun in (("z-man", "sun disk"), ("alea", "sun")):
        keys = server.create("Ann", "random", "random", edition=edition)
        page = open_page(f"/#/watch/{keys['table']}/{keys['spectate']}")
        look_on = page.locator(".board")
        look_on.first.wait_for()
        page.keyboard.press("?")
        page.get_by_role("tab", name="The game").click()
        page.wait_for_selector(f"dialog:has-text('one face-up {sun}, higher')")


def test_keys_are_told_where_there_are_keys(open_page: OpenPage) -> None:
    page = open_page("/", **PHONE)
    page.tap("text=Play the dice game")
    look(page)
    # Nothing to click or to point at.
    assert "click" not in page.locator(".bar").inner_text().lower()
    page.get_by_role("button", name="Help").tap()
    page.wait_for_selector("dialog[open]")
    assert page.get_by_role("tab").all_inner_texts() == ["Now", "Scoring", "The game"]
    assert page.locator("dialog kbd").count() == 0
    assert "Point at" not in page.locator("dialog").inner_text()
    # An on-screen keyboard presses keys, too.
    page.keyboard.press("Shift")
    assert (
        page.evaluate("new Promise(done => requestAnimationFrame(() => done(document.querySelector('dialog kbd'))))")
        is None
    )
    desktop = open_page("/")
    desktop.wait_for_selector("text=Play now")
    desktop.keyboard.press("?")
    desktop.get_by_role("tab", name="Keys").click()
    desktop.wait_for_selector("dialog dl")


def test_people_who_share_a_screen_are_called_by_name(open_page: OpenPage, server: Server) -> None:
    keys = server.create("You", "You too", game="dice")
    page = open_page("/")
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', JSON.stringify([keys]))", keys)
    page.goto(f"/#/table/{keys['table']}")
    look(page)
    for _ in range(2):
        said = page.locator(".bar strong").inner_text()
        acting = page.locator(".players .acts b").inner_text()
        assert said == ("Roll again?" if acting == "You" else "You too: roll again?")
        page.click("[data-word=keep]")
        end_turn(page)
        page.wait_for_selector(f".players .acts b:not(:text-is('{acting}'))")
        look(page)
        page.wait_for_selector("[data-word=keep]")
