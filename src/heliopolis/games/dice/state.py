"""The whole of a game of Ra: The Dice Game at one moment, as one fixed-size record."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games import contract
from heliopolis.games.contract import U8, Numbers8, Numbers16, Reader, record_dtype
from heliopolis.games.dice.components import (
    ALL_DICE,
    ANKH,
    CIVILIZATION,
    COLUMNS,
    COUNTS,
    EPOCHS,
    FACES,
    FIRST_COLUMN,
    FIRST_ROW,
    MONUMENT,
    MOST_SEATS,
    ROW_CELLS,
)

# What a game waits for: its phase.
ROLLING: Final = 0  # the face of the next die that is rolled: chance
REROLLING: Final = 1  # which dice to roll again, if any (D6)
USING: Final = 2  # the next action, or the end of the turn (D7)
DECLARING: Final = 3  # which disaster, if any (D13)
DISCARDING: Final = 4  # which marker a disaster takes (D14)
OVER: Final = 5

# What follows by itself once a move is made, before the game waits again.
DICE_LIE: Final = 6
SUNS_COUNT: Final = 7
NEXT_VICTIM: Final = 8
TURN_ENDS: Final = 9
EPOCH_ENDS: Final = 10

#: Why an epoch ended (D15).
ENDS: Final = ("ra",)
BY_RA: Final = 0

#: The rows of a score sheet (D16-D19). Points of Ankhs and Suns are scored at once and stand on no sheet.
CATEGORIES: Final = ("pharaohs", "nile", "civilization", "monuments")
PHARAOHS_ROW, NILE_ROW, CIVILIZATION_ROW, MONUMENTS_ROW = range(len(CATEGORIES))


class State(contract.State):
    """One game. Dice and civilization spaces are bit masks by colour, monuments are bit masks by cell."""

    # The setup.
    seats: U8
    sun_track: U8  # how far Ra has to go (D5)
    published: U8  # 1 when a Nile disaster strikes as in the published game (D14)
    left: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]  # who sits on the left of each seat

    # Where the game stands.
    epoch: U8  # 1, 2 or 3
    phase: U8
    seat: U8  # who is to act
    turn: U8  # whose turn it is

    # The dice of the turn.
    rolling: U8  # those in the air, the yellow one lands first
    rerolls: U8  # how many are left
    dice: Annotated[Numbers8, np.uint8, (FACES,)]  # by face: which dice show it and are not used; Suns are locked
    built: U8  # markers that the turn's one monument action has placed (D11)

    # The disaster of the turn.
    disaster: U8
    owed: U8  # how many markers the seat to act still has to discard

    # The board.
    ra: U8  # how far Ra has come
    pharaoh: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]
    nile: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]
    civilization: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]
    monuments: Annotated[NDArray[np.int64], np.int64, (MOST_SEATS,)]
    empty: Annotated[int, np.int64]  # the monument cells without a marker
    floods: Annotated[Numbers16, np.int16, (MOST_SEATS,)]
    points: Annotated[Numbers16, np.int16, (MOST_SEATS,)]

    # The epochs that are over: their score sheets, and why they ended.
    sheets: Annotated[Numbers16, np.int16, (EPOCHS, MOST_SEATS, len(CATEGORIES))]
    ends: Annotated[Numbers8, np.uint8, (EPOCHS,)]


STATE: Final = record_dtype(State)
read: Final[Reader[State]] = Reader(State)


# ---- what can be read off the board ----


@inlined
def how_many(dice: int) -> int:
    """Count the dice of a mask."""
    return wide(COUNTS[np.uint8(dice)])


@compiled
def free_spaces(state: State) -> int:
    """Find the civilization spaces that the seat to act can place a marker on: those of its Civilization dice (D10).

    It has none there yet, and not all others have: that would be as many as a space can hold (D3).
    """
    others = wide(ALL_DICE)
    seat = state.left[state.seat]
    while seat != state.seat:
        others &= wide(state.civilization[seat])
        seat = state.left[seat]
    return wide(state.dice[CIVILIZATION]) & ~(others | wide(state.civilization[state.seat]))


@inlined
def free_cells(state: State) -> int:
    """Find the cells that the seat to act can build on now (D11)."""
    dice = state.dice[MONUMENT]
    cells = wide(ROW_CELLS[dice]) & state.empty
    if state.built == 0:
        return cells
    # For each further marker two more dice, beside one that may still be owed for the marker before.
    if how_many(dice) + how_many(state.dice[ANKH]) <= state.built:
        return 0
    return cells & ~(columns(state.monuments[state.seat]) * FIRST_COLUMN)


@inlined
def columns(cells: int) -> int:
    """Find the columns in which cells lie, as cells of the first row."""
    rows = cells | cells >> COLUMNS | cells >> 2 * COLUMNS | cells >> 3 * COLUMNS | cells >> 4 * COLUMNS
    return rows & FIRST_ROW
