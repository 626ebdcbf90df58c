"""What the tiles on the auction track would be worth to each player: an aid for people, not a rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from heliopolis.games.ra.components import DISASTER, EARTHQUAKE, EMPTY, TAKES, UNREST
from heliopolis.games.ra.scoring import civilization_points, monument_points, score_breakdown
from heliopolis.games.ra.state import CATEGORIES, MONUMENTS_ROW, SUNS_ROW

#: How the choice is valued, where a disaster leaves one (R22).
CHOICES = {UNREST: civilization_points, EARTHQUAKE: monument_points}


def worth(state: Any) -> list[dict[str, int]] | None:
    """Say what each seat's score for the epoch would change by, category by category, if it won this lot.

    Monuments count as they do at the end of the game, since they stay. Suns do not count: it depends on the bid. None
    where there is no tile on the track.
    """
    if not state.filled:
        return None
    before = _sheet(state)
    gains = []
    for seat in range(state.seats):
        trial = state.copy()
        _take(trial, seat)
        gain = _sheet(trial)[seat] - before[seat]
        gains.append(dict(zip(CATEGORIES, gain.tolist(), strict=True)))
    return gains


def _sheet(state: Any) -> Any:
    sheet = np.zeros((state.seats, len(CATEGORIES)), np.int16)
    score_breakdown(state, sheet)
    for seat in range(state.seats):
        sheet[seat, MONUMENTS_ROW] = monument_points(state.tiles[seat])
    sheet[:, SUNS_ROW] = 0
    return sheet


def _take(trial: Any, seat: int) -> None:
    """Give a seat the lot, disasters included."""
    tiles = trial.tiles[seat]
    lot = [int(kind) for kind in trial.track if kind != EMPTY]
    for kind in lot:
        if kind < DISASTER:
            tiles[kind] += 1
    for disaster in (kind for kind in lot if kind >= DISASTER):
        for _ in range(2):
            _lose(tiles, disaster)


def _lose(tiles: Any, disaster: int) -> None:
    """Take one tile: a flood before a Nile (R20); where the player chooses, the one that costs least."""
    first, end = TAKES[disaster]
    points = CHOICES.get(disaster)
    held = [kind for kind in range(first, end) if tiles[kind]]
    if not held:
        return
    if points is None:
        tiles[max(held)] -= 1
        return

    def left(kind: int) -> tuple[int, int]:
        rest = tiles.copy()
        rest[kind] -= 1
        return int(points(rest)), int(tiles[kind])

    tiles[max(held, key=left)] -= 1
