"""Games, and what there is for a network to learn from them: its own, and those of `greedy`, which it imitates.

At first it imitates `greedy`, whose games are played many times as fast. Each begins with some random moves, so that
unusual positions are seen, too; then `greedy` alone plays it out.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.arrays import copy
from heliopolis.bots.choice import first_best, look_ahead
from heliopolis.bots.heuristic.opinion import INSTINCT, MOST_SETTINGS, Values, weigh_greedily
from heliopolis.bots.neural.features import Features, write_features
from heliopolis.bots.neural.network import POINTS_UNIT
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.bots.search.policy import is_quiet, settles_fast
from heliopolis.bots.search.quiescence import Prediction, Workspace, clear, judge, write_result
from heliopolis.compiled import compiled, embedded, inlined, wide
from heliopolis.games.contract import (
    Moves,
    apply,
    chance_outcome,
    chance_weight,
    is_chance,
    is_over,
    legal_moves,
    seats,
    to_act,
)

#: One in so many: how finely the chance of a random move is measured.
EPSILON_UNIT: Final = 1 << 20

#: Of a position that is not learned from.
NOT_SHOWN: Final = -1
#: Of a seat for which no network decides.
NOBODY: Final = -1

# Who sits with the network that learns; in the last case it does not play, but learns from games of `greedy`.
SELF_PLAY: Final = 0
OPPONENT: Final = 1
HEURISTIC: Final = 2
IMITATION: Final = 3

#: Of how many positions of a game of `greedy` one is learned from: they are much alike.
IMITATED: Final = 2

#: No game has so many decisions.
LONGEST: Final = 1_500


class Buffers(NamedTuple):
    """Room for games to learn from."""

    openings: NDArray[Any]
    """From which to start."""
    table: NDArray[Any]
    moves: Moves
    """Of a position."""
    features: Features
    """Room for positions, one a row."""
    targets: Features
    """Room for what should have been said of them."""


class Exploration(NamedTuple):
    """How games are played: against whom, and how freely."""

    opponents: int
    """Who takes seats beside the network that learns: SELF_PLAY, OPPONENT or HEURISTIC; or IMITATION."""
    epsilon: int
    """Epsilon, the share of random moves, in parts of EPSILON_UNIT."""
    lambda_: float
    """Lambda: how far what happens later reaches back."""


class Trajectory(NamedTuple):
    """What happened in a game, one quiet position or random move after another."""

    said: Prediction
    """What the network said of the position; where a random move was made, of what the best one led to."""
    explored: NDArray[np.bool_]
    """Whether it was a random move."""
    viewers: NDArray[np.int64]
    """As whom the network looked."""
    shown: NDArray[np.int64]
    """In which row of the features the position is, or NOT_SHOWN."""


@compiled
def play_batch(buffers: Buffers, workspace: Workspace, exploration: Exploration, number: np.uint64) -> tuple[int, int]:
    """Play games until there is no room for another; return how many positions there are to learn from, and games.

    What the network should have said of a quiet position is a mixture of what it said of the next ones and how the game
    ended, TD(lambda). It is the first in the workspace; the second is an opponent of it. All chance follows from a
    number.
    """
    state = buffers.table[0]
    count = wide(seats(buffers.openings[0]))
    trajectory = new_trajectory(count)
    end = np.empty(2 * count, np.float32)
    values = np.empty(len(buffers.moves))
    imitates = exploration.opponents == IMITATION
    clear(workspace, wide(0))
    clear(workspace, wide(1))
    filled, games, before = 0, 0, 1  # the game before had so many decisions: for up to as many, a game may explore
    while filled + LONGEST <= len(buffers.features):
        number += STRIDE
        buffers.table[0] = buffers.openings[below(number, len(buffers.openings))]
        number += STRIDE
        explored_until, mine = below(number, before), draw_seats(exploration.opponents, count, number + STRIDE)
        number += STRIDE
        decisions, length = 0, 0
        while True:
            number += STRIDE
            choices = list_ways(state, buffers.moves, number)
            chosen = 0
            if choices > 1:
                decisions += 1
                network = who_thinks(exploration.opponents, mine >> wide(to_act(state)) & 1)
                best = choose(workspace, network, state, buffers.moves, choices, values)
                may_explore = decisions <= explored_until if imitates else network == 0 and settles_fast(state)
                chosen = best
                if may_explore and below(number, EPSILON_UNIT) < exploration.epsilon:
                    number += STRIDE
                    chosen = below(number, choices)
                    if chosen != best and not imitates and length < LONGEST:
                        trajectory.explored[length], trajectory.shown[length] = True, NOT_SHOWN
                        copy(workspace.found[best], 2 * count, trajectory.said[length])
                        length += 1
            apply(state, wide(buffers.moves[chosen]))
            if is_over(state):
                break
            if not is_quiet(state) or length == LONGEST or (imitates and decisions < explored_until):
                continue
            judge(workspace, wide(0), state, trajectory.said[length])
            trajectory.explored[length], trajectory.shown[length] = False, NOT_SHOWN
            number += STRIDE
            if not imitates or below(number, IMITATED) == 0:
                trajectory.shown[length], trajectory.viewers[length] = filled, wide(to_act(state))
                write_features(state, wide(to_act(state)), buffers.features[filled])
                filled += 1
            length += 1
        write_result(state, end)
        write_targets(trajectory, length, end, exploration.lambda_, buffers.targets)
        games += 1
        before = decisions
    return filled, games


@embedded
def choose(workspace: Workspace, network: int, state: Any, moves: Moves, count: int, values: Values) -> int:
    """Find the place of the move that a network in the workspace takes, or `greedy`."""
    weigh_greedily(state, moves, count, np.ones(MOST_SETTINGS), values)
    if network != NOBODY:
        look_ahead(state, count, network, wide(0), INSTINCT, workspace, values)
    return first_best(values, count)


@inlined
def who_thinks(opponents: int, own: int) -> int:
    """Say which network in the workspace decides for a seat, or NOBODY: then `greedy` does."""
    if opponents == IMITATION:
        return NOBODY
    if own == 1:
        return 0
    return 1 if opponents == OPPONENT else NOBODY


@inlined
def list_ways(state: Any, moves: Moves, number: np.uint64) -> int:
    """List the legal moves, or the one that chance decides by a number; count them."""
    if is_chance(state):
        moves[0] = chance_outcome(state, below(number, chance_weight(state)))
        return 1
    return legal_moves(state, moves)


@inlined
def draw_seats(opponents: int, count: int, number: np.uint64) -> int:
    """Draw the seats of the network that learns, as bits: all, or all but those of its opponents."""
    every = (1 << count) - 1
    if opponents == SELF_PLAY:
        return every
    return every if opponents == IMITATION else 1 + below(number, every - 1)


@inlined
def turn(outlook: Prediction, viewer: int, into: Features) -> None:
    """Write an outlook as the network should have said it: the viewer first."""
    count = len(outlook) // 2
    for place in range(count):
        seat = viewer + place
        if seat >= count:
            seat -= count
        into[place] = outlook[seat]
        into[count + place] = outlook[count + seat] / POINTS_UNIT


@compiled
def new_trajectory(count: int) -> Trajectory:
    """Make room for a game of so many seats."""
    said = np.zeros((LONGEST, 2 * count), np.float32)
    return Trajectory(said, np.zeros(LONGEST, np.bool_), np.zeros(LONGEST, np.int64), np.full(LONGEST, NOT_SHOWN))


@compiled
def write_targets(trajectory: Trajectory, length: int, end: Prediction, lambda_: float, targets: Features) -> None:
    """Go back from the end of a game, and write what should have been said of each position.

    A random move tells nothing about the position before it: there, the best that could have been chosen counts.
    """
    later = end.copy()
    keep = np.float32(lambda_)
    for step in range(length - 1, -1, -1):
        if trajectory.shown[step] != NOT_SHOWN:
            turn(later, trajectory.viewers[step], targets[trajectory.shown[step]])
        part = np.float32(0.0) if trajectory.explored[step] else keep
        for place in range(len(later)):
            later[place] = part * later[place] + (np.float32(1.0) - part) * trajectory.said[step, place]
