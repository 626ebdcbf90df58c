"""Photograph every step of both lessons, as somebody plays who does what is asked for: see `tests.browser.screens`.

At every step the card must be read whole, and cover nothing that it speaks of or that can be pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.lessons import AMISS, Card, Play, dice_as_asked, go_on, learn, mouse, ra_as_asked, read
from tests.chromium import PATIENCE
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Whoever learns on a small screen uses a finger.
SIZES = [(360, 640), (740, 360), (1280, 720)]
PHONE = 740
LESSONS: dict[str, Play] = {"ra": ra_as_asked, "dice": dice_as_asked(mouse)}

Shoot = Callable[["Page", Path, tuple[int, int], str], None]


def photograph_lessons(
    browser: Browser, server: Server, folder: Path, only: str, shoot: Shoot, themes: tuple[str, ...]
) -> list[str]:
    """Go through both lessons in every window, and photograph each card in every theme; end if something is amiss."""
    taken = []
    amiss = []
    for game, play in LESSONS.items():
        for size in SIZES:
            wanted = f"lesson-{game}-{size[0]}x{size[1]}"
            if not any(fnmatch(f"{wanted}-{theme}.png", pattern(only)) for theme in themes):
                continue
            context = browser.new_context(
                base_url=server.url,
                reduced_motion="reduce",
                viewport={"width": size[0], "height": size[1]},
                has_touch=size[0] <= PHONE,
            )
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto("/#/rules/ra")
            card = learn(page, game)
            step = 0
            while card:
                step += 1
                for theme in themes:
                    if fnmatch(f"{wanted}-{theme}.png", pattern(only)):
                        name = f"{wanted}-{step:02}-{label(card)}-{theme}.png"
                        shoot(page, folder / name, size, theme)
                        taken.append(name)
                amiss += [f"{wanted}, step {step}: {found}" for found in page.evaluate(AMISS)]
                go_on(page, card, play, mouse)
                card = read(page, card)
            context.close()
            print(f"lesson of {game}, {size[0]}x{size[1]}: {step} steps", flush=True)
    if amiss:
        raise SystemExit("\n".join(amiss))
    return taken


def pattern(only: str) -> str:
    return only if only.endswith(("*", ".png")) else f"{only}.png"


def label(card: Card) -> str:
    """Name a step by what it teaches, or by what it asks for or says."""
    return str(card["topic"] or card["title"]).lower().replace(" ", "-").strip(".").replace("/", "-").replace(":", "")
