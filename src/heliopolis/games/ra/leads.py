"""What tiles and the lot lead to for each player, beyond what they score now: facts of the rules, no opinion.

Sentences are made from them in `web/src/ra/lead.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from heliopolis.compiled import uncompiled
from heliopolis.facts import standing
from heliopolis.facts.ra import RaLead, RaLoss, RaStep
from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    DISASTER,
    DISASTERS,
    DROUGHT,
    EMPTY,
    FLOOD,
    FUNERAL,
    KIND_NAMES,
    MONUMENT,
    MONUMENT_END,
    NILE,
    PHARAOH,
    TAKES,
)
from heliopolis.games.ra.lots import pharaoh_points, take_lot
from heliopolis.games.ra.scoring import CIVILIZATION_POINTS, DIFFERENT_MONUMENT_POINTS, SAME_MONUMENT_POINTS
from heliopolis.games.ra.state import State

#: What a disaster costs (R19).
TILES_OF_A_DISASTER = 2

points_for: Final = uncompiled(pharaoh_points)


def leads(state: State, now: State) -> list[RaLead] | None:
    """Say for each seat where it would stand with the lot, from a state that was read, too.

    None where there is no tile on the track.
    """
    lot = [kind for kind in now.track if kind != EMPTY]
    if not lot:
        return None
    tables = [now.tiles[seat] for seat in range(now.seats)]
    after = [with_lot(state, held) for held in tables]
    pharaohs = [held[PHARAOH] for held in tables]
    won = [[*pharaohs[:seat], tiles[PHARAOH], *pharaohs[seat + 1 :]] for seat, tiles in enumerate(after)]
    before, then = points(pharaohs), [points(counts) for counts in won]
    rivers = any(kind in (NILE, FLOOD, DROUGHT) for kind in lot)
    return [
        RaLead(
            pharaohs=standing(won[seat], seat) if tiles[PHARAOH] != held[PHARAOH] else None,
            niles=tiles[NILE] if rivers and not tiles[FLOOD] else 0,
            losses=list(losses(held, lot, tiles)),
            steps=[*civilization(lot, tiles), *monuments(lot, tiles)],
            won_by=[scored[seat] - before[seat] for scored in then],
        )
        for seat, (held, tiles) in enumerate(zip(tables, after, strict=True))
    ]


def points(pharaohs: Sequence[int]) -> list[int]:
    """Score Pharaohs for each seat (R28)."""
    counts = np.array(pharaohs, np.int64)
    return [int(points_for(counts, len(pharaohs), seat)) for seat in range(len(pharaohs))]


def with_lot(state: State, held: Sequence[int]) -> list[int]:
    """Count the tiles that somebody would have with the lot."""
    tiles = np.array(held, np.uint8)
    take_lot(state, tiles, True)
    return list(tiles.tolist())


def steps(now: State) -> list[list[RaStep]]:
    """Say for each seat what more of what it has would bring, from a state that was read."""
    found = []
    for tiles in now.tiles[: now.seats]:
        held = [kind for kind, count in enumerate(tiles) if count]
        found.append([*civilization(held, tiles), *monuments(held, tiles)])
    return found


def losses(held: Sequence[int], lot: Sequence[int], left: Sequence[int]) -> Iterator[RaLoss]:
    """Say what each kind of disaster in the lot would take (R19, R20, R22)."""
    for disaster in range(DISASTER, DISASTER + DISASTERS):
        owed = TILES_OF_A_DISASTER * lot.count(disaster)
        if not owed:
            continue
        first, end = TAKES[disaster]
        there = {kind: held[kind] + lot.count(kind) for kind in range(first, end)}
        had = {kind: count for kind, count in there.items() if count}
        choice = disaster not in (FUNERAL, DROUGHT) and sum(had.values()) > owed and len(had) > 1
        lost = {KIND_NAMES[kind]: count - left[kind] for kind, count in had.items() if count > left[kind]}
        yield RaLoss(KIND_NAMES[disaster], owed, lost, choice)


def civilization(lot: Sequence[int], tiles: Sequence[int]) -> Iterator[RaStep]:
    """Say what more different civilizations would bring (R30), to who has the tiles and gets some by the lot."""
    kinds = range(CIVILIZATION, CIVILIZATION_END)
    if not any(kind in kinds for kind in lot):
        return
    different = sum(tiles[kind] > 0 for kind in kinds)
    points = CIVILIZATION_POINTS[different]
    for more, later in enumerate(CIVILIZATION_POINTS[different:]):
        if later > points:
            yield RaStep("civilization", None, more, later - points)
            return


def monuments(lot: Sequence[int], tiles: Sequence[int]) -> Iterator[RaStep]:
    """Say what one more different monument would bring, and one more of a kind (R31), to who gets some by the lot."""
    kinds = range(MONUMENT, MONUMENT_END)
    if not any(kind in kinds for kind in lot):
        return
    different = sum(tiles[kind] > 0 for kind in kinds)
    if 0 < different < len(kinds):
        yield RaStep(
            "monuments", None, 1, DIFFERENT_MONUMENT_POINTS[different + 1] - DIFFERENT_MONUMENT_POINTS[different]
        )
    for kind in kinds:
        count = tiles[kind]
        if kind in lot and 2 <= count < len(SAME_MONUMENT_POINTS) - 1:  # noqa: PLR2004 - of one, a set is far away
            yield RaStep("set", KIND_NAMES[kind], 1, SAME_MONUMENT_POINTS[count + 1] - SAME_MONUMENT_POINTS[count])
