"""Ra: The Dice Game, by Reiner Knizia: 2 to 4 players."""

from __future__ import annotations

from typing import Final

from heliopolis.games.contract import Game
from heliopolis.games.dice import rules, views, words
from heliopolis.games.dice.editions import EDITIONS, SETTINGS, prepare
from heliopolis.games.dice.state import CATEGORIES, ENDS, STATE

GAME: Final = Game(
    name="dice",
    title="Ra: The Dice Game",
    dtype=STATE,
    actions=rules.ACTIONS,
    most_moves=rules.MOST_MOVES,
    most_outcomes=rules.MOST_OUTCOMES,
    categories=CATEGORIES,
    epoch_ends=ENDS,
    editions=EDITIONS,
    settings=SETTINGS,
    scores="open",  # D1: on a track of the board
    deal_name="start",
    prepare=prepare,
    rules=rules,
    words=words,
    views=views,
)
