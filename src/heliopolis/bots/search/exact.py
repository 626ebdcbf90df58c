"""Positions solved to the end of the game: max^n with chance averaged, every line of play to its end.

What comes out is no estimate. Each seat takes the move that gives it the greatest share of the win; of equal ones, the
one with the most points of its own; of equal ones, the first in the order in which the rules list them. Chance counts
by its weights.

Few positions have so few lines of play: the last choices of a game. Whether a position is one of them shows when it is
tried: the solver gives up after so many positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.opinion import Values
from heliopolis.bots.randomness import STRIDE, mixed
from heliopolis.bots.search.policy import tidy
from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games.contract import (
    MOVE,
    Moves,
    apply,
    chance_outcomes,
    chance_weight,
    game_of,
    is_chance,
    is_over,
    legal_moves,
    returns,
    scores,
    seats,
    to_act,
)

#: The longest line of play that is followed.
DEEPEST: Final = 200
#: Shares and points that differ by less are equal: sums of chances are rounded.
TIE: Final = 1e-9
#: Who decides where chance does.
CHANCE: Final = -1
#: A part of the second key of a position: two that differ never agree in both, in any practice.
OTHER_STRIDE: Final = np.uint64(0xD6E8FEB86659FD93)

#: One position on the line of play that is being looked at.
_FRAME: Final = [
    ("key", np.uint64),
    ("check", np.uint64),
    ("seat", np.int64),  # who decides, or CHANCE
    ("count", np.int64),  # how many ways there are to go on
    ("next", np.int64),  # which of them comes next
    ("whole", np.int64),  # what the weights of a chance add up to
]
FRAME: Final = np.dtype((np.record, np.dtype(_FRAME, align=True)))


class Tree(NamedTuple):
    """What the solver works with."""

    table: NDArray[Any]
    """The position of each level, the one to solve first."""
    words: NDArray[np.uint64]
    """The same as plain numbers."""
    frames: NDArray[Any]
    moves: Moves
    odds: Moves
    values: Values
    """Of each level: each seat's share of the win, then each seat's points."""
    found: Values
    """After each move, or each outcome, of the first position."""
    keys: NDArray[np.uint64]
    """Of the positions that are solved."""
    checks: NDArray[np.uint64]
    kept: Values


def solve(state: Any, limit: int) -> Values | None:
    """Solve a position: what follows every move of the seat to act, or every outcome of a chance, for all seats.

    A row a move has each seat's share of the win, then each seat's points. None where there are more positions than
    the limit.
    """
    game, count = game_of(state), int(seats(state))
    if is_over(state):
        return None
    table = np.zeros(DEEPEST, game.dtype)
    widest = max(game.most_moves + 1, game.most_outcomes)
    size = 1 << (2 * limit - 1).bit_length()
    tree = Tree(
        table=table,
        words=table.view(np.uint64).reshape(DEEPEST, -1),
        frames=np.zeros(DEEPEST, FRAME),
        moves=np.zeros((DEEPEST, widest), MOVE),
        odds=np.zeros((DEEPEST, widest), MOVE),
        values=np.zeros((DEEPEST, 2 * count)),
        found=np.zeros((widest, 2 * count)),
        keys=np.zeros(size, np.uint64),
        checks=np.zeros(size, np.uint64),
        kept=np.empty((size, 2 * count)),
    )
    ways = look_at_all(tree, state, limit)
    return None if ways < 0 else tree.found[:ways]


def best_of(found: Values, seat: int) -> int:
    """Find the move that a seat takes.

    >>> best_of(np.array([[0.5, 0.5, 30.0, 9.0], [0.5, 0.5, 31.0, 8.0], [0.5, 0.5, 31.0, 7.0]]), 0)
    1
    """
    best = 0
    for place in range(1, len(found)):
        if is_better(found[place], found[best], seat, found.shape[1] // 2):
            best = place
    return best


def expected(found: Values, weights: Sequence[int]) -> Values:
    """Average over what chance can decide."""
    shares = np.array(weights, np.float64)
    mean: Values = shares @ found / shares.sum()
    return mean


@compiled
def look_at_all(tree: Tree, state: Any, limit: int) -> int:
    """Solve the position of a state; return how many ways there are to go on from it, or -1 where they are too many."""
    tree.table[0] = state
    looked = 0
    level = 0
    open_frame(tree, 0)
    ways = wide(tree.frames[0].count)
    while True:
        frame = tree.frames[level]
        if frame.next == frame.count:
            if level == 0:
                return ways
            keep(tree, level)
            level -= 1
            back_up(tree, level)
            continue
        if looked == limit or level + 2 == len(tree.table):
            return -1
        looked += 1
        ahead = level + 1
        tree.table[ahead] = tree.table[level]
        below = tree.table[ahead]
        apply(below, wide(tree.moves[level, frame.next]))
        if is_over(below):
            write_end(below, tree.values[ahead])
        else:
            tidy(below)
            if not recall(tree, ahead):
                open_frame(tree, ahead)
                level = ahead
                continue
        back_up(tree, level)


@compiled
def open_frame(tree: Tree, level: int) -> None:
    """Lay out a position: the ways to go on from it."""
    state = tree.table[level]
    frame = tree.frames[level]
    frame.next = 0
    tree.values[level] = 0.0
    if is_chance(state):
        frame.seat = CHANCE
        frame.count = chance_outcomes(state, tree.moves[level], tree.odds[level])
        frame.whole = wide(chance_weight(state))
    else:
        frame.seat = wide(to_act(state))
        frame.count = legal_moves(state, tree.moves[level])


@inlined
def back_up(tree: Tree, level: int) -> None:
    """Count what came out one level deeper: in the average of a chance, or as a choice of the seat that decides."""
    frame = tree.frames[level]
    ahead, here = tree.values[level + 1], tree.values[level]
    if level == 0:
        for place in range(len(here)):
            tree.found[frame.next, place] = ahead[place]
    elif frame.seat == CHANCE:
        part = wide(tree.odds[level, frame.next]) / frame.whole
        for place in range(len(here)):
            here[place] += part * ahead[place]
    elif frame.next == 0 or is_better(ahead, here, frame.seat, len(here) // 2):
        for place in range(len(here)):
            here[place] = ahead[place]
    frame.next += 1


@compiled
def is_better(values: Values, others: Values, seat: int, players: int) -> bool:
    """Tell whether a seat likes one end of the game better than another."""
    gain = values[seat] - others[seat]
    if gain > TIE:
        return True
    more = values[players + seat] - others[players + seat] > TIE
    return gain > -TIE and more  # type: ignore[no-any-return]


@compiled
def write_end(state: Any, into: Values) -> None:
    """Write how a game has ended."""
    count = wide(seats(state))
    points = np.zeros(count, np.int16)
    shares = np.zeros(count)
    returns(state, shares)
    scores(state, points)
    for seat in range(count):
        into[seat] = shares[seat]
        into[count + seat] = points[seat]


@compiled
def recall(tree: Tree, level: int) -> bool:
    """Take what follows a position from those that are solved; where it is not, note its keys."""
    key = np.uint64(0)
    check = np.uint64(0)
    for place in range(tree.words.shape[1]):
        word = tree.words[level, place]
        key += mixed(word + np.uint64(place) * STRIDE)
        check += mixed(word + np.uint64(place) * OTHER_STRIDE + STRIDE)
    key = mixed(key) | np.uint64(1)  # never 0: that is an empty place
    last = np.uint64(len(tree.keys) - 1)
    slot = key & last
    while tree.keys[slot] != np.uint64(0):
        if tree.keys[slot] == key and tree.checks[slot] == check:
            for number in range(tree.kept.shape[1]):
                tree.values[level, number] = tree.kept[slot, number]
            return True
        slot = (slot + np.uint64(1)) & last
    tree.frames[level].key = key
    tree.frames[level].check = check
    return False


@compiled
def keep(tree: Tree, level: int) -> None:
    """Keep what follows a position that is solved. There is always room: fewer are solved than looked at."""
    key = tree.frames[level].key
    last = np.uint64(len(tree.keys) - 1)
    slot = key & last
    while tree.keys[slot] != np.uint64(0):
        slot = (slot + np.uint64(1)) & last
    tree.keys[slot] = key
    tree.checks[slot] = tree.frames[level].check
    for number in range(tree.kept.shape[1]):
        tree.kept[slot, number] = tree.values[level, number]
