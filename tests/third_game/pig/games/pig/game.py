"""Pig, with all its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from heliopolis.games.pig import ABOUT, rules, views, words

from heliopolis.errors import SetupError
from heliopolis.games.contract import Game, Setup


def prepare(players: int, edition_name: str | None, settings: Mapping[str, str]) -> Setup:
    """Let anyone begin."""
    edition = ABOUT.editions.get(edition_name or "folk")
    if edition is None or not edition.fewest_players <= players <= edition.most_players:
        raise SetupError(f"Pig takes 2 to 4 players and the edition 'folk', not {players} and {edition_name!r}")
    openings = np.zeros(players, rules.STATE)
    openings["seats"], openings["turn"] = players, range(players)
    openings["target"] = int(settings.get("target", "20"))
    return Setup(edition, settings, openings)


GAME: Final = Game(
    **vars(ABOUT),
    dtype=rules.STATE,
    actions=rules.ACTIONS,
    most_moves=2,
    most_outcomes=rules.FACES,
    categories=("held",),
    epoch_ends=("won",),
    prepare=prepare,
    rules=rules,
    words=words,
    views=views,
)
