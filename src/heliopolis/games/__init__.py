"""The games, by name. A game is loaded when it is first asked for.

`contract.py` decides what a game has to provide, `about.py` what is known of it before it is loaded. In the folder of a
game, `rules.py` decides which moves there are and what they do, `scoring.py` what is scored, and `words.py` what people
read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from heliopolis.errors import SetupError

if TYPE_CHECKING:
    from heliopolis.games.about import About
    from heliopolis.games.contract import Game

#: Every game of the house. Each is a folder here that says what it is (`ABOUT`), and whose `game.GAME` fulfils the
#: contract.
NAMES = ("ra", "dice")


def find_game(name: str) -> Game:
    """Load a game by its name.

    >>> find_game("dice").title
    'Ra: The Dice Game'
    >>> list(find_game("ra").editions)
    ['z-man', 'rio-grande', 'alea', '25th-century']
    >>> find_game("chess")
    Traceback (most recent call last):
        ...
    heliopolis.errors.SetupError: there is no game 'chess': choose one of ra, dice
    """
    _check(name)
    game: Game = import_module(f"heliopolis.games.{name}.game").GAME
    return game


def describe(name: str) -> About:
    """Say what a game is, without loading its rules.

    >>> describe("dice").settings["nile-disaster"].values
    ('printed', 'published')
    """
    _check(name)
    found: About = import_module(f"heliopolis.games.{name}").ABOUT
    return found


def _check(name: str) -> None:
    if name not in NAMES:
        raise SetupError(f"there is no game {name!r}: choose one of {', '.join(NAMES)}")
