"""The `greedy` player: the move after which it stands best, without looking further.

What each move promises in points is said by a module for each game: `greedy_ra` and `greedy_dice`.
"""

from __future__ import annotations

from typing import Final

from heliopolis.bots.players import GREEDY, CompiledBot

# Where its settings lie in the record of a player.
CAUTION: Final = 0
RIVALRY: Final = 1


class Greedy(CompiledBot):
    """Takes what promises the most points.

    Args:
        caution: how wary it is of the others, and of the end of the epoch: 0 trusts that everyone bids as they should
            and that there is always time, 2 is twice as wary as the usual player.
        rivalry: how much the gain of a rival hurts: 0 plays for its own points only, 2 minds it
            twice as much as the usual player.
    """

    title: Final = "Greedy"
    description: Final = "Weighs what a lot or a roll is worth now and at the end, and takes the best it can get."

    def __init__(self, caution: float = 1.0, rivalry: float = 1.0) -> None:
        super().__init__(GREEDY, (caution, rivalry))
