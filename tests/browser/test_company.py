"""The others at a table: what they ask and say, who is here, and the call to somebody who looks elsewhere."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.test_absence import WINDOWS, photograph
from tests.browser.test_sheets import sit_down
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

#: A page that nobody looks at, as far as it can tell, and the notices it shows. A browser without windows grants
#: notices and then says that they are denied.
ELSEWHERE = """
  window.elsewhere = false
  Object.defineProperty(document, 'hidden', { get: () => window.elsewhere })
  window.leave = (away) => { window.elsewhere = away; document.dispatchEvent(new Event('visibilitychange')) }
  window.notices = []
  const Shown = window.Notification
  window.Notification = class extends Shown {
    static get permission() { return 'granted' }
    constructor(title, options) { super(title, options); window.notices.push(this) }
  }
"""


@pytest.mark.parametrize("window", ["desktop", "phone"])
def test_a_move_is_taken_back_once_everyone_agrees(open_page: OpenPage, server: Server, window: str) -> None:
    width, height = WINDOWS[window]
    keys = begun(server, "Ann", "Ben", "Cleo")
    ann, ben, cleo = (open_page("/", viewport={"width": width, "height": height}) for _ in range(3))
    for seat, page in enumerate((ann, ben, cleo)):
        sit_down(page, keys, seat)
    ann.click("[data-word=invoke]")
    ben.click("[data-word=pass]")
    cleo.wait_for_selector("[data-word=pass]")

    ann.click("[data-word=ask-undo]")
    ben.wait_for_selector("[data-undo-asked]:has-text('Ann asks to take back 2 moves. Do you agree?')")
    photograph(ben, f"asked-{window}")
    ann.wait_for_selector("[data-undo-asked]:has-text('Waiting for Ben, Cleo')")
    ben.click("text=Let it stand")
    ann.wait_for_selector("[data-undo-asked]:has-text('Ben wants it to stand')")
    assert ann.locator("[data-word=ask-undo]").count() == 0, "what was refused is not asked again"
    ann.click("[data-undo-asked] >> text=Close")

    cleo.click("[data-word=pass]")  # all have passed: Ann must bid, and then her bid wins
    ann.wait_for_selector("[data-bid]")
    cleo.click("[data-word=undo]")  # by right
    cleo.wait_for_selector("[data-word=pass]")
    ann.wait_for_selector("[data-bid]", state="detached")
    ann.click("[data-word=ask-undo]")
    ben.click("[data-undo-asked] button:text-is('Agree')")
    cleo.click("[data-undo-asked] button:text-is('Agree')")
    ann.wait_for_selector("[data-word=draw]")
    said = "Ann takes 2 moves back: everyone has agreed"
    if window == "desktop":
        ben.wait_for_selector(f".log :text('{said}')")
        photograph(ben, "agreed")
    assert said in (ben.text_content(".unseen[aria-live]") or "")


def test_all_that_can_be_asked_for_has_its_place_on_a_phone(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "?", "?")
    ann = open_page("/", viewport={"width": 360, "height": 640})
    sit_down(ann, keys, 0, shows="main")
    ann.wait_for_selector("#for-sound")
    places = "all => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    for names in ("", "Ben", "Cleo"):  # while seats are open, and at the table
        if names:
            server.post("/api/join", {"invite": keys["invite"], "name": names})
        if names == "Cleo":
            ann.wait_for_selector("main[data-lines]")
        found = sorted(ann.eval_on_selector_all("header.top button, header.top .brand, #for-sound", places))
        assert all(right <= left + 0.5 for (_, right), (left, _) in itertools.pairwise(found)), found
        assert found[-1][1] <= 360
    photograph(ann, "top-phone")


def test_phrases_are_seen_for_a_moment_and_can_be_muted(open_page: OpenPage, server: Server) -> None:
    keys = begun(server, "Ann", "Ben")
    ann = open_page("/")
    ben = open_page("/", viewport={"width": 360, "height": 640})
    watcher = open_page(f"/#/watch/{keys['table']}/{keys['spectate']}")
    sit_down(ann, keys, 0)
    sit_down(ben, keys, 1)
    watcher.wait_for_selector("[data-people]")

    ann.click("[data-people]")
    assert "Ben" in (ann.text_content("[data-person='1']") or "")
    ann.wait_for_selector("[data-person='1']:has-text('here')")
    photograph(ann, "people")
    ann.click("[data-phrase=well_played]")
    for page in (ann, ben, watcher):
        page.wait_for_selector("[data-said='0']:has-text('Well played')")
    photograph(ben, "said-phone")

    ben.click("[data-people]")
    photograph(ben, "people-phone")
    ben.check("[data-person='0'] input")
    ben.keyboard.press("Escape")
    ben.wait_for_selector("[data-said='0']", state="detached")
    ann.click("[data-people]")
    ann.click("[data-phrase=thanks]")
    watcher.wait_for_selector("[data-said='0']:has-text('Thank you')")
    assert ben.locator("[data-said='0']").count() == 0

    assert watcher.get_attribute(".me", "data-seat") == "0"
    watcher.click("[data-people]")
    assert watcher.locator("[data-phrase]").count() == 0
    watcher.check("input[name=place] >> nth=1")
    watcher.wait_for_selector(".me[data-seat='1']")
    photograph(watcher, "people-watching")


def test_who_looks_elsewhere_is_called_once_for_each_need(open_page: OpenPage, server: Server) -> None:
    keys = begun(server, "Ann", "Ben")
    ann = open_page("/", permissions=["notifications"])
    ann.add_init_script(ELSEWHERE)
    ann.reload()
    sit_down(ann, keys, 0)
    ann.click("text=Settings")
    ann.check("#settings input[name=notices]")
    ann.keyboard.press("Escape")
    ann.wait_for_function("() => document.title.startsWith('● Your move')")
    assert ann.get_attribute("link[rel=icon]", "href") == "/icon-needed.svg"
    assert notices(ann) == [], "she looks at the table"
    ann.evaluate("leave(true)")
    with server.sit(keys) as everyone:
        everyone.move("invoke", 0)
        ann.wait_for_function("() => document.title === 'Heliopolis'")
        assert ann.get_attribute("link[rel=icon]", "href") == "/icon.svg"
        everyone.move("pass", 1)
        ann.wait_for_function("() => document.title.startsWith('● Your move')")
        ann.wait_for_function("() => window.notices.length === 1")
        with server.sit(keys, 1):  # who comes and goes is told, and is no new need
            ann.wait_for_function("() => document.title.startsWith('● Your move')")
        assert notices(ann) == ["It is your move."]
    ann.evaluate("location.hash = '#/'")
    ann.evaluate("notices[0].onclick()")
    ann.wait_for_function(f"() => location.hash === '#/table/{keys['table']}'")


def test_a_page_without_https_says_why_there_are_no_notices(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    page.click("text=Settings")
    page.click("#settings input[name=notices]")
    page.wait_for_selector("#settings :text('only for pages that come by HTTPS')")
    assert not page.is_checked("#settings input[name=notices]")


def begun(server: Server, *names: str) -> Any:
    """Make a table at which the first person begins."""
    while True:
        keys = server.create(*names)
        with server.sit(keys) as everyone:
            if everyone.to_act == 0:
                return keys


def notices(page: Page) -> list[str]:
    said: list[str] = page.evaluate("notices.map((one) => one.body)")
    return said
