"""Quiescence search: max^n with chance nodes, a transposition table, and a network that judges the leaves.

Every seat takes what is best for itself. What the others think best is not known. They may judge as the network does,
or as the heuristic does. Both are searched, and averaged.

A position is quiet when nothing is half done (`policy.is_quiet`). At the least, everything is followed until it is
quiet: an auction to its end, and a turn of the dice game, with every throw. How much further the search looks is
counted in plies, a move or a draw each. One search serves every game.

There is no clock in compiled code. So a search runs in slices: it judges so many positions, says how far it has come,
and goes on from there when it is called again. Many lines of play lead to the same position: the transposition table
keeps what was found out about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.arrays import copy, highest
from heliopolis.bots.heuristic.opinion import INSTINCT, MOST_SETTINGS, Values, weigh_greedily
from heliopolis.bots.neural.features import Features, write_features
from heliopolis.bots.neural.network import Memory, Network, Sizes, Weights, evaluate, forget, memory_size
from heliopolis.bots.randomness import STRIDE, mixed
from heliopolis.bots.search.policy import is_quiet, settles_fast, tidy, tolerance
from heliopolis.compiled import apart, compiled, inlined, wide
from heliopolis.games.contract import (
    MOVE,
    Game,
    Moves,
    apply,
    chance_outcomes,
    chance_weight,
    is_chance,
    is_over,
    legal_moves,
    returns,
    scores,
    seats,
    to_act,
)

#: The fewest plies.
SETTLE: Final = 0

#: More positions than the longest line of play has.
DEEPEST: Final = 64
#: How many plies are looked at, at most, and a number of positions that no search needs.
FARTHEST: Final = 12
NO_LIMIT: Final = 1 << 62
#: Who decides where chance does.
CHANCE: Final = -1
#: How many positions the transposition table holds: a power of 2.
TRANSPOSITIONS: Final = 1 << 18

#: One position on the line of play that is being looked at.
FRAME: Final = np.dtype(
    [
        ("network", np.int64),  # which network judges: of the first position only
        ("key", np.uint64),  # of the position in the transposition table
        ("seat", np.int64),  # who decides, or CHANCE
        ("count", np.int64),  # how many ways there are to go on
        ("next", np.int64),  # which of them comes next
        ("plies", np.int64),  # how many more moves and chances to look ahead behind it
        ("whole", np.int64),  # what the weights of a chance add up to
        ("best", np.float64),  # what the best move so far promises the seat that decides
        ("liked", np.float64),  # what `greedy` thinks of the move that it likes most so far
        ("floor", np.float64),  # what it has to think of a move for it to be looked at
    ],
    align=True,
)

#: Each seat's share of the win, seat 0 first, then each seat's points.
Prediction = NDArray[np.float32]


class Workspace(NamedTuple):
    """What a search works with: networks, and arrays that it writes to. It belongs to one table and one thread."""

    weights: Weights
    """Of all networks, one behind the other."""
    firsts: NDArray[np.int64]
    """Where each network begins."""
    sizes: Sizes
    """Of each network, a row each."""
    memories: Memory
    """What each network saw last, by viewer."""
    features: Features
    answer: Features
    table: NDArray[Any]
    """The position of each level, the one to think about first."""
    words: NDArray[np.uint64]
    """The same as plain numbers."""
    frames: NDArray[Any]
    moves: Moves
    odds: Moves
    outlooks: Prediction
    """Of each level."""
    liked: Values
    """What `greedy` thinks of the moves of each level, where it is asked."""
    likely: Prediction
    """After the move that `greedy` would make there."""
    settings: Values
    """The usual settings of `greedy`."""
    others: Values
    """How often others are expected to do what `greedy` would, by each network."""
    found: Prediction
    """After each move of the first position."""
    keys: NDArray[np.uint64]
    """Of the positions in the transposition table."""
    kept: Prediction
    """What was found out about them."""
    marks: NDArray[np.uint64]
    """Go into the keys, so that each network finds only what it has found out since it was cleared."""


def new_workspace(
    game: Game, seats: int, networks: Sequence[Network], others: Sequence[float], transpositions: int = TRANSPOSITIONS
) -> Workspace:
    """Make the workspace of a table, with the networks that are needed there, and what each supposes of others."""
    table = np.zeros(DEEPEST, game.dtype)
    widest = max(game.most_moves + 1, game.most_outcomes)
    sizes = np.array([network.sizes for network in networks], np.int64).reshape(-1, 4)
    lengths = [len(network.weights) for network in networks]
    features = max((int(network.sizes[0] + seats * network.sizes[1]) for network in networks), default=0)
    memory = max((memory_size(network.sizes, seats) for network in networks), default=0)
    kept = transpositions if networks else 2
    workspace = Workspace(
        weights=np.concatenate([np.zeros(0, np.float32), *(network.weights for network in networks)]),
        firsts=np.cumsum([0, *lengths])[:-1].astype(np.int64),
        sizes=sizes,
        memories=np.zeros((len(networks), seats, memory), np.float32),
        features=np.zeros(features, np.float32),
        answer=np.zeros(2 * seats, np.float32),
        table=table,
        words=table.view(np.uint64).reshape(DEEPEST, -1),
        frames=np.zeros(DEEPEST, FRAME),
        moves=np.zeros((DEEPEST, widest), MOVE),
        odds=np.zeros((DEEPEST, widest), MOVE),
        outlooks=np.zeros((DEEPEST, 2 * seats), np.float32),
        liked=np.zeros((DEEPEST, widest)),
        likely=np.zeros((DEEPEST, 2 * seats), np.float32),
        settings=np.ones(MOST_SETTINGS),
        others=np.array(others, np.float64),
        found=np.zeros((game.most_moves + 1, 2 * seats), np.float32),
        keys=np.zeros(kept, np.uint64),
        kept=np.zeros((kept, 2 * seats), np.float32),
        marks=np.zeros(len(networks), np.uint64),
    )
    for network in range(len(networks)):
        clear(workspace, network)
    return workspace


@apart
def clear(workspace: Workspace, network: int) -> None:
    """Clear what a network has found out: its weights have changed, or its answer shall depend on nothing before."""
    workspace.marks[network] += np.uint64(2 * len(workspace.marks))
    players = workspace.memories.shape[1]
    for viewer in range(players):
        memory = workspace.memories[network, viewer]
        forget(workspace.weights, workspace.firsts[network], workspace.sizes[network], players, memory)


@apart
def begin(workspace: Workspace, network: int, state: Any, plies: int) -> int:
    """Put a position into the workspace, where a player is to move; return how many moves there are."""
    workspace.table[0] = state
    frame = workspace.frames[0]
    frame.network = network
    frame.seat = wide(to_act(state))
    frame.count = legal_moves(state, workspace.moves[0])
    frame.next = 0
    frame.plies = plies
    frame.floor = -np.inf
    return frame.count  # type: ignore[no-any-return]


@inlined
def prune(workspace: Workspace, level: int) -> None:
    """Leave out the moves of a level that `greedy` thinks far worse than the best: it is hardly ever so wrong."""
    state, frame = workspace.table[level], workspace.frames[level]
    frame.floor = highest(workspace.liked[level], frame.count) - tolerance(state)


@apart
def go_on(workspace: Workspace, level: int, limit: int) -> tuple[int, int]:
    """Judge positions until the limit; return the level to go on from, -1 when all is done, and how many were judged.

    A search begins at level 0. When it is done, `workspace.found` has the outlook after each move.
    """
    judged = 0
    network = workspace.frames[0].network
    mark = mixed(workspace.marks[network] + np.uint64(network))
    while judged < limit:
        frame = workspace.frames[level]
        if frame.next < frame.count and workspace.liked[level, frame.next] < frame.floor:
            frame.next += 1
            continue
        if frame.next < frame.count:
            ahead = level + 1
            workspace.table[ahead] = workspace.table[level]
            state = workspace.table[ahead]
            apply(state, wide(workspace.moves[level, frame.next]))
            if is_over(state):
                write_result(state, workspace.outlooks[ahead])
            else:
                tidy(state)
                leaf = (frame.plies == SETTLE and is_quiet(state)) or level + 2 == len(workspace.table)
                view = 0 if leaf else (frame.plies + 1) * DEEPEST + workspace.frames[0].seat
                key = position_key(workspace.words[ahead], mark, view)
                if probe(workspace, key, ahead):
                    pass
                elif leaf:
                    judge(workspace, network, state, workspace.outlooks[ahead])
                    store(workspace, key, ahead)
                    judged += 1
                else:
                    open_frame(workspace, ahead, frame.plies, key)
                    level = ahead
                    continue
        elif level == 0:
            return -1, judged
        else:
            expect_greedy(workspace, level)
            store(workspace, frame.key, level)
            level -= 1
        back_up(workspace, level)
    return level, judged


@apart
def deepen(workspace: Workspace, network: int, state: Any, liked: Values, nodes: int) -> int:
    """Settle a position, then look further and further until so many positions were judged; return how far it got.

    `workspace.found` has the outlook after each move, of the last depth that was looked at as a whole; after a move
    that `greedy` thinks far worse than the best, nobody wins. What takes long to settle is left alone if no positions
    may be judged: then all moves look alike, and instinct has to decide.
    """
    plies, judged, limit = wide(SETTLE), wide(0), wide(NO_LIMIT)
    count = begin(workspace, network, state, plies)
    if nodes == 0 and not settles_fast(state):
        have_no_opinion(workspace, count)
        return plies
    copy(liked, count, workspace.liked[0])
    prune(workspace, 0)
    workspace.found[:count] = 0.0
    surest = np.empty_like(workspace.found)
    while True:
        level, more = go_on(workspace, wide(0), limit)
        if level >= 0:
            plies -= 1
            break
        copy_rows(workspace.found, count, surest)
        judged += more
        limit = nodes - judged
        if limit <= 0 or plies == FARTHEST or (more == 0 and plies > SETTLE):
            break
        plies += 1
        begin(workspace, network, state, plies)
        prune(workspace, 0)
    copy_rows(surest, count, workspace.found)
    return plies


@inlined
def copy_rows(rows: Prediction, count: int, into: Prediction) -> None:
    """Copy the first of several rows."""
    for place in range(count):
        copy(rows[place], rows.shape[1], into[place])


@apart
def have_no_opinion(workspace: Workspace, count: int) -> None:
    """Have no opinion of any move of the position in the workspace: everyone's share is fair, and their points stay."""
    state = workspace.table[0]
    players = wide(seats(state))
    points = np.zeros(players, np.int16)
    scores(state, points)
    for place in range(count):
        for seat in range(players):
            workspace.found[place, seat] = 1.0 / players
            workspace.found[place, players + seat] = points[seat]


@compiled
def open_frame(workspace: Workspace, level: int, plies: int, key: np.uint64) -> None:
    """Lay out a frame for a position that is not a leaf. What is half done, and what is forced, costs no ply."""
    state = workspace.table[level]
    frame = workspace.frames[level]
    frame.key = key
    frame.next = 0
    frame.best = -np.inf
    frame.liked = -np.inf
    workspace.outlooks[level] = 0.0
    if is_chance(state):
        frame.seat = CHANCE
        frame.count = chance_outcomes(state, workspace.moves[level], workspace.odds[level])
        frame.floor = -np.inf
        frame.whole = wide(chance_weight(state))
    else:
        frame.seat = wide(to_act(state))
        frame.count = legal_moves(state, workspace.moves[level])
        workspace.liked[level, : frame.count] = 0.0
        if frame.seat != workspace.frames[0].seat or tolerance(state) < np.inf:
            weigh_greedily(state, workspace.moves[level], frame.count, workspace.settings, workspace.liked[level])
        prune(workspace, level)
    frame.plies = plies - 1 if frame.count > 1 and is_quiet(state) else plies


@inlined
def back_up(workspace: Workspace, level: int) -> None:
    """Back up what came out one level deeper: into the average of a chance, or as a choice of the seat that decides."""
    frame = workspace.frames[level]
    ahead, here = workspace.outlooks[level + 1], workspace.outlooks[level]
    if level == 0:
        for place in range(len(here)):
            workspace.found[frame.next, place] = ahead[place]
    elif frame.seat == CHANCE:
        part = np.float32(workspace.odds[level, frame.next]) / np.float32(frame.whole)
        for place in range(len(here)):
            here[place] += part * ahead[place]
    else:
        liked = workspace.liked[level, frame.next]
        promised = ahead[frame.seat] + INSTINCT * liked
        if promised > frame.best:
            frame.best = promised
            for place in range(len(here)):
                here[place] = ahead[place]
        if liked > frame.liked:
            frame.liked = liked
            for place in range(len(here)):
                workspace.likely[level, place] = ahead[place]
    frame.next += 1


@inlined
def expect_greedy(workspace: Workspace, level: int) -> None:
    """Where another decides than at the first level, suppose that it may decide as `greedy` does."""
    first, seat = workspace.frames[0], workspace.frames[level].seat
    if seat != CHANCE and seat != first.seat:  # noqa: PLR1714 - the way that is compiled well
        part = np.float32(workspace.others[first.network])
        for place in range(workspace.outlooks.shape[1]):
            workspace.outlooks[level, place] += part * (
                workspace.likely[level, place] - workspace.outlooks[level, place]
            )


@compiled
def judge(workspace: Workspace, network: int, state: Any, into: Prediction) -> None:
    """Write what the network says of a position, as the seat to act sees it."""
    count = wide(seats(state))
    viewer = wide(to_act(state))
    write_features(state, viewer, workspace.features)
    memory = workspace.memories[network, viewer]
    evaluate(
        workspace.weights,
        workspace.firsts[network],
        workspace.sizes[network],
        workspace.features,
        memory,
        workspace.answer,
    )
    for place in range(count):
        seat = viewer + place
        if seat >= count:
            seat -= count
        into[seat] = workspace.answer[place]
        into[count + seat] = workspace.answer[count + place]


@compiled
def write_result(state: Any, into: Prediction) -> None:
    """Write how a game has ended."""
    count = wide(seats(state))
    shares = np.zeros(count)
    points = np.zeros(count, np.int16)
    returns(state, shares)
    scores(state, points)
    for seat in range(count):
        into[seat] = shares[seat]
        into[count + seat] = points[seat]


@inlined
def probe(workspace: Workspace, key: np.uint64, level: int) -> bool:
    """Take the outlook of a position from the transposition table, if it is there."""
    place = key & np.uint64(len(workspace.keys) - 1)
    if workspace.keys[place] != key:
        place ^= np.uint64(1)
        if workspace.keys[place] != key:
            return False
    for number in range(workspace.kept.shape[1]):
        workspace.outlooks[level, number] = workspace.kept[place, number]
    return True


@inlined
def store(workspace: Workspace, key: np.uint64, level: int) -> None:
    """Put the outlook of a position into the transposition table; what was in its place moves to the one beside it."""
    place = key & np.uint64(len(workspace.keys) - 1)
    beside = place ^ np.uint64(1)
    workspace.keys[beside] = workspace.keys[place]
    workspace.keys[place] = key
    for number in range(workspace.kept.shape[1]):
        workspace.kept[beside, number] = workspace.kept[place, number]
        workspace.kept[place, number] = workspace.outlooks[level, number]


@inlined
def position_key(words: NDArray[np.uint64], mark: np.uint64, view: int) -> np.uint64:
    """Hash a position, and how far and for whom it is searched: two that differ hardly ever have the same key."""
    found = mark + np.uint64(view) * STRIDE
    for place in range(len(words)):
        found += mixed(words[place] + np.uint64(place) * STRIDE)
    return mixed(found) | np.uint64(1)  # never 0: that is an empty place
