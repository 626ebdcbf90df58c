"""At the table: what is taken back and who hears of it, hints that take longer, people who share a screen or stay."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.player import look
from tests.browser.test_access import violations
from tests.browser.test_advice import sit
from tests.server.driver import Client, Server
from tests.server.test_undo import answered

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Route

OpenPage = Callable[..., "Page"]
KEEP = "keys => localStorage.setItem('heliopolis.tables', JSON.stringify([keys]))"
#: The colour and the emblem of each player around the board, by name.
EMBLEMS = """() => Object.fromEntries([...document.querySelectorAll('[data-seat]:has(.emblem)')].map((area) => {
  const emblem = area.querySelector('.emblem')
  return [area.querySelector('h2')?.innerText, [emblem.className.baseVal, emblem.innerHTML]]
}))"""


def keys_of(screen: Client) -> Any:
    """Hand over the keys of a client, as a browser keeps them."""
    seats = [{"seat": seat, "token": token} for seat, token in zip(screen.views, screen.tokens, strict=True)]
    return {"table": screen.table, "seats": seats, "invite": None, "spectate": None}


def test_a_move_is_taken_back_with_the_answers_of_bots_and_everyone_is_told(
    open_page: OpenPage, server: Server
) -> None:
    ann, moves = answered(server)
    ann.socket.close()
    page = sit(open_page, keys_of(ann))
    look(page)
    page.click("[data-word=undo]")
    page.wait_for_selector("[data-word=invoke]")
    said = f"Ann takes {moves} moves back"
    expect(page.locator(".log li").last).to_have_text(said)
    expect(page.locator("[aria-live=polite]").first).to_have_text(f"{said}. Your move.")
    assert page.locator("main[data-lines]").get_attribute("data-lines") == "0"
    assert page.locator("[data-word=undo]").count() == 0
    assert violations(page) == []
    page.click("[data-word=draw]")
    page.wait_for_function("() => Number(document.querySelector('[data-lines]').dataset.lines) >= 2")
    page.reload()  # the log still says it, before what came later
    expect(page.locator(".log li").first).to_have_text(said)
    assert page.locator(".log li").count() > 1


def test_others_at_the_table_see_and_hear_what_was_taken_back(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Bert", "Cleo")
    page = open_page(f"/#/watch/{keys['table']}/{keys['spectate']}")
    page.wait_for_selector(".bar")
    with server.sit(keys) as screen:
        seat = screen.to_act or 0
        screen.move("invoke", seat)
        expect(page.locator(".log li").last).to_contain_text("Ra")
        screen.undo(seat)
    said = f"{('Ann', 'Bert', 'Cleo')[seat]} takes a move back"
    expect(page.locator(".log li")).to_have_text([said])
    expect(page.locator("[aria-live=polite]").first).to_have_text(f"{said}.")


def test_a_hint_that_had_no_time_says_so_until_it_is_judged(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path, hint_seconds=1e-9)  # no machine is fast enough for that
    keys = server.create("Ann", "random", "random", "random", game="dice")
    with server.sit(keys) as screen:  # play on until there is a throw to think about
        while (found := screen.moves()) is None or "keep" not in found[1] or len(found[1]) < 10:
            if found is None:
                screen.hear()
            else:
                screen.move(found[1][0], 0)
    page = open_page("/", at=server.url)
    page.evaluate(KEEP, keys)
    page.goto(f"/#/table/{keys['table']}")
    look(page)
    # The second answer waits until the first was looked at.
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.route("**/hint*", hold)
    page.keyboard.press("h")
    page.wait_for_selector("text=Not judged yet")
    assert "%" not in page.locator("section.beside").inner_text()  # no number stands there as if it were a judgement
    page.unroute("**/hint*")  # and what was held goes on
    page.wait_for_selector("[data-hint]")
    assert "of 100 games" in page.locator(".beside .why").inner_text()
    assert page.locator("text=Not judged yet").count() == 0
    server.stop()


def test_a_rematch_leaves_everyone_colour_and_emblem(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "random", "random")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(1))
    again = server.post("/api/rematch", {"table": keys["table"], "token": keys["seats"][0]["token"]})
    shown = []
    for table in (keys, again):
        page = sit(open_page, table)
        page.wait_for_selector("[data-seat] .emblem")
        shown.append(page.evaluate(EMBLEMS))
    assert shown[0] == shown[1]
    assert {"Random", "Random 2"} <= set(shown[0])


def test_a_shared_screen_shows_the_points_of_all_who_sit_there_and_of_nobody_else(
    open_page: OpenPage, server: Server
) -> None:
    keys = server.create("Ann", "Bert", "Cleo", scores="hidden")
    page = sit(open_page, {**keys, "seats": keys["seats"][:2]})
    page.wait_for_selector("[data-seat='2'] .points")
    points = {seat: page.locator(f"[data-seat='{seat}'] .points") for seat in range(3)}
    expect(points[2]).to_contain_text("hidden")
    at_screen = [points[seat].first.inner_text() for seat in (0, 1) if points[seat].count()]
    assert at_screen
    assert all(text.strip().startswith("10") for text in at_screen)
