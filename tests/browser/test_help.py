"""Help for the moment, the Rules page as a book to look things up in, and the ways from the table to a rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import act, clear, click, look, sit
from tests.browser.test_access import violations
from tests.server.driver import Server

OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
#: What of the open sheet does not fit into it, and what of the page into the window.
TOO_MUCH = """() => {
  const sheet = document.querySelector('dialog[open]')
  const inner = [sheet, ...sheet.querySelectorAll('*')]
  return [
    document.documentElement.scrollWidth - innerWidth,
    Math.max(...inner.map((one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === 'auto'
      ? one.scrollHeight - one.clientHeight : 0)),
    Math.max(...inner.map((one) => one.clientWidth && getComputedStyle(one).overflowX !== 'visible'
      && !one.classList.contains('unseen') ? one.scrollWidth - one.clientWidth : 0)),
  ]
}"""


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_help_says_what_can_be_done_now(open_page: OpenPage, server: Server, game: str) -> None:
    page = open_page("/")
    sit(page, server.create("Ann", "random", "random", game=game))
    clear(page)
    said = []
    for _ in range(2):
        page.keyboard.press("?")
        page.wait_for_selector("[data-help=now] dt")
        said = [named.split("\n")[0] for named in page.locator(".now dt").all_inner_texts()]
        moves = {offer.split()[0] for offer in look(page)["offers"]}
        if game == "ra":
            assert ("Draw a tile" in " ".join(said)) == ("draw" in moves)
            assert ("Invoke Ra" in " ".join(said)) == ("invoke" in moves)
            assert ("Pass" in " ".join(said)) == ("pass" in moves)
            assert len([one for one in said if one.startswith("Bid")]) == len(look(page)["bids"])
        else:
            assert any(one.startswith(("Roll again", "Keep all")) for one in said) == ("keep" in moves)
        assert page.locator(".now .rule-id").count() == len(said)
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        if game == "ra":
            act(page, click)
            clear(page)
        else:
            page.click("[data-word=keep]")
            page.wait_for_selector("[data-word=end]")
            break


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_the_scoring_fits_a_phone(open_page: OpenPage, server: Server, game: str) -> None:
    page = open_page("/", **PHONE)
    sit(page, server.create("Ann", "random", "random", game=game))
    clear(page)
    page.get_by_role("button", name="Help").tap()
    page.get_by_role("tab", name="Scoring").tap()
    page.wait_for_selector("[data-help=scoring] table")
    assert page.evaluate(TOO_MUCH) == [0, 0, 0]
    assert violations(page) == []


def test_the_parts_of_help_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("text=Play now")
    page.keyboard.press("?")
    first = page.get_by_role("tab", selected=True)
    expect(first).to_have_text("Scoring")
    first.focus()
    for part in ("game", "keys"):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f"[data-help={part}]")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="The game")).to_be_focused()


def test_a_rule_is_a_step_from_the_table_and_so_is_the_way_back(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    keys = server.create("Ann", "random", "random", edition="alea")
    sit(page, keys)
    clear(page)
    page.keyboard.press("?")
    page.click(".now .rule-id >> nth=0")
    page.wait_for_selector("dialog[open]", state="detached")
    page.wait_for_selector(".rule.meant")
    assert page.evaluate("location.hash").startswith("#/rules/ra/alea/R")
    page.click("text=Back to the table")
    page.wait_for_selector(".bar")
    assert page.evaluate("location.hash") == f"#/table/{keys['table']}"
    # The log names the rule of whatever followed by itself.
    for _ in range(60):
        clear(page)
        if page.locator(".log .rule-id").count():
            break
        act(page, click)
    named = page.locator(".log .rule-id").first
    rule = named.inner_text()
    named.click()
    page.wait_for_selector(f"#{rule}.meant")


def test_the_rules_are_searched_as_one_types(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra/z-man")
    page.wait_for_selector("#R36")
    assert page.locator(".rule").count() == 36
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("eart")
    expect(page.get_by_role("status").filter(has_text="rule")).to_have_text("3 rules")
    assert {rule.get_attribute("id") for rule in page.locator(".rule").all()} == {"R1", "R19", "R22"}
    assert "Earthquake" in page.locator("mark").all_inner_texts()
    page.keyboard.type(" obelisk")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className").startswith("id")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.type(" nonsense")
    expect(page.get_by_role("status").filter(has_text="rule")).to_have_text("No rule says that")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".rule")).to_have_count(36)
    expect(field).to_have_value("")


@pytest.mark.parametrize(("game", "examples", "named"), [("ra", 9, []), ("dice", 10, ["D3", "D12", "D13"])])
def test_examples_and_contents_fit_a_phone(open_page: OpenPage, game: str, examples: int, named: list[str]) -> None:
    page = open_page(f"/#/rules/{game}", **PHONE)
    page.wait_for_selector(".rule")
    assert page.locator(".example").count() == examples
    # Rules that others name can be followed.
    assert page.locator(".rule div > p a").all_inner_texts() == named
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.tap(".contents summary")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The end of an epoch").tap()
    page.wait_for_function("() => scrollY > 0")
    expect(page.locator("#the-end-of-an-epoch")).to_be_in_viewport()
    assert violations(page) == []
