"""Games, and what there is for a network to learn from them: its own, and those that it only watches.

At first it watches `greedy`, whose games are played many times as fast. Each wanders off for a while by random moves,
so that unusual positions are seen, too; then sound players play it out.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.features import Features, is_quiet, settles_fast, write_features
from heliopolis.bots.instinct import INSTINCT, MOST_SETTINGS, Values, weigh_greedily
from heliopolis.bots.network import POINTS_UNIT
from heliopolis.bots.players import first_best, temper
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.bots.search import Desk, Outlook, clear, deepen, judge, look_back
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
PARTS: Final = 1 << 20

#: Of a position that is not learned from.
NOT_SHOWN: Final = -1
#: Of a seat for which no network decides.
NOBODY: Final = -1

# Who sits with the network that learns; in the last case it does not play, but studies games of `greedy`.
ITSELF: Final = 0
RIVAL: Final = 1
GREEDY: Final = 2
STUDY: Final = 3

#: Of how many positions of a game that is studied one is learned from: they are much alike.
STUDIED: Final = 2

#: No game has so many decisions.
LONGEST: Final = 1_500


class Bench(NamedTuple):
    """A place where games are played to learn from."""

    openings: NDArray[Any]
    """From which to start."""
    table: NDArray[Any]
    moves: Moves
    """Of a position."""
    features: Features
    """Room for positions, one a row."""
    targets: Features
    """Room for what should have been said of them."""


class Course(NamedTuple):
    """How they are played."""

    company: int
    """Who takes seats beside the network that learns: ITSELF, RIVAL or GREEDY; or STUDY."""
    curiosity: int
    """How many moves of PARTS are made at random."""
    persistence: float
    """Lambda: how far what happens later reaches back."""


class Story(NamedTuple):
    """What happened in a game, one quiet position or random move after another."""

    said: Outlook
    """What the network said of the position; where a random move was made, of what the best one led to."""
    strayed: NDArray[np.bool_]
    """Whether it was a random move."""
    viewers: NDArray[np.int64]
    """As whom the network looked."""
    shown: NDArray[np.int64]
    """In which row of the features the position is, or NOT_SHOWN."""


@compiled
def play_lot(bench: Bench, desk: Desk, course: Course, number: np.uint64) -> tuple[int, int]:
    """Play games until there is no room for another; return how many positions there are to learn from, and games.

    What the network should have said of a quiet position is a mixture of what it said of the next ones and how the game
    ended, TD(lambda). It is the first on the desk; the second is a rival of it. All chance follows from a number.
    """
    state = bench.table[0]
    count = wide(seats(bench.openings[0]))
    story = new_story(count)
    end = np.empty(2 * count, np.float32)
    values = np.empty(len(bench.moves))
    studies = course.company == STUDY
    clear(desk, wide(0))
    clear(desk, wide(1))
    filled, games, before = 0, 0, 1  # the game before had so many decisions: for up to as many, a game wanders off
    while filled + LONGEST <= len(bench.features):
        number += STRIDE
        bench.table[0] = bench.openings[below(number, len(bench.openings))]
        number += STRIDE
        wander, mine = below(number, before), draw_seats(course.company, count, number + STRIDE)
        number += STRIDE
        decisions, length = 0, 0
        while True:
            number += STRIDE
            choices = list_ways(state, bench.moves, number)
            chosen = 0
            if choices > 1:
                decisions += 1
                brain = who_thinks(course.company, mine >> wide(to_act(state)) & 1)
                best = choose(desk, brain, state, bench.moves, choices, values)
                may_stray = decisions <= wander if studies else brain == 0 and settles_fast(state)
                chosen = best
                if may_stray and below(number, PARTS) < course.curiosity:
                    number += STRIDE
                    chosen = below(number, choices)
                    if chosen != best and not studies and length < LONGEST:
                        story.strayed[length], story.shown[length] = True, NOT_SHOWN
                        story.said[length] = desk.found[best]
                        length += 1
            apply(state, wide(bench.moves[chosen]))
            if is_over(state):
                break
            if not is_quiet(state) or length == LONGEST or (studies and decisions < wander):
                continue
            judge(desk, wide(0), state, story.said[length])
            story.strayed[length], story.shown[length] = False, NOT_SHOWN
            number += STRIDE
            if not studies or below(number, STUDIED) == 0:
                story.shown[length], story.viewers[length] = filled, wide(to_act(state))
                write_features(state, wide(to_act(state)), bench.features[filled])
                filled += 1
            length += 1
        look_back(state, end)
        learn_back(story, length, end, course.persistence, bench.targets)
        games += 1
        before = decisions
    return filled, games


@embedded
def choose(desk: Desk, brain: int, state: Any, moves: Moves, count: int, values: Values) -> int:
    """Find the place of the move that a network on the desk takes, or `greedy`."""
    weigh_greedily(state, moves, count, np.ones(MOST_SETTINGS), values)
    if brain != NOBODY:
        deepen(desk, brain, state, values, wide(0))
        temper(state, count, INSTINCT, desk, values)
    return first_best(values, count)


@inlined
def who_thinks(company: int, own: int) -> int:
    """Say which network on the desk decides for a seat, or NOBODY: then `greedy` does."""
    if company == STUDY:
        return NOBODY
    if own == 1:
        return 0
    return 1 if company == RIVAL else NOBODY


@inlined
def list_ways(state: Any, moves: Moves, number: np.uint64) -> int:
    """List the legal moves, or the one that chance decides by a number; count them."""
    if is_chance(state):
        moves[0] = chance_outcome(state, below(number, chance_weight(state)))
        return 1
    return legal_moves(state, moves)


@inlined
def draw_seats(company: int, count: int, number: np.uint64) -> int:
    """Draw the seats of the network that learns, as bits: all, or all but those of its company."""
    every = (1 << count) - 1
    if company == ITSELF:
        return every
    return every if company == STUDY else 1 + below(number, every - 1)


@inlined
def turn(outlook: Outlook, viewer: int, into: Features) -> None:
    """Write an outlook as the network should have said it: the viewer first."""
    count = len(outlook) // 2
    for place in range(count):
        seat = viewer + place
        if seat >= count:
            seat -= count
        into[place] = outlook[seat]
        into[count + place] = outlook[count + seat] / POINTS_UNIT


@compiled
def new_story(count: int) -> Story:
    """Make room for a game of so many seats."""
    said = np.zeros((LONGEST, 2 * count), np.float32)
    return Story(said, np.zeros(LONGEST, np.bool_), np.zeros(LONGEST, np.int64), np.full(LONGEST, NOT_SHOWN))


@compiled
def learn_back(story: Story, length: int, end: Outlook, persistence: float, targets: Features) -> None:
    """Go back from the end of a game, and write what should have been said of each position.

    A random move tells nothing about the position before it: there, the best that could have been chosen counts.
    """
    later = end.copy()
    keep = np.float32(persistence)
    for step in range(length - 1, -1, -1):
        if story.shown[step] != NOT_SHOWN:
            turn(later, story.viewers[step], targets[story.shown[step]])
        part = np.float32(0.0) if story.strayed[step] else keep
        for place in range(len(later)):
            later[place] = part * later[place] + (np.float32(1.0) - part) * story.said[step, place]
