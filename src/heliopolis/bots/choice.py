"""How a compiled bot chooses: it weighs every legal move, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from heliopolis.bots.arrays import highest
from heliopolis.bots.heuristic.opinion import MOST_SETTINGS, Values, weigh_greedily
from heliopolis.bots.players import GREEDY, RANDOM, THINKER
from heliopolis.bots.randomness import below
from heliopolis.bots.search.policy import settles_fast, tolerance
from heliopolis.bots.search.quiescence import SETTLE, Workspace, begin, clear, deepen, go_on, have_no_opinion
from heliopolis.compiled import apart, compiled, embedded, inlined, wide
from heliopolis.games.contract import END, MOVE, Moves, to_act

#: How many positions are judged before somebody looks at the clock again: about a millisecond.
SLICE: Final = 250


@embedded
def weigh(state: Any, moves: Moves, count: int, player: Any, workspace: Workspace, values: Values) -> None:
    """Write what each legal move promises the seat to act: points, or a share of the win, as the player thinks."""
    values[:count] = 0.0
    if player.kind != RANDOM:
        settings = player.settings.copy() if player.kind == GREEDY else np.ones(MOST_SETTINGS)
        weigh_greedily(state, moves, count, settings, values)
    if player.kind == THINKER and not is_clear(values, count, tolerance(state)):
        look_ahead(state, count, player.network, player.nodes, player.settings[0], workspace, values)


@embedded
def look_ahead(
    state: Any, count: int, network: int, nodes: int, instinct: float, workspace: Workspace, values: Values
) -> None:
    """Turn what the heuristic thinks of each legal move into what a search with a network promises of it."""
    deepen(workspace, network, state, values, nodes)
    blend(state, count, instinct, workspace, values)


@inlined
def is_clear(values: Values, count: int, tolerance: float) -> bool:
    """Tell whether all other moves are far behind the best: then nothing has to be looked at."""
    floor = highest(values, count) - tolerance
    near = 0
    for place in range(count):
        near += values[place] >= floor
    return near == 1


@apart
def blend(state: Any, count: int, instinct: float, workspace: Workspace, values: Values) -> None:
    """Turn what `greedy` thinks of each legal move into what it promises of the win, by what was found out about it.

    A network errs here and there about any position, `greedy` errs too, but elsewhere. What both like is seldom wrong.
    Where nothing can be won any more this is a little less than 0, so that instinct still decides.
    """
    seat = wide(to_act(state))
    liked = highest(values, count)
    for place in range(count):
        values[place] = workspace.found[place, seat] - instinct * (liked - values[place])


@inlined
def first_best(values: Values, count: int) -> int:
    """Find the place of the highest value; of equals, the first."""
    place = 0
    for other in range(1, count):
        if values[other] > values[place]:
            place = other
    return place


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


# ---- the same from Python, one position at a time ----


def heuristic_values(state: Any, moves: Sequence[int], settings: Values) -> Values:
    """Say what the heuristic thinks of each legal move, in points."""
    values = np.zeros(len(moves))
    weigh_greedily(state, np.array([*moves, END], MOVE), len(moves), settings, values)
    return values


def settle(workspace: Workspace, state: Any, nodes: int, more: Callable[[], bool]) -> None:
    """Search all that can come of what is half done; if that is too much, or takes too long, have no opinion."""
    clear(workspace, 0)
    count = begin(workspace, 0, state, SETTLE)
    level, left = 0, nodes
    while level >= 0 and (settles_fast(state) or (left > 0 and more())):
        level, judged = go_on(workspace, level, SLICE)
        left -= judged
    if level >= 0:
        have_no_opinion(workspace, count)


def weigh_settled(workspace: Workspace, state: Any, moves: Sequence[int], instinct: float) -> tuple[Values, Values]:
    """Weigh moves by what a search has found: what the heuristic thinks of each, and the win it promises."""
    liked = heuristic_values(state, moves, np.ones(MOST_SETTINGS))
    wins = liked.copy()
    blend(state, len(moves), instinct, workspace, wins)
    return liked, wins
