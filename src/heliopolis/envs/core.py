"""Many games at once, step by step: the compiled core of all environments.

A lane is a place where one game after another is played. Its games follow from its key alone: the key and the number of
a game give the opening, what is drawn, and what opponents leave to chance. So the same games are played whatever the
number of lanes, their order, and the threads that step them.

A step makes a move in every lane, and all that follows until somebody has to choose again. Nothing is allocated: what
comes out is written into arrays of the caller's.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.choice import best, weigh
from heliopolis.bots.heuristic.opinion import Values
from heliopolis.bots.neural.features import Features, write_features
from heliopolis.bots.players import THINKER
from heliopolis.bots.randomness import STRIDE, below, mixed
from heliopolis.bots.search.quiescence import Workspace, clear
from heliopolis.compiled import compiled, embedded, inlined, wide
from heliopolis.games.contract import (
    Moves,
    Numbers16,
    apply,
    chance_outcome,
    chance_outcomes,
    chance_weight,
    epochs_over,
    is_chance,
    is_over,
    legal_moves,
    returns,
    scores,
    seats,
    to_act,
)
from heliopolis.observations.writing import Octets, Plan, write_compact, write_raw

# What is observed.
NOTHING: Final = 0
RAW: Final = 1
COMPACT: Final = 2
NETWORK: Final = 3

# What is rewarded.
WIN: Final = 0
MARGIN: Final = 1
SCORE: Final = 2

# What becomes of a lane whose game is over.
SAME_STEP: Final = 0
NEXT_STEP: Final = 1
DISABLED: Final = 2

# Which seat learns, where it is not a fixed one.
EVERY_SEAT: Final = -1
ROTATING: Final = -2

# Who acts, where it is no seat.
CHANCE: Final = -1
NOBODY: Final = -2

#: No move yet: only chance decides.
NO_MOVE: Final = -1
# For numbers that follow from one another.
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)
#: All moves are legal.
ALL_LEGAL: Final = -1

# What is asked of the lanes.
STEP: Final = 0
RESET: Final = 1
REFRESH: Final = 2
OBSERVE: Final = 3
CHECK: Final = 4

#: How all lanes are played, and what is asked of them now.
_ORDER: Final = [
    ("job", np.int64),
    ("seat", np.int64),  # that observes
    ("observation", np.int64),
    ("reward", np.int64),
    ("each_epoch", np.int64),  # 1 when an epoch that ends is paid at once
    ("draws", np.int64),  # 1 when chance decides by itself, 0 when the caller says what it decided
    ("reset", np.int64),
    ("learner", np.int64),
]
ORDER: Final = np.dtype((np.record, np.dtype(_ORDER, align=True)))

MOST_SEATS: Final = 5

#: Where a lane stands, beside the state of its game.
_LANE: Final = [
    ("key", np.uint64),
    ("games", np.int64),  # how many have begun
    ("chance", np.uint64),  # the numbers from which chance decides, and opponents do
    ("choice", np.uint64),
    ("learner", np.int64),  # in the present game, or EVERY_SEAT
    ("epochs", np.int64),  # that were paid
    ("steps", np.int64),  # of the present game
    ("length", np.int64),  # of the last game that is over, in steps
    ("over", np.int64),
    ("paid", np.float32, (MOST_SEATS,)),  # what each seat has been rewarded with in the present game
]
LANE: Final = np.dtype((np.record, np.dtype(_LANE, align=True)))


class Lanes(NamedTuple):
    """Everything there is of each lane, a row each, and buffers for whoever works on them."""

    states: NDArray[Any]
    octets: Octets
    """The same memory as bytes."""
    lanes: NDArray[Any]
    masks: NDArray[np.bool_]
    odds: Features
    """How likely each outcome of a chance is, where the caller decides it."""
    seats: NDArray[np.int32]
    rewards: Features
    ends: NDArray[np.bool_]
    """Whether a game ended in this step."""
    points: Numbers16
    """With what each seat ended the last game that is over."""
    observations: Features
    finals: Features
    """What was observed at the end of the last game that is over."""
    moves: Moves
    weights: Moves
    scores: Numbers16
    shares: Values
    sheet: Numbers16


class Company(NamedTuple):
    """The opponents of a learner, clockwise from its left, and what one thread needs to ask them."""

    players: NDArray[Any]
    workspace: Workspace
    values: Values


@compiled
def work(  # noqa: PLR0912, PLR0915 - one loop for all that is asked: each rule is merged in once
    first: int,
    end: int,
    orders: NDArray[Any],
    openings: NDArray[Any],
    plan: Plan,
    actions: NDArray[np.int64],
    arrays: tuple[Any, ...],
    opponents: tuple[Any, ...] | None,
) -> int:
    """Do in some lanes what the order asks for; return the first one whose action is not legal, or ALL_LEGAL.

    There is one way in, and each rule is merged in once: so it is compiled only once. Arrays come as plain tuples,
    which Numba takes from Python much faster than named ones. Opponents are None where there are none.

    STEP and CHECK look at all actions first, and change nothing if one is not legal. RESET begins the next game where
    an action is not 0. REFRESH shows states that were written by the caller. OBSERVE writes what a seat sees.
    """
    order = orders[0]
    job, seen, draws = wide(order.job), wide(order.observation), wide(order.draws)
    lanes = Lanes(*arrays)
    # A row of an array is another array, whose references are counted. So no rows are cut out on the way of every step.
    masks, moves, rewards, ends, seated = lanes.masks, lanes.moves, lanes.rewards, lanes.ends, lanes.seats
    octets, observations, finals, odds, sheet = lanes.octets, lanes.observations, lanes.finals, lanes.odds, lanes.sheet
    if job in (STEP, CHECK):
        bad = find_illegal(first, end, order, actions, lanes.lanes, masks)
        if bad != ALL_LEGAL or job == CHECK:
            return bad
    for number in range(np.uint64(first), np.uint64(end)):  # unsigned: spares the check for what counts from the end
        lane, state = lanes.lanes[number], lanes.states[number]
        if job == RESET and actions[number] == 0:
            continue
        fresh = job == RESET or (job == STEP and lane.over == 1)
        if job <= RESET:
            ends[number] = False
            for seat in range(rewards.shape[1]):
                rewards[number, np.uint64(seat)] = 0.0
        elif job == REFRESH:
            enter(state, order, lane, lanes.scores, lanes.shares)
        while True:
            if job <= RESET:
                move = NO_MOVE
                if fresh:
                    start(number, order, openings, lanes.states, lane)
                else:
                    lane.steps += 1
                    move = actions[number]
                while True:  # until somebody has to choose, or the game is over
                    if move != NO_MOVE:
                        apply(state, move)
                    if is_chance(state):
                        if draws == 0:
                            break
                        lane.chance += STRIDE
                        move = chance_outcome(state, below(lane.chance, chance_weight(state)))
                    elif opponents is not None and not is_over(state) and wide(to_act(state)) != lane.learner:
                        move = answer(state, lane, moves, opponents)
                    else:
                        break
                if fresh and is_over(state):
                    continue  # a game of dice on a very short track, before the learner's first turn
                if not fresh and is_due(state, order, lane):
                    pay(state, order, lane, rewards[number], lanes.scores, lanes.shares)
            over = is_over(state)
            if seen != NOTHING:
                viewer = wide(order.seat)
                if job != OBSERVE:
                    viewer = wide(to_act(state)) if lane.learner == EVERY_SEAT else wide(lane.learner)
                into = finals[number] if over and job == STEP else observations[number]
                if seen == RAW:
                    write_raw(octets[number], plan, into)
                elif seen == COMPACT:
                    write_compact(state, viewer, sheet, into)
                elif seen == NETWORK:
                    write_features(state, viewer, into)
            if not (over and job == STEP):
                break
            lane.over = 1
            lane.length = lane.steps
            ends[number] = True
            scores(state, lanes.points[number])
            if order.reset != SAME_STEP:
                for place in range(observations.shape[1]):
                    observations[number, place] = finals[number, place]
                break
            fresh = True
        if job != OBSERVE:
            for place in range(masks.shape[1]):
                masks[number, np.uint64(place)] = False
            if lane.over == 1:
                seated[number] = NOBODY
            elif draws == 0 and is_chance(state):
                seated[number] = CHANCE
                show_chance(state, masks[number], odds[number], moves, lanes.weights)
            else:
                seated[number] = to_act(state)
                if draws == 0:
                    odds[number] = 0.0
                for place in range(legal_moves(state, moves)):
                    masks[number, np.uint64(moves[place])] = True
    return ALL_LEGAL


@inlined
def find_illegal(
    first: int, end: int, order: Any, actions: NDArray[np.int64], lanes: NDArray[Any], masks: NDArray[np.bool_]
) -> int:
    """Find the first lane whose action is not legal; where a game is over, and the next one begins, any will do."""
    for number in range(np.uint64(first), np.uint64(end)):
        action = np.uint64(actions[number])  # what is below 0 becomes far too large
        legal = action < masks.shape[1] and masks[number, action]
        if not legal and (lanes[number].over == 0 or order.reset == DISABLED):
            return wide(number)
    return ALL_LEGAL


@embedded
def start(number: int, order: Any, openings: NDArray[Any], states: NDArray[Any], lane: Any) -> None:
    """Put the opening of the next game of a lane on its table."""
    lane.games += 1
    drawn = mixed(lane.key + STRIDE * np.uint64(lane.games))
    states[number] = openings[below(drawn + STRIDE, len(openings))]
    lane.chance = mixed(drawn + TWO * STRIDE)
    lane.choice = mixed(drawn + THREE * STRIDE)
    lane.epochs = 0
    lane.steps = 0
    lane.over = 0
    count = wide(seats(states[number]))
    lane.learner = order.learner
    if order.learner == ROTATING:  # each seat in turn, from one that follows from the key
        lane.learner = (below(lane.key, count) + lane.games) % count
    for seat in range(count):
        lane.paid[seat] = 0.0


@embedded
def answer(state: Any, lane: Any, moves: Moves, opponents: tuple[Any, ...]) -> int:
    """Ask the opponent who is to act for its move."""
    players, arrays, values = opponents
    workspace = Workspace(*arrays)
    choices = legal_moves(state, moves)
    if choices == 1:
        return wide(moves[0])
    lane.choice += STRIDE
    count = wide(seats(state))
    player = players[(wide(to_act(state)) - lane.learner - 1 + count) % count]
    if player.kind == THINKER:
        clear(workspace, player.network)
    weigh(state, moves, choices, player, workspace, values)
    return wide(moves[best(values, choices, lane.choice)])


@inlined
def is_due(state: Any, order: Any, lane: Any) -> bool:
    """Tell whether seats are paid now: at the end of the game, or of every epoch."""
    return is_over(state) or (order.each_epoch == 1 and epochs_over(state) != lane.epochs)


@embedded
def pay(state: Any, order: Any, lane: Any, rewards: Features, points: Numbers16, shares: Values) -> None:
    """Pay what a position is worth to each seat beyond what it was paid before."""
    lane.epochs = epochs_over(state)
    write_worth(state, order.reward, points, shares, rewards)
    for seat in range(len(rewards)):
        rewards[seat] -= lane.paid[seat]
        lane.paid[seat] += rewards[seat]


@embedded
def enter(state: Any, order: Any, lane: Any, points: Numbers16, shares: Values) -> None:
    """Take over a state that was written by the caller: what epochs that are over have brought, is paid."""
    lane.epochs = epochs_over(state)
    lane.over = 1 if is_over(state) else 0
    lane.paid[:] = 0.0
    if order.each_epoch == 1 and lane.epochs > 0:
        write_worth(state, order.reward, points, shares, lane.paid[: wide(seats(state))])


@compiled
def write_worth(state: Any, reward: int, points: Numbers16, shares: Values, into: Features) -> None:
    """Write what a position is worth to each seat, as if the game had ended after the last epoch."""
    if reward == WIN:
        returns(state, shares)
        for seat in range(len(into)):
            into[seat] = shares[seat]
        return
    scores(state, points)
    for seat in range(len(into)):
        into[seat] = points[seat]
        if reward == MARGIN:
            rival = -32768
            for other in range(len(into)):
                if other != seat:
                    rival = max(rival, wide(points[other]))
            into[seat] -= rival


@compiled
def show_chance(state: Any, mask: NDArray[np.bool_], odds: Features, moves: Moves, weights: Moves) -> None:
    """Write what chance can decide, and how likely each outcome is."""
    odds[:] = 0.0
    whole = wide(chance_weight(state))
    for place in range(chance_outcomes(state, moves, weights)):
        mask[moves[place]] = True
        odds[moves[place]] = weights[place] / whole


@compiled
def choose_any(number: np.uint64, masks: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
    """Choose a legal action in each lane, each as likely as the others; 0 where there is none."""
    for lane in range(len(masks)):
        row = masks[lane]
        count = 0
        for action in range(len(row)):
            count += row[action]
        skip = below(number + STRIDE * np.uint64(lane), count)
        actions[lane] = 0
        for action in range(len(row)):
            if row[action]:
                if skip == 0:
                    actions[lane] = action
                    break
                skip -= 1


@compiled
def make_legal(masks: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
    """Put a legal action in the place of each that is not: of so many, the one at the remainder of the division."""
    for lane in range(len(masks)):
        row, action = masks[lane], actions[lane]
        if 0 <= action < len(row) and row[action]:
            continue
        count = 0
        for other in range(len(row)):
            count += row[other]
        if count > 0:
            skip = np.uint64(action) % np.uint64(count)
            for other in range(len(row)):
                if row[other]:
                    if skip == 0:
                        actions[lane] = other
                        break
                    skip -= np.uint64(1)
