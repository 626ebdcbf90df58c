"""The first game of somebody who learns: a deal in which everything comes soon, kept by the game in `first_game.py`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from heliopolis.errors import SetupError
from heliopolis.games.about import About, has_room

ROOM = "heliopolis.games.{game}.first_game"


@dataclass(frozen=True, kw_only=True)
class FirstGame:
    """Who plays with the learner, and the chance that they meet."""

    bots: tuple[str, ...]
    """Who sits to the left of the learner, in their order. None looks at the clock: they always answer alike."""
    seed: int


def first_game(game: About) -> FirstGame:
    """Find the first game that is prepared for a game.

    >>> from heliopolis.games import describe
    >>> first_game(describe("ra")).bots
    ('scribe', 'apprentice')
    """
    if not has_room(ROOM, game.name):
        raise SetupError(f"{game.title} has no lesson: make a table, and play")
    found: FirstGame = import_module(ROOM.format(game=game.name)).FIRST_GAME
    return found
