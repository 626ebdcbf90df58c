"""What the numbers of the dice game's observations are."""

from __future__ import annotations

from typing import Final

from heliopolis.games.dice import rules
from heliopolis.games.dice.components import (
    CELLS,
    COLOURS,
    COLUMN_NAMES,
    DICE,
    DISASTERS,
    EPOCHS,
    FACE_NAMES,
    MOST_SEATS,
    SUN_TRACK,
    TRACK_END,
    cell_name,
)
from heliopolis.games.dice.state import CATEGORIES
from heliopolis.observations.layouts import Group

ENVIRONMENT: Final = "RaDice"

#: The first action that is no seat's choice, but the face that a die shows.
FIRST_CHANCE: Final = rules.ROLL

SEATS: Final = tuple(f"seat {seat}" for seat in range(MOST_SEATS))
EPOCH_NAMES: Final = tuple(f"epoch {epoch + 1}" for epoch in range(EPOCHS))
PHASES: Final = ("rolling", "rerolling", "using", "declaring", "discarding")
CELL_NAMES: Final = tuple(cell_name(cell) for cell in range(CELLS))
DISASTER_NAMES: Final = tuple(FACE_NAMES[face] for face in DISASTERS)
SHOWN: Final = tuple(f"{face} {colour}" for face in FACE_NAMES for colour in COLOURS)

#: The fields of the record: what they are, and the labels of their axes. Seats here are those of the table.
RAW: Final = {
    "seats": ("how many play", ()),
    "sun_track": ("spaces that Ra has to go (D5)", ()),
    "published": ("1 when a Nile disaster strikes as in the published game (D14)", ()),
    "left": ("who sits on the left of each seat", (SEATS,)),
    "epoch": ("1, 2 or 3", ()),
    "phase": ("0 rolling, 1 rerolling, 2 using, 3 declaring, 4 discarding, 5 over", ()),
    "seat": ("who is to act", ()),
    "turn": ("whose turn it is", ()),
    "rolling": ("dice in the air, a bit each, yellow the lowest", ()),
    "rerolls": ("how many are left", ()),
    "dice": ("dice that show a face and are not used, a bit each", (FACE_NAMES,)),
    "built": ("markers that the turn's one monument action has placed (D11)", ()),
    "disaster": ("0 none, else the face it is named by, a place in D2", ()),
    "owed": ("markers that the seat to act has still to discard", ()),
    "ra": ("how far Ra has come", ()),
    "pharaoh": ("place on the Pharaoh track", (SEATS,)),
    "nile": ("place on the Nile track", (SEATS,)),
    "civilization": ("civilization spaces with a marker, a bit each", (SEATS,)),
    "monuments": ("columns with a marker, a bit each, by the colour of the row", (SEATS, COLOURS)),
    "empty": ("columns without a marker, a bit each, by the colour of the row", (COLOURS,)),
    "floods": ("flood markers", (SEATS,)),
    "points": ("points of each seat", (SEATS,)),
    "sheets": ("what each finished epoch scored", (EPOCH_NAMES, SEATS, CATEGORIES)),
    "ends": ("why it ended: 0 Ra was at the end of the Sun track", (EPOCH_NAMES,)),
}

COMPACT_VERSION: Final = 1
COMPACT: Final = (
    (
        Group("players", "how many play, of 4"),
        Group("epoch", "which epoch it is, one of three", EPOCH_NAMES),
        Group("phase", "what the game waits for, one of five; all 0 when it is over", PHASES),
        Group("rerolls", "how many are left, of 2"),
        Group("Ra", "how far Ra has come, of the whole Sun track", high=4.0),
        Group("Sun spaces left", "14 are 1", low=-1.0, high=3.0),
        Group("dice", "1 for a die that shows a face and is not used", SHOWN),
        Group("in the air", "1 for a die that rolls", COLOURS),
        Group("built", "markers that the turn's monument action has placed, of 3", high=2.0),
        Group("disaster", "the disaster of the turn, one of four; all 0 without one", DISASTER_NAMES),
        Group("owed", "markers that the seat to act has to discard; two are 1", high=2.0),
        Group("free cell", "1 for a cell of the monument area without a marker", CELL_NAMES),
    ),
    (
        Group("to act", "1 for the seat to act"),
        Group("turn", "1 for the seat whose turn it is"),
        Group("points", "40 are 1", high=50.0),
        Group("Pharaoh", "place on the Pharaoh track, of 12"),
        Group("Nile", "place on the Nile track, of 12"),
        Group("floods", "flood markers; three are 1", high=50.0),
        Group("civilization", "1 for a marker", COLOURS),
        Group("monument", "1 for a marker", CELL_NAMES),
        Group("sheet", "what the epoch would score if it ended now; ten are 1", CATEGORIES, -1.0, 20.0),
        Group("sheet in all", "its sum", low=-2.0, high=20.0),
        Group("monuments' worth", "what monuments score at the end of the game; ten are 1", high=20.0),
    ),
)


def _up_to(most: int, least: int = 0) -> tuple[str, ...]:
    return tuple(str(count) for count in range(least, most + 1))


# What the networks of the house see is written by `bots/neural/dice.py`. Its numbers are about as large as 1.
def _big(name: str, meaning: str, labels: tuple[str, ...] = ("",)) -> Group:
    return Group(name, meaning, labels, -100.0, 100.0)


_ANY = _up_to(DICE, 1)

NETWORK_VERSION: Final = 2
NETWORK: Final = (
    (
        Group("players", "how many play, one of three", ("2", "3", "4")),
        Group("epoch", "which epoch it is, one of three", EPOCH_NAMES),
        Group("phase", "what the game waits for, one of five; over counts as discarding", PHASES),
        Group("rerolls", "how many are left, one of three", _up_to(2)),
        _big("Sun spaces left, share", "of the Sun track"),
        Group("Sun spaces left", "one of fifteen", _up_to(max(SUN_TRACK.values()))),
        *(Group(f"dice that show {face}", "1 for each number up to how many", _ANY) for face in FACE_NAMES),
        Group("Civilization die", "1 for each", COLOURS),
        Group("Monument die", "1 for each", COLOURS),
        Group("in the air", "1 for each number up to how many", _ANY),
        Group("built", "markers of the turn's monument action, one of four", _up_to(3)),
        Group("disaster", "one of five", ("none", *DISASTER_NAMES)),
        Group("owed", "1 for each number up to how many", ("1", "2")),
        *(
            Group(f"free cells, {colour}", "of 8, and of those in columns where the viewer has none", ("all", "new"))
            for colour in COLOURS
        ),
    ),
    (
        Group("place", "places from the seat that looks, clockwise, one of four", _up_to(MOST_SEATS - 1)),
        Group("turn", "1 for the seat whose turn it is"),
        Group("after the turn", "places from that seat, of all seats"),
        Group("Pharaoh", "1 for each space up to its own", _up_to(TRACK_END, 1)),
        Group("Nile", "1 for each space up to its own", _up_to(TRACK_END, 1)),
        Group("floods", "1 for each number up to how many", _up_to(3, 1)),
        Group("civilization", "1 for a marker", COLOURS),
        Group("civilizations", "how many markers, one of six", _up_to(DICE)),
        Group("markers in a column", "two are 1", COLUMN_NAMES, high=3.0),
        Group("columns", "with a marker, one of nine", _up_to(len(COLUMN_NAMES))),
        Group("full columns", "with so many markers at least; two are 1", _up_to(DICE, 2), high=4.0),
        Group("Pharaoh ahead", "of the first and of the last of the others; three are 1", ("first", "last"), -2.0, 2.0),
        Group("Pharaoh place", "1 for the first, and the last", ("first", "last")),
        _big("sheet", "what the epoch would score if it ended now; ten are 1", CATEGORIES),
        _big("sheet in all", "its sum"),
        _big("Niles that score", "ten are 1"),
        _big("monuments' worth", "what monuments score at the end of the game; ten are 1"),
        _big("points", "40 are 1"),
        _big("points ahead", "of the best of the others; 40 are 1"),
        _big("standing", "points if the game ended now; 40 are 1"),
        Group("to act", "1 for the seat to act"),
        _big("final points, as greedy expects", "40 are 1"),
        _big("turns left, as greedy expects", "ten are 1"),
        Group("sure lead", "over the best of the others if the game ended now, in three sizes", ("2", "6", "15"), -1.0),
        Group("expected lead", "as greedy expects the end, in three sizes", ("2", "6", "15"), -1.0),
        Group("first guess", "at the share of the win"),
        _big("first guess, logarithm", "of the same and a hundredth"),
    ),
)
