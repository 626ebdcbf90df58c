"""The openings that follow from an edition, the house rules and the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import SetupError
from heliopolis.games.contract import Setup, duplicate
from heliopolis.games.ra.components import CENTRE_SUN, EMPTY, RA_SPACES, START_POINTS, SUN_GROUPS, TILES
from heliopolis.games.ra.editions import AT_ONCE, EDITIONS
from heliopolis.games.ra.rules import first_player, start_turn
from heliopolis.games.ra.state import STATE


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
    states = openings(players, at_once=edition.god_disasters == AT_ONCE)
    return Setup(edition, settings, duplicate(states))


@cache
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
