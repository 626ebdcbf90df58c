"""The way to a table: the first page, and the tables that people know by a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import look
from tests.browser.test_access import violations
from tests.browser.test_explain import CARD

OpenPage = Callable[..., Page]
SIZES = [(360, 640), (740, 360), (768, 1024), (1280, 720)]


def test_news_are_what_came_since_the_last_visit(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("text=Play now")
    assert page.locator(".news").count() == 0  # all of it is new to whoever comes for the first time
    # As if this browser had come before there were lessons and the search.
    page.evaluate("""() => {
      const seen = JSON.parse(localStorage.getItem('heliopolis.news'))
      const kept = seen.filter((title) => title !== 'Lessons')
      if (kept.length === seen.length) throw new Error('there is no such news')
      localStorage.setItem('heliopolis.news', JSON.stringify(kept))
      sessionStorage.clear()
    }""")
    page.reload()
    expect(page.locator(".news li")).to_have_count(1)
    expect(page.locator(".news li b")).to_have_text("Lessons.")
    assert violations(page) == []
    # To come back in the same tab is no new visit.
    page.reload()
    page.click(".news >> text=Got it")
    page.reload()
    page.wait_for_selector("text=Play now")
    assert page.locator(".news").count() == 0
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.wait_for_selector("text=Play now")
    assert page.locator(".news").count() == 0


def test_whoever_came_before_there_were_news_sees_them(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("text=Play now")
    page.evaluate("""() => {
      localStorage.removeItem('heliopolis.news')
      localStorage.setItem('heliopolis.tables', JSON.stringify([{ table: 'gone', seats: [] }]))
      sessionStorage.clear()
    }""")
    page.reload()
    expect(page.locator(".news button >> text=more")).to_be_visible()
    assert page.locator(".news li").count() > 1


def test_every_choice_of_a_new_table_explains_itself(open_page: OpenPage) -> None:
    page = open_page("/#/new/ra", viewport={"width": 360, "height": 640}, has_touch=True)
    page.tap("summary:has-text('More')")
    page.locator("main .one:has-text('A disaster taken with a God')").wait_for()
    asks = page.locator("main .about")
    told = []
    for one in asks.all():
        one.scroll_into_view_if_needed()
        one.tap()
        card = page.locator(CARD)
        card.wait_for()
        told.append(card.inner_text().split("\n")[0])
        one.tap()
        card.wait_for(state="detached")
    assert {"Play now", "Friends tonight", "A seat", "How strong a bot is", "A colour", "More", "An edition"} <= set(
        told
    ), told
    assert {"Scores", "Draws", "Who finds it"} <= set(told)
    # A house rule leads to the rule that it changes.
    page.locator(".one:has-text('A disaster taken with a God') .about").tap()
    assert violations(page) == []
    page.locator(f"{CARD} a").tap()
    page.wait_for_function("() => location.hash === '#/rules/ra/z-man/R21'")


def test_the_first_page_leads_to_a_table_with_ones_own_box(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="on your own table?").click()
    expect(page.locator("[data-preset=box] input")).to_be_checked()
    assert page.locator("summary:has-text('More')").inner_text().endswith("you draw yourselves")
    page.click("text=Start")
    page.click("[data-word=draw]")
    page.click(".palette button:has-text('Sphinx')")
    page.wait_for_selector("[data-space='0'] .tile")


def test_a_table_by_its_name(open_page: OpenPage) -> None:
    page = open_page("/#/new")
    kinds = "[aria-label^='Who sits in seat']"
    named = {"play": ["person", "bot", "bot", "bot"], "friends": ["person", "open", "open"], "two": ["person", "open"]}
    for name, seats in named.items():
        page.check(f"[data-preset={name}] input")
        expect(page.locator(kinds)).to_have_count(len(seats))
        assert [kind.input_value() for kind in page.locator(kinds).all()] == seats
    # The other game is one of the choices, and has its own.
    page.click("[data-game=dice]")
    page.wait_for_selector("[data-game=ra]")
    assert page.locator("[data-preset]").count() == 4
    page.click("text=Start")
    look(page)
    assert page.locator(".dice").count() == 1


def test_what_only_some_want_is_under_more(open_page: OpenPage) -> None:
    page = open_page("/#/new/dice")
    page.wait_for_selector("[data-preset]")
    bots = page.locator("[aria-label='Which bot']").first
    assert not {"expert", "net", "greedy"} & {one.get_attribute("value") for one in bots.locator("option").all()}
    assert page.locator("[aria-label^='Colour of']").count() == 0
    page.click("summary:has-text('More')")
    for name in ("expert", "net", "greedy"):
        bots.locator(f"option[value={name}]").wait_for(state="attached")
    disaster = page.get_by_label("A Nile disaster")
    assert disaster.locator("option").all_inner_texts() == ["as the rulebook prints it", "as the box is played"]
    disaster.select_option("as the box is played")
    expect(page.locator("summary:has-text('More')")).to_contain_text("A Nile disaster: as the box is played")
    assert violations(page) == []
    page.click("text=Start")
    look(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_table_can_be_begun_wherever_one_reads(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/#/new/ra", viewport={"width": size[0], "height": size[1]})
    page.click("summary:has-text('More')")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    expect(page.locator("text=Start")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("text=Start")).to_be_in_viewport(ratio=1)
