"""The four editions as data, and the house rules.

The rules ask an edition two questions: how many players it takes, and when a disaster taken with a God tile is
fulfilled. All the rest is words and pictures. A house rule is an edition with another answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from heliopolis.games.about import Setting

AT_ONCE: Final = "at-once"
AFTER_ACTION: Final = "after-action"


@dataclass(frozen=True)
class Edition:
    """One printing of Ra: its answers to the rules, and its words."""

    name: str
    title: str
    fewest_players: int = 2
    most_players: int = 5
    god_disasters: str = AFTER_ACTION
    """When a disaster taken with a God tile is fulfilled (R21): before the next tile, or after the last."""

    tiles: Mapping[str, str] = field(default_factory=dict)
    """Its own names for kinds of tiles."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """Its own names for moves."""
    points: str = "fame"
    """What is scored."""
    sun: str = "sun"
    """What is bid."""
    figure: str = "Ra figure"
    """What the Ra player gets."""
    area: str = "play area"
    """Where a player keeps tiles."""
    river: str = "Nile"
    """Niles and floods together."""
    supply: str = "in the bag"
    """Where the tiles wait."""
    boat: bool = False
    """Whether the Sun Boat counts the Ra tiles, and an Epoch Counter the epochs."""

    def answers(self) -> dict[str, str]:
        """Say what it answers, for people."""
        return {
            "players": f"{self.fewest_players}-{self.most_players}",
            "a disaster taken with a God strikes": self.god_disasters.replace("-", " "),
            "a drawn Ra tile": "moves the Sun Boat" if self.boat else "goes on the Ra track",
        }

    def vocabulary(self) -> dict[str, str]:
        """Say its own words."""
        return {
            "points are": self.points,
            "bids are": self.sun,
            "the Ra player has": self.figure,
            "tiles lie": self.area,
            "Niles and floods are": self.river,
            "tiles wait": self.supply,
            "tiles it calls otherwise": _renamed(self.tiles),
            "moves it calls otherwise": _renamed(self.moves),
        }


def _renamed(names: Mapping[str, str]) -> str:
    return ", ".join(f"{name} is {own}" for name, own in names.items()) or "-"


EDITIONS: Final[Mapping[str, Edition]] = {
    edition.name: edition
    for edition in (
        Edition(
            "z-man",
            "Z-Man Games",
            god_disasters=AT_ONCE,
            tiles={"Unrest": "War"},
            points="points",
            sun="sun disk",
            figure="Ra statue",
            area="in front of you",
            river="River",
        ),
        Edition("rio-grande", "Rio Grande Games"),
        Edition(
            "alea",
            "alea (1999)",
            fewest_players=3,
            moves={"draw": "turn over"},
            area="display area",
            river="Nile and floods",
            supply="face down around the board",
        ),
        Edition(
            "25th-century",
            "25th Century Games",
            god_disasters=AT_ONCE,
            points="VP",
            sun="sun disk",
            figure="Ra statue",
            area="player board",
            river="Nile and Flood",
            boat=True,
        ),
    )
}

#: The house rules: what a table may answer in its edition's place. People read their meanings in `heliopolis editions`
#: and on the page for a new table. docs/rules.md lists them, too.
SETTINGS: Final[Mapping[str, Setting]] = {
    "god-disasters": Setting(
        (AT_ONCE, AFTER_ACTION),
        "When a disaster taken with a God tile strikes: at once, before the next tile is taken, or after the last one. "
        "Left out, as the edition says.",
        "A disaster taken with a God",
        {
            "": "strikes as this edition has it",
            AT_ONCE: "strikes at once",
            AFTER_ACTION: "strikes after the last tile",
        },
        rule="R21",
    ),
    "fewest-players": Setting(
        ("2", "3"),
        "With how few players the edition can be played. Left out, as its box says.",
        "How few can play",
        {"": "as its box says", "2": "two can, whatever its box says", "3": "three at least"},
        rule="R3",
    ),
}
