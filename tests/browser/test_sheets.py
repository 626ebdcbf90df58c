"""Score sheets: an epoch is scored before everyone's eyes, every number has its reason, and the match has an end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.player import OFTEN, resize
from tests.browser.test_access import violations
from tests.server.driver import Client, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
PHONE = {"width": 360, "height": 640}
EPOCHS = 3
FINGER, TARGET = 44, 24
MINUS = "\N{MINUS SIGN}"

#: Notes when a ceremony began and ended, how many pieces flew, and of which rows something was not in the window when
#: it was scored: the row, or what rises to it.
WATCH = """() => {
  window.seen = { began: [], ended: [], flew: 0, hidden: [] }
  let plays = false
  let scored = null
  const out = (one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top < 0 || bottom > document.querySelector('dialog .foot').getBoundingClientRect().top + 1
  }
  const look = (row) => {
    const { category } = row.dataset
    const pieces = [...document.querySelectorAll(`dialog [data-tray] [data-piece="${category}"]`)]
    if ([row, ...pieces].some(out)) seen.hidden.push(category)
  }
  new MutationObserver((changes) => {
    const now = document.querySelector('[data-ceremony=true]') !== null
    if (now !== plays) seen[now ? 'began' : 'ended'].push(performance.now())
    plays = now
    const row = document.querySelector('dialog tr.current[data-category]')
    if (row && row !== scored) look(row)
    scored = row
    for (const { target, addedNodes } of changes) if (target.matches?.('.sky')) seen.flew += addedNodes.length
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""
SCROLLED = "() => document.querySelector('dialog').scrollTop > 0"
#: Keeps what is animated by script.
ANIMATED = """() => {
  window.animated = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    window.animated.push(JSON.stringify(frames))
    return animate.call(this, frames, options)
  }
}"""
#: Whether the fold is so wide for a finger.
TOUCHED = """(wide) => {
  const { right, top, height } = document.querySelector('button.fold').getBoundingClientRect()
  return document.elementFromPoint(right - wide + 0.5, top + height / 2).matches('button.fold')
}"""
BEGAN = "count => seen.began.length === count"
OVER = "count => seen.ended.length === count"


def sheets(client: Client, seat: int = 0) -> Any:
    return client.views[seat]["breakdown"]


def sit_down(page: Page, keys: Any, *seats: int, shows: str = "main[data-lines]") -> None:
    """Come to a table with the keys of some seats, and wait for what it shows."""
    kept = {**keys, "seats": [key for key in keys["seats"] if key["seat"] in seats]}
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([kept]))
    page.goto(f"/#/table/{keys['table']}")
    page.wait_for_selector(shows)
    page.evaluate(WATCH)


def play_epoch(client: Client, numbers: random.Random) -> Any:
    """Play to the end of an epoch; say what the first seat saw just before it."""
    over = len(sheets(client))
    before = None
    while len(sheets(client)) == over:
        before = client.views[0]
        client.play_on(numbers, 1)
    return before


#: What lies on a table of Ra: everyone's suns, face up and face down, and both tracks.
LIES = """() => {
  const suns = (one, up) => [...one.querySelectorAll(up ? '[data-up=true]' : '[data-sun]:not([data-up=true])')]
    .map((sun) => Number(sun.dataset.sun)).sort((a, b) => a - b)
  const seats = [...document.querySelectorAll('main [data-seat]')].sort((a, b) => a.dataset.seat - b.dataset.seat)
  return {
    seats: seats.map((one) => [suns(one, true), suns(one, false)]),
    ra: parseInt(document.querySelector('.board .spaces .unseen').textContent.split(': ')[1]),
    track: [...document.querySelectorAll('[data-space]')].map((space) => space.dataset.kind ?? null),
  }
}"""


def as_it_scored(client: Client, before: Any) -> Any:
    """Say what lay on the table when an epoch was scored: what everyone had then, and what was not auctioned."""
    last = client.log[-1]
    held = [event["held"] for event in last["happened"] if event["event"] == "scored"]
    full = last["deed"]["tile"] == "Ra"
    board = before["board"]
    return {
        "seats": [[sorted(one["suns_up"]), sorted(one["suns_down"])] for one in held],
        "ra": board["ra_spaces"] if full else board["ra_tiles"],
        "track": board["track"] if full else [None] * 8,
    }


def points_behind(page: Page) -> list[str]:
    """Say what the table behind a sheet says of points, by seat."""
    found = page.evaluate("""() => [...document.querySelectorAll('main [data-seat]')]
      .sort((a, b) => a.dataset.seat - b.dataset.seat).map((one) => one.querySelector('.points').innerText)""")
    return [text.split()[0] for text in found]


def numbers_in(page: Page, row: str) -> list[str]:
    return page.locator(f"dialog tr:has(th:text-is('{row}')) td .number").all_inner_texts()


def at_once(log: Any, seat: int) -> int:
    """Count what a seat of the dice game has scored with Ankhs and Suns (D12, D13)."""
    ankhs = sum(2 for line in log if line["seat"] == seat and line["deed"]["verb"] == "ankhs")
    events = [event for line in log for event in line["happened"]]
    return ankhs + sum(int(one["points"]) for one in events if one["event"] == "suns-scored" and one["seat"] == seat)


def adds_up(page: Page, game: str, epoch: str) -> None:
    """Add a sheet up, column by column, as a reader would."""
    rows = page.locator("dialog tbody tr")
    columns: dict[str, list[int]] = {}
    for place in range(rows.count()):
        row = rows.nth(place)
        texts = row.locator("td .number").all_inner_texts()
        columns[row.locator("th").inner_text()] = [int(text.replace(MINUS, "-")) for text in texts]
    before, points, together = (columns.pop(name) for name in ("Before", "Points", f"Epoch {epoch}"))
    asked = page.locator("dialog tr:has(th:text-is('Before')) button").first
    asked.hover()
    why = ("Whoever begins starts" if game == "dice" else "Everyone starts") if epoch == "I" else " after epoch "
    page.wait_for_function("why => document.querySelector('dialog #explanation')?.innerText.includes(why)", arg=why)
    assert [sum(column) for column in zip(*columns.values(), strict=True)] == together
    # Nobody has fewer than no points (R33, D21).
    assert points == [max(0, old + more) for old, more in zip(before, together, strict=True)]
    assert ("At once" in columns) == (game == "dice")
    if game == "ra":
        return
    asked = page.locator("dialog tr:has(th:text-is('At once')) [data-points='0']")
    asked.hover()
    page.wait_for_function(
        "() => document.querySelector('dialog #explanation')?.innerText.includes('During the epoch')"
    )
    page.keyboard.press("Escape")  # its card may lie over what is clicked next


def says_who_begins(page: Page, game: str, name: str) -> None:
    """Whoever has the highest sun begins the next epoch of Ra (R5): it is said on the sheet, and in the log."""
    sheet, log = page.locator("dialog .reason").inner_text(), page.locator("aside .log li").last.text_content()
    assert (f"{name} begins epoch II with the highest sun" in sheet) == (game == "ra")
    assert (f"{name} begins epoch II" in (log or "")) == (game == "ra")


def go_on_to_the_end(page: Page) -> None:
    """Read the sheet of the last epoch: only the end tells who has won. Both begin at their top in any window."""
    page.wait_for_function(f"() => !({SCROLLED})()", polling=OFTEN)
    assert page.locator("dialog .standing, dialog .tabs :text('The end')").count() == 0
    page.click("dialog button:text('Go on')")
    page.wait_for_selector("dialog .standing .winner")
    assert not page.evaluate(SCROLLED)


def a_reason_is_in_reach(page: Page, *, touched: bool) -> None:
    """Ask why a number of the second player is what it is, with a finger or a mouse."""
    invitation, asked = page.locator("dialog .said"), page.locator("dialog [data-points='1']").first
    assert ("Tap a number" if touched else "Point at a number") in invitation.inner_text()
    if touched:
        asked.tap()
    else:
        asked.hover()
    page.wait_for_function("() => document.querySelector('dialog #explanation')?.innerText.startsWith('Ben, ')")


def told(page: Page, number: str) -> str:
    """Ask a number by the keyboard why it stands there."""
    page.locator(number).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog #explanation:popover-open")
    said: str = page.locator("dialog #explanation").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog #explanation:popover-open", state="detached")
    return said


def sums_have_reasons(page: Page, total: int, sums: list[int]) -> None:
    """Ask the sums below the rows of a first sheet: they are added up, and points that nobody may see say why."""
    assert f"Ben, epoch I: {signed(sums[1])}" in told(page, "dialog [data-sum='1']")
    assert "lie face down" in told(page, "dialog [data-total='1']")
    mine = told(page, "dialog [data-total='0']")
    assert f"Ann: {total} points" in mine
    assert f"Epoch I\n{signed(sums[0])}" in mine


def the_end_has_reasons(page: Page, best: int) -> None:
    """Ask the winner's points and the picture, and see what the winner had."""
    assert f": {best} points" in told(page, "dialog .standing .winner button")
    assert page.locator("dialog .standing .winner").first.locator("[data-piece]").count() > 0
    assert f"{best} (" in told(page, "dialog figure .epochs button:last-child")


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("ra", 5, {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"}),
        ("dice", 3, {"viewport": {"width": 1280, "height": 720}}),
    ],
)
def test_a_match_is_scored_epoch_by_epoch(
    open_page: OpenPage, server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    keys = server.create(*NAMES[:players], game=game, scores="hidden")
    numbers = random.Random(players)
    page = open_page("/", **options)
    sit_down(page, keys, 0)
    totals = []
    with server.sit(keys) as client:
        play_epoch(client, numbers)
        page.wait_for_selector("dialog[open]")
        page.wait_for_function("() => document.querySelectorAll('dialog [data-points]').length > 0")
        # What an epoch brought is everyone's to know, what it adds up to only each player's own (R35).
        (epoch,) = sheets(client)
        sums = [sum(sheet.values()) for sheet in epoch]
        if game == "dice":
            sums = [points + at_once(client.log, seat) for seat, points in enumerate(sums)]
        assert numbers_in(page, "Epoch I") == [signed(points) for points in sums]
        totals.append(client.views[0]["points"][0])
        for row, known in {"Points": totals[0], "Before": totals[0] - sums[0]}.items():
            assert numbers_in(page, row) == [str(known), *["face down"] * (players - 1)]
        says_who_begins(page, game, NAMES[client.views[0]["to_act"]])
        assert "?" not in page.locator("dialog table").inner_text()
        assert page.locator("dialog .trays li").count() == players
        assert page.locator("dialog .trays [data-piece]").count() > 0
        if game == "dice":
            # A marker on a track says where it stands, also on the first space.
            places = page.locator("dialog .trays [data-piece=pharaohs]").all_inner_texts()
            held = [event["held"] for line in client.log for event in line["happened"] if event["event"] == "scored"]
            assert places == [str(one["pharaoh"]) for one in held if one["pharaoh"]]

        a_reason_is_in_reach(page, touched="has_touch" in options)
        sums_have_reasons(page, totals[0], sums)
        assert (
            page.evaluate(
                "(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('dialog'))"
            )
            == 0
        )
        assert page.locator("dialog [title]").count() == 0
        assert violations(page) == []
        page.click("dialog .close")

        # Later the sheet of an older epoch still has its own totals.
        for _ in range(EPOCHS - 2):
            play_epoch(client, numbers)
            totals.append(client.views[0]["points"][0])
            page.click("dialog button:text('Go on')")
            page.wait_for_selector("dialog", state="detached")
        play_epoch(client, numbers)
        totals.append(client.views[0]["points"][0])
        page.wait_for_selector("dialog .standing")
        every = client.views[0]["totals"]
    assert [epoch[0] for epoch in every] == totals
    for place, name in enumerate(["I", "II", "III"]):
        page.locator("dialog .tabs button").nth(place).click()
        page.wait_for_selector(f"dialog tr:has(th:text-is('Epoch {name}'))")
        assert numbers_in(page, "Points") == [str(points) for points in every[place]]
        adds_up(page, game, name)
    assert page.locator("dialog .ranks li").count() == players
    assert violations(page) == []

    # The end: the winner, the standing, and a picture with a mark for each epoch.
    page.locator("dialog .tabs button").last.click()
    best = max(every[-1])
    assert page.locator("dialog .standing strong").all_inner_texts() == [
        str(points) for points in sorted(every[-1], reverse=True)
    ]
    assert str(best) in page.locator("dialog .standing .winner").first.inner_text()
    for seat in range(players):
        assert page.locator(f"dialog [data-line='{seat}'] [data-mark]").count() == EPOCHS
    assert all(str(points) in str(page.get_attribute("dialog figure svg", "aria-label")) for points in every[-1])
    the_end_has_reasons(page, best)
    assert violations(page) == []
    nothing = {"began": [], "ended": [], "flew": 0, "hidden": []}
    assert page.evaluate("seen") == nothing, "with reduced motion all is there at once"

    # After a reload, and in the replay, everything is as it was.
    page.reload()
    page.click("[data-word=sheet]")
    page.locator("dialog .tabs button").first.click()
    assert numbers_in(page, "Points") == [str(points) for points in every[0]]
    assert page.locator("dialog .trays [data-piece]").count() > 0


def test_an_epoch_is_scored_before_everyones_eyes(open_page: OpenPage, same_games: Server) -> None:
    server = same_games  # in any other game it might happen that nothing scores
    keys = server.create("Ann", "Ben", scores="open")
    numbers = random.Random(2)
    page = open_page("/", at=server.url, moving=True)
    sit_down(page, keys, 0, 1)
    with server.sit(keys) as client:
        before = play_epoch(client, numbers)
        # Left alone it takes less than six seconds, and ends with the finished sheet.
        page.wait_for_function(OVER, arg=1, polling=OFTEN)
        seen = page.evaluate("seen")
        assert 1000 < seen["ended"][0] - seen["began"][0] < 6000
        assert seen["flew"] > 0
        assert "Any key" not in page.locator("dialog .said").inner_text()
        assert page.locator("dialog thead .me").count() == 2, "both seats are at this screen"
        # The table waits behind it as it was scored. Once the sheet is filled, both say the same of points.
        assert page.locator("main h1").inner_text().lower().endswith("epoch 1")
        assert page.evaluate(LIES) == as_it_scored(client, before)
        assert points_behind(page) == numbers_in(page, "Points")
        assert sorted(page.locator("main tfoot td").all_inner_texts()) == sorted(numbers_in(page, "Epoch I"))
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector("main h1:text('epoch 2')", state="attached")
        # A finger that wants the sheets again does not fold the column away.
        fold, again = (page.locator(one).bounding_box() for one in ("button.fold", "aside button:text-is('Sheets')"))
        assert fold is not None
        assert again is not None
        assert fold["x"] - again["x"] - again["width"] >= FINGER
        # Narrow as it is, it is wide enough to be touched (WCAG 2.5.8).
        assert page.evaluate(TOUCHED, TARGET)

        # Any key ends it, even one that closes a sheet: that is still there. Here, too, ranks move that have a size.
        resize(page, *PHONE.values())
        page.evaluate(ANIMATED)
        play_epoch(client, numbers)
        page.wait_for_function(BEGAN, arg=2, polling=OFTEN)
        assert points_behind(page) == [str(points) for points in client.views[0]["totals"][0]], "told too early"
        assert "Any key" in page.locator("dialog .said").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_function(OVER, arg=2, polling=OFTEN)
        assert numbers_in(page, "Epoch II") == [signed(sum(sheet.values())) for sheet in sheets(client)[1]]
        assert page.evaluate("window.animated.filter((frames) => frames.includes('NaN'))") == []
        page.click("dialog button:text('Go on')")
        page.wait_for_selector("dialog", state="detached")

        # So does a click. After the last epoch, too, the sheet is read until somebody goes on: only the end tells who
        # has won. In a low window the rows were followed, but what is read begins at its top.
        resize(page, 740, 360)
        before = play_epoch(client, numbers)
        page.wait_for_function(BEGAN, arg=3, polling=OFTEN)
        assert page.locator("dialog h2").inner_text().lower() == "the game is over"
        page.wait_for_function(SCROLLED, polling=OFTEN)
        page.click("dialog h2")
        page.wait_for_function(OVER, arg=3, polling=OFTEN)
        go_on_to_the_end(page)
        resize(page, 1280, 720)
        assert "win" in page.locator("dialog h2").inner_text().lower()
        # The table stays as it was scored, now and whenever it is looked at again.
        scored = as_it_scored(client, before)
        page.click("dialog .close")
        assert page.evaluate(LIES) == scored
    seen = page.evaluate("seen")
    assert seen["hidden"] == []
    assert all(ended - began < 6000 for began, ended in zip(seen["began"], seen["ended"], strict=True))
    page.reload()
    page.wait_for_selector("[data-word=replay]")
    assert page.evaluate(LIES) == scored


def test_an_epoch_of_the_dice_game_is_scored_on_a_phone(open_page: OpenPage, same_games: Server) -> None:
    server = same_games
    keys = server.create("Ann", "Ben", "Cleo", "Dan", game="dice", scores="open")
    page = open_page("/", at=server.url, moving=True, viewport=PHONE, has_touch=True)
    sit_down(page, keys, 0)
    with server.sit(keys) as client:
        play_epoch(client, random.Random(1))
    # What rises does so in the window, and nothing but its place and its colour changes meanwhile.
    page.wait_for_function("() => seen.flew > 0", polling=OFTEN)
    moved = page.evaluate("""() => document.querySelector('.sky').getAnimations({ subtree: true })
      .flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys))""")
    assert set(moved) <= {"offset", "computedOffset", "easing", "composite", "transform", "opacity"}
    # A tap leads to the finished sheet.
    page.touchscreen.tap(180, 300)
    page.wait_for_function(OVER, arg=1, polling=OFTEN)
    assert page.locator("dialog .sky *").count() == 0
    assert page.evaluate("seen.hidden") == []
    assert numbers_in(page, "Points") == [str(points) for points in client.views[0]["totals"][0]]
