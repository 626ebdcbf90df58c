"""What `greedy` thinks that tiles are worth in Ra: what they score, and what they promise.

Worth is counted by category, since a tile changes no other than its own. A row of tiles may hold disasters too: they
stand for those that will strike with the lot they came in.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, scratch
from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    DROUGHT,
    EARTHQUAKE,
    EPOCHS,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    KINDS,
    MONUMENT,
    MONUMENT_END,
    NILE,
    PHARAOH,
    UNREST,
)
from heliopolis.games.ra.scoring import CIVILIZATION_POINTS, DIFFERENT_MONUMENT_POINTS, SAME_MONUMENT_POINTS

Tiles = NDArray[np.int64]

CATEGORIES: Final = 6
GODS, GOLDS, PHARAOHS, RIVER, CIVILIZATIONS, MONUMENTS = range(CATEGORIES)


def _category(kind: int) -> int:
    if CIVILIZATION <= kind < CIVILIZATION_END or kind == UNREST:
        return CIVILIZATIONS
    if MONUMENT <= kind < MONUMENT_END or kind == EARTHQUAKE:
        return MONUMENTS
    if kind in (PHARAOH, FUNERAL):
        return PHARAOHS
    return {GOD: GODS, GOLD: GOLDS}.get(kind, RIVER)


#: The category that a kind counts in, or strikes.
CATEGORY: Final = np.array([_category(kind) for kind in range(KINDS)])

# What different civilizations are worth with all of the epoch ahead (R30); without hope for more, they are worth what
# they score.
HOPED_CIVILIZATION: Final = (-0.5, 0.8, 4.2, 8.8, 11.0, 15.0)
# The same for different monuments and for equal ones, with the whole game ahead (R31).
HOPED_DIFFERENT: Final = (0.0, 1.4, 2.3, 4.0, 5.2, 8.2, 12.0, 14.5, 15.0)
HOPED_SAME: Final = (0.0, 0.0, 2.3, 6.5, 10.6, 15.0)
#: A God tile in hand is worth more than its two points: the right tile at the right time.
GOD_IN_HAND: Final = 1.15
#: What a Nile without a flood is worth with all of the epoch ahead; what any Nile is worth for each epoch to come.
FLOOD_COMES: Final = 0.43
FLOOD_LATER: Final = 0.28
#: How open the race of the Pharaohs is: at the end of an epoch, and for each epoch that is still ahead; who is ahead
#: when all are level.
RACE_NOW: Final = 0.58
RACE_EPOCH: Final = 0.34
RACE_TIE: Final = 0.18

MOST_PHARAOHS: Final = 5  # R28
FEWEST_PHARAOHS: Final = -2


new_tiles = scratch((KINDS,), np.int64)


@inlined
def odds(lead: float, spread: float) -> float:
    """Turn a lead in a race into the chance to win it: the smaller the spread, the surer."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead / spread))))


@inlined
def blend(sure: float, hoped: float, hope: float) -> float:
    """Go from what is sure, where there is no hope for more, to what is hoped for."""
    return sure + hope * (hoped - sure)


@compiled
def worth(
    category: int, held: Tiles, most: int, fewest: int, hope: float, rest: float, later: int, sight: float
) -> float:
    """Say what tiles of a category are worth to who holds them.

    Args:
        category: which of the tiles to look at.
        held: how many there are of each kind.
        most: the most Pharaohs that another player has.
        fewest: the fewest.
        hope: how far this player can hope for more tiles in this epoch, none 0, all 1.
        rest: how much of the epoch is left, from 1 to 0.
        later: how many epochs follow.
        sight: how much of them this player sees, none 0, all 1.
    """
    if category == GODS:
        return (2 + GOD_IN_HAND * hope) * held[GOD]  # type: ignore[no-any-return]
    if category == GOLDS:
        return 3.0 * held[GOLD]  # type: ignore[no-any-return]
    if category == PHARAOHS:
        return pharaohs(max(0, held[PHARAOH] - 2 * held[FUNERAL]), most, fewest, rest, later, sight)
    if category == RIVER:
        return river(held, hope, sight * later)
    if category == CIVILIZATIONS:
        return civilizations(held, hope)
    return monuments(held, (sight * later + hope) / EPOCHS)


@compiled
def pharaohs(count: int, most: int, fewest: int, rest: float, later: int, sight: float) -> float:
    """Weigh the race of the Pharaohs, in this epoch and in those to come: they stay (R28)."""
    points = 0.0
    for epoch in range(later + 1):
        spread = RACE_NOW + RACE_EPOCH * (rest + epoch)
        weight = 1.0 if epoch == 0 else sight
        points += weight * MOST_PHARAOHS * odds(count - most + RACE_TIE, spread)
        points += weight * FEWEST_PHARAOHS * odds(fewest - count + RACE_TIE, spread)
    return points


@inlined
def river(held: Tiles, hope: float, later: float) -> float:
    """Weigh floods, and Niles, which score only with a flood but stay (R29). A drought takes floods first (R20)."""
    lost = 2 * held[DROUGHT]
    floods = max(0, held[FLOOD] - lost)
    niles = max(0, held[NILE] - max(0, lost - held[FLOOD]))
    now = floods + niles if floods > 0 else FLOOD_COMES * hope * niles
    return now + FLOOD_LATER * later * niles  # type: ignore[no-any-return]


@inlined
def civilizations(held: Tiles, hope: float) -> float:
    """Weigh the different civilizations. Unrest takes what is there twice first."""
    different = 0
    total = 0
    for kind in range(CIVILIZATION, CIVILIZATION_END):
        different += held[kind] > 0
        total += held[kind]
    lost = min(2 * held[UNREST], total)
    different = min(different, total - lost)
    return blend(CIVILIZATION_POINTS[different], HOPED_CIVILIZATION[different], hope)


@compiled
def monuments(held: Tiles, hope: float) -> float:
    """Weigh the monuments, after earthquakes have taken those that cost least."""
    if held[EARTHQUAKE] == 0:
        return buildings(held, hope)
    left = new_tiles()
    for kind in range(KINDS):
        left[kind] = held[kind]
    for _ in range(2 * held[EARTHQUAKE]):
        cheapest = -1
        most = 0.0
        for kind in range(MONUMENT, MONUMENT_END):
            if left[kind] > 0:
                left[kind] -= 1
                rest = buildings(left, hope)
                left[kind] += 1
                if cheapest < 0 or rest > most:
                    cheapest = kind
                    most = rest
        if cheapest >= 0:
            left[cheapest] -= 1
    return buildings(left, hope)


@inlined
def buildings(held: Tiles, hope: float) -> float:
    """Weigh monuments: the different ones, and each that is there more than once (R31)."""
    different = 0
    points = 0.0
    for kind in range(MONUMENT, MONUMENT_END):
        count = min(held[kind], len(HOPED_SAME) - 1)
        different += count > 0
        points += blend(SAME_MONUMENT_POINTS[count], HOPED_SAME[count], hope)
    return points + blend(DIFFERENT_MONUMENT_POINTS[different], HOPED_DIFFERENT[different], hope)
