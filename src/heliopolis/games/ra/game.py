"""Ra, with all its parts."""

from __future__ import annotations

from typing import Final

from heliopolis.games.contract import Game
from heliopolis.games.ra import ABOUT, positions, rules, views, words
from heliopolis.games.ra.lots import worth
from heliopolis.games.ra.openings import prepare
from heliopolis.games.ra.state import CATEGORIES, ENDS, STATE

GAME: Final = Game(
    **vars(ABOUT),
    dtype=STATE,
    actions=rules.ACTIONS,
    most_moves=rules.MOST_MOVES,
    most_outcomes=rules.MOST_OUTCOMES,
    categories=CATEGORIES,
    epoch_ends=ENDS,
    prepare=prepare,
    rules=rules,
    words=words,
    views=views,
    worth=worth,
    positions=positions,
)
