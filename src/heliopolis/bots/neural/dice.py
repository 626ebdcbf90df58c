"""A position of the dice game as numbers: the table and its dice, then every seat."""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.bots.heuristic.dice.board import area_worth, epochs_left, race, turns_left
from heliopolis.bots.neural.features import (
    Features,
    at_least,
    bits,
    choice,
    guess_wins,
    number,
    write_guess,
    write_lead,
)
from heliopolis.compiled import apart, compiled, inlined, scratch, wide
from heliopolis.games.contract import Numbers16
from heliopolis.games.dice.components import (
    CIVILIZATION,
    COLUMNS,
    DICE,
    EPOCHS,
    FACES,
    FIRST_COLUMN,
    FIRST_ROW,
    MONUMENT,
    MOST_SEATS,
    ROWS,
    SUN_TRACK,
    TRACK_END,
)
from heliopolis.games.dice.scoring import monument_points
from heliopolis.games.dice.scoring import score_breakdown as fill_sheet
from heliopolis.games.dice.state import CATEGORIES, ROLLING, State, how_many

_LONGEST: Final = max(SUN_TRACK.values())
_TABLE: Final = 3 + 5 + 3 + 1 + _LONGEST + 1 + FACES * DICE + 2 * DICE + DICE + 4 + 5 + 2 + 2 * ROWS + 3
_SEAT: Final = MOST_SEATS + 2 + 2 * TRACK_END + 3 + 5 + 6 + COLUMNS + 9 + 4 + 4 + 6 + 5 + 10

#: How cautious `greedy` usually is, whose thoughts are features, too.
USUAL_CAUTION: Final = 1.0
# How far off a seat's points may be for each turn and each epoch to come, squared.
DOUBT_OF_A_TURN: Final = 3.0
DOUBT_OF_AN_EPOCH: Final = 12.0

# How large the numbers are that become about 1.
BIG_SCORE: Final = 40.0
BIG_GAIN: Final = 10.0


# What is worked on: nothing is allocated for it.
new_sheet = scratch((MOST_SEATS, len(CATEGORIES)), np.int16)
new_sure, new_hoped, new_doubts, new_guesses = (scratch((MOST_SEATS,), np.float64) for _ in range(4))
new_columns = scratch((ROWS + 1,), np.int64)


@compiled
def layout(state: State) -> tuple[int, int, int]:
    """Count the features of the table and of a seat, and name their version."""
    return _TABLE, _SEAT, 2


@apart
def write_features(state: State, viewer: int, into: Features) -> None:
    """Describe the table, then the viewer, then the others clockwise."""
    into[:] = 0.0
    sheet = new_sheet()
    sheet[:] = 0
    fill_sheet(state, sheet)
    count = wide(state.seats)
    sure, hoped, doubts, guesses = new_sure(), new_hoped(), new_doubts(), new_guesses()
    turns = turns_left(state, 0, USUAL_CAUTION)
    for seat in range(count):
        sure[seat] = count_sure(state, seat, sheet)
        hoped[seat] = estimate(state, seat, turns)
        doubts[seat] = DOUBT_OF_A_TURN * turns + DOUBT_OF_AN_EPOCH * epochs_left(state)
    guess_wins(hoped, doubts, count, guesses)
    at = write_table(state, viewer, into, 0)
    seat = viewer
    for _ in range(count):
        at = write_place(state, seat, viewer, into, at)
        at = write_seat(state, seat, sheet, into, at)
        at = number(into, at, hoped[seat] / BIG_SCORE)
        at = number(into, at, turns / BIG_GAIN)
        at = write_lead(into, at, sure, seat, count)
        at = write_lead(into, at, hoped, seat, count)
        at = write_guess(into, at, guesses[seat])
        seat = wide(state.left[seat])


@inlined
def count_sure(state: State, seat: int, sheet: Numbers16) -> float:
    """Count the points that a seat would have if the epoch, and with it the game, ended now."""
    total = wide(state.points[seat])
    for row in range(len(CATEGORIES)):
        total += sheet[seat, row]
    return max(total, 0) + (wide(monument_points(state.monuments[seat])) if state.epoch < EPOCHS else 0) + 0.0


@compiled
def estimate(state: State, seat: int, turns: float) -> float:
    """Guess with how many points a seat will end, as `greedy` weighs what it has."""
    most, fewest = 0, wide(TRACK_END)
    for other in range(state.seats):
        if other != seat:
            most = max(most, wide(state.pharaoh[other]))
            fewest = min(fewest, wide(state.pharaoh[other]))
    return (
        wide(state.points[seat])
        + race(wide(state.pharaoh[seat]), most, fewest, turns, epochs_left(state))
        + area_worth(state, seat, turns, USUAL_CAUTION)
    )


@inlined
def write_table(state: State, viewer: int, into: Features, at: int) -> int:
    """Describe the Sun track, the dice and whose move it is."""
    left = wide(state.sun_track) - wide(state.ra)
    at = choice(into, at, wide(state.seats) - 2, MOST_SEATS - 1)
    at = choice(into, at, wide(state.epoch) - 1, EPOCHS)
    at = choice(into, at, wide(state.phase), 5)
    at = choice(into, at, wide(state.rerolls), 3)
    at = number(into, at, left / state.sun_track)
    at = choice(into, at, left, _LONGEST + 1)
    for face in range(FACES):
        at = at_least(into, at, how_many(state.dice[face]), DICE)
    at = bits(into, at, wide(state.dice[CIVILIZATION]), 0, DICE)
    at = bits(into, at, wide(state.dice[MONUMENT]), 0, DICE)
    at = at_least(into, at, how_many(state.rolling) if state.phase == ROLLING else 0, DICE)
    at = choice(into, at, wide(state.built), 4)
    at = choice(into, at, wide(state.disaster), 5)
    at = at_least(into, at, wide(state.owed), 2)
    mine = wide(state.monuments[viewer])
    held = (mine | mine >> COLUMNS | mine >> 2 * COLUMNS | mine >> 3 * COLUMNS | mine >> 4 * COLUMNS) & FIRST_ROW
    for row in range(ROWS):
        empty = wide(state.empty) >> COLUMNS * row & FIRST_ROW
        at = number(into, at, cells(empty) / COLUMNS)
        at = number(into, at, cells(empty & ~held) / COLUMNS)
    return at


@inlined
def write_place(state: State, seat: int, viewer: int, into: Features, at: int) -> int:
    """Describe where a seat is, as the viewer counts, and what it has to do with the turn."""
    seats = wide(state.seats)
    at = choice(into, at, relative(seat, viewer, seats), MOST_SEATS)
    at = number(into, at, 1.0 if state.turn == seat else 0.0)
    return number(into, at, relative(seat, wide(state.turn), seats) / seats)


@inlined
def relative(seat: int, viewer: int, seats: int) -> int:
    """Count the places from the viewer to a seat, clockwise."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@inlined
def cells(mask: int) -> int:
    """Count the cells of a mask."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@inlined
def write_seat(state: State, seat: int, sheet: Numbers16, into: Features, at: int) -> int:
    """Describe the markers of a seat and its points."""
    pharaoh = wide(state.pharaoh[seat])
    at = at_least(into, at, pharaoh, TRACK_END)
    at = at_least(into, at, wide(state.nile[seat]), TRACK_END)
    at = at_least(into, at, wide(state.floods[seat]), 3)
    at = bits(into, at, wide(state.civilization[seat]), 0, DICE)
    at = choice(into, at, how_many(state.civilization[seat]), DICE + 1)
    monuments = wide(state.monuments[seat])
    columns = new_columns()  # in how many there are at least so many
    columns[:] = 0
    for column in range(COLUMNS):
        count = cells(monuments >> column & FIRST_COLUMN)
        at = number(into, at, count / 2.0)
        columns[1 : count + 1] += 1
    at = choice(into, at, columns[1], COLUMNS + 1)
    for same in range(2, ROWS + 1):
        at = number(into, at, columns[same] / 2.0)
    most, fewest, best = 0, TRACK_END, 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, wide(state.pharaoh[other]))
            fewest = min(fewest, wide(state.pharaoh[other]))
            best = max(best, wide(state.points[other]))
    at = number(into, at, max(-5, min(5, pharaoh - most)) / 3.0)
    at = number(into, at, max(-5, min(5, pharaoh - fewest)) / 3.0)
    at = number(into, at, 1.0 if pharaoh >= most else 0.0)
    at = number(into, at, 1.0 if pharaoh <= fewest else 0.0)
    total = 0
    for row in range(len(CATEGORIES)):
        at = number(into, at, sheet[seat, row] / BIG_GAIN)
        total += sheet[seat, row]
    at = number(into, at, total / BIG_GAIN)
    at = number(into, at, state.nile[seat] / BIG_GAIN if state.floods[seat] > 0 else 0.0)
    points = wide(state.points[seat])
    whole = wide(monument_points(monuments))
    standing = max(points + total, 0) + (whole if state.epoch < EPOCHS else 0)
    at = number(into, at, whole / BIG_GAIN)
    at = number(into, at, points / BIG_SCORE)
    at = number(into, at, (points - best) / BIG_SCORE)
    at = number(into, at, standing / BIG_SCORE)
    return number(into, at, 1.0 if state.seat == seat else 0.0)
