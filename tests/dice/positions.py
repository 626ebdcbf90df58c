"""Positions of the dice game for tests: a match whose state is laid out by hand, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from heliopolis import Match
from heliopolis.facts.dice import DiceBoard
from heliopolis.games.dice.components import ALL_CELLS, COLOURS, COLUMN_NAMES, COLUMNS, FACE_NAMES
from heliopolis.games.dice.state import REROLLING, USING, State
from heliopolis.table.moment import Moment
from tests.dice.model import Cell, Mat

NAMES = ["north", "east", "south", "west"]


def position(
    players: int = 3,
    dice: str = "",
    *,
    turn: int = 0,
    rerolls: int = 0,
    epoch: int = 1,
    ra: int = 0,
    mats: Mapping[int, Mat] | None = None,
    **options: Any,
) -> Match:
    """Lay out a table at the start of a turn, or after a roll whose faces are given from yellow to violet.

    What is not named is as at the start of the match; a mat that is named brings its points.
    """
    match = Match("dice", NAMES[:players], draws="table", start=turn, **options)
    state = state_of(match)
    state.epoch = epoch
    state.ra = ra
    for seat, mat in (mats or {}).items():
        lay(state, seat, mat)
    if dice:
        lay_dice(state, dice.split(), rerolls)
    return match


def lay_dice(state: Any, faces: Sequence[str], rerolls: int = 0) -> None:
    """Let all dice lie, in the order of their colours."""
    state.rolling = 0
    state.rerolls = rerolls
    state.phase = REROLLING if rerolls else USING
    for die, face in enumerate(faces):
        state.dice[FACE_NAMES.index(face)] |= 1 << die


def lay(state: Any, seat: int, mat: Mat) -> None:
    """Put what a player has on the board."""
    state.pharaoh[seat] = mat.pharaoh
    state.nile[seat] = mat.nile
    state.floods[seat] = mat.floods
    state.civilization[seat] = sum(1 << COLOURS.index(colour) for colour in mat.civilization)
    state.monuments[seat] = sum(1 << place(cell) for cell in mat.monuments)
    state.points[seat] = mat.points
    state.empty = ALL_CELLS & ~sum(int(markers) for markers in state.monuments)


def place(cell: Cell) -> int:
    """Find the bit of a monument cell."""
    column, colour = cell
    return COLUMNS * COLOURS.index(colour) + COLUMN_NAMES.index(column)


#: What each bit of a mask of cells stands for.
CELL_NAMES: list[Cell] = [(column, colour) for colour in COLOURS for column in COLUMN_NAMES]


def mat_of(state: Any, seat: int) -> Mat:
    """Read what a player has on the board."""
    colours, cells = int(state.civilization[seat]), int(state.monuments[seat])
    return Mat(
        pharaoh=int(state.pharaoh[seat]),
        nile=int(state.nile[seat]),
        floods=int(state.floods[seat]),
        civilization=frozenset(colour for die, colour in enumerate(COLOURS) if colours >> die & 1),
        monuments=frozenset(name for bit, name in enumerate(CELL_NAMES) if cells >> bit & 1),
        points=int(state.points[seat]),
    )


def mat(match: Match, seat: int = 0) -> Mat:
    """Read what a player of a match has on the board."""
    return mat_of(match.state, seat)


def cells(*names: str) -> frozenset[Cell]:
    """Read cells of the monument area: "Temple red"."""
    return frozenset((column, colour) for column, _, colour in (name.rpartition(" ") for name in names))


def state_of(match: Match) -> State:
    """Take the state of a match, to be changed by hand before anything else is asked of the match."""
    match._moment = Moment(match._moment.trial())
    return cast(State, match.state)


def play(match: Match, *moves: str) -> Match:
    """Make several moves."""
    for move in moves:
        match.play(move)
    return match


def board(match: Match) -> DiceBoard:
    """Look at the table."""
    seen = match.view(None).board
    assert isinstance(seen, DiceBoard)
    return seen
