"""What is done, what happens and what can be seen at a table of the dice game, as typed values."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from heliopolis.facts import EpochEnded, Event, Fact, Reasons, Scored, Standing
from heliopolis.facts.views import Board, Seen, View

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
    points: int | None = None
    """What Ankhs score at once (D12)."""


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


class DiceScored(Scored, frozen=True, tag="scored"):
    """What a seat has scored in an epoch that ended, and why."""

    reasons: DiceReasons
    held: DiceSeat
    """What it had on the board when it scored."""


#: All events. What a new one needs besides: `story` makes it and `tell` says it (`games/dice/words.py`),
#: `python -m heliopolis.server.typescript` writes its type, `tellEvent` says it in the browser (`web/src/dice/log.ts`),
#: and the golden games show it. CONTRIBUTING.md has the recipe "An event".
DiceEvent = RaMoved | SunsScored | MovedBack | FloodLost | CivilizationLost | MonumentLost | EpochEnded | DiceScored


# ---- why a sheet is so, and what an action costs ----


class ColumnSet(Fact, frozen=True):
    """Markers in one column that score for themselves (D19)."""

    column: str
    count: int
    points: int


class Columns(Fact, frozen=True):
    """What monuments score after the last epoch (D19)."""

    different: list[str]
    different_points: int
    sets: list[ColumnSet]


class DiceReasons(Reasons, frozen=True):
    """Why the numbers on a seat's score sheet are what they are (D16-D19)."""

    pharaohs: Standing
    """By the spaces on the Pharaoh track."""
    nile: int = 0
    """The space on the Nile track: with a flood marker it scores its number."""
    floods: int = 0
    civilization: list[DieColour] = field(default_factory=list)
    """The markers."""
    monuments: Columns | None = None
    """Null before the last epoch: they are not scored yet."""


class DiceCosts(Fact, frozen=True):
    """How many dice an action takes now (D9-D11). A step on a track takes one."""

    flood: int
    civilization: list[int]
    """For one marker, for two, and so on."""
    monument: int
    """For the next marker of the turn."""


# ---- what can be seen ----


class DiceSeat(Seen, frozen=True):
    """What a player of the dice game has on the board."""

    pharaoh: int
    nile: int
    floods: int
    civilization: list[DieColour]
    monuments: list[str]
    """The cells, as the column and the colour."""


class DiceBoard(Board, frozen=True):
    """Everything that lies open on a table of the dice game."""

    epoch: int
    phase: Literal["rolling", "rerolling", "using", "declaring", "discarding", "over"]
    turn: int
    sun_track: int
    """How many spaces Ra has to go."""
    ra: int
    """Where Ra stands."""
    dice: dict[DieColour, Face | Literal["rolling", "used"]]
    suns: list[DieColour]
    """The dice that are locked on the Sun track."""
    rolling: list[DieColour]
    rerolls: int
    """How many rerolls are left."""
    built: int
    """How many markers the turn's monument action has placed."""
    owed: int | None
    """What a disaster still costs the seat to act."""
    disaster: Disaster | None
    civilization_limit: int
    """How many markers a civilization space can hold."""
    monuments: dict[str, dict[DieColour, int | None]]
    """By column and colour: the seat whose marker is there."""
    seats: list[DiceSeat]
    epoch_ends: list[Literal["ra"]]
    """Why each finished epoch ended."""


class DiceView(View, frozen=True, tag="dice"):
    """What a seat may see of a table of the dice game."""

    board: DiceBoard
    reasons: list[DiceReasons] | None
    """Why each seat's `preview` is what it is."""
    costs: DiceCosts
