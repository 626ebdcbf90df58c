"""Whole random games, at full speed: any legal move, each as likely as the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.randomness import STRIDE, below
from heliopolis.compiled import compiled, wide
from heliopolis.games.contract import (
    Moves,
    Numbers16,
    apply,
    chance_outcome,
    chance_weight,
    epoch_end,
    epochs_over,
    is_chance,
    is_over,
    legal_moves,
    scores,
    seats,
)


@compiled
def play_games(
    table: NDArray[Any],
    openings: NDArray[Any],
    games: int,
    number: np.uint64,
    moves: Moves,
    points: Numbers16,
    total_points: NDArray[np.int64],
    total_ends: NDArray[np.int64],
) -> tuple[np.uint64, int]:
    """Play games from random openings on `table[0]`, adding up points by seat and epochs by why they ended.

    Returns the random number to go on with, and how many decisions players made.
    """
    state = table[0]
    decisions = 0
    for _ in range(games):
        number += STRIDE
        table[0] = openings[below(number, len(openings))]
        while not is_over(state):
            number += STRIDE
            if is_chance(state):
                move = chance_outcome(state, below(number, chance_weight(state)))
            else:
                move = wide(moves[below(number, legal_moves(state, moves))])
                decisions += 1
            apply(state, move)
        scores(state, points)
        for seat in range(seats(state)):
            total_points[seat] += points[seat]
        for epoch in range(epochs_over(state)):
            total_ends[epoch_end(state, epoch)] += 1
    return number, decisions
