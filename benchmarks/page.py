"""Measure the page: how large it is, how soon a slow computer can play with it, how smoothly tiles fly.

python benchmarks/page.py                 all of it, a minute or two
python benchmarks/page.py --out FILE      and write the figures as JSON

Sizes are those of files compressed by gzip; fonts are compressed already. The first load is what a browser that has
never been here fetches until a table of Ra offers a move; all of it is every file of the client, which nobody fetches
at once. After the first move the page also fetches the score sheets, unasked.

A page is interactive when the table offers a move and the main thread is free to take it, on a processor slowed down
four times. Frames are those of tiles that fly at the end of auctions; a screen shows one every 16.7 ms at best.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from heliopolis.server.settings import STATIC

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.player import FLYING, READY, play_until, sit
from tests.chromium import ARGUMENTS, PATIENCE, PLACES
from tests.server.driver import Server

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Page

#: Of the first load before fonts.
AIM_KB = 150
SLOWER = 4
KINDS = {".js": "js", ".css": "css", ".html": "html", ".svg": "art", ".woff2": "fonts"}
TILES = 4

#: Runs before anything else on the page: notes when a move is offered and the main thread is free.
WATCH = f"""
const look = () => {{
  if (document.body && ({READY})()) setTimeout(() => {{ window.interactive ??= performance.now() }})
  else requestAnimationFrame(look)
}}
requestAnimationFrame(look)
"""
#: Notes how long every frame takes in which something flies.
FRAMES = f"""() => {{
  window.frames_ = []
  let last = null
  const frame = (now) => {{
    const flying = document.querySelector({FLYING!r}) !== null
    if (flying && last !== null) window.frames_.push(now - last)
    last = flying ? now : null
    requestAnimationFrame(frame)
  }}
  requestAnimationFrame(frame)
}}"""


def sizes(paths: Iterable[Path]) -> dict[str, float]:
    """Measure files of the client, in kB by kind."""
    found = dict.fromkeys(KINDS.values(), 0.0)
    for path in paths:
        if path.suffix in KINDS:
            body = path.read_bytes()
            size = len(body) if path.suffix == ".woff2" else len(gzip.compress(body, 9))
            found[KINDS[path.suffix]] += size / 1000
    return {kind: round(size, 1) for kind, size in found.items()}


def before_fonts(kb: dict[str, float]) -> float:
    """Add up all but the fonts."""
    return round(sum(kb.values()) - kb["fonts"], 1)


def first_load(browser: Browser, server: Server) -> set[Path]:
    """Find the files that a browser fetches until somebody who follows a link can make a move."""
    asked: list[str] = []
    page = open_table(browser, server, asked=asked)
    page.wait_for_function("() => window.interactive", polling=100)
    page.context.close()
    return {path for name in asked if (path := STATIC / (name.lstrip("/") or "index.html")).is_file()}


def open_table(browser: Browser, server: Server, slower: int = 1, asked: list[str] | None = None) -> Page:
    """Sit down alone for two, in a browser that has fetched nothing yet; note what it asks for."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto("/api/catalogue")  # of the server, but not the page itself
    if asked is not None:
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    sit(page, server.create("Ann", "Ben"))
    return page


def interactive(browser: Browser, server: Server, slower: int) -> float:
    """Measure the milliseconds until somebody who follows a link can make a move."""
    page = open_table(browser, server, slower)
    taken = page.wait_for_function("() => window.interactive", polling=100).json_value()
    page.context.close()
    return float(taken)


def flights(browser: Browser, server: Server, auctions: int) -> list[float]:
    """Measure the frames, in milliseconds, in which an auction's tiles fly."""
    page = open_table(browser, server)
    page.evaluate(FRAMES)
    for _ in range(auctions):
        play_until(page, FLYING, TILES)
        page.wait_for_function(f"() => !document.querySelector({FLYING!r})", polling=100)
    frames: list[float] = page.evaluate("window.frames_")
    page.context.close()
    return frames


def measure(browser: Browser, server: Server, *, brief: bool) -> dict[str, Any]:
    """Measure all of it."""
    first, all_of_it = sizes(first_load(browser, server)), sizes(STATIC.rglob("*"))
    slow = [interactive(browser, server, SLOWER) for _ in range(1 if brief else 5)]
    frames = sorted(flights(browser, server, 1 if brief else 8))
    return {
        "first load, kilobytes": first,
        "first load before fonts, kilobytes": before_fonts(first),
        "all, kilobytes": all_of_it,
        "all before fonts, kilobytes": before_fonts(all_of_it),
        "interactive, milliseconds": round(statistics.median(slow)),
        "frames": len(frames),
        "frame, 95 %, milliseconds": round(frames[int(0.95 * len(frames))], 1),
        "frame, longest, milliseconds": round(frames[-1], 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    parser.add_argument("--brief", action="store_true", help="one start and one auction only")
    options = parser.parse_args()
    place = next(path for place in PLACES if place and (path := shutil.which(place)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=place, args=ARGUMENTS)
        try:
            figures = measure(browser, server, brief=options.brief)
        finally:
            browser.close()
            server.stop()
    for what, aim in (("first load", f" (aim: under {AIM_KB})"), ("all", "")):
        kinds = ", ".join(f"{kind} {size:.1f}" for kind, size in figures[f"{what}, kilobytes"].items())
        print(f"{what}, gzipped: {figures[f'{what} before fonts, kilobytes']:.1f} kB before fonts{aim}; {kinds}")
    print(f"interactive after {figures['interactive, milliseconds']} ms on a processor {SLOWER} times slower")
    print(
        f"flights: 95 % of {figures['frames']} frames within {figures['frame, 95 %, milliseconds']:.1f} ms, "
        f"the longest {figures['frame, longest, milliseconds']:.1f} ms"
    )
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
