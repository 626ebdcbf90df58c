"""How observations are written, by compiled code.

`raw` is the record of the state, number by number, for any game. What `compact` has is up to each game, in a module of
its name here. `network` is what the networks of the house see (`bots/neural/features.py`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.neural.features import Features
from heliopolis.compiled import compiled
from heliopolis.games.contract import Numbers16, by_game_in

#: Where a game writes its own.
ROOM: Final = "heliopolis.observations.compact.{game}"

Octets = NDArray[np.uint8]
#: For each number of a record: where it begins, how many bytes it has, and whether it can be negative.
Plan = NDArray[np.int64]


@compiled
def write_raw(octets: Octets, plan: Plan, into: Features) -> None:
    """Write the numbers of a record, whose bytes lie in the order of the machine: lowest first."""
    for place in range(len(plan)):
        start, size = plan[place, 0], plan[place, 1]
        number = np.int64(octets[start])
        for more in range(1, size):
            number |= np.int64(octets[start + more]) << (8 * more)
        if plan[place, 2] == 1 and number >> (8 * size - 1) == 1:
            number -= 1 << (8 * size)
        into[place] = number


@by_game_in(ROOM)
def write_compact(state: Any, viewer: int, sheet: Numbers16, into: Features) -> None:
    """Write the table, then a row for the viewer, then one for each of the others clockwise; a sheet is a buffer."""
