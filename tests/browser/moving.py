"""Take the moving picture of the README, an auction: python -m tests.browser.moving [FILE].

A real game on a real server. The page's clock and all that moves go on frame by frame, so the picture is as smooth on a
busy machine as on a quick one.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from heliopolis.bots.registry import USUAL
from tests.browser.player import FLYING, LOOK, act, click, look, sit
from tests.chromium import ARGUMENTS, PATIENCE, PLACES
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

WINDOW: ViewportSize = {"width": 1280, "height": 720}
SIZE = (960, 540)
FILE = Path(__file__).parents[2] / "docs" / "images" / "auction.webp"
#: Milliseconds.
FRAME = 100
#: At least so many tiles are auctioned, of a table that has been played at for so many lines.
TILES = 5
LINES = 30
#: How long to look at the table before the auction, and after it, in frames.
BEFORE, AFTER, MOST = 6, 12, 90
#: Seconds, by a clock that is not the page's: a frame takes a quarter of one.
BOT_PAUSE = 2.0

#: Moves everything that moves by one frame. What comes to its end is over.
STEP = """(by) => {
  for (const one of document.getAnimations()) {
    one.pause()
    const end = Number(one.effect?.getComputedTiming().endTime)
    const at = Number(one.currentTime ?? 0) + by
    if (at >= end) one.finish()
    else one.currentTime = at
  }
}"""
#: Chooses at once what a person would bid: the highest sun.
BID = "() => [...document.querySelectorAll('[data-bid]')].sort((a, b) => b.dataset.bid - a.dataset.bid)[0].click()"


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    place = next(path for place in PLACES if place and (path := shutil.which(place)))
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), bot_pause=BOT_PAUSE)
        browser = playwright.chromium.launch(executable_path=place, args=ARGUMENTS)
        try:
            context = browser.new_context(base_url=server.url, viewport=WINDOW, color_scheme="light")
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.clock.install()
            page.goto("/#/rules/ra")
            page.evaluate("localStorage.setItem('heliopolis.sound', 'off')")
            page.evaluate("localStorage.setItem('heliopolis.pace', 'instant')")
            sit(page, server.create("Ann", USUAL, USUAL, USUAL))
            page.reload()
            find(page)
            frames = film(page)
        finally:
            browser.close()
            server.stop()
    file.parent.mkdir(parents=True, exist_ok=True)
    first, *rest = frames
    first.save(file, save_all=True, append_images=rest, duration=FRAME, loop=0, quality=80, method=6)
    print(f"{file}: {len(frames) * FRAME / 1000:.1f} s, {file.stat().st_size / 1000:.0f} kB")


def find(page: Page) -> None:
    """Play until it is our turn at a table with enough on it."""
    while True:
        seen = look(page)
        if "invoke" in seen["offers"] and seen["filled"] >= TILES and int(seen["lines"]) >= LINES:
            return
        if "draw" in seen["offers"] and seen["filled"] < TILES and not seen["dialog"]:
            page.click("[data-word=draw]")
            page.wait_for_function(
                "before => document.querySelector('[data-lines]').dataset.lines !== before", arg=seen["lines"]
            )
        else:
            assert act(page, click), "the match is over, and there was no such auction"


def film(page: Page) -> list[Image.Image]:
    """Film an auction, from the moment before it to the moment after it."""
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.mouse.move(2, 2)
    page.clock.pause_at(page.evaluate("Date.now()") + FRAME)
    frames: list[Image.Image] = []
    flown: int | None = None
    while len(frames) < MOST and (flown is None or len(frames) < flown + AFTER):
        seen = page.evaluate(LOOK)
        if len(frames) == BEFORE:
            page.evaluate("document.querySelector('[data-word=invoke]').click()")
        elif seen["bids"]:
            page.evaluate(BID)
        page.clock.run_for(FRAME)
        page.evaluate(STEP, FRAME)
        if page.locator(FLYING).count():
            flown = len(frames)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append(picture.resize(SIZE, Image.Resampling.LANCZOS))
    assert flown is not None, "nothing flew"
    return frames


if __name__ == "__main__":
    main()
