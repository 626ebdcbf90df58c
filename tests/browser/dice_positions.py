"""Moments of the dice game that are rare: found by playing for them, or written down as a record."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from typing import Any

from tests.server.driver import Client

View = dict[str, Any]


def play_until(
    client: Client, wanted: Callable[[View], bool], *disasters: str, seed: int = 1, keeping: Collection[str] = ()
) -> None:
    """Play for Suns and markers until the first seat sees what is wanted; the others may declare these disasters.

    Faces to be kept are not rolled again.
    """
    numbers = random.Random(seed)
    while not wanted(client.views[0]):
        choice = client.moves()
        assert choice, "the game is over"
        seat, words = choice
        if seat and any(word.startswith("disaster") for word in words):
            word = f"disaster {disasters[0]}" if disasters else "disaster none"
        elif any(word.startswith("reroll") for word in words):
            dice = client.views[seat]["board"]["dice"]
            again = [word for word in words if not any(dice.get(colour) in keeping for colour in word.split())]
            word = max(again, key=len)
        else:
            word = numbers.choice([word for word in words if word not in ("end", "ankhs")] or words)
        client.move(word, seat)
