"""What the dice table says and shows of what happens: disasters, rolls, Suns, and how it all ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

import pytest

from tests.browser.dice_positions import View, play_until
from tests.browser.player import end_turn, resize
from tests.browser.test_dice_table import DRAWN, SIZES, SMALL, SPILLED_WORDS
from tests.browser.test_sheets import sit_down
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="module")
def same_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the same games are played in every run."""
    server = Server(tmp_path_factory.mktemp("same"), seed="told-12")
    yield server
    server.stop()


def declares(view: View) -> bool:
    """Tell whether the second player may declare a disaster, and the first stands on the Pharaoh track."""
    board = view["board"]
    return bool(board["phase"] == "declaring" and board["turn"] and board["seats"][0]["pharaoh"] > 1)


def test_a_disaster_is_named_by_whoever_must_give_up_markers(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: view["board"]["phase"] == "discarding" and view["to_act"] == 0, "monument")
        page = open_page("/", at=same_games.url)
        sit_down(page, keys, 0)
        assert page.locator(".bar strong").inner_text() == "Ben’s Monument disaster: give up 2 markers"
        other = open_page("/", at=same_games.url)
        sit_down(other, keys, 1)
        assert other.locator(".bar strong").inner_text() == "Ben’s Monument disaster: Ann chooses what to give up"
        # A marker can be given up where it stands.
        page.locator(".cell .target").first.click(timeout=5000)
        page.wait_for_selector(".bar strong:text-is('Ben’s Monument disaster: give up 1 marker')")


def test_a_disaster_without_a_choice_is_told_and_stays_told(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    page = open_page("/", at=same_games.url, moving=True, viewport={"width": 360, "height": 640})
    with same_games.sit(keys) as client:
        play_until(client, declares)
        sit_down(page, keys, 0)
        client.move("disaster pharaoh", 1)
        page.wait_for_selector(".bar strong:text-is('Ben declares a Pharaoh disaster')")
        page.wait_for_selector("[data-word=keep]")
        assert "Ben’s Pharaoh disaster took 2 steps" in page.locator(".bar").inner_text()
        cut = page.locator(".bar .text").evaluate("(text) => text.scrollHeight - text.clientHeight")
        assert cut < 4, "no line of it is cut off"
        page.click("[data-word=keep]")
        page.wait_for_selector("[data-word=end]")
        assert "disaster" not in page.locator(".bar").inner_text()


def test_every_disaster_since_my_last_move_is_told(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", "Dan", game="dice")
    with same_games.sit(keys) as client:

        def struck_twice(view: View) -> bool:
            since = takewhile(lambda line: line["chance"] or line["seat"], reversed(client.log))
            return "keep" in view["moves"] and sum(line["deed"]["disaster"] is not None for line in since) > 1

        play_until(client, struck_twice, "pharaoh")
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 0)
    bar = page.locator(".bar .text")
    first, second = "Ben’s Pharaoh disaster took 2 steps", "Cleo’s Pharaoh disaster took 1 step"
    assert bar.inner_text().endswith(f"{first} and {second}")
    for width, height in SIZES:
        resize(page, width, height)
        assert "2 steps" in bar.inner_text(), (width, height)
        assert "1 step" in bar.inner_text(), (width, height)


#: Note which dice tumble, from now on.
WATCH_DICE = """() => {
  window.tumbled = []
  document.addEventListener('animationstart', ({ animationName, target }) => {
    const [, colour] = /die-(\\w+)/.exec(target.closest('.dice li')?.className ?? '') ?? []
    if (colour && animationName.includes('tumble')) window.tumbled.push(colour)
  })
}"""


def test_only_dice_that_are_rolled_tumble(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: "keep" in view["moves"] and len(view["board"]["suns"]) < 3)
    page = open_page("/", at=same_games.url, moving=True)
    sit_down(page, keys, 0)
    page.evaluate(WATCH_DICE)
    page.wait_for_timeout(100)
    assert page.evaluate("tumbled") == [], "nothing was rolled yet"
    die = page.locator("button.die").first
    colour = str(die.get_attribute("data-die"))
    die.click()
    page.click("[data-word^=reroll]")
    page.wait_for_selector("button.die.chosen", state="detached")
    page.wait_for_selector("[data-word=keep]")
    page.wait_for_timeout(500)
    assert page.evaluate("tumbled") == [colour]
    page.click("[data-word=keep]")
    page.wait_for_selector("[data-word=end]")
    page.click("[data-word=undo]")
    page.wait_for_selector("[data-word=keep]")
    page.wait_for_timeout(100)
    assert page.evaluate("tumbled") == [colour]


def test_how_many_rolls_are_left_stands_at_the_dice_and_on_the_button(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: "keep" in view["moves"] and view["board"]["rerolls"] == 2)
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 0)
    left, button = page.locator("section[aria-label=Dice] .left"), page.locator("[data-word^=reroll]")
    assert left.inner_text() == "2 rolls left"
    assert "(2 rolls left)" in button.inner_text()
    button.click()
    page.wait_for_selector("section[aria-label=Dice] .left :text-is('1 roll left')")
    assert "(1 roll left)" in button.inner_text()
    page.click("[data-word=keep]")
    page.wait_for_selector("section[aria-label=Dice] .left :text-is('rolling is over')")


#: The places of the bar, and of the button that ends the turn: its right edge, for a longer word may stand in it.
BAR = """() => {
  const { x, y, width, height } = document.querySelector('.bar').getBoundingClientRect()
  const { right, top } = document.querySelector('.bar [data-word^=end]').getBoundingClientRect()
  return [x, y, width, height, right, top].map(Math.round)
}"""


def test_dice_that_have_a_use_are_not_wasted_unasked(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: "end" in view["moves"] and any("pharaoh" in word for word in view["moves"]))
        lines = len(client.log)
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 0)
    end, anyway = page.locator("[data-word=end]"), page.locator("[data-word='end anyway']")
    for width, height in SIZES[:3]:
        resize(page, width, height)
        before = page.evaluate(BAR)
        end.dblclick()
        anyway.wait_for()
        assert "can still be used" in page.locator(".bar").inner_text(), (width, height)
        assert page.evaluate(BAR) == before, (width, height)
        page.click("[data-word='not yet']")
        end.wait_for()
    assert page.get_attribute("main", "data-lines") == str(lines), "nothing has been done"
    page.keyboard.press("n")
    anyway.wait_for()
    # What glows can still be chosen; and then nothing is asked any more.
    page.locator("ol[aria-label='Pharaoh track'] .target").first.click()
    anyway.wait_for(state="detached")
    end_turn(page)
    page.wait_for_selector("[data-mine=false]")


def test_the_last_board_stands_as_it_scored(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", game="dice")
    with same_games.sit(keys) as client:
        client.play_on(random.Random(1))
        held = [event["held"] for event in client.log[-1]["happened"] if event["event"] == "scored"]
        after = client.views[0]["board"]["seats"]
    assert held != after, "the end of the game clears the board"
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 0)
    assert page.locator(".suntrack li").last.locator(".statue").count() == 1
    assert "Ra is at the end" in page.locator(".suntrack").inner_text()
    for name in ("Pharaoh", "Nile"):
        spaces = page.locator(f"ol[aria-label='{name} track'] li")
        markers = [spaces.nth(space).locator(".marker").count() for space in range(spaces.count())]
        places = [seat[name.lower()] for seat in held]
        assert markers == [places.count(space) for space in range(len(markers))]
    assert page.locator(".civil .marker").count() == sum(len(seat["civilization"]) for seat in held)
    assert page.locator(".players .flooded").count() == sum(seat["floods"] > 0 for seat in held)


#: Dice that lie on what is said about them, and what is said outside its room.
ON_WORDS = """() => {
  const said = document.querySelector('.means').getBoundingClientRect()
  const room = document.querySelector('.suns').getBoundingClientRect()
  const dice = [...document.querySelectorAll('.suntrack .locked svg')].map((one) => one.getBoundingClientRect())
  const on = dice.filter((die) => die.left < said.right - 0.5 && die.right > said.left + 0.5)
  return on.length + (said.right > room.right + 0.5 ? 1 : 0)
}"""


def test_suns_lie_only_where_they_move_ra(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    page = open_page("/", at=same_games.url)
    path, beside = page.locator(".suntrack li .locked"), page.locator(".suntrack .beside .locked")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: view["board"]["phase"] == "using" and len(view["board"]["suns"]) == 2)
        sit_down(page, keys, 0)
        assert [path.count(), beside.count()] == [2, 0]
        play_until(client, declares)
        page.wait_for_function(
            "lines => document.querySelector('[data-lines]').dataset.lines === lines", arg=str(len(client.log))
        )
        assert [path.count(), beside.count()] == [0, 4]
        for width, height in SIZES:
            resize(page, width, height)
            page.evaluate(DRAWN)
            assert page.evaluate(ON_WORDS) == 0, (width, height)


LOW = (740, 360)

#: How high things are, how wide the narrowest space of the tracks is, and whether their spaces stand in line.
ROOM = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect()
  return {
    log: box('.suntrack .button').height,
    space: box('.track li').height,
    width: Math.min(...[...document.querySelectorAll('.track li')].map((one) => one.getBoundingClientRect().width)),
    statue: box('.statue').right - box('.suntrack li:last-child').right,
    ends: [...document.querySelectorAll('.track li:last-child')].map((one) => one.getBoundingClientRect().right),
    titles: [...document.querySelectorAll('.track')].map((track) => {
      const range = document.createRange()
      range.selectNodeContents(track.querySelector('h2'))
      return track.querySelector('li').getBoundingClientRect().left - range.getBoundingClientRect().right
    }),
  }
}"""


#: Who stands in the water at the end of the Nile, all of the marker to be seen, and on no word.
IN_WATER = """() => {
  const box = (one) => one.getBoundingClientRect()
  const water = box(document.querySelector('.water'))
  const words = [...document.querySelectorAll('.water .target > :not(.unseen)')].map(box)
  const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
  const within = (a) => a.left >= water.left && a.right <= water.right && a.top >= water.top && a.bottom <= water.bottom
  return [...document.querySelectorAll('.water .marker')].map(box)
    .filter((marker) => marker.width >= 12.9 && within(marker) && !words.some((word) => meet(word, marker))).length
}"""


#: Numbers on the cards of players that run into the next one, or out of the card.
RUNS_ON = """() => [...document.querySelectorAll('.players .has > span')].flatMap((one) => {
  const words = document.createRange()
  words.setStartBefore(one.querySelector('.count'))
  words.setEndBefore(one.querySelector('.unseen'))
  const { right, bottom } = words.getBoundingClientRect()
  const next = one.nextElementSibling?.getBoundingClientRect()
  const card = one.closest('li').getBoundingClientRect()
  const end = next && next.left > one.getBoundingClientRect().left ? next.left - 1 : card.right - 2
  return right <= end && bottom <= card.bottom ? [] : [`${one.innerText}: ${right} of ${end}`]
})"""

#: Markers on the tracks that nobody can tell apart: too small, also beside a price, or one lies on the other.
TINY = """() => [...document.querySelectorAll('.track li')].flatMap((space) => {
  const boxes = [...space.querySelectorAll('.marker')].map((one) => one.getBoundingClientRect())
  const small = boxes.filter(({ width }) => width < (space.matches('.reach') ? 13 : 15.5)).map(({ width }) => width)
  const hidden = boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) =>
    Math.hypot(one.left - other.left, one.top - other.top)).filter((apart) => apart < 4))
  return [...small, ...hidden]
})"""


def seats(view: View) -> list[View]:
    found: list[View] = view["board"]["seats"]
    return found


def test_a_flood_that_can_leave_either_of_two_dice_asks_which(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, lambda view: "flood keep Nile" in view["moves"], keeping=("Nile", "Ankh", "Pharaoh"))
        floods = seats(client.views[0])[0]["floods"]
        page = open_page("/", at=same_games.url)
        sit_down(page, keys, 0)
        for width, height in SIZES:
            resize(page, width, height)
            page.locator(".water .target").click()
            page.wait_for_selector("[data-word='flood keep Ankh']")
            assert page.evaluate(SMALL) == [], (width, height)
            assert page.evaluate(SPILLED_WORDS) == [], (width, height)
            page.click("[data-word=cancel]")
            page.wait_for_selector("[data-word=end]")
        page.locator(".water .target").click()
        page.click("[data-word='flood keep Nile']")
        page.wait_for_selector("[data-word=undo]")
        client.hear()
        assert seats(client.views[0])[0]["floods"] == floods + 1


def test_what_a_flood_takes_stands_within_its_place(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", "Dan", game="dice")
    with same_games.sit(keys) as client:

        def offered(view: View) -> bool:
            return "flood" in view["moves"] and any(seat["floods"] for seat in seats(view))

        play_until(client, offered, keeping=("Nile", "Ankh"))
        holders = sum(seat["floods"] > 0 for seat in seats(client.views[0]))
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 0)
    for width, height in SIZES:
        resize(page, width, height)
        page.evaluate(DRAWN)
        # Who has a flood marker is still to be seen, and hides no word.
        assert page.evaluate(IN_WATER) == holders, (width, height)
        assert page.evaluate(RUNS_ON) == [], (width, height)
        assert page.evaluate(TINY) == [], (width, height)
        assert page.evaluate(SPILLED_WORDS) == [], (width, height)
        assert page.evaluate(SMALL) == [], (width, height)


#: What of a tab can be seen and pressed: all of it, or less where something lies on it.
TABS = """() => [...document.querySelectorAll('dialog .tabs button')].map((tab) => {
  const { left, right, top, bottom, height } = tab.getBoundingClientRect()
  const middle = (left + right) / 2
  const seen = [top + 2, bottom - 2].every((y) => tab.contains(document.elementFromPoint(middle, y)))
  return seen ? height : 0
})"""


def test_a_low_window_hides_no_word_and_has_room_for_fingers(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", game="dice")
    with same_games.sit(keys) as client:
        client.play_on(random.Random(1))
    page = open_page("/", at=same_games.url, viewport={"width": LOW[0], "height": LOW[1]})
    sit_down(page, keys, 0)
    page.evaluate("document.fonts.ready")
    room = page.evaluate(ROOM)
    assert min(room["titles"]) >= 1, "no word lies under a space"
    assert room["log"] >= 32
    assert room["space"] >= 31.5
    assert room["width"] >= 24
    assert len(set(room["ends"])) == 1
    assert room["statue"] <= 1, "Ra stands within his space"
    page.click("[data-word=sheet]")
    page.wait_for_selector("dialog .tabs")
    assert min(page.evaluate(TABS)) >= 32
    assert lowest_number(page) >= 24
    finger = open_page("/", at=same_games.url, viewport={"width": 768, "height": 1024}, has_touch=True, is_mobile=True)
    sit_down(finger, keys, 0)
    finger.tap("[data-word=sheet]")
    assert lowest_number(finger) >= 44


def lowest_number(page: Page) -> float:
    """Say how high the lowest of the numbers is that can be asked on the sheet of an epoch."""
    page.click("dialog .tabs button >> nth=0")
    page.wait_for_selector("dialog td button")
    heights: list[float] = page.eval_on_selector_all(
        "dialog td button", "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    return min(heights)


#: Whether all of something can be seen: within the window, and nothing lies on it.
SEEN = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect()
  const at = (y) => one.contains(document.elementFromPoint((left + right) / 2, y))
  return top >= 0 && bottom <= innerHeight && at(top + 2) && at(bottom - 2)
}"""


def test_the_last_section_of_a_sheet_is_not_under_its_foot(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", "Cleo", game="dice")
    with same_games.sit(keys) as client:
        client.play_on(random.Random(1))
    page = open_page("/", at=same_games.url, viewport={"width": 360, "height": 640})
    sit_down(page, keys, 0)
    page.click("[data-word=sheet]")
    buttons = page.locator("dialog .after button")
    buttons.first.wait_for()
    assert all(buttons.nth(place).evaluate(SEEN) for place in range(buttons.count()))
    # Whoever goes there by keyboard, or asks, sees it, too.
    asks = page.locator("dialog [data-review]")
    asks.focus()
    assert asks.evaluate(SEEN)


def test_the_bar_has_room_for_its_question_beside_many_offers(open_page: OpenPage, same_games: Server) -> None:
    keys = same_games.create("Ann", "Ben", game="dice")
    with same_games.sit(keys) as client:
        play_until(client, declares)
    page = open_page("/", at=same_games.url)
    sit_down(page, keys, 1)
    for width, height in SIZES:
        resize(page, width, height)
        page.evaluate(DRAWN)
        asked = page.locator(".bar strong").bounding_box()
        room = page.locator(".bar .text").bounding_box()
        assert asked
        assert room
        assert asked["width"] > 60, (width, height)
        assert asked["y"] + asked["height"] <= room["y"] + room["height"] + 4, (width, height)
