"""Why the markers of an epoch are worth what they are worth (D16-D19): the facts behind `scoring`.

Sentences are made from them in `terminal/dice/telling.py` and in `web/src/dice/reasons.ts`.
"""

from __future__ import annotations

from heliopolis.facts import standing
from heliopolis.facts.dice import Columns, ColumnSet, DiceReasons
from heliopolis.games.dice.components import COLUMN_NAMES, COLUMNS, EPOCHS, FIRST_COLUMN, colours
from heliopolis.games.dice.scoring import monument_points
from heliopolis.games.dice.state import State


def explain(now: State) -> list[DiceReasons]:
    """Say for each seat why it would score what it would score if the epoch ended now, from a state that was read."""
    places = list(now.pharaoh[: now.seats])
    return [
        DiceReasons(
            pharaohs=standing(places, seat),
            nile=now.nile[seat],
            floods=now.floods[seat],
            civilization=colours(now.civilization[seat]),
            monuments=monuments(now.monuments[seat]) if now.epoch == EPOCHS else None,
        )
        for seat in range(now.seats)
    ]


def monuments(cells: int) -> Columns:
    """Say what monuments score: the different columns together, and each with enough markers (D19)."""
    columns = [cells & FIRST_COLUMN << column for column in range(COLUMNS)]
    held = {COLUMN_NAMES[column]: markers for column, markers in enumerate(columns) if markers}
    different = int(monument_points(cells))
    sets = []
    for name, markers in held.items():
        points = int(monument_points(markers)) - 1  # less the point for one column
        if points > 0:
            sets.append(ColumnSet(name, markers.bit_count(), points))
            different -= points
    return Columns(list(held), different, sets)
