"""What the tiles and suns of an epoch are worth (R26-R32)."""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.compiled import compiled
from heliopolis.games.contract import Numbers8, Numbers16
from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    EPOCHS,
    FLOOD,
    GOD,
    GOLD,
    HIGHEST_SUN,
    MONUMENT,
    MONUMENT_END,
    NILE,
    PHARAOH,
)
from heliopolis.games.ra.state import (
    CIVILIZATION_ROW,
    GODS_ROW,
    GOLD_ROW,
    MONUMENTS_ROW,
    NILE_ROW,
    PHARAOHS_ROW,
    SUNS_ROW,
    State,
)

#: By how many different civilizations there are (R30).
CIVILIZATION_POINTS: Final = (-5, 0, 0, 5, 10, 15)
#: By how many different monuments there are, and for each by how often it is there (R31).
DIFFERENT_MONUMENT_POINTS: Final = (0, 1, 2, 3, 4, 5, 6, 10, 15)
SAME_MONUMENT_POINTS: Final = (0, 0, 0, 5, 10, 15)


@compiled
def score_breakdown(state: State, sheet: Numbers16) -> None:
    """Fill the score sheet of the present epoch, as if it ended now: all scoring goes through here."""
    last = state.epoch == EPOCHS
    for seat in range(state.seats):
        tiles = state.tiles[seat]
        sheet[seat, GODS_ROW] = 2 * tiles[GOD]  # R26
        sheet[seat, GOLD_ROW] = 3 * tiles[GOLD]  # R27
        sheet[seat, PHARAOHS_ROW] = tiles[PHARAOH]  # a count, until `reward`
        sheet[seat, NILE_ROW] = tiles[FLOOD] + tiles[NILE] if tiles[FLOOD] > 0 else 0  # R29
        sheet[seat, CIVILIZATION_ROW] = civilization_points(tiles)
        sheet[seat, MONUMENTS_ROW] = monument_points(tiles) if last else 0
        sheet[seat, SUNS_ROW] = sun_total(state.suns_up[seat] | state.suns_down[seat]) if last else 0
    reward(sheet, PHARAOHS_ROW, state.seats, 5, -2)  # R28
    reward(sheet, SUNS_ROW, state.seats, 5, -5)  # R32


@compiled
def reward(sheet: Numbers16, row: int, seats: int, most_points: int, fewest_points: int) -> None:
    """Turn the counts in a row into points for the most and the fewest. Ties all get it; all equal, nobody."""
    most = sheet[0, row]
    fewest = most
    for seat in range(1, seats):
        most = max(most, sheet[seat, row])
        fewest = min(fewest, sheet[seat, row])
    for seat in range(seats):
        count = sheet[seat, row]
        if most == fewest:
            sheet[seat, row] = 0
        elif count == most:
            sheet[seat, row] = most_points
        elif count == fewest:
            sheet[seat, row] = fewest_points
        else:
            sheet[seat, row] = 0


@compiled
def civilization_points(tiles: Numbers8) -> int:
    """Score the different civilizations (R30)."""
    different = 0
    for kind in range(CIVILIZATION, CIVILIZATION_END):
        different += tiles[kind] > 0
    return CIVILIZATION_POINTS[different]


@compiled
def monument_points(tiles: Numbers8) -> int:
    """Score the different monuments, and each that is held three times or more (R31)."""
    different = 0
    points = 0
    for kind in range(MONUMENT, MONUMENT_END):
        different += tiles[kind] > 0
        points += SAME_MONUMENT_POINTS[tiles[kind]]
    return points + DIFFERENT_MONUMENT_POINTS[different]


@compiled
def sun_total(suns: np.uint32) -> int:
    """Add up the numbers of suns."""
    total = 0
    for sun in range(1, HIGHEST_SUN + 1):
        if suns >> np.uint32(sun) & np.uint32(1):
            total += sun
    return total
