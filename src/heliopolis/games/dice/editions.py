"""The one edition as data, and the house rules.

The rules ask an edition three questions: how many players it takes, how far Ra has to go, and how a Nile disaster
strikes. A house rule is an edition with another answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from heliopolis.games.about import Setting
from heliopolis.games.dice.components import SUN_TRACK

PRINTED: Final = "printed"
PUBLISHED: Final = "published"


@dataclass(frozen=True)
class Edition:
    """One printing of the game: its answers to the rules, and its words."""

    name: str
    title: str
    fewest_players: int = 2
    most_players: int = 4
    sun_track: Mapping[int, int] = field(default_factory=lambda: SUN_TRACK)
    """How many spaces Ra has to go, by number of players (D5)."""
    nile_disaster: str = PRINTED
    """Who steps back in a Nile disaster (D14): those with one flood marker, as printed, or those with none."""

    points: str = "points"
    """What is scored."""

    def answers(self) -> dict[str, str]:
        """Say what it answers, for people."""
        spaces = ", ".join(f"{spaces} with {players}" for players, spaces in self.sun_track.items())
        return {
            "players": f"{self.fewest_players}-{self.most_players}",
            "spaces Ra has to go": spaces,
            "a Nile disaster strikes as": self.nile_disaster,
        }

    def vocabulary(self) -> dict[str, str]:
        """Say its own words."""
        return {"points are": self.points}


EDITIONS: Final[Mapping[str, Edition]] = {edition.name: edition for edition in (Edition("rulebook", "the rulebook"),)}

DEFAULT: Final = "default"
SHORTEST_SUN_TRACK: Final = 3
LONGEST_SUN_TRACK: Final = 30
_SUN_TRACKS: Final = range(SHORTEST_SUN_TRACK, LONGEST_SUN_TRACK + 1)
_BY_PLAYERS: Final = "as long as the number of players asks"
_PRINTED: Final = "as the rulebook prints it"

#: The house rules: what a table may answer in its edition's place. People read their meanings in `heliopolis editions`
#: and on the page for a new table. docs/dice.md lists them, too.
SETTINGS: Final[Mapping[str, Setting]] = {
    "sun-track": Setting(
        (DEFAULT, *map(str, _SUN_TRACKS)),
        "How many spaces Ra has to go until an epoch ends. Left out, by the number of players.",
        "The Sun track",
        {"": _BY_PLAYERS, DEFAULT: _BY_PLAYERS, **{str(spaces): f"{spaces} spaces" for spaces in _SUN_TRACKS}},
        rule="D5",
    ),
    "nile-disaster": Setting(
        (PRINTED, PUBLISHED),
        "Who steps back in a Nile disaster: those with one flood marker, as printed, or those with none, as published "
        "later.",
        "A Nile disaster",
        {"": _PRINTED, PRINTED: _PRINTED, PUBLISHED: "as the box is played"},
        rule="D14",
    ),
}
