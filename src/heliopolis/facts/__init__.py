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


class Standing(Fact, frozen=True):
    """How a seat compares with the others where the most and the fewest score; all who are tied score alike."""

    place: Literal["most", "fewest", "between", "equal"]
    """Equal: everyone has the same, so nobody scores."""
    count: int
    most: int
    fewest: int
    tied: list[int]
    """The other seats in the same place; nobody where the place scores nothing."""


class Reasons(Fact, frozen=True, omit_defaults=True):
    """Why the numbers on a seat's score sheet are what they are, by category. What is left out is not there."""


class Scored(Event, frozen=True, tag="scored"):
    """What a seat has scored in an epoch that ended, and why."""

    seat: int
    points: int
    reasons: Reasons


def standing(counts: list[int], seat: int) -> Standing:
    """Compare a seat with the others.

    >>> standing([3, 1, 3], 0)
    Standing(place='most', count=3, most=3, fewest=1, tied=[2])
    """
    count, most, fewest = counts[seat], max(counts), min(counts)
    place: Literal["most", "fewest", "between", "equal"] = "between"
    if most == fewest:
        place = "equal"
    elif count in (most, fewest):
        place = "most" if count == most else "fewest"
    scores = place in ("most", "fewest")
    tied = [other for other, held in enumerate(counts) if scores and other != seat and held == count]
    return Standing(place, count, most, fewest, tied)


def tell_any(event: Event, names: Sequence[str]) -> str:
    """Say an event that every game has, in the words of the record."""
    match event:
        case Scored(seat, points):
            return f"{names[seat]} scores {points:+d}"
    raise TypeError(f"nobody has words for {event!r}")
