"""What is done and what happens, as typed values. A module a game has its own; here are those that all share.

A fact is data. It names seats by number, tiles and colours by the record's names, and holds no sentence. Games make
facts; a game's `words.tell`, the browser and whoever else speaks to people make sentences of them. Nothing here knows
the rules, so that whoever only passes facts on need not load them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Fact(Struct, frozen=True):
    """Something that can be told."""


class Event(Fact, frozen=True, tag_field="event"):
    """Something that follows from a move by itself."""


class EpochEnded(Event, frozen=True, tag="epoch-ended"):
    """An epoch is over, and why."""

    epoch: int
    why: Literal["ra", "suns"]
    """The track of Ra is full, or no sun is face up."""


class Scored(Event, frozen=True, tag="scored"):
    """What a seat has scored in an epoch that ended."""

    seat: int
    points: int


def tell_any(event: Event, names: Sequence[str]) -> str:
    """Say an event that every game has, in the words of the record."""
    match event:
        case Scored(seat, points):
            return f"{names[seat]} scores {points:+d}"
    raise TypeError(f"nobody has words for {event!r}")
