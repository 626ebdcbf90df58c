"""What is done and what happens at a table of the dice game, as typed values."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from heliopolis.facts import EpochEnded, Event, Fact, Scored

DieColour = Literal["yellow", "red", "blue", "green", "violet"]
Face = Literal["Sun", "Pharaoh", "Nile", "Civilization", "Monument", "Ankh"]
Track = Literal["pharaoh", "nile"]
Disaster = Literal["pharaoh", "nile", "civilization", "monument"]


class Rolled(Fact, frozen=True):
    """A die, and the face that it shows."""

    colour: DieColour
    face: Face


class DiceDeed(Fact, frozen=True):
    """A line of the record: what a seat did, or what it rolled."""

    verb: Literal[
        "roll",
        "reroll",
        "keep",
        "pharaoh",
        "nile",
        "flood",
        "civilization",
        "monument",
        "ankhs",
        "end",
        "disaster",
        "discard-civilization",
        "discard-monument",
    ]
    rolled: list[Rolled] = field(default_factory=list)
    colours: list[DieColour] = field(default_factory=list)
    """The dice rolled again, the civilization spaces, or the row of a monument."""
    steps: int | None = None
    column: str | None = None
    """Of a monument."""
    kept: Literal["Nile", "Ankh"] | None = None
    """The die that a flood marker leaves over, where that is a choice."""
    disaster: Disaster | None = None
    """Null where none was declared."""


class RaMoved(Event, frozen=True, tag="ra-moved"):
    """Ra goes on along the Sun track (D13)."""

    steps: int
    to: int
    track: int
    """How long the track is."""


class SunsScored(Event, frozen=True, tag="suns-scored"):
    """Suns bring points at once (D13)."""

    seat: int
    points: int
    suns: int


class MovedBack(Event, frozen=True, tag="moved-back"):
    """A disaster moves a seat back on a track (D14)."""

    seat: int
    track: Track
    steps: int


class FloodLost(Event, frozen=True, tag="flood-lost"):
    """A disaster takes a flood marker (D14)."""

    seat: int


class CivilizationLost(Event, frozen=True, tag="civilization-lost"):
    """A disaster takes a civilization marker that leaves no choice (D14)."""

    seat: int
    colour: DieColour


class MonumentLost(Event, frozen=True, tag="monument-lost"):
    """A disaster takes a monument that leaves no choice (D14)."""

    seat: int
    column: str
    colour: DieColour


DiceEvent = RaMoved | SunsScored | MovedBack | FloodLost | CivilizationLost | MonumentLost | EpochEnded | Scored
