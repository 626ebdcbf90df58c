"""The bots, by name. A bot is loaded when it is first asked for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Protocol

from heliopolis.errors import SetupError


class Bot(Protocol):
    """A player that is not a person.

    It is shown what lies open on the table: the record of the state, which holds neither the seed nor the order of the
    bag, and the legal moves. It keeps nothing from one move to the next, so one bot may sit in many seats at once.
    """

    @property
    def name(self) -> str:
        """What it is asked for by."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def description(self) -> str:
        """How it plays, in one line for people."""

    def choose(self, state: Any, moves: Sequence[int], numbers: random.Random) -> int:
        """Choose one of the legal moves; where it leaves something to chance, by the numbers it is given."""


#: Every bot of the house. Each is a module whose `BOT` fulfils the protocol.
_MODULES: Final = {"greedy": "heliopolis.bots.greedy", "random": "heliopolis.bots.random"}

#: Who can be asked for, the usual opponent first.
BOT_NAMES: Final = tuple(_MODULES)


def find_bot(name: str) -> Bot:
    """Load a bot by its name."""
    if name not in _MODULES:
        raise SetupError(f"there is no bot {name!r}: choose one of {', '.join(BOT_NAMES)}")
    bot: Bot = import_module(_MODULES[name]).BOT
    return bot
