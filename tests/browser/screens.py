"""Photograph every table in every window: python -m tests.browser.screens [FOLDER] [--only PATTERN].

Real games on a real server, with seeds that are always the same; what none of them comes to begins from a position.
The pictures, and a page that shows them all, come into build/screens. PATTERN chooses some of them by name:
"ra-5-*-1280x720-light". A picture of a table that is missing is an error. Every step of both lessons is among them:
"lesson-dice-360x640-light".
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from html import escape
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.browser.lesson_screens import photograph_lessons
from tests.browser.player import OFTEN
from tests.browser.positions import before_a_sheet, moment
from tests.chromium import ARGUMENTS, PATIENCE, PLACES
from tests.server.driver import Client, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[2] / "build" / "screens"
SIZES = [(360, 640), (740, 360), (1024, 600), (768, 1024), (1280, 720), (1920, 1080), (2560, 1440)]
THEMES = ("light", "dark")
#: Both games, and with how many players.
TABLES = [*(("ra", players) for players in (2, 3, 4, 5)), *(("dice", players) for players in (2, 3, 4))]
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
#: A state that a game does not come to is looked for in the next one.
SEEDS = range(11, 14)
LATE = 40
FULL = 4
FINISHED = 3

View = dict[str, Any]
#: A picture: its name, the window, the theme.
Shot = tuple[str, tuple[int, int], str]


def my_turn(view: View) -> bool:
    filled = sum(kind is not None for kind in view["board"]["track"])
    return "invoke" in view["moves"] and filled >= FULL and view["lines"] > LATE


def auction(view: View) -> bool:
    return sum(word.startswith("bid") for word in view["moves"]) > 1 and "pass" in view["moves"]


def passed(view: View) -> bool:
    bidding = view["board"]["phase"] == "bidding" and view["to_act"] != 0
    return bool(bidding and view["board"]["auction"]["bids"][0] == "pass")


def begins(word: str) -> Callable[[View], bool]:
    return lambda view: any(move.startswith(word) for move in view["moves"])


def using(view: View) -> bool:
    return len(view["moves"]) > 2 * FULL and "end" in view["moves"]


def sheet(view: View) -> bool:
    return 0 < len(view["breakdown"]) < FINISHED


def end(view: View) -> bool:
    return view["result"] is not None


#: What is worth a look, seen from the first seat.
STATES: dict[str, dict[str, Callable[[View], bool]]] = {
    "ra": {
        "turn": my_turn,
        "auction": auction,
        "passed": passed,
        "discarding": begins("discard"),
        "sheet": sheet,
        "end": end,
    },
    "dice": {
        "rerolling": begins("reroll"),
        "using": using,
        "disaster": begins("disaster"),
        "discarding": begins("discard"),
        "sheet": sheet,
        "end": end,
    },
}

#: Those in which a sheet lies over the table.
SHEETS = ("sheet", "end")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", metavar="PATTERN", default="*", help="names of the pictures that are wanted")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    taken: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser_path = next(path for place in PLACES if place and (path := shutil.which(place)))
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        try:
            wanted = [table for table in TABLES if any(names(*table, state, given.only) for state in STATES[table[0]])]
            for (game, players), keys in set_up(server, wanted).items():
                taken += photograph(browser, server, game, players, keys, given.folder, given.only)
            taken += photograph_lessons(browser, server, given.folder, given.only, shoot, THEMES)
        finally:
            browser.close()
            server.stop()
    (given.folder / "index.html").write_text(contact_sheet(taken), encoding="utf-8")
    print(f"{len(taken)} pictures: {given.folder / 'index.html'}")
    missing = {
        name for table in wanted for state in STATES[table[0]] for name, _, _ in names(*table, state, given.only)
    }
    if missing := missing - set(taken):
        sys.exit(f"missing: {', '.join(sorted(missing))}")


def names(game: str, players: int, state: str, only: str) -> list[Shot]:
    """Name the wanted pictures of a state, each with its window and its theme."""
    found = []
    for size, theme in product(SIZES, THEMES):
        name = f"{game}-{players}-{state}-{size[0]}x{size[1]}-{theme}.png"
        if fnmatch(name, only if only.endswith(("*", ".png")) else f"{only}.png"):
            found.append((name, size, theme))
    return found


def set_up(server: Server, wanted: list[tuple[str, int]]) -> dict[tuple[str, int], list[Any]]:
    """Make the tables, and give them our seeds while the server is not there to notice."""
    made = {(game, players): [server.create(*NAMES[:players], game=game) for _ in SEEDS] for game, players in wanted}
    server.stop()
    database = sqlite3.connect(server.folder / "tables.sqlite3")
    with database:
        for tables in made.values():
            for seed, keys in zip(SEEDS, tables, strict=True):
                database.execute("UPDATE tables SET seed = ? WHERE id = ?", (f"{seed:032x}", keys["table"]))
    database.close()
    server.start()
    return made


def photograph(
    browser: Browser, server: Server, game: str, players: int, tables: list[Any], folder: Path, only: str
) -> list[str]:
    """Play until every state was seen; the first seat looks on in the browser."""
    waiting = {state: shots for state in STATES[game] if (shots := names(game, players, state, only))}
    taken = []
    for seed, keys in zip(SEEDS, tables, strict=True):
        if not waiting:
            break
        context = browser.new_context(base_url=server.url, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        with server.sit(keys) as screen:
            sit_down(page, keys)
            scored = 0
            for view in play(screen, random.Random(seed)):
                ended = len(view["breakdown"]) > scored  # the page waits until its sheet was read
                likely = [state for state in waiting if (state in SHEETS) == ended]
                found = next((state for state in likely if STATES[game][state](view)), None)
                if ended or found:
                    page.wait_for_selector(f"[data-lines='{view['lines']}']", state="attached")
                if found:
                    for name, size, theme in waiting.pop(found):
                        shoot(page, folder / name, size, theme)
                        taken.append(name)
                    print(f"{game}, {players} players: {found}", flush=True)
                if ended:
                    scored = len(view["breakdown"])
                    page.click("dialog[open] .close")
                if not waiting:
                    break
        context.close()
    for state, shots in waiting.items():
        taken += prepare(browser, server, game, players, state, folder, shots)
    return taken


def prepare(
    browser: Browser, server: Server, game: str, players: int, state: str, folder: Path, shots: list[Shot]
) -> list[str]:
    """Begin a table from a position that is as it is wanted, or one move away from its sheet."""
    is_shown = STATES[game][state]
    line, word = before_a_sheet(game, players, is_shown) if state in SHEETS else (moment(game, players, is_shown), None)
    keys = server.create(*NAMES[:players], game=game, position=line)
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with server.sit(keys) as screen:
        sit_down(page, keys)
        if word is not None:
            screen.move(word)
            page.wait_for_selector("dialog[open]")
        assert is_shown(screen.views[0])
        for name, size, theme in shots:
            shoot(page, folder / name, size, theme)
    context.close()
    print(f"{game}, {players} players: {state}, from a position", flush=True)
    return [name for name, _, _ in shots]


def sit_down(page: Page, keys: Any) -> None:
    mine = {**keys, "seats": [key for key in keys["seats"] if key["seat"] == 0]}
    page.goto("/")
    page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([mine]))
    page.goto(f"/#/table/{keys['table']}")
    page.wait_for_selector("[data-lines]", state="attached")


def play(screen: Client, numbers: random.Random) -> Iterator[View]:
    """Play for all seats, and say what the first one sees."""
    while True:
        view: View = screen.views[0]
        yield view
        choice = screen.moves()
        if choice is None:
            return
        seat, words = choice
        # The first seat wins much, so that it loses something, too.
        likely = [word for word in words if word == "draw" or (word == "pass" and seat)]
        word = likely[0] if likely and numbers.random() < 0.72 else numbers.choice(words)
        screen.move(word, seat)


def shoot(page: Page, path: Path, size: tuple[int, int], theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # Two frames, and the window has its new shape.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')", polling=OFTEN)
    page.screenshot(path=path)


def contact_sheet(pictures: list[str]) -> str:
    """Write the page that shows them all."""
    shown = "".join(
        f'<a href="{escape(name)}"><img loading="lazy" src="{escape(name)}" alt=""><br>{escape(name[:-4])}</a>'
        for name in pictures
    )
    style = "a{display:inline-block;margin:6px;font:12px sans-serif}img{height:240px;border:1px solid #888}"
    return f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>{shown}\n"


if __name__ == "__main__":
    main()
