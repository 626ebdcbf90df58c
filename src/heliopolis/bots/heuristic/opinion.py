"""What the heuristic thinks of a move, for any game. Searches ask for it, too, and expect it of opponents."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.games.contract import Moves, by_game_in

Values = NDArray[np.float64]

MOST_SETTINGS: Final = 16
# Where the parameters of `greedy` lie among them.
CAUTION: Final = 0
RIVALRY: Final = 1
SIGHT: Final = 2
PATIENCE: Final = 3

#: How much of the win a point of `greedy` is worth to one who asks a network, usually.
INSTINCT: Final = 0.005
#: How often such a one expects others to do what `greedy` would, usually; else, what the network would.
OTHERS: Final = 0.5


#: Where a game says what it thinks of moves.
ROOM: Final = "heliopolis.bots.heuristic.{game}.moves"


@by_game_in(ROOM)
def weigh_greedily(state: Any, moves: Moves, count: int, settings: Values, values: Values) -> None:
    """Write what `greedy` thinks of each legal move, in points."""
