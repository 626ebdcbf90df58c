"""What is done and what happens at a table of Ra, as typed values. Tiles have the names of R1."""

from __future__ import annotations

from typing import Literal

from heliopolis.facts import EpochEnded, Event, Fact, Scored


class RaDeed(Fact, frozen=True):
    """A line of the record: what a seat did, or which tile it drew."""

    verb: Literal["draw", "invoke", "take", "stop", "bid", "pass", "discard", "tile"]
    tile: str | None = None
    sun: int | None = None


class Passed(Event, frozen=True, tag="passed"):
    """A seat cannot bid (R13): it has no face-up sun, or none above the best bid."""

    seat: int
    above: int | None
    """The bid that it cannot top; null without a face-up sun."""


class AuctionWon(Event, frozen=True, tag="auction-won"):
    """The best bid takes the lot, and the centre sun for its own (R15)."""

    seat: int
    sun: int
    tiles: list[str]
    centre: int
    """The sun that was in the centre, and is the winner's now."""


class AllPassed(Event, frozen=True, tag="all-passed"):
    """Nobody has bid (R16)."""

    tiles: Literal["leave", "stay"]
    """What becomes of the tiles: they leave the game if Ra was invoked, else they stay."""


class TilesLost(Event, frozen=True, tag="tiles-lost"):
    """A disaster takes tiles that leave no choice (R19-R22)."""

    seat: int
    tile: str
    count: int
    disaster: str


RaEvent = Passed | AuctionWon | AllPassed | TilesLost | EpochEnded | Scored
