"""The observation `compact` of Ra."""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.bots.neural.features import Features, choice, number
from heliopolis.bots.neural.ra import still_to_bid
from heliopolis.compiled import compiled, inlined, lowest_bit, wide
from heliopolis.games.contract import Numbers16
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    DISASTER,
    EARTHQUAKE,
    EMPTY,
    EPOCHS,
    GOD,
    HIGHEST_SUN,
    KINDS,
    MONUMENT_END,
    MOST_SUNS,
    NILE,
    PHARAOH,
    RA,
    TILES,
    UNREST,
)
from heliopolis.games.ra.rules import must_bid
from heliopolis.games.ra.scoring import score_breakdown
from heliopolis.games.ra.state import BIDDING, CATEGORIES, NO_AUCTION, OVER, RA_DRAWN, RA_INVOKED, State

#: How many numbers the table has, and a seat.
TABLE: Final = 1 + EPOCHS + OVER + 5 + 2 * (KINDS - 1) + 6
SEAT: Final = 5 + 2 * MOST_SUNS + (MONUMENT_END - GOD) + len(CATEGORIES) + 1

# By what numbers are multiplied, so that they become about 1: to divide takes longer.
OF_FIVE: Final = 1 / 5
OF_TEN: Final = 1 / 10
OF_FORTY: Final = 1 / 40
HALF: Final = 1 / 2
OF_BAG: Final = 1 / sum(TILES.values())
OF_SUNS: Final = 1 / HIGHEST_SUN
OF_SPACES: Final = 1 / AUCTION_SPACES


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
    """Write what lies on the table."""
    left = wide(state.ra_spaces) - wide(state.ra_tiles)
    at = number(into, at, state.seats * OF_FIVE)
    at = choice(into, at, wide(state.epoch) - 1, EPOCHS)
    if state.phase != OVER:
        into[state.phase + at] = 1.0
    at += OVER
    at = number(into, at, left * OF_TEN)
    at = number(into, at, state.bag[RA] / max(wide(state.bag_left), 1))
    at = number(into, at, state.bag_left * OF_BAG)
    at = number(into, at, state.centre * OF_SUNS)
    at = number(into, at, state.filled * OF_SPACES)
    for space in range(AUCTION_SPACES):
        kind = wide(state.track[space])
        if kind != EMPTY:
            into[at + kind - 1] += HALF
    at += KINDS - 1
    for kind in range(RA + 1, KINDS):
        at = number(into, at, state.bag[kind] * OF_TEN)
    auction = state.auction != NO_AUCTION
    at = number(into, at, 1.0 if state.auction == RA_DRAWN else 0.0)
    at = number(into, at, 1.0 if state.auction == RA_INVOKED else 0.0)
    at = number(into, at, state.best_bid * OF_SUNS if auction else 0.0)
    at = number(into, at, 1.0 if state.phase == BIDDING and must_bid(state) else 0.0)
    at = number(into, at, state.owed[UNREST - DISASTER] * HALF)
    return number(into, at, state.owed[EARTHQUAKE - DISASTER] * HALF)


@inlined
def write_seat(state: State, seat: int, sheet: Numbers16, into: Features, at: int) -> int:
    """Write what lies in front of a seat, and what it would score."""
    bidding = state.auction != NO_AUCTION
    at = number(into, at, 1.0 if state.seat == seat else 0.0)
    at = number(into, at, 1.0 if state.turn == seat else 0.0)
    at = number(into, at, 1.0 if bidding and state.best_bid > 0 and state.best_bidder == seat else 0.0)
    at = number(into, at, 1.0 if state.phase == BIDDING and still_to_bid(state, seat) else 0.0)
    at = number(into, at, state.points[seat] * OF_FORTY)
    at = write_suns(wide(state.suns_up[seat]), into, at)
    at = write_suns(wide(state.suns_down[seat]), into, at)
    for kind in range(GOD, MONUMENT_END):
        into[np.uint64(at + kind - GOD)] = state.tiles[seat, kind] * HALF
    for kind in range(PHARAOH, NILE + 1):
        into[np.uint64(at + kind - GOD)] = state.tiles[seat, kind] * OF_FIVE
    at += MONUMENT_END - GOD
    total = 0
    for row in range(len(CATEGORIES)):
        at = number(into, at, sheet[seat, row] * OF_TEN)
        total += sheet[seat, row]
    return number(into, at, total * OF_TEN)


@inlined
def write_suns(suns: int, into: Features, at: int) -> int:
    """Write suns, the lowest first."""
    for place in range(MOST_SUNS):
        if suns == 0:
            break
        into[np.uint64(at + place)] = lowest_bit(suns) * OF_SUNS
        suns &= suns - 1
    return at + MOST_SUNS
