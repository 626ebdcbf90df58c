"""The observation `compact` of the dice game."""

from __future__ import annotations

from typing import Final

from heliopolis.bots.neural.features import Features, bits, choice, number
from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games.contract import Numbers16
from heliopolis.games.dice.components import (
    CELLS,
    DICE,
    DISASTERS,
    EPOCHS,
    FACES,
    SUN_TRACK,
    TRACK_END,
)
from heliopolis.games.dice.scoring import monument_points, score_breakdown
from heliopolis.games.dice.state import CATEGORIES, OVER, State

#: How many numbers the table has, and a seat.
TABLE: Final = 1 + EPOCHS + OVER + 3 + FACES * DICE + DICE + 1 + len(DISASTERS) + 1 + CELLS
SEAT: Final = 2 + 1 + 3 + DICE + CELLS + len(CATEGORIES) + 2

# By what numbers are multiplied, so that they become about 1: to divide takes longer.
OF_FOUR: Final = 1 / 4
OF_TEN: Final = 1 / 10
OF_FORTY: Final = 1 / 40
THIRD: Final = 1 / 3
HALF: Final = 1 / 2
OF_LONGEST: Final = 1 / max(SUN_TRACK.values())
OF_TRACK: Final = 1 / TRACK_END


@compiled
def write_compact(state: State, viewer: int, sheet: Numbers16, into: Features) -> None:
    """Write the table, then a row for the viewer, then one for each of the others clockwise; a sheet is a buffer."""
    into[:] = 0.0
    if state.phase == OVER:
        sheet[:] = 0
    else:
        score_breakdown(state, sheet)
    at = write_table(state, into, 0)
    seat = viewer
    for _ in range(state.seats):
        at = write_seat(state, seat, sheet, into, at)
        seat = wide(state.left[seat])


@inlined
def write_table(state: State, into: Features, at: int) -> int:
    """Write the Sun track, the dice and the free cells."""
    at = number(into, at, state.seats * OF_FOUR)
    at = choice(into, at, wide(state.epoch) - 1, EPOCHS)
    if state.phase != OVER:
        into[state.phase + at] = 1.0
    at += OVER
    at = number(into, at, state.rerolls * HALF)
    at = number(into, at, state.ra / state.sun_track)
    at = number(into, at, (wide(state.sun_track) - wide(state.ra)) * OF_LONGEST)
    for face in range(FACES):
        at = bits(into, at, wide(state.dice[face]), 0, DICE)
    at = bits(into, at, wide(state.rolling), 0, DICE)
    at = number(into, at, state.built * THIRD)
    if state.disaster > 0:
        into[at + state.disaster - 1] = 1.0
    at += len(DISASTERS)
    at = number(into, at, state.owed * HALF)
    return bits(into, at, wide(state.empty), 0, CELLS)


@inlined
def write_seat(state: State, seat: int, sheet: Numbers16, into: Features, at: int) -> int:
    """Write the markers of a seat, and what it would score."""
    at = number(into, at, 1.0 if state.seat == seat else 0.0)
    at = number(into, at, 1.0 if state.turn == seat else 0.0)
    at = number(into, at, state.points[seat] * OF_FORTY)
    at = number(into, at, state.pharaoh[seat] * OF_TRACK)
    at = number(into, at, state.nile[seat] * OF_TRACK)
    at = number(into, at, state.floods[seat] * THIRD)
    at = bits(into, at, wide(state.civilization[seat]), 0, DICE)
    at = bits(into, at, wide(state.monuments[seat]), 0, CELLS)
    total = 0
    for row in range(len(CATEGORIES)):
        at = number(into, at, sheet[seat, row] * OF_TEN)
        total += sheet[seat, row]
    at = number(into, at, total * OF_TEN)
    return number(into, at, wide(monument_points(state.monuments[seat])) * OF_TEN)
