"""Ra, by Reiner Knizia: 2 to 5 players, four editions. The rest of the game is in `game.py`."""

from __future__ import annotations

from typing import Final

from heliopolis.games.about import About
from heliopolis.games.ra.editions import EDITIONS, SETTINGS

ABOUT: Final = About(
    name="ra",
    title="Ra",
    page="rules.md",
    editions=EDITIONS,
    settings=SETTINGS,
    scores="hidden",  # R35
    deal_name="suns",
)
