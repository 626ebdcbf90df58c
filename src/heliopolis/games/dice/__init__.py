"""Ra: The Dice Game, by Reiner Knizia: 2 to 4 players. The rest of the game is in `game.py`."""

from __future__ import annotations

from typing import Final

from heliopolis.games.about import About
from heliopolis.games.dice.editions import EDITIONS, SETTINGS

ABOUT: Final = About(
    name="dice",
    title="Ra: The Dice Game",
    page="dice.md",
    editions=EDITIONS,
    settings=SETTINGS,
    scores="open",  # D1: on a track of the board
    deal_name="start",
)
