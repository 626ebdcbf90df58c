"""Whole games of compiled bots, at full speed.

A CARD says how a game begins, who plays, and from which numbers all chance follows. When the game is over, what came
out stands on it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.choice import best, weigh
from heliopolis.bots.heuristic.opinion import Values
from heliopolis.bots.players import THINKER
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.bots.search.policy import is_quiet
from heliopolis.bots.search.quiescence import Workspace, clear, judge
from heliopolis.compiled import apart, compiled, embedded, wide
from heliopolis.games.contract import (
    Game,
    Moves,
    Numbers16,
    apply,
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

#: Games are not left before their end.
TO_THE_END: Final = 0

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


@embedded
def play_game(
    table: NDArray[Any],
    openings: NDArray[Any],
    players: NDArray[Any],
    workspace: Workspace,
    card: Any,
    far: int,
    moves: Moves,
    values: Values,
) -> None:
    """Play the game of a CARD on `table[0]`, and count on the card what each seat decided.

    Chance has numbers of its own, one a draw. So the same numbers bring the same tiles in the same order, whoever
    plays, and whatever they choose.

    A game that is played to its end depends on its card alone, to the last digit. One that is left earlier, after so
    many quiet positions, makes use of all that was found out before.
    """
    table[0] = openings[card.opening]
    state = table[0]
    chance, choice = card.chance, card.choice
    while not is_over(state):
        if far != TO_THE_END and is_quiet(state):
            far -= 1
            if far == TO_THE_END:
                break
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
                player = players[card.seating[seat]]
                if far == TO_THE_END and player.kind == THINKER:
                    clear(workspace, player.network)
                weigh(state, moves, count, player, workspace, values)
                place = best(values, count, choice)
            move = wide(moves[place])
        apply(state, move)


@apart
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
def judge_card(state: Any, card: Any, player: Any, workspace: Workspace) -> None:
    """Write on a card what a player expects of a game that is not over."""
    judge(workspace, player.network, state, workspace.outlooks[0])
    count = wide(seats(state))
    for seat in range(count):
        card.shares[seat] = workspace.outlooks[0, seat]
        card.points[seat] = np.int64(np.round(workspace.outlooks[0, count + seat]))


@compiled
def play_each(
    openings: NDArray[Any],
    players: NDArray[Any],
    workspace: Workspace,
    cards: NDArray[Any],
    far: int,
    table: NDArray[Any],
    moves: Moves,
) -> None:
    """Play the games of several cards; the last two are buffers."""
    values = np.zeros(len(moves))
    points, shares = np.zeros(MOST_SEATS, np.int16), np.zeros(MOST_SEATS)
    sheet = np.zeros((MOST_SEATS, MOST_CATEGORIES), np.int16)
    for number in range(len(cards)):
        card = cards[number]
        play_game(table, openings, players, workspace, card, far, moves, values)
        if is_over(table[0]):
            write_card(table[0], card, points, shares, sheet)
        else:
            judge_card(table[0], card, players[card.seating[0]], workspace)


def play_cards(
    game: Game,
    openings: NDArray[Any],
    players: NDArray[Any],
    workspace: Workspace,
    cards: NDArray[Any],
    far: int = TO_THE_END,
) -> None:
    """Play the games of several cards outside the interpreter's lock: to their end, or so many quiet positions far.

    What comes of a game that is left is what its first seat's network says of it.
    """
    play_each(openings, players, workspace, cards, far, np.zeros(1, game.dtype), game.new_buffer())
