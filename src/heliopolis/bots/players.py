"""Bots whose thinking is compiled: they weigh every legal move, take the best, and so play whole games at full speed.

What such a bot is lies in a record, a PLAYER: which kind it is, and its settings. So one piece of compiled code seats
any of them at one table, and bots that differ only in settings share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.contract import Choice
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.compiled import compiled, wide
from heliopolis.games.contract import (
    END,
    MOVE,
    Moves,
    Numbers16,
    apply,
    by_game_in,
    chance_outcome,
    chance_weight,
    epoch_sheet,
    epochs_over,
    is_chance,
    is_over,
    legal_moves,
    returns,
    scores,
    seats,
    to_act,
)

# The kinds of players.
RANDOM: Final = 0
GREEDY: Final = 1

MOST_SETTINGS: Final = 16
_PLAYER: Final = [("kind", np.int64), ("settings", np.float64, (MOST_SETTINGS,))]
PLAYER: Final = np.dtype((np.record, np.dtype(_PLAYER, align=True)))

MOST_SEATS: Final = 5
MOST_CATEGORIES: Final = 12

#: One game of many: where it starts, the numbers that decide what is drawn and what players leave to chance, who of the
#: players sits in each seat; and what came out, by seat. Whoever knows the numbers of choices cannot work out those of
#: chance, if both were drawn by a hash.
_CARD: Final = [
    ("opening", np.int64),
    ("chance", np.uint64),
    ("choice", np.uint64),
    ("seating", np.int64, (MOST_SEATS,)),
    ("decisions", np.int64, (MOST_SEATS,)),
    ("shares", np.float64, (MOST_SEATS,)),
    ("points", np.int64, (MOST_SEATS,)),
    ("sheet", np.int64, (MOST_SEATS, MOST_CATEGORIES)),
]
CARD: Final = np.dtype((np.record, np.dtype(_CARD, align=True)))

Values = NDArray[np.float64]


@by_game_in("heliopolis.bots.greedy_{game}")
def weigh_greedily(state: Any, moves: Moves, count: int, settings: Values, values: Values) -> None:
    """Write what `greedy` thinks of each legal move, in points."""


@compiled
def weigh(state: Any, moves: Moves, count: int, player: Any, values: Values) -> None:
    """Write what each legal move promises the seat to act."""
    if player.kind == GREEDY:
        weigh_greedily(state, moves, count, player.settings, values)
    else:
        values[:count] = 0.0


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


@compiled
def play_game(
    table: NDArray[Any], openings: NDArray[Any], players: NDArray[Any], card: Any, moves: Moves, values: Values
) -> None:
    """Play the game of a CARD on `table[0]`, and count on the card what each seat decided.

    Chance has numbers of its own, one a draw. So the same numbers bring the same tiles in the same order, whoever
    plays, and whatever they choose.
    """
    table[0] = openings[card.opening]
    state = table[0]
    chance, choice = card.chance, card.choice
    while not is_over(state):
        if is_chance(state):
            chance += STRIDE
            move = chance_outcome(state, below(chance, chance_weight(state)))
        else:
            choice += STRIDE
            seat = to_act(state)
            card.decisions[seat] += 1
            count = legal_moves(state, moves)
            place = 0
            if count > 1:
                weigh(state, moves, count, players[card.seating[seat]], values)
                place = best(values, count, choice)
            move = wide(moves[place])
        apply(state, move)


@compiled
def write_card(state: Any, card: Any, points: Numbers16, shares: Values, sheet: Numbers16) -> None:
    """Write on a card what came out of a game that is over; the last three are buffers."""
    scores(state, points)
    returns(state, shares)
    for seat in range(seats(state)):
        card.points[seat] = points[seat]
        card.shares[seat] = shares[seat]
    for epoch in range(epochs_over(state)):
        epoch_sheet(state, epoch, sheet)
        for seat in range(seats(state)):
            for category in range(sheet.shape[1]):
                card.sheet[seat, category] += sheet[seat, category]


@compiled
def play_cards(
    openings: NDArray[Any],
    players: NDArray[Any],
    cards: NDArray[Any],
    table: NDArray[Any],
    moves: Moves,
    points: Numbers16,
    sheet: Numbers16,
) -> None:
    """Play the games of several cards; the last four are buffers."""
    values = np.zeros(len(moves))
    shares = np.zeros(len(points))
    for number in range(len(cards)):
        card = cards[number]
        play_game(table, openings, players, card, moves, values)
        write_card(table[0], card, points, shares, sheet)


class CompiledBot:
    """A bot that a PLAYER describes."""

    #: It takes the time it takes: nobody asks whether an answer was late.
    timed = False

    def __init__(self, kind: int, settings: Sequence[float] = ()) -> None:
        self.player = np.zeros(1, PLAYER)
        self.player["kind"] = kind
        self.player["settings"][0, : len(settings)] = settings

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take the move that promises most; of equals, any."""
        values = np.zeros(len(moves))
        if len(moves) > 1:
            weigh(state, np.array([*moves, END], MOVE), len(moves), self.player[0], values)
        place = best(values, len(values), np.uint64(seed))
        return Choice(moves[place], tuple(values.tolist()))
