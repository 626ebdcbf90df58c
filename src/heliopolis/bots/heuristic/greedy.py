"""The `greedy` player: the move after which it stands best, without looking further.

What each move promises in points is said by a module for each game: `heuristic/ra/moves.py`, `heuristic/dice/moves.py`.
"""

from __future__ import annotations

from heliopolis.bots.compiled_bot import CompiledBot
from heliopolis.bots.heuristic.opinion import ROOM
from heliopolis.bots.players import GREEDY
from heliopolis.errors import SetupError


class Greedy(CompiledBot):
    """Takes what promises the most points.

    Args:
        caution: how wary it is of the others, and of the end of the epoch: 0 trusts that everyone bids as they should
            and that there is always time, 2 is twice as wary as the usual player.
        rivalry: how much the gain of a rival hurts: 0 plays for its own points only, 2 minds it
            twice as much as the usual player.
        sight: how much it sees of what counts only later: what a set may become, what stays for the epochs to come.
            0 values everything as if the epoch, and the game, ended now.
        patience: how much it counts on what may still come for what it holds back: what a sun could buy later in the
            epoch, what dice could show that are rolled again. With 0 a sun is worth nothing until it is spent, and the
            first roll is good enough.
    """

    title = "Greedy"
    needs = (ROOM,)
    description = "Weighs what a lot or a roll is worth now and at the end, and takes the best it can get."

    def __init__(self, caution: float = 1.0, rivalry: float = 1.0, sight: float = 1.0, patience: float = 1.0) -> None:
        settings = {"caution": caution, "rivalry": rivalry, "sight": sight, "patience": patience}  # as in `opinion`
        for name, value in settings.items():
            if value < 0:
                raise SetupError(f"{name} is {value:g}: expected 0 or more")
        super().__init__(GREEDY, tuple(settings.values()))
