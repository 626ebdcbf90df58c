"""What the markers of an epoch are worth (D16-D19)."""

from __future__ import annotations

from typing import Final

from heliopolis.compiled import compiled
from heliopolis.games.contract import Numbers16
from heliopolis.games.dice.components import COLUMNS, EPOCHS, FIRST_COLUMN
from heliopolis.games.dice.state import CIVILIZATION_ROW, MONUMENTS_ROW, NILE_ROW, PHARAOHS_ROW, State, how_many

# Points for the Pharaoh track (D16).
MOST_POINTS: Final = 5
FEWEST_POINTS: Final = -2


@compiled
def score_breakdown(state: State, sheet: Numbers16) -> None:
    """Fill the score sheet of the present epoch, as if it ended now: all scoring of epochs goes through here."""
    last = state.epoch == EPOCHS
    most = state.pharaoh[0]
    fewest = most
    for seat in range(1, state.seats):
        most = max(most, state.pharaoh[seat])
        fewest = min(fewest, state.pharaoh[seat])
    for seat in range(state.seats):
        sheet[seat, PHARAOHS_ROW] = pharaoh_points(state.pharaoh[seat], most, fewest)
        sheet[seat, NILE_ROW] = state.nile[seat] if state.floods[seat] > 0 else 0  # D17
        sheet[seat, CIVILIZATION_ROW] = civilization_points(state.civilization[seat])
        sheet[seat, MONUMENTS_ROW] = monument_points(state.monuments[seat]) if last else 0


@compiled
def pharaoh_points(place: int, most: int, fewest: int) -> int:
    """Score a place on the Pharaoh track: highest 5, lowest -2, ties all get it; all equal, nobody (D16)."""
    if most == fewest:
        return 0
    if place == most:
        return MOST_POINTS
    return FEWEST_POINTS if place == fewest else 0


@compiled
def civilization_points(spaces: int) -> int:
    """Score civilization markers: none -5, three 5, four 10, five 15 (D18)."""
    markers = how_many(spaces)
    return -5 if markers == 0 else max(0, 5 * (markers - 2))


@compiled
def monument_points(cells: int) -> int:
    """Score the columns with a marker, and each that holds three or more (D19)."""
    different = 0
    points = 0
    for column in range(COLUMNS):
        left = cells >> column & FIRST_COLUMN
        count = 0
        while left != 0:
            left &= left - 1
            count += 1
        different += count > 0
        points += max(0, 5 * (count - 2))
    if different == COLUMNS:
        return points + 15
    return points + 10 if different == COLUMNS - 1 else points + different
