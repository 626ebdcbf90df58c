"""Bots whose thinking is compiled: they weigh every legal move, take the best, and so play whole games at full speed.

What such a bot is lies in a record, a PLAYER: which kind it is, and its settings. So one piece of compiled code seats
any of them at one table, and bots that differ only in settings share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.contract import Choice
from heliopolis.bots.randomness import STRIDE, below, mixed
from heliopolis.compiled import compiled, wide
from heliopolis.games.contract import (
    END,
    MOVE,
    Moves,
    apply,
    by_game_in,
    chance_outcome,
    chance_weight,
    is_chance,
    is_over,
    legal_moves,
    to_act,
)

# The kinds of players.
RANDOM: Final = 0
GREEDY: Final = 1

MOST_SETTINGS: Final = 16
PLAYER: Final = np.dtype((np.record, [("kind", np.int64), ("settings", np.float64, (MOST_SETTINGS,))]))

#: Which stream of numbers of a deal decides what: the opening, what is drawn or rolled, what players leave to chance.
OPENING: Final = np.uint64(1)
CHANCE: Final = np.uint64(2)
CHOICE: Final = np.uint64(3)

Values = NDArray[np.float64]


@by_game_in("heliopolis.bots.greedy_{game}")
def weigh_greedily(state: Any, moves: Moves, count: int, settings: Values, values: Values) -> None:
    """Write what `greedy` thinks of each legal move, in points."""


@compiled
def weigh(state: Any, moves: Moves, count: int, player: Any, values: Values) -> None:
    """Write what each legal move promises the seat to act."""
    if player.kind == GREEDY:
        weigh_greedily(state, moves, count, player.settings, values)
    else:
        values[:count] = 0.0


@compiled
def best(values: Values, count: int, number: np.uint64) -> int:
    """Find the place of the highest value; of equals, any."""
    highest = values[0]
    equals = 1
    for place in range(1, count):
        if values[place] > highest:
            highest = values[place]
            equals = 1
        elif values[place] == highest:
            equals += 1
    skip = below(number, equals)
    for place in range(count):
        if values[place] == highest:
            if skip == 0:
                return place
            skip -= 1
    return 0  # values that are no numbers


@compiled
def stream(deal: np.uint64, name: np.uint64) -> np.uint64:
    """Start one of the streams of numbers that follow from a deal."""
    return mixed(deal + name * STRIDE)


@compiled
def play_game(
    table: NDArray[Any], opening: Any, players: NDArray[Any], deal: np.uint64, moves: Moves, values: Values
) -> int:
    """Play a game on `table[0]`, one player a seat; return how many decisions they made.

    Chance has numbers of its own, one a draw. So the same deal brings the same tiles in the same order, whoever plays,
    and whatever they choose.
    """
    table[0] = opening
    state = table[0]
    chance, choice = stream(deal, CHANCE), stream(deal, CHOICE)
    decisions = 0
    while not is_over(state):
        if is_chance(state):
            chance += STRIDE
            move = chance_outcome(state, below(chance, chance_weight(state)))
        else:
            choice += STRIDE
            decisions += 1
            count = legal_moves(state, moves)
            place = 0
            if count > 1:
                weigh(state, moves, count, players[to_act(state)], values)
                place = best(values, count, choice)
            move = wide(moves[place])
        apply(state, move)
    return decisions


class CompiledBot:
    """A bot that a PLAYER describes."""

    def __init__(self, kind: int, settings: Sequence[float] = ()) -> None:
        self.player = np.zeros(1, PLAYER)
        self.player["kind"] = kind
        self.player["settings"][0, : len(settings)] = settings

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take the move that promises most; of equals, any."""
        values = np.zeros(len(moves))
        if len(moves) > 1:
            weigh(state, np.array([*moves, END], MOVE), len(moves), self.player[0], values)
        place = best(values, len(values), np.uint64(seed))
        return Choice(moves[place], tuple(values.tolist()))
