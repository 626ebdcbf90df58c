"""What is done and what happens in Pig, as typed values."""

from __future__ import annotations

from heliopolis.facts import Event, Fact, Reasons
from heliopolis.facts.views import Board, View


class PigDeed(Fact, frozen=True):
    """What was done, or rolled."""

    verb: str
    face: int | None = None


class PotLost(Event, frozen=True, tag="pot-lost"):
    """A 1 has emptied the pot."""

    seat: int
    pot: int


class PigBoard(Board, frozen=True):
    """The table."""

    pot: int
    held: list[int]


class PigReasons(Reasons, frozen=True):
    """Why a seat has its points: there is nothing to say."""


class PigView(View, frozen=True, tag="pig"):
    """What can be seen."""

    board: PigBoard
    reasons: list[PigReasons] | None
