"""Somebody vanishes: a bot plays for them, everyone sees it, and they have their seat when they are back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.player import look
from tests.browser.test_sheets import sit_down
from tests.server.driver import NO_LIMITS, Client, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
WINDOWS = {"desktop": (1280, 720), "phone": (360, 640), "low": (740, 360)}


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on which one may ask for a bot at once."""
    server = Server(tmp_path_factory.mktemp("patient"), limits=NO_LIMITS | {"grace": 0.0})
    yield server
    server.stop()


@pytest.mark.parametrize(("game", "window"), [("ra", "desktop"), ("ra", "phone"), ("dice", "low")])
def test_a_bot_plays_for_who_has_gone(open_page: OpenPage, patient: Server, game: str, window: str) -> None:
    keys = patient.create("Ann", "Ben", game=game, away_bot="random")
    width, height = WINDOWS[window]
    ann = open_page("/", at=patient.url, viewport={"width": width, "height": height})
    sit_down(ann, keys, 0)
    with patient.sit(keys) as everyone:
        play_until(everyone, 1)
    ann.wait_for_selector(".bar:has-text('Ben is away')")
    photograph(ann, f"away-{game}-{window}")
    ann.click("[data-word=stand-in]")
    assert look(ann)["mine"], "the bot has played for Ben until it was Ann's move again"
    photograph(ann, f"played-{game}-{window}")
    with patient.sit(keys, 1) as ben:
        while ben.last["table"]["players"][1]["stand_in"] is not None:
            ben.until("table")
        assert any(line["bot"] == "random" for line in ben.log)
        with patient.sit(keys, 0) as other_screen:
            play_until(other_screen, 1)
        ann.wait_for_function(
            "() => /Ben (is (thinking|bidding)|chooses)/.test(document.querySelector('.bar').textContent)"
        )
        assert ann.locator("[data-word=stand-in]").count() == 0


def play_until(screen: Client, seat: int) -> None:
    """Make the first moves that there are, until it is a seat's turn."""
    while screen.to_act != seat:
        choice = screen.moves()
        if choice is None:
            screen.hear()
        else:
            screen.move(choice[1][0], choice[0])


def photograph(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look."""
    folder = os.environ.get("HELIOPOLIS_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")
