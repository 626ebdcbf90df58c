"""How fast things are shown, how to skip them, and how they sound."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.browser.player import FLYING, act, click, look, play_until, sit
from tests.browser.sounds import RATE, rendered
from tests.browser.test_access import violations
from tests.ra.positions import position
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OpenPage = Callable[..., "Page"]
TOP = "header.top"


@pytest.fixture
def slow_server(tmp_path: Path) -> Iterator[Server]:
    """A server whose bots take minutes before each move."""
    server = Server(tmp_path, bot_pause=600.0)
    yield server
    server.stop()


def test_any_key_or_tap_ends_what_moves_and_does_nothing_else(open_page: OpenPage, same_games: Server) -> None:
    server = same_games
    page = open_page("/#/rules/ra", at=server.url, moving=True, has_touch=True)
    keys = server.create("Ann", "Ben")
    sit(page, keys)
    draw = page.locator("[data-word=draw]")
    draw.wait_for()
    place = draw.bounding_box()
    assert place is not None
    with server.watch(keys) as watcher:
        for how in ("key", "tap"):
            play_until(page, FLYING)
            # They would fly for minutes now.
            page.evaluate("document.getAnimations().forEach((one) => { one.playbackRate = 0.001 })")
            if how == "key":
                page.keyboard.press("i")
            else:
                page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
            page.wait_for_function(f"() => !document.querySelector({FLYING!r})", timeout=20_000)
            lines = int(look(page)["lines"])
            # Neither was Ra invoked nor a tile drawn: only the next key is a move again.
            page.keyboard.press("d")
            while len(watcher.log) <= lines:
                watcher.hear()
            verbs = [line["deed"]["verb"] for line in watcher.log[lines - 1 : lines + 1]]
            assert verbs in (["bid", "draw"], ["pass", "draw"])


@pytest.mark.parametrize("pace", ["slow", "fast", "instant"])
def test_no_pace_makes_the_page_wider_than_a_phone(open_page: OpenPage, pace: str) -> None:
    page = open_page("/", viewport={"width": 390, "height": 700})
    page.evaluate("pace => localStorage.setItem('heliopolis.pace', pace)", pace)
    page.reload()
    page.click("text=Play now")
    look(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_pace_is_kept_and_told_to_the_server(open_page: OpenPage) -> None:
    page = open_page(moving=True)
    said: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(json.loads(frame))))

    def paces() -> list[float]:
        return [one["pause"] for one in said if one["type"] == "pace"]

    page.click("text=Play now")
    look(page)
    assert paces() == []
    page.click("text=Settings")
    page.check("input[value=fast]")
    page.keyboard.press("Escape")
    assert not page.locator("#settings").is_visible()
    page.reload()
    look(page)
    assert page.locator(".tools >> text=fast").count() >= 1
    # By keyboard: faster still, and slower again, and never beyond the ends.
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate("document.documentElement.dataset.pace") == "instant"
    for _ in range(5):
        page.keyboard.press("-")
    assert page.evaluate("document.documentElement.dataset.pace") == "slow"
    # What was pressed was the pace and no move.
    assert act(page, click)
    assert paces() == [0.4, 0.4, 0, 0.4, 1, 1.8]


def test_a_tap_beside_the_settings_closes_them_and_makes_no_move(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page.click("text=Play now")
    before = look(page)
    page.tap(f"{TOP} button[popovertarget]")
    page.wait_for_selector("#settings", state="visible")
    # A bot may have begun an auction.
    move = f"[data-word={'draw' if 'draw' in before['offers'] else 'pass'}]"
    box = page.locator(move).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 8, box["y"] + 8)
    page.wait_for_selector("#settings", state="hidden")
    assert look(page) == before
    page.tap(move)
    page.wait_for_function(
        "before => document.querySelector('[data-lines]').dataset.lines !== before", arg=before["lines"]
    )


def test_reduced_motion_is_instant_whatever_was_set(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("localStorage.setItem('heliopolis.pace', 'slow')")
    page.reload()
    said: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(json.loads(frame))))
    page.click("text=Play now")
    look(page)
    assert [one["pause"] for one in said if one["type"] == "pace"] == [0]
    assert page.locator("[data-word=forward]").count() == 0
    page.click(f"{TOP} button[popovertarget]")
    assert "all is instant" in page.locator("#settings").inner_text()
    assert violations(page) == []


def test_on_to_my_next_choice(open_page: OpenPage, slow_server: Server) -> None:
    while True:
        keys = slow_server.create("Ann", "random", "random", "random")
        (line,) = slow_server.post("/api/mine", {"tokens": [keys["seats"][0]["token"]]}, status=200)
        if line["to_act"] != 0:  # the suns decide who begins
            break
    page = open_page("/#/rules/ra", at=slow_server.url, moving=True, color_scheme="dark")
    sit(page, keys)
    page.wait_for_selector("text=Skip to my next choice")
    assert violations(page) == []
    page.keyboard.press("f")
    seen = look(page)
    assert seen["mine"] or seen["dialog"]
    assert "forward" not in seen["offers"]


def test_on_to_the_end_of_the_epoch_for_whoever_is_out_of_it(open_page: OpenPage, server: Server) -> None:
    page = open_page("/#/rules/ra", moving=True)
    sit(page, server.create("Ann", "random"))
    play_until(page, "[data-word=epoch-end]")
    page.keyboard.press("f")
    page.wait_for_selector("dialog[open] table")
    assert page.locator("[data-word=epoch-end], [data-word=forward]").count() == 0


def test_whoever_sits_out_sees_what_the_others_do_without_motion_too(open_page: OpenPage, slow_server: Server) -> None:
    out = position(2, turn=1, up={0: []}, down={0: [9, 6, 5, 2]}).position()
    page = open_page("/#/rules/ra", at=slow_server.url)
    said: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(json.loads(frame))))
    sit(page, slow_server.create("Ann", "random", position=out))
    # Bots keep the pace that was chosen, from the first moment, until somebody wants to skip the rest.
    page.wait_for_selector("[data-word=epoch-end]")
    assert page.locator("dialog[open]").count() == 0
    assert [one["type"] for one in said] == ["hello"]
    page.keyboard.press("f")
    page.wait_for_selector("dialog[open] table")


def test_sound_is_asked_for_once(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page.click("text=Play now")
    look(page)
    asked = page.locator(".question")
    box = asked.bounding_box()
    bar = page.locator(TOP).bounding_box()
    assert box is not None
    assert bar is not None
    # It stands within the bar on top, beside the buttons, and takes nothing.
    assert (bar["y"], bar["y"] + bar["height"]) <= (box["y"], 640)
    assert box["y"] + box["height"] <= bar["y"] + bar["height"]
    assert page.evaluate("document.querySelector('header.top').scrollWidth") <= 360
    tools = page.locator(".tools").bounding_box()
    assert tools is not None
    assert box["x"] + box["width"] <= tools["x"]
    assert page.evaluate("document.activeElement === document.body")
    assert violations(page) == []
    main = page.locator("main").bounding_box()
    asked.get_by_text("Yes").click()
    asked.wait_for(state="detached")
    assert page.locator("main").bounding_box() == main
    assert page.evaluate("localStorage.getItem('heliopolis.sound')") == "on"
    page.reload()
    look(page)
    assert asked.count() == 0
    # Whoever does not answer is not asked again, and hears nothing.
    page.evaluate("localStorage.removeItem('heliopolis.sound')")
    for count in (1, 0):
        page.reload()
        look(page)
        assert asked.count() == count
    assert page.evaluate("localStorage.getItem('heliopolis.sound')") == "off"


def test_sounds_are_heard_short_and_never_too_loud(chromium: Browser) -> None:
    sounds = rendered(chromium)
    assert set(sounds) == {"TILE", "SUN", "GONG", "FLOOD", "CRACK", "ROW", "SCORE", "WIN", "RATTLE", "LOCK", "CALL"}
    for name, (seconds, samples) in sounds.items():
        loud = np.abs(samples)
        assert 0.2 < loud.max() < 10 ** (-1 / 20), name  # below -1 dBFS
        assert seconds < 1.2, name
        assert loud[int(seconds * RATE) :].max() < 0.001, name
    pitches = {name: strongest(samples) for name, (_, samples) in sounds.items()}
    assert pitches["GONG"] < 150 < pitches["SCORE"]
    assert pitches["GONG"] == min(pitches["GONG"], pitches["TILE"], pitches["SUN"], pitches["FLOOD"])


def strongest(samples: Any) -> float:
    """Find the strongest pitch, in Hz."""
    return float(np.abs(np.fft.rfft(samples)).argmax() * RATE / len(samples))
