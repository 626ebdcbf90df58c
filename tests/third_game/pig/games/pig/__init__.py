"""Pig: 2 to 4 players, one die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from heliopolis.games.about import About, Setting


@dataclass(frozen=True)
class Edition:
    """The one there is."""

    name: str = "folk"
    title: str = "as it is known"
    fewest_players: int = 2
    most_players: int = 4
    points: str = "points"

    def answers(self) -> dict[str, str]:
        """Say what it answers."""
        return {"players": "2-4"}

    def vocabulary(self) -> dict[str, str]:
        """Say its words."""
        return {}


ABOUT: Final = About(
    name="pig",
    title="Pig",
    page="pig.md",
    editions={"folk": Edition()},
    settings={"target": Setting(("20", "30"), "How many points win. Left out, 20.")},
    scores="open",
    deal_name="start",
)
