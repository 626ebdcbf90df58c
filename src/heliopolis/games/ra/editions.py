"""The four editions as data, house rules, and the openings that follow from them.

The rules ask an edition two questions: how many players it takes, and when a disaster taken with a God tile is
fulfilled. All the rest is words and pictures. A house rule is an edition with another answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import SetupError
from heliopolis.games.contract import Setup
from heliopolis.games.ra.components import CENTRE_SUN, EMPTY, RA_SPACES, START_POINTS, SUN_GROUPS, TILES
from heliopolis.games.ra.rules import first_player, start_turn
from heliopolis.games.ra.state import STATE

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

#: The house rules: what a table may answer in its edition's place.
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "god-disasters": (AT_ONCE, AFTER_ACTION),
    "fewest-players": ("2", "3"),
}


def prepare(players: int, edition_name: str | None, settings: Mapping[str, str]) -> Setup:
    """Make Ra ready for some players."""
    edition = next(iter(EDITIONS.values())) if edition_name is None else EDITIONS.get(edition_name)
    if edition is None:
        raise SetupError(f"there is no edition {edition_name!r} of Ra: choose one of {', '.join(EDITIONS)}")
    if "god-disasters" in settings:
        edition = replace(edition, god_disasters=settings["god-disasters"])
    if "fewest-players" in settings:
        edition = replace(edition, fewest_players=int(settings["fewest-players"]))
    if not edition.fewest_players <= players <= edition.most_players:
        wanted = f"{edition.fewest_players} to {edition.most_players} players"
        raise SetupError(f"the {edition.title} edition of Ra takes {wanted}, not {players}")
    return Setup(edition, settings, openings(players, at_once=edition.god_disasters == AT_ONCE))


def openings(players: int, *, at_once: bool) -> NDArray[Any]:
    """Set up the table once for every way to deal the sun groups (R2-R5)."""
    deals = list(permutations(SUN_GROUPS[players]))
    states = np.zeros(len(deals), STATE)
    for state, groups in zip(states, deals, strict=True):
        state.seats = players
        state.ra_spaces = RA_SPACES[players]
        state.at_once = at_once
        state.left[:players] = [(seat + 1) % players for seat in range(players)]
        state.epoch = 1
        state.centre = CENTRE_SUN
        state.track[:] = EMPTY
        state.bag[:] = list(TILES.values())
        state.bag_left = sum(TILES.values())
        state.points[:players] = START_POINTS
        state.suns_up[:players] = [sum(1 << sun for sun in group) for group in groups]
        state.active = (1 << players) - 1
        state.phase = start_turn(state, first_player(state))
    return states
