"""What is in the box: five dice, and a board with two tracks, civilization spaces, monument cells and a Sun track."""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.facts.dice import DieColour, Face

#: The faces that every die has. A face is its place here.
FACE_NAMES: Final[tuple[Face, ...]] = ("Sun", "Pharaoh", "Nile", "Civilization", "Monument", "Ankh")
FACES: Final = len(FACE_NAMES)
SUN, PHARAOH, NILE, CIVILIZATION, MONUMENT, ANKH = range(FACES)

#: The colours: of the dice, of the civilization spaces (D3), of the rows of the monument area (D4).
COLOURS: Final[tuple[DieColour, ...]] = ("yellow", "red", "blue", "green", "violet")
DICE: Final = len(COLOURS)

# Dice are kept as masks: bit 0 is the yellow die, bit 4 the violet one.
ALL_DICE: Final = (1 << DICE) - 1
NO_DICE: Final = 0

#: How many dice there are in each mask.
COUNTS: Final = np.array([mask.bit_count() for mask in range(ALL_DICE + 1)], np.uint8)

#: The columns of the monument area (D4). Markers there are masks too: bit COLUMNS * row + column is a cell.
COLUMN_NAMES: Final = ("Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple")
COLUMNS: Final = len(COLUMN_NAMES)
ROWS: Final = DICE
CELLS: Final = ROWS * COLUMNS
ALL_CELLS: Final = (1 << CELLS) - 1
FIRST_ROW: Final = (1 << COLUMNS) - 1
FIRST_COLUMN: Final = sum(1 << COLUMNS * row for row in range(ROWS))

#: The cells in the rows of each mask of colours.
ROW_CELLS: Final = np.array(
    [sum(FIRST_ROW << COLUMNS * row for row in range(ROWS) if mask >> row & 1) for mask in range(ALL_DICE + 1)],
    np.int64,
)

#: What a disaster can hit (D14), each named by the face that builds it up.
DISASTERS: Final = (PHARAOH, NILE, CIVILIZATION, MONUMENT)
NO_DISASTER: Final = 0
DISASTER_STEPS: Final = 2
DISASTER_MARKERS: Final = 2

MOST_SEATS: Final = 4
EPOCHS: Final = 3
REROLLS: Final = 2
TRACK_END: Final = 12
START_POINTS: Final = 10  # of the player who begins; each one further has one more (D1)

# What actions ask for, and Suns do (D9-D13).
FLOOD_SYMBOLS: Final = 3
FIRST_CIVILIZATION_SYMBOLS: Final = 3  # for one marker; one more for each further one
MOST_PLACED: Final = 3  # markers that one action can place
ANKH_PAIR: Final = 2
ANKH_POINTS: Final = 2
MOST_SUNS_THAT_MOVE: Final = 2
SUNS_THAT_SCORE: Final = 3
SUN_POINTS: Final = 3

#: How many spaces Ra has to go, by number of players (D5).
SUN_TRACK: Final = {2: 8, 3: 11, 4: 14}

#: The colours of each mask of dice.
COLOURS_OF: Final = [
    tuple(colour for place, colour in enumerate(COLOURS) if mask >> place & 1) for mask in range(ALL_DICE + 1)
]


def colours(mask: int) -> list[DieColour]:
    """Name the colours of a mask of dice.

    >>> colours(0b10001)
    ['yellow', 'violet']
    """
    return list(COLOURS_OF[mask])


def cell_name(cell: int) -> str:
    """Name a cell of the monument area: its column and its row."""
    return f"{COLUMN_NAMES[cell % COLUMNS]} {COLOURS[cell // COLUMNS]}"
