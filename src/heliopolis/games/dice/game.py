"""Ra: The Dice Game, with all its parts."""

from __future__ import annotations

from typing import Final

from heliopolis.games.contract import Game
from heliopolis.games.dice import ABOUT, positions, rules, views, words
from heliopolis.games.dice.openings import prepare
from heliopolis.games.dice.state import CATEGORIES, ENDS, STATE

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
    positions=positions,
)
