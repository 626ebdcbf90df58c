"""Take the pictures of the README: python -m tests.browser.screenshots [FOLDER].

Real games on a real server. The first table with enough on it is photographed, so the pictures show what players see.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.browser.player import act, click, look
from tests.browser.test_dice import CHOICES
from tests.chromium import ARGUMENTS, PLACES
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

DESKTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 360, "height": 640}
FOLDER = Path(__file__).parents[2] / "docs" / "images"
FULL = 5
LATE = 45


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    browser_path = next(path for place in PLACES if place and (path := shutil.which(place)))
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        try:
            home(browser, server, folder)
            table(browser, server, folder)
            if any(game["name"] == "dice" for game in server.get("/api/catalogue")["games"]):
                dice(browser, server, folder)
        finally:
            browser.close()
            server.stop()


def open_page(browser: Browser, server: Server, path: str = "/", **options: Any) -> Page:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce", **{"viewport": DESKTOP, **options})
    page = context.new_page()
    page.goto(path)
    return page


def shoot(page: Page, folder: Path, name: str) -> None:
    page.mouse.move(2, 300)
    page.wait_for_timeout(900)
    page.screenshot(path=folder / f"{name}.png")
    print(f"{name}.png")


def home(browser: Browser, server: Server, folder: Path) -> None:
    for theme in ("light", "dark"):
        page = open_page(browser, server, color_scheme=theme)
        page.wait_for_selector(".play")
        shoot(page, folder, "home" if theme == "light" else "home-dark")


def both(page: Page, folder: Path, name: str) -> None:
    """In light, in dark and on a phone."""
    shoot(page, folder, name)
    page.emulate_media(color_scheme="dark")
    shoot(page, folder, f"{name}-dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    shoot(page, folder, f"{name}-phone")
    page.set_viewport_size(DESKTOP)


def table(browser: Browser, server: Server, folder: Path) -> None:
    page = open_page(browser, server)
    page.click("text=Play now")
    wanted = {"table", "auction", "score-sheet", "final"}
    while wanted:
        seen = look(page)
        if seen["dialog"]:
            name = "final" if page.locator("dialog .standing").count() else "score-sheet"
            if name in wanted:
                wanted.remove(name)
                shoot(page, folder, name)
        elif seen["filled"] >= FULL - 1 and int(seen["lines"]) > LATE and not seen["over"]:
            name = "auction" if page.locator(".board.auction").count() else "table"
            if name in wanted and (name == "auction" or seen["filled"] >= FULL):
                wanted.remove(name)
                both(page, folder, name)
        elif seen["over"]:
            page.click("[data-word=sheet]")
            continue
        if wanted and page.locator("[data-word=draw]").count() and "table" in wanted and not seen["dialog"]:
            page.click("[data-word=draw]")
            page.wait_for_timeout(150)
        elif wanted:
            act(page, click)


def dice(browser: Browser, server: Server, folder: Path) -> None:
    page = open_page(browser, server)
    page.click("text=Play the dice game")
    numbers = random.Random(2)
    for turn in range(3000):
        look(page)
        choices = page.locator(CHOICES)
        if page.locator("dialog[open] .close").count():
            page.click("dialog[open] .close")
        elif turn > 5 * FULL and page.locator(".areas .target").count() > FULL:
            both(page, folder, "dice")
            return
        elif choices.count():
            choices.nth(numbers.randrange(choices.count())).click()
            page.wait_for_timeout(60)


if __name__ == "__main__":
    main()
