"""What `greedy` thinks that tiles are worth in Ra: what they score, and what they promise."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    DISASTER,
    DROUGHT,
    EARTHQUAKE,
    EPOCHS,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    MONUMENT,
    MONUMENT_END,
    NILE,
    PHARAOH,
    UNREST,
)
from heliopolis.games.ra.scoring import CIVILIZATION_POINTS, DIFFERENT_MONUMENT_POINTS, SAME_MONUMENT_POINTS

Tiles = list[int]

# What tiles are worth while there is hope for more of them in this epoch (R30), or before the last epoch ends (R31).
HOPED_CIVILIZATION: Final = (-2.0, 1.0, 4.0, 8.0, 12.0, 15.0)
HOPED_DIFFERENT: Final = (0.0, 1.2, 2.5, 3.9, 5.4, 7.2, 9.4, 12.5, 15.0)
HOPED_SAME: Final = (0.0, 0.3, 1.8, 6.0, 10.5, 15.0)
#: A God tile in hand is worth more than its two points: the right tile at the right time.
GOD_IN_HAND: Final = 1.5
#: How likely a flood comes in a whole epoch.
FLOOD_COMES: Final = 0.7


def odds(lead: float, spread: float) -> float:
    """Turn a lead in a race into the chance to win it."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead / spread))))


class Holdings:
    """The tiles of all players: the worth of any of them depends on those of the others.

    Args:
        tiles: how many of each kind each player holds.
        rest: how much of the epoch is left: 1 at its start, 0 at its end.
        later: how many epochs follow.
    """

    def __init__(self, tiles: Sequence[Tiles], rest: float, later: int) -> None:
        self.tiles = tiles
        self.rest = rest
        self.later = later
        self.races: dict[tuple[int, int], float] = {}

    def hope(self, suns_left: int) -> float:
        """Say how far a player can hope for more tiles in this epoch: none 0, all 1."""
        return self.rest * (1 - 0.5 ** max(0, suns_left))

    def with_lot(self, seat: int, tiles: Tiles, lot: Sequence[int], hope: float) -> Tiles:
        """Give a lot to a player, and let its disasters strike (R19, R20)."""
        held = list(tiles)
        for kind in lot:
            if kind < DISASTER:
                held[kind] += 1
        for kind in lot:
            if kind == FUNERAL:
                held[PHARAOH] = max(0, held[PHARAOH] - 2)
            elif kind == DROUGHT:
                lost = min(2, held[FLOOD])
                held[FLOOD] -= lost
                held[NILE] = max(0, held[NILE] - 2 + lost)
            elif kind in (UNREST, EARTHQUAKE):
                first, end = (CIVILIZATION, CIVILIZATION_END) if kind == UNREST else (MONUMENT, MONUMENT_END)
                for _ in range(2):
                    self.lose_least(seat, held, range(first, end), hope)
        return held

    def lose_least(self, seat: int, held: Tiles, kinds: range, hope: float) -> None:
        """Give up the tile of a category that costs least."""
        options = [[count - (kind == lost) for kind, count in enumerate(held)] for lost in kinds if held[lost]]
        if options:
            worths = [self.worth(seat, option, hope) for option in options]
            held[:] = options[worths.index(max(worths))]

    def worth(self, seat: int, held: Tiles, hope: float) -> float:
        """Say what tiles are worth to a player: what they score (R26-R31), and what they promise."""
        floods, niles = held[FLOOD], held[NILE]
        river = floods + niles if floods else niles * FLOOD_COMES * hope
        different = sum(map(bool, held[CIVILIZATION:CIVILIZATION_END]))
        civilization = (1 - hope) * CIVILIZATION_POINTS[different] + hope * HOPED_CIVILIZATION[different]
        monuments = held[MONUMENT:MONUMENT_END]
        ahead = (self.later + hope) / EPOCHS
        built = len(monuments) - monuments.count(0)
        sure = DIFFERENT_MONUMENT_POINTS[built] + sum(SAME_MONUMENT_POINTS[count] for count in monuments)
        hoped = HOPED_DIFFERENT[built] + sum(HOPED_SAME[count] for count in monuments)
        return (
            (2 + GOD_IN_HAND * hope) * held[GOD]
            + 3 * held[GOLD]
            + self.pharaohs(seat, held[PHARAOH])
            + river
            + FLOOD_COMES * self.later * niles
            + civilization
            + (1 - ahead) * sure
            + ahead * hoped
        )

    def pharaohs(self, seat: int, count: int) -> float:
        """Say what a number of Pharaohs is worth to a player, now and in the epochs to come (R28)."""
        if (seat, count) in self.races:
            return self.races[seat, count]
        others = [held[PHARAOH] for rival, held in enumerate(self.tiles) if rival != seat]
        most, fewest = max(others), min(others)
        points = 0.0
        for epoch in range(self.later + 1):
            spread = 0.4 + 1.5 * (self.rest + epoch)
            points += 5 * odds(count - most + 0.3, spread) - 2 * odds(fewest - count + 0.3, spread)
        self.races[seat, count] = points
        return points
