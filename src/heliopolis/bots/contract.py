"""What a bot is: whoever is shown a position and its legal moves, and chooses one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot answers."""

    move: int
    values: tuple[float, ...] | None = None
    """What each legal move promises the seat to act, in the order of the moves, where the bot has an opinion."""


class Bot(Protocol):
    """A player that is not a person.

    It is shown what lies open on the table: the record of the state, which holds neither the seed nor the order of the
    bag. It keeps nothing from one move to the next, so one bot may sit in many seats and think in many threads at once.
    """

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def description(self) -> str:
        """How it plays, in one line for people."""

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Choose one of the legal moves within the time given; what it leaves to chance follows from the seed."""
