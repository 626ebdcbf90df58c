"""Ra, by Reiner Knizia: 2 to 5 players, four editions."""

from __future__ import annotations

from typing import Final

from heliopolis.games.contract import Game
from heliopolis.games.ra import rules, views, words
from heliopolis.games.ra.editions import EDITIONS, SETTINGS, prepare
from heliopolis.games.ra.lots import worth
from heliopolis.games.ra.state import CATEGORIES, ENDS, STATE

GAME: Final = Game(
    name="ra",
    title="Ra",
    dtype=STATE,
    actions=rules.ACTIONS,
    most_moves=rules.MOST_MOVES,
    most_outcomes=rules.MOST_OUTCOMES,
    categories=CATEGORIES,
    epoch_ends=ENDS,
    editions=EDITIONS,
    settings=SETTINGS,
    scores="hidden",  # R35
    deal_name="suns",
    prepare=prepare,
    rules=rules,
    words=words,
    views=views,
    worth=worth,
)
