"""What tiles and the lot lead to for each player, beyond what they score now: facts of the rules, no opinion.

Sentences are made from them in `web/src/ra/lead.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

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
from heliopolis.games.ra.lots import take_lot
from heliopolis.games.ra.scoring import CIVILIZATION_POINTS, DIFFERENT_MONUMENT_POINTS, SAME_MONUMENT_POINTS
from heliopolis.games.ra.state import State

#: What a disaster costs (R19).
TILES_OF_A_DISASTER = 2


def leads(state: State, now: State) -> list[RaLead] | None:
    """Say for each seat where it would stand with the lot, from a state that was read, too.

    None where there is no tile on the track.
    """
    lot = [kind for kind in now.track if kind != EMPTY]
    if not lot:
        return None
    found = []
    pharaohs = [tiles[PHARAOH] for tiles in now.tiles[: now.seats]]
    for seat, held in enumerate(now.tiles[: now.seats]):
        taken = np.array(held, np.uint8)
        take_lot(state, taken, True)
        tiles = taken.tolist()
        rivers = any(kind in (NILE, FLOOD, DROUGHT) for kind in lot)
        counts = [tiles[PHARAOH] if other == seat else count for other, count in enumerate(pharaohs)]
        found.append(
            RaLead(
                pharaohs=standing(counts, seat) if tiles[PHARAOH] != held[PHARAOH] else None,
                niles=tiles[NILE] if rivers and not tiles[FLOOD] else 0,
                losses=list(losses(held, lot, tiles)),
                steps=[*civilization(lot, tiles), *monuments(lot, tiles)],
            )
        )
    return found


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
