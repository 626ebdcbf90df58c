"""A position of Ra as numbers: the table, then every seat."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.opinion import MOST_SETTINGS
from heliopolis.bots.heuristic.ra.appraisal import APPRAISAL, Appraisal, Numbers, look
from heliopolis.bots.heuristic.ra.tiles import CATEGORIES as CATEGORIES_WEIGHED
from heliopolis.bots.neural.features import Features, bits, choice, guess_wins, number, write_guess, write_lead
from heliopolis.compiled import apart, compiled, count_bits, inlined, scratch, wide
from heliopolis.games.contract import Numbers8, Numbers16
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    CIVILIZATION,
    CIVILIZATION_END,
    EMPTY,
    EPOCHS,
    FLOOD,
    GOD,
    HIGHEST_SUN,
    KINDS,
    MONUMENT,
    MONUMENT_END,
    MOST_SEATS,
    MOST_SUNS,
    NILE,
    PHARAOH,
    RA,
)
from heliopolis.games.ra.lots import lot_gains
from heliopolis.games.ra.rules import must_bid
from heliopolis.games.ra.scoring import monument_points, score_breakdown
from heliopolis.games.ra.state import (
    BIDDING,
    CATEGORIES,
    DISCARDING,
    DRAWING,
    NO_AUCTION,
    SUNS_ROW,
    State,
)

_SUNS: Final = HIGHEST_SUN + 1
_TABLE: Final = 3 + 5 + 5 + 4 + 22 + 2 + 22 + 3 + 2 * _SUNS + 4 + 4
_SEAT: Final = (
    MOST_SEATS + 3 + 5 + 2 * HIGHEST_SUN + 6 + (MONUMENT_END - GOD) + 6 + 9 + 5 + 4 + 8 + 5 + 7 + 9 + 6 + 2 + 4
)

#: The usual settings of `greedy`, whose thoughts are features, too.
USUAL: Final = np.ones(MOST_SETTINGS)
#: How many of a seat's suns tell what they cost, the lowest first.
_COSTS: Final = 3
#: How many of its suns tell how many others beat them, the highest first.
_RANKS: Final = 3

# How far off a seat's points may be for each sun it can still use, squared, and how many an epoch gives it.
DOUBT_OF_A_SUN: Final = 4.0
SUNS_AN_EPOCH: Final = 3

# How large the numbers are that become about 1.
BIG_SCORE: Final = 40.0
BIG_GAIN: Final = 10.0
FULL_BAG: Final = 180.0
# One of them. To multiply takes a fraction of the time; of a whole number, what is written is the same.
OF_SCORE: Final = 1 / BIG_SCORE
OF_GAIN: Final = 1 / BIG_GAIN


# What is worked on: nothing is allocated for it.
new_sheet = scratch((MOST_SEATS, len(CATEGORIES)), np.int16)
new_gains = scratch((MOST_SEATS, len(CATEGORIES)), np.int16)
new_appraisals = scratch((1,), APPRAISAL)
new_monuments = scratch((MOST_SEATS,), np.int64)
new_sure, new_hoped, new_standings, new_doubts, new_guesses = (scratch((MOST_SEATS,), np.float64) for _ in range(5))


@compiled
def layout(state: State) -> tuple[int, int, int]:
    """Count the features of the table and of a seat, and name their version."""
    return _TABLE, _SEAT, 2


@apart
def write_features(state: State, viewer: int, into: Features) -> None:
    """Describe the table, then the viewer, then the others clockwise."""
    into[:] = 0.0
    sheet = new_sheet()
    score_breakdown(state, sheet)
    gains = new_gains()
    gains[:] = 0
    if state.filled > 0:
        lot_gains(state, sheet, gains, False)
    write_all(state, viewer, sheet, gains, new_appraisals(), into)


@compiled
def write_all(
    state: State, viewer: int, sheet: Numbers16, gains: Numbers16, appraisals: NDArray[np.void], into: Features
) -> None:
    """Write everything, with what `greedy` thinks of it."""
    appraisal = appraisals[0]
    look(state, USUAL, appraisal)
    sure, hoped = new_sure(), new_hoped()
    monuments = new_monuments()
    for seat in range(state.seats):
        monuments[seat] = monument_points(state.tiles[seat])
    count_sure(state, sheet, monuments, sure)
    estimate(state, appraisal, hoped)
    standings, doubts, guesses = new_standings(), new_doubts(), new_guesses()
    doubt(appraisal, sure, hoped, standings, doubts)
    guess_wins(standings, doubts, wide(state.seats), guesses)
    at = write_table(state, into, 0)
    seat = viewer
    for _ in range(state.seats):
        at = write_place(state, seat, viewer, into, at)
        at = write_suns(state, appraisal, seat, into, at)
        at = write_tiles(state, seat, into, at)
        at = write_points(state, seat, sheet, gains, wide(monuments[seat]), into, at)
        at = write_outlook(appraisal, seat, hoped, into, at)
        at = write_ranks(appraisal, seat, into, at)
        at = write_lead(into, at, sure, seat, wide(state.seats))
        at = write_lead(into, at, hoped, seat, wide(state.seats))
        at = write_guess(into, at, guesses[seat])
        seat = wide(state.left[seat])


@inlined
def write_table(state: State, into: Features, at: int) -> int:
    """Describe what lies on the table."""
    seats = wide(state.seats)
    left = wide(state.ra_spaces) - wide(state.ra_tiles)
    tiles = max(wide(state.bag_left), 1)
    ras = wide(state.bag[RA])
    at = choice(into, at, seats - 2, MOST_SEATS - 1)
    at = choice(into, at, wide(state.epoch) - 1, EPOCHS)
    at = choice(into, at, wide(state.phase), 5)
    at = choice(into, at, left - 1, 4)
    at = number(into, at, left / state.ra_spaces)
    at = number(into, at, ras / tiles)
    at = number(into, at, tiles / FULL_BAG)
    at = number(into, at, left * (tiles - ras) / (ras + 1) / 40.0)
    at = number(into, at, 1.0 if state.bag_left == 0 else 0.0)
    for kind in range(RA + 1, KINDS):
        at = number(into, at, state.bag[kind] / 8.0)
    at = number(into, at, state.filled / AUCTION_SPACES)
    at = number(into, at, 1.0 if state.filled == AUCTION_SPACES else 0.0)
    for space in range(AUCTION_SPACES):
        kind = wide(state.track[space])
        if kind != EMPTY:
            into[np.uint64(at + kind - 1)] += 0.5
    at += KINDS - 1
    auction = state.auction != NO_AUCTION
    best = wide(state.best_bid) if auction else 0
    at = choice(into, at, wide(state.auction), 3)
    at = choice(into, at, best, _SUNS)
    at = choice(into, at, wide(state.centre), _SUNS)
    active = 0
    for seat in range(seats):
        active += wide(state.active) >> seat & 1
    for few in range(1, 3):
        at = number(into, at, 1.0 if active == few else 0.0)
    at = number(into, at, 1.0 if state.phase == BIDDING and must_bid(state) else 0.0)
    return number(into, at, 1.0 if state.phase == DRAWING else 0.0)


@inlined
def write_place(state: State, seat: int, viewer: int, into: Features, at: int) -> int:
    """Describe where a seat is, as the viewer counts, and what it has to do with the turn."""
    seats = wide(state.seats)
    bidding = state.auction != NO_AUCTION and state.best_bid > 0
    at = choice(into, at, relative(seat, viewer, seats), MOST_SEATS)
    at = number(into, at, 1.0 if state.turn == seat else 0.0)
    at = number(into, at, relative(seat, wide(state.turn), seats) / seats)
    return number(into, at, 1.0 if bidding and state.best_bidder == seat else 0.0)


@inlined
def relative(seat: int, viewer: int, seats: int) -> int:
    """Count the places from the viewer to a seat, clockwise."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@inlined
def write_suns(state: State, appraisal: Appraisal, seat: int, into: Features, at: int) -> int:
    """Describe the suns of a seat, and what it can do with them in the auction."""
    up, down = wide(state.suns_up[seat]), wide(state.suns_down[seat])
    higher = 0
    for other in range(state.seats):
        if other != seat and wide(state.suns_up[other]) > up:
            higher += 1
    at = choice(into, at, appraisal.sun_count[seat], MOST_SUNS + 1)
    at = bits(into, at, up, 1, HIGHEST_SUN + 1)
    at = bits(into, at, down, 1, HIGHEST_SUN + 1)
    at = number(into, at, appraisal.sums[seat] * OF_SCORE)
    at = number(into, at, higher / 4.0)
    at = number(into, at, 1.0 if higher == 0 and up > 0 else 0.0)
    bidding = state.phase == BIDDING
    to_bid = bidding and still_to_bid(state, seat)
    at = number(into, at, 1.0 if to_bid else 0.0)
    at = number(into, at, 1.0 if to_bid and up >> wide(state.best_bid) > 1 else 0.0)
    return number(into, at, state.bids[seat] / HIGHEST_SUN if state.auction != NO_AUCTION else 0.0)


@inlined
def write_tiles(state: State, seat: int, into: Features, at: int) -> int:
    """Describe the tiles of a seat."""
    tiles = state.tiles[seat]
    for kind in range(GOD, MONUMENT_END):
        at = number(into, at, tiles[kind] / (5.0 if PHARAOH <= kind <= NILE else 2.0))
    different = 0
    for kind in range(CIVILIZATION, CIVILIZATION_END):
        different += tiles[kind] > 0
    at = choice(into, at, different, 6)
    at = choice(into, at, monuments_of(tiles, 1), 9)
    for same in range(2, 5):
        at = number(into, at, monuments_of(tiles, same) / 2.0)
    at = number(into, at, 1.0 if tiles[FLOOD] > 0 else 0.0)
    at = number(into, at, tiles[NILE] / 5.0 if tiles[FLOOD] > 0 else 0.0)
    most, fewest = 0, 100
    for other in range(state.seats):
        if other != seat:
            most = max(most, wide(state.tiles[other, PHARAOH]))
            fewest = min(fewest, wide(state.tiles[other, PHARAOH]))
    pharaohs = wide(tiles[PHARAOH])
    at = number(into, at, max(-5, min(5, pharaohs - most)) / 3.0)
    at = number(into, at, max(-5, min(5, pharaohs - fewest)) / 3.0)
    at = number(into, at, 1.0 if pharaohs >= most else 0.0)
    return number(into, at, 1.0 if pharaohs <= fewest else 0.0)


@inlined
def monuments_of(tiles: Numbers8, least: int) -> int:
    """Count the kinds of monuments of which there are so many at least."""
    count = 0
    for kind in range(MONUMENT, MONUMENT_END):
        count += tiles[kind] >= least
    return count


@inlined
def write_points(
    state: State, seat: int, sheet: Numbers16, gains: Numbers16, monuments: int, into: Features, at: int
) -> int:
    """Describe the points of a seat: what it has, what the epoch would bring, and what the lot would."""
    total = 0
    for row in range(len(CATEGORIES)):
        at = number(into, at, sheet[seat, row] * OF_GAIN)
        total += sheet[seat, row]
    at = number(into, at, total * OF_GAIN)
    points = wide(state.points[seat])
    standing = max(points + total, 0) + (monuments if state.epoch < EPOCHS else 0)
    best_points = 0
    for other in range(state.seats):
        if other != seat:
            best_points = max(best_points, wide(state.points[other]))
    at = number(into, at, monuments * OF_GAIN)
    at = number(into, at, points * OF_SCORE)
    at = number(into, at, (points - best_points) * OF_SCORE)
    at = number(into, at, standing * OF_SCORE)
    at = number(into, at, 1.0 if state.phase == DISCARDING and state.seat == seat else 0.0)
    gained = 0
    for row in range(SUNS_ROW):
        at = number(into, at, gains[seat, row] * OF_GAIN)
        gained += gains[seat, row]
    return number(into, at, gained * OF_GAIN)


@inlined
def write_outlook(appraisal: Appraisal, seat: int, standings: Numbers, into: Features, at: int) -> int:
    """Tell what `greedy` thinks of a seat: what it holds, could buy, has to pay with, and will end with."""
    held = -appraisal.gains[seat]
    for category in range(CATEGORIES_WEIGHED):
        held += appraisal.parts[seat, category]
    prices = 0.0
    for place in range(appraisal.sun_count[seat]):
        prices += appraisal.prices[seat, place]
    best = 0.0
    for other in range(appraisal.seats):
        if other != seat:
            best = max(best, standings[other])
    at = number(into, at, held / BIG_GAIN)
    at = number(into, at, appraisal.gains[seat] / BIG_GAIN)
    at = number(into, at, prices / BIG_GAIN)
    for place in range(_COSTS):
        known = place < appraisal.sun_count[seat]
        at = number(into, at, appraisal.costs[seat, place] / BIG_GAIN if known else 0.0)
    at = number(into, at, standings[seat] / BIG_SCORE)
    at = number(into, at, (standings[seat] - best) / BIG_SCORE)
    return number(into, at, appraisal.race[seat] / BIG_GAIN)


@inlined
def write_ranks(appraisal: Appraisal, seat: int, into: Features, at: int) -> int:
    """Tell how many suns of the others beat each of the highest suns of a seat, and how its sum of suns compares."""
    total = 0
    for other in range(appraisal.seats):
        total += appraisal.sums[other]
    for place in range(_RANKS):
        held = appraisal.sun_count[seat] - 1 - place
        higher = count_bits(appraisal.rivals[seat] >> appraisal.suns[seat, held]) if held >= 0 else 0
        at = number(into, at, 1.0 / (1.0 + higher) if held >= 0 else 0.0)
    return number(into, at, (appraisal.sums[seat] - total / appraisal.seats) / BIG_GAIN)


@compiled
def doubt(appraisal: Appraisal, sure: Numbers, hoped: Numbers, standings: Numbers, doubts: Numbers) -> None:
    """Say with how many points each seat should end, and how far off that may be: as far as its suns can change it.

    Who has no suns left in the last epoch ends with what is sure.
    """
    for seat in range(appraisal.seats):
        done = appraisal.later == 0 and appraisal.sun_count[seat] == 0
        standings[seat] = sure[seat] if done else hoped[seat]
        doubts[seat] = DOUBT_OF_A_SUN * (appraisal.sun_count[seat] + SUNS_AN_EPOCH * appraisal.later)


@compiled
def count_sure(state: State, sheet: Numbers16, monuments: NDArray[np.int64], standings: Numbers) -> None:
    """Count the points that each seat would have if the epoch, and with it the game, ended now."""
    for seat in range(state.seats):
        total = 0
        for row in range(len(CATEGORIES)):
            total += sheet[seat, row]
        standings[seat] = max(wide(state.points[seat]) + total, 0)
        if state.epoch < EPOCHS:
            standings[seat] += monuments[seat]


@compiled
def estimate(state: State, appraisal: Appraisal, standings: Numbers) -> None:
    """Guess with how many points each seat will end."""
    for seat in range(appraisal.seats):
        total = wide(state.points[seat]) - appraisal.gains[seat]
        for category in range(CATEGORIES_WEIGHED):
            total += appraisal.parts[seat, category]
        for place in range(appraisal.sun_count[seat]):
            total += appraisal.prices[seat, place]
        standings[seat] = total + appraisal.race[seat]


@inlined
def still_to_bid(state: State, seat: int) -> bool:
    """Tell whether a seat has not been asked for a bid yet: it comes from the one to act on, up to the Ra player."""
    asked = wide(state.seat)
    while True:
        if asked == seat:
            return True
        if asked == state.turn:
            return False
        asked = wide(state.left[asked])
