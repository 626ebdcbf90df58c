"""The `random` player: any legal move, each as likely as the others. Whole games of it are in `random_games.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heliopolis.bots.compiled_bot import CompiledBot
from heliopolis.bots.contract import Choice
from heliopolis.bots.players import RANDOM


class Random(CompiledBot):
    """Chooses by chance alone."""

    title = "Random"
    description = "Makes any legal move, each as likely as the others: easy to beat, good for a first look."

    def __init__(self) -> None:
        super().__init__(RANDOM)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Choose any move; it has no opinion of them."""
        return Choice(super().choose(state, moves, seconds, seed).move)
