"""What the tiles on the auction track would be worth to each player: an aid for people and bots, not a rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, scratch, wide
from heliopolis.games.contract import Numbers8, Numbers16
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    CIVILIZATION,
    CIVILIZATION_END,
    DISASTER,
    DROUGHT,
    EARTHQUAKE,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    KINDS,
    MONUMENT,
    MONUMENT_END,
    MOST_SEATS,
    NILE,
    PHARAOH,
    UNREST,
)
from heliopolis.games.ra.scoring import civilization_points, monument_points, score_breakdown
from heliopolis.games.ra.state import (
    CATEGORIES,
    CIVILIZATION_ROW,
    GODS_ROW,
    GOLD_ROW,
    MONUMENTS_ROW,
    NILE_ROW,
    PHARAOHS_ROW,
    State,
)

# What is worked on: nothing is allocated for it.
new_tiles, new_pharaohs = scratch((KINDS,), np.uint8), scratch((MOST_SEATS,), np.int64)


def worth(state: Any) -> list[dict[str, int]] | None:
    """Say what each seat's score for the epoch would change by, category by category, if it won this lot.

    Monuments count as they do at the end of the game, since they stay. Suns do not count: it depends on the bid. None
    where there is no tile on the track.
    """
    if not state.filled:
        return None
    sheet, gains = np.zeros((2, MOST_SEATS, len(CATEGORIES)), np.int16)
    score_breakdown(state, sheet)
    lot_gains(state, sheet, gains, True)
    return [dict(zip(CATEGORIES, row, strict=True)) for row in gains[: state.seats].tolist()]


@compiled
def lot_gains(state: State, sheet: Numbers16, gains: Numbers16, careful: bool) -> None:
    """Write what each seat's sheet would gain by the lot, monuments as at the end of the game.

    Who is `careful` loses, of monuments that cost the same, the one held most often: a second loss may then cost less.
    Networks learned from those who are not.
    """
    tiles, pharaohs = new_tiles(), new_pharaohs()
    for seat in range(state.seats):
        pharaohs[seat] = state.tiles[seat, PHARAOH]
    for seat in range(state.seats):
        for kind in range(KINDS):
            tiles[kind] = state.tiles[seat, kind]
        take_lot(state, tiles, careful)
        held = state.tiles[seat]
        gains[seat, GODS_ROW] = 2 * (wide(tiles[GOD]) - wide(held[GOD]))
        gains[seat, GOLD_ROW] = 3 * (wide(tiles[GOLD]) - wide(held[GOLD]))
        before = pharaohs[seat]
        pharaohs[seat] = tiles[PHARAOH]
        gains[seat, PHARAOHS_ROW] = pharaoh_points(pharaohs, wide(state.seats), seat) - sheet[seat, PHARAOHS_ROW]
        pharaohs[seat] = before
        nile = wide(tiles[FLOOD]) + wide(tiles[NILE]) if tiles[FLOOD] > 0 else 0
        gains[seat, NILE_ROW] = nile - sheet[seat, NILE_ROW]
        gains[seat, CIVILIZATION_ROW] = civilization_points(tiles) - sheet[seat, CIVILIZATION_ROW]
        gains[seat, MONUMENTS_ROW] = monument_points(tiles) - monument_points(held)


@inlined
def pharaoh_points(pharaohs: NDArray[np.int64], seats: int, seat: int) -> int:
    """Score Pharaohs (R28)."""
    most = pharaohs[0]
    fewest = most
    for other in range(1, seats):
        most = max(most, pharaohs[other])
        fewest = min(fewest, pharaohs[other])
    if most == fewest:
        return 0
    return 5 if pharaohs[seat] == most else -2 if pharaohs[seat] == fewest else 0


@compiled
def take_lot(state: State, tiles: Numbers8, careful: bool) -> None:
    """Add the lot to tiles, and lose to its disasters what costs least (R19-R22)."""
    for space in range(AUCTION_SPACES):
        kind = wide(state.track[space])
        if kind < DISASTER:
            tiles[kind] += 1
    for space in range(AUCTION_SPACES):
        kind = wide(state.track[space])
        if kind == FUNERAL:
            tiles[PHARAOH] -= min(tiles[PHARAOH], 2)
        elif kind == DROUGHT:
            floods = min(tiles[FLOOD], 2)
            tiles[FLOOD] -= floods
            tiles[NILE] -= min(tiles[NILE], 2 - floods)
        elif kind == UNREST:
            lose_most(tiles, CIVILIZATION, CIVILIZATION_END)
            lose_most(tiles, CIVILIZATION, CIVILIZATION_END)
        elif kind == EARTHQUAKE:
            lose_monument(tiles, careful)
            lose_monument(tiles, careful)


@inlined
def lose_most(tiles: Numbers8, first: int, end: int) -> None:
    """Lose a tile of the kind that is held most often."""
    most = first
    for kind in range(first + 1, end):
        if tiles[kind] > tiles[most]:
            most = kind
    if tiles[most] > 0:
        tiles[most] -= 1


@compiled
def lose_monument(tiles: Numbers8, careful: bool) -> None:
    """Lose the monument that costs least."""
    chosen, most = -1, -1
    for kind in range(MONUMENT, MONUMENT_END):
        if tiles[kind] > 0:
            tiles[kind] -= 1
            points = wide(monument_points(tiles))
            tiles[kind] += 1
            if points > most or (careful and points == most and tiles[kind] > tiles[chosen]):
                chosen, most = kind, points
    if chosen >= 0:
        tiles[chosen] -= 1
