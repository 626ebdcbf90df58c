"""What is shown of a match of Ra: what was won goes where it will lie, Ra comes in force, and the end is the end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.player import FLYING, OFTEN, look, sit
from tests.browser.test_tiles import Play
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
SHOWN = "lines => document.querySelector('[data-lines]')?.dataset.lines === String(lines)"

#: What was won, at the end of its flight: where every copy lies and how it looks, and what is still seen of the lot.
LANDED = f"""() => {{
  if (!document.querySelector({FLYING!r})) return false
  for (const one of document.getAnimations())
    if (one.effect.getComputedTiming().endTime < Infinity) one.finish()
  const look = (one) => {{
    const {{ x, y, width, height }} = one.getBoundingClientRect()
    const style = getComputedStyle(one)
    return {{
      drawn: one.querySelector('use')?.getAttribute('href') ?? null,
      middle: [x + width / 2, y + height / 2], width, dot: style.display === 'list-item' && style.listStyleType,
      seen: style.opacity,
    }}
  }}
  const hidden = (one) => getComputedStyle(one).visibility === 'hidden'
  return {{
    tiles: [...document.querySelectorAll('body > .tile')].map(look),
    suns: [...document.querySelectorAll('body > [data-centre], body > .disc, body > li')].map(look),
    left: [...document.querySelectorAll('[data-space] .tile, [data-space] .name, [data-lot], .well [data-centre]')]
      .filter((one) => !hidden(one)).length,
  }}
}}"""

#: Where things lie, by their selectors.
PLACES = """selectors => selectors.map((selector) => {
  const one = document.querySelector(selector)
  const { x, y, width, height } = one.getBoundingClientRect()
  const drawn = one.querySelector('use')?.getAttribute('href') ?? null
  return { drawn, middle: [x + width / 2, y + height / 2], width }
})"""


def alone(play: Play, open_page: OpenPage, **options: Any) -> Page:
    """Open the first seat alone: everybody else is a rival."""
    page = open_page("/", moving=True, **options)
    mine = {**play.keys, "seats": play.keys["seats"][:1]}
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([mine]))
    page.goto(f"/#/table/{play.keys['table']}")
    page.wait_for_selector("[data-lines]", state="attached")
    return page


def lines(play: Play) -> int:
    found: int = play.screen.last["views"][0]["view"]["lines"]
    return found


def near(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two things lie at one place, as large as each other."""
    gaps = [abs(a - b) for a, b in zip(one["middle"], other["middle"], strict=True)]
    return bool(max(*gaps, abs(one["width"] - other["width"])) < 4)


def test_what_was_won_lands_where_it_will_lie(open_page: OpenPage, server: Server) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        page = alone(play, open_page)
        for winner in (1, 0):
            play.lay("God", "Pharaoh", "Temple", "Drought")
            play.say("invoke")
            page.wait_for_function(SHOWN, arg=lines(play), polling=OFTEN)
            centre = page.locator(".well [data-centre]").get_attribute("data-centre")
            play.bid(winner)
            landed = page.wait_for_function(LANDED, polling=OFTEN).json_value()
            assert landed["left"] == 0
            page.wait_for_function(SHOWN, arg=lines(play), polling=OFTEN)
            assert page.locator(f"{FLYING}, body > .tile, body > li, body > .disc").count() == 0
            # What lights up has grown a little.
            page.evaluate("() => document.getAnimations().forEach((one) => one.cancel())")
            panel = f"[data-seat='{winner}']"
            kinds = [f"{panel} [data-kind={kind}] .tile" for kind in ("God", "Pharaoh", "Temple")]
            *tiles, disaster = landed["tiles"]
            for tile, place in zip(tiles, page.evaluate(PLACES, kinds), strict=True):
                assert near(tile, place), (winner, tile, place)
                assert (tile["drawn"], tile["seen"]) == (place["drawn"], "1")
            assert disaster["seen"] == "0"
            suns = [".well [data-centre]", f"{panel} [data-sun='{centre}'] .sun"]
            for place in page.evaluate(PLACES, suns):
                assert any(near(sun, place) for sun in landed["suns"]), (winner, place, landed["suns"])
            assert {sun["dot"] for sun in landed["suns"]} <= {False, "none"}


#: Ra in the middle of his scene, when he stands still.
RA = """() => {
  const lasts = (one) => one.effect.getComputedTiming().endTime
  const tile = [...document.querySelectorAll('.spaces .ra')].at(-1)
  if (!document.querySelector('.light') || !tile?.getAnimations().some((one) => lasts(one) > 400)) return false
  const moving = document.getAnimations().filter((one) => lasts(one) < Infinity)
  for (const one of moving) one.currentTime = 400
  const box = (one) => one.getBoundingClientRect()
  const board = box(document.querySelector('.board'))
  const far = [box(tile).left + box(tile).right - board.left - board.right,
    box(tile).top + box(tile).bottom - board.top - board.bottom]
  const seen = document.querySelector('.light')
  return {
    times: box(tile).width / tile.parentElement.offsetWidth,
    far: Math.max(...far.map(Math.abs)) / 2,
    light: Number(getComputedStyle(seen).opacity),
    under: getComputedStyle(seen).zIndex,
    shakes: moving.some((one) => one.effect.target.matches('.board')),
    dusk: document.querySelectorAll('.dusk').length,
    letter: getComputedStyle(tile.querySelector('.mark')).display,
  }
}"""


def test_ra_comes_large_and_the_last_time_with_most_force(open_page: OpenPage, server: Server) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        page = alone(play, open_page)
        play.lay("Ra")
        first = page.wait_for_function(RA, polling=OFTEN).json_value()
        while play.screen.last["views"][0]["view"]["board"]["ra_tiles"] < 7:
            play.bid(None)
            play.lay("Ra")
        play.bid(None)
        page.wait_for_function(SHOWN, arg=lines(play), polling=OFTEN)
        page.wait_for_selector(".light", state="detached")
        play.lay("Ra")
        last = page.wait_for_function(RA, polling=OFTEN).json_value()
        for seen in (first, last):
            assert seen["times"] >= 2.5
            assert seen["far"] < 8
            assert seen["under"] == "-1"
            assert seen["shakes"]
            assert seen["letter"] == "none"
        assert (first["dusk"], last["dusk"]) == (0, 1)
        assert last["light"] > first["light"] > 0
        assert last["times"] > first["times"]


def test_nothing_is_said_of_what_comes_next_when_all_is_over(open_page: OpenPage, server: Server) -> None:
    keys = server.create("Ann", "Bert")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(1), 10_000)
    page = open_page("/")
    sit(page, keys)
    assert look(page)["over"]
    said = page.locator(".supply").inner_text()
    assert "in the bag" in said
    assert "next is Ra" not in said
    assert "up" not in said
    assert page.locator(".track.near").count() == 0
