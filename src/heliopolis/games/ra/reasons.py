"""Why the tiles and suns of an epoch are worth what they are worth (R26-R32): the facts behind `scoring`.

Sentences are made from them in `terminal/ra/telling.py` and in `web/src/ra/reasons.ts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.facts import standing
from heliopolis.facts.ra import Monuments, MonumentSet, RaReasons, SunSum
from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    EPOCHS,
    FLOOD,
    GOD,
    GOLD,
    KIND_NAMES,
    MONUMENT,
    MONUMENT_END,
    NILE,
    PHARAOH,
)
from heliopolis.games.ra.scoring import DIFFERENT_MONUMENT_POINTS, SAME_MONUMENT_POINTS
from heliopolis.games.ra.state import State, suns


def explain(now: State) -> list[RaReasons]:
    """Say for each seat why it would score what it would score if the epoch ended now, from a state that was read."""
    last = now.epoch == EPOCHS
    pharaohs = [tiles[PHARAOH] for tiles in now.tiles[: now.seats]]
    held = [suns(up | down) for up, down in zip(now.suns_up, now.suns_down, strict=True)][: now.seats]
    sums = list(map(sum, held))
    return [
        RaReasons(
            gods=tiles[GOD],
            gold=tiles[GOLD],
            pharaohs=standing(pharaohs, seat),
            niles=tiles[NILE],
            floods=tiles[FLOOD],
            civilization=[KIND_NAMES[kind] for kind in range(CIVILIZATION, CIVILIZATION_END) if tiles[kind]],
            monuments=monuments(tiles) if last else None,
            suns=SunSum(held[seat], standing(sums, seat)) if last else None,
        )
        for seat, tiles in enumerate(now.tiles[: now.seats])
    ]


def monuments(tiles: Sequence[int]) -> Monuments:
    """Say what monuments score: the different ones together, and each kind of which there are enough (R31)."""
    held = {KIND_NAMES[kind]: tiles[kind] for kind in range(MONUMENT, MONUMENT_END) if tiles[kind]}
    sets = [MonumentSet(name, count, SAME_MONUMENT_POINTS[count]) for name, count in held.items()]
    return Monuments(list(held), DIFFERENT_MONUMENT_POINTS[len(held)], [one for one in sets if one.points])
