"""Parts of the page that do not come: the connection is lost, or the server has another build by now."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.player import look, sit
from tests.server.driver import Server

OpenPage = Callable[..., Page]
#: All that is fetched when it is needed: what the page begins with is there by then.
LATER = "**/assets/*.js"
MISSING = "could not be fetched"


def test_help_that_does_not_come_is_asked_for_again(open_page: OpenPage, server: Server) -> None:
    page = open_page("/api/catalogue")
    sit(page, server.create("Ann", "Ben"))
    look(page)
    page.route(LATER, lambda route: route.abort())
    page.route("**/", lambda route: route.abort())
    page.keyboard.press("?")
    expect(page.get_by_role("alert")).to_contain_text(MISSING)
    page.click("text=Try again")
    expect(page.locator("[aria-busy=false]:has-text('Try again')")).to_be_visible()
    # The table lies where it was, and can be played with.
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "draw" in look(page)["offers"]
    page.unroute_all()
    page.keyboard.press("?")
    page.click("text=Try again")
    expect(page.locator("dialog [role=tablist]")).to_be_visible()


def test_a_page_of_another_build_is_loaded_anew(open_page: OpenPage, server: Server) -> None:
    page = open_page("/api/catalogue")
    sit(page, server.create("Ann", "Ben"))
    look(page)
    page.evaluate("window.old = true")
    # Its parts are gone, until the page is loaded anew.
    gone = [True]
    page.on("request", lambda request: gone.clear() if request.is_navigation_request() else None)
    page.route(LATER, lambda route: route.fulfill(status=404) if gone else route.continue_())
    page.goto("/#/rules")
    expect(page.locator("main [role=alert]")).to_contain_text(MISSING)
    assert page.evaluate("window.old")
    page.click("text=Try again")
    page.wait_for_selector("#R1")
    assert not page.evaluate("window.old")
