"""What a compiled bot is, as a record: so one piece of compiled code seats any of them at one table.

Bots that differ only in settings share that code.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.bots.heuristic.opinion import MOST_SETTINGS

# The kinds of players.
RANDOM: Final = 0
GREEDY: Final = 1
THINKER: Final = 2

#: Which kind it is, its settings, and for a THINKER which network of the workspace it asks, and how many positions it
#: may judge for a move once it has settled what is half done. The settings of a THINKER are its instinct, and how often
#: it expects others to do what `greedy` would.
_PLAYER: Final = [
    ("kind", np.int64),
    ("settings", np.float64, (MOST_SETTINGS,)),
    ("network", np.int64),
    ("nodes", np.int64),
]
PLAYER: Final = np.dtype((np.record, np.dtype(_PLAYER, align=True)))
