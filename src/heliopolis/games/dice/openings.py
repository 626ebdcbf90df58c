"""The openings that follow from the edition, the house rules and the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import SetupError
from heliopolis.games.contract import Setup, duplicate
from heliopolis.games.dice.components import ALL_CELLS, START_POINTS
from heliopolis.games.dice.editions import DEFAULT, EDITIONS, PUBLISHED
from heliopolis.games.dice.rules import start_turn
from heliopolis.games.dice.state import STATE


def prepare(players: int, edition_name: str | None, settings: Mapping[str, str]) -> Setup:
    """Make the game ready for some players."""
    edition = next(iter(EDITIONS.values())) if edition_name is None else EDITIONS.get(edition_name)
    if edition is None:
        choice = ", ".join(EDITIONS)
        raise SetupError(f"there is no edition {edition_name!r} of Ra: The Dice Game: choose one of {choice}")
    if settings.get("sun-track", DEFAULT) != DEFAULT:
        edition = replace(edition, sun_track=dict.fromkeys(edition.sun_track, int(settings["sun-track"])))
    if "nile-disaster" in settings:
        edition = replace(edition, nile_disaster=settings["nile-disaster"])
    if not edition.fewest_players <= players <= edition.most_players:
        wanted = f"{edition.fewest_players} to {edition.most_players} players"
        raise SetupError(f"Ra: The Dice Game takes {wanted}, not {players}")
    published = edition.nile_disaster == PUBLISHED
    states = openings(players, sun_track=edition.sun_track[players], published=published)
    return Setup(edition, settings, duplicate(states))


@cache
def openings(players: int, *, sun_track: int, published: bool) -> NDArray[Any]:
    """Set up the table once for every player who can begin (D1, D2)."""
    states = np.zeros(players, STATE)
    for first, state in enumerate(states):
        state.seats = players
        state.sun_track = sun_track
        state.published = published
        state.left[:players] = [(seat + 1) % players for seat in range(players)]
        state.epoch = 1
        state.empty = ALL_CELLS
        state.points[:players] = [START_POINTS + (seat - first) % players for seat in range(players)]
        state.phase = start_turn(state, first)
    return states
