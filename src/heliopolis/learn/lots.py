"""Lots: so many games that a worker plays for a training, and the positions that can be learned from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.instinct import OTHERS
from heliopolis.bots.network import Network
from heliopolis.bots.networks import features_of
from heliopolis.bots.search import new_desk
from heliopolis.games import find_game
from heliopolis.learn.games import LONGEST, PARTS, Bench, Course, play_lot

#: How many positions a worker brings home.
LOT: Final = 5_000
#: A game seldom comes to a position twice: a small memory is a fast one.
REMEMBERED: Final = 1 << 13


@dataclass(frozen=True)
class Order:
    """What a worker is asked for."""

    game: str
    players: int
    learner: Network
    """The network that learns."""
    rival: Network
    company: int
    """Who sits with it: see `games`."""
    number: int
    curiosity: float
    persistence: float


@dataclass(frozen=True)
class Lot:
    """What came of it."""

    features: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: int


def play(order: Order, positions: int = LOT) -> Lot:
    """Play games until there are so many positions."""
    game = find_game(order.game)
    of_table, of_seat = features_of(order.game)
    bench = Bench(
        game.prepare(order.players, None, {}).openings,
        np.zeros(1, game.dtype),
        game.new_buffer(),
        np.zeros((positions - 1 + LONGEST, of_table + order.players * of_seat), np.float32),
        np.zeros((positions - 1 + LONGEST, 2 * order.players), np.float32),
    )
    desk = new_desk(game, order.players, [order.learner, order.rival], [OTHERS, OTHERS], REMEMBERED)
    course = Course(order.company, int(PARTS * order.curiosity), order.persistence)
    count, games = play_lot(bench, desk, course, np.uint64(order.number))
    return Lot(bench.features[:count], bench.targets[:count], games)
