"""How many sequences of moves a position allows: chess programmers call it perft, and prove rules with it.

A rule that offers one move too many or too few, or sends a game somewhere else, changes these numbers. What chance
decides is a move like any other here. Weighted, a sequence counts as often as the tickets of chance draw it: once for
each tile in the bag, not once for each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, wide
from heliopolis.games.contract import (
    MOVE,
    Moves,
    apply,
    chance_outcomes,
    game_of,
    is_chance,
    is_over,
    legal_moves,
)

#: Compiled code counts up to here. What is more, Python adds up.
MOST: Final = 2**62

#: Into so many subtrees, at least, a count is split that tells how far it is.
PROGRESS_SUBTREES: Final = 200


class Count(NamedTuple):
    """The sequences of a position, each counted once, and each as often as chance draws it."""

    sequences: int
    weighted: int


def perft(state: Any, depth: int, progress: Callable[[float], None] | None = None) -> Count:
    """Count the sequences of so many moves; a game that is over before is a sequence, too.

    `progress` is told which share of the positions after the first moves is done.

    >>> import heliopolis.games
    >>> opening = heliopolis.games.find_game("ra").prepare(3, "z-man", {}).openings[0]
    >>> perft(opening, 1)                           # draw or invoke
    Count(sequences=2, weighted=2)
    >>> perft(opening, 2)                           # 23 kinds of tiles, but 180 tiles; or pass, or one of four suns
    Count(sequences=28, weighted=185)
    """
    subtrees = [(state.copy(), 1, depth)]
    while progress and len(subtrees) < PROGRESS_SUBTREES and any(left > 1 for _, _, left in subtrees):
        subtrees = [below for state, weight, left in subtrees for below in _split(state, weight, left)]
    sequences = weighted = 0
    for done, subtree in enumerate(subtrees):
        count = _count_subtree(*subtree)
        sequences += count.sequences
        weighted += count.weighted
        if progress:
            progress((done + 1) / len(subtrees))
    return Count(sequences, weighted)


def _split(state: Any, weight: int, depth: int) -> Iterator[tuple[Any, int, int]]:
    """Go one move on, in Python, if there is one."""
    game = game_of(state)
    moves, weights = np.ones((2, max(game.most_moves, game.most_outcomes) + 1), MOVE)
    if depth == 0 or is_over(state):
        yield state, weight, 0
        return
    for place in range(list_moves(state, moves, weights)):
        after = state.copy()
        apply(after, int(moves[place]))
        yield after, weight * int(weights[place]), depth - 1


def _count_subtree(state: Any, weight: int, depth: int) -> Count:
    """Count in compiled code, or, where the numbers become too great for it, move by move."""
    game = game_of(state)
    stack = np.repeat(state.reshape(1), depth + 1)
    moves, weights = np.ones((2, depth + 1, max(game.most_moves, game.most_outcomes) + 1), MOVE)
    left, drawn = np.zeros((2, depth + 1), np.int64)
    sequences, weighted = count(stack, moves, weights, left, drawn, depth)
    if weighted < MOST:
        return Count(int(sequences), weight * int(weighted))
    counts = [_count_subtree(*subtree) for subtree in _split(state, weight, depth)]
    return Count(sum(found.sequences for found in counts), sum(found.weighted for found in counts))


@compiled
def list_moves(state: Any, moves: Moves, weights: Moves) -> int:
    """List what can happen next: the moves of a player, or what chance can decide and how likely it is."""
    if is_chance(state):
        return chance_outcomes(state, moves, weights)
    count = legal_moves(state, moves)
    for place in range(count):
        weights[place] = 1
    return count


@compiled
def count(
    stack: NDArray[Any],
    moves: NDArray[MOVE],
    weights: NDArray[MOVE],
    left: NDArray[np.int64],
    drawn: NDArray[np.int64],
    depth: int,
) -> tuple[int, int]:
    """Count the sequences from `stack[0]` on, or stop at MOST weighted ones.

    Level by level, `stack` holds the states on the way, `left` how many of their `moves` are still to be tried, and
    `drawn` how often chance draws the way so far.
    """
    sequences = 0
    weighted = 0
    level = 0
    drawn[0] = 1
    left[0] = -1  # the moves are not listed yet
    while level >= 0 and weighted < MOST:
        state = stack[level]
        if left[level] < 0:
            if level == depth or is_over(state):
                sequences += 1
                weighted += drawn[level]
                level -= 1
                continue
            left[level] = list_moves(state, moves[level], weights[level])
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        place = left[level]
        weight = wide(weights[level, place])
        if drawn[level] > MOST // weight:
            return sequences, MOST
        drawn[level + 1] = drawn[level] * weight
        stack[level + 1] = state
        apply(stack[level + 1], wide(moves[level, place]))
        level += 1
        left[level] = -1
    return sequences, weighted
