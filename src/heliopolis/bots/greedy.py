"""The `greedy` player: the move after which it stands best, without looking further.

A game that `greedy` knows has an estimate of its own, which says what each move promises in points. Any other game is
played by its score sheet alone: what would be scored if the epoch ended right after the move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from heliopolis.bots import greedy_ra
from heliopolis.games import contract
from heliopolis.games.contract import MOVE

Values = Callable[[Any, Sequence[int]], list[float]]

#: By the name of the game: what each legal move promises the seat to act.
ESTIMATES: Final[dict[str, Values]] = {"ra": greedy_ra.values}


class Greedy:
    """Takes what promises the most points."""

    name = "greedy"
    title = "Greedy"
    description = "Weighs what a lot is worth against the sun it costs, and takes the best it can get now."

    def choose(self, state: Any, moves: Sequence[int], numbers: random.Random) -> int:
        """Choose the move that promises most; of equals, any."""
        if len(moves) == 1:
            return moves[0]
        values = ESTIMATES.get(contract.game_of(state).name, by_score_sheet)(state, moves)
        best = max(values)
        return numbers.choice([move for move, value in zip(moves, values, strict=True) if value == best])


BOT: Final = Greedy()


def by_score_sheet(state: Any, moves: Sequence[int]) -> list[float]:
    """Say how far each move would put the seat to act ahead of the others, on average over what chance decides."""
    seat = int(contract.to_act(state))
    values = []
    for move in moves:
        after = state.copy()
        contract.apply(after, move)
        chances = list(outcomes(after))
        weight = sum(count for _, count in chances)
        values.append(sum(count * lead(result, seat) for result, count in chances) / weight)
    return values


def outcomes(state: Any) -> Iterator[tuple[Any, int]]:
    """List what a state becomes by the next chance, and how likely; itself, where chance has no say."""
    if not contract.is_chance(state):
        yield state, 1
        return
    moves, weights = np.empty((2, contract.game_of(state).most_outcomes), MOVE)
    count = contract.chance_outcomes(state, moves, weights)
    for move, weight in zip(moves[:count].tolist(), weights[:count].tolist(), strict=True):
        after = state.copy()
        contract.apply(after, move)
        yield after, weight


def lead(state: Any, seat: int) -> float:
    """Count a seat's points over the average of the others, as if the epoch ended now."""
    seats = int(contract.seats(state))
    points = np.zeros(seats, np.int16)
    contract.scores(state, points)
    if not contract.is_over(state):
        sheet = np.zeros((seats, len(contract.game_of(state).categories)), np.int16)
        contract.score_breakdown(state, sheet)
        points += sheet.sum(axis=1, dtype=np.int16)
    return float(points[seat]) - float(np.delete(points, seat).mean())
