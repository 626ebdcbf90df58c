"""Batches: the games that a worker plays for a training, and the positions that can be learned from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.opinion import OTHERS
from heliopolis.bots.neural.files import features_of
from heliopolis.bots.neural.network import Network
from heliopolis.bots.search.quiescence import new_workspace
from heliopolis.games import find_game
from heliopolis.learn.games import EPSILON_UNIT, LONGEST, Buffers, Exploration, play_batch

#: How many positions a worker brings home.
POSITIONS: Final = 5_000
#: A game seldom comes to a position twice: a small transposition table is a fast one.
TRANSPOSITIONS: Final = 1 << 13


@dataclass(frozen=True)
class Order:
    """What a worker is asked for."""

    game: str
    players: int
    learner: Network
    """The network that learns."""
    opponent: Network
    opponents: int
    """Who sits with it: see `games`."""
    number: int
    epsilon: float
    lambda_: float


@dataclass(frozen=True)
class Batch:
    """What came of it."""

    features: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: int


def play(order: Order, positions: int = POSITIONS) -> Batch:
    """Play games until there are so many positions."""
    game = find_game(order.game)
    of_table, of_seat = features_of(order.game)
    buffers = Buffers(
        game.prepare(order.players, None, {}).openings,
        np.zeros(1, game.dtype),
        game.new_buffer(),
        np.zeros((positions - 1 + LONGEST, of_table + order.players * of_seat), np.float32),
        np.zeros((positions - 1 + LONGEST, 2 * order.players), np.float32),
    )
    workspace = new_workspace(game, order.players, [order.learner, order.opponent], [OTHERS, OTHERS], TRANSPOSITIONS)
    exploration = Exploration(order.opponents, int(EPSILON_UNIT * order.epsilon), order.lambda_)
    count, games = play_batch(buffers, workspace, exploration, np.uint64(order.number))
    return Batch(buffers.features[:count], buffers.targets[:count], games)
