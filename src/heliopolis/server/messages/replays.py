"""The log of a match, and its replay."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from heliopolis.facts.dice import DiceDeed, DiceEvent, DiceView
from heliopolis.facts.ra import RaDeed, RaEvent, RaView
from heliopolis.facts.views import Result
from heliopolis.server.messages.base import Incoming, Outgoing
from heliopolis.server.messages.tables import Player

View = RaView | DiceView


class Told(Outgoing, tag_field="game"):
    """A line of the record, whichever game it is."""

    line: int
    """Its number in the record: the first is 1."""
    seat: int
    chance: bool
    """Whether chance decided it, not the seat."""
    bot: str | None
    """The bot that played it for its person, who was away."""


class RaLine(Told, tag="ra"):
    """A line of a match of Ra."""

    deed: RaDeed
    happened: list[RaEvent]
    """What followed by itself."""


class DiceLine(Told, tag="dice"):
    """A line of a match of the dice game."""

    deed: DiceDeed
    happened: list[DiceEvent]
    """What followed by itself."""


LogLine = RaLine | DiceLine


class Frame(Outgoing):
    """A moment of a match: after a line of the record."""

    told: LogLine | None
    """Null at the opening, before the first line."""
    view: View


class Replay(Outgoing):
    """A whole match, moment by moment, as a spectator of an open table sees it."""

    game: str
    edition: str
    players: list[Player]
    frames: list[Frame]
    result: Result | None


class ReplayRecord(Incoming):
    """A record to look at."""

    record: str


class RecordMoment(Incoming):
    """A moment of a record."""

    record: str
    line: Annotated[int, Meta(ge=0)]
    """After so many lines."""


class PositionLine(Outgoing):
    """Where a match stood."""

    position: str | None
    """In one line (docs/positions.md); null where the game has no notation."""
