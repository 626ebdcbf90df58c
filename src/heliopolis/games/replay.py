"""Whole records replayed in compiled code: a game of three hundred lines takes less than a millisecond."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, wide
from heliopolis.games.contract import (
    END,
    Moves,
    apply,
    chance_outcome,
    chance_outcomes,
    chance_weight,
    is_chance,
    is_over,
    legal_moves,
    to_act,
)

#: A ticket that nobody knows, and the weight of a move that is no chance.
UNKNOWN: Final = -1
NO_CHANCE: Final = 0


@compiled
def replay(
    table: NDArray[Any],
    moves: Moves,
    ends: NDArray[np.int64],
    tickets: NDArray[np.int64],
    weights: NDArray[np.int64],
    seats: NDArray[np.int64],
    buffers: Moves,
) -> int:
    """Play lines of moves from `table[0]` on, as far as they are right; return how many lines are.

    Args:
        table: one state more than there are lines. `table[n]` becomes the state after n lines.
        moves: those of all lines, one behind the other.
        ends: where each line ends among them.
        tickets: what the seed gives each move, where it is a chance and that is known; else UNKNOWN.
        weights: becomes, for each move, of how many tickets chance has drawn it, or NO_CHANCE.
        seats: becomes, for each line, who was to act.
        buffers: two lists, each with room for all moves and all outcomes.
    """
    first = 0
    for line in range(len(ends)):
        table[line + 1] = table[line]
        state = table[line + 1]
        if is_over(state) or first == ends[line]:
            return line
        chance = is_chance(state)
        seats[line] = wide(to_act(state))
        for place in range(first, ends[line]):
            if is_over(state) or is_chance(state) != chance:
                return line
            move = wide(moves[place])
            weights[place] = NO_CHANCE
            if chance:
                weights[place] = wide(chance_weight(state))
                count = chance_outcomes(state, buffers[0], buffers[1])
                if tickets[place] != UNKNOWN and chance_outcome(state, tickets[place]) != move:
                    return line
            else:
                count = legal_moves(state, buffers[0])
            if not is_listed(buffers[0], count, move):
                return line
            apply(state, move)
        if chance and not is_over(state) and is_chance(state):
            return line  # a line of chance goes on until a player is to act
        first = ends[line]
    return len(ends)


@compiled
def is_listed(moves: Moves, count: int, move: int) -> bool:
    """Tell whether a move is among the first of a list."""
    for place in range(count):
        if moves[place] == move:
            return move != END
    return False
