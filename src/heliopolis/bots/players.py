"""Bots whose thinking is compiled: they weigh every legal move, take the best, and so play whole games at full speed.

What such a bot is lies in a record, a PLAYER: which kind it is, and its settings. So one piece of compiled code seats
any of them at one table, and bots that differ only in settings share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.contract import Choice
from heliopolis.bots.features import is_quiet, tolerance
from heliopolis.bots.instinct import MOST_SETTINGS, Values, weigh_greedily
from heliopolis.bots.network import Network
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.bots.search import Desk, clear, deepen, judge, new_desk
from heliopolis.compiled import compiled, embedded, inlined, wide
from heliopolis.games.contract import (
    END,
    MOVE,
    Game,
    Moves,
    Numbers16,
    apply,
    chance_outcome,
    chance_weight,
    epoch_sheet,
    epochs_over,
    game_of,
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
THINKER: Final = 2

#: Games are not left before their end.
TO_THE_END: Final = 0

#: Which kind it is, its settings, and for a THINKER which of the desk's networks it asks, and how many positions it may
#: judge for a move once it has settled what is half done. The settings of a THINKER are its instinct, and how often it
#: expects others to do what `greedy` would.
_PLAYER: Final = [
    ("kind", np.int64),
    ("settings", np.float64, (MOST_SETTINGS,)),
    ("brain", np.int64),
    ("nodes", np.int64),
]
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


@embedded
def weigh(state: Any, moves: Moves, count: int, player: Any, desk: Desk, values: Values) -> None:
    """Write what each legal move promises the seat to act: points, or a share of the win, as the player thinks."""
    values[:count] = 0.0
    if player.kind != RANDOM:
        manners = player.settings.copy() if player.kind == GREEDY else np.ones(MOST_SETTINGS)
        weigh_greedily(state, moves, count, manners, values)
    if player.kind == THINKER and not is_clear(values, count, tolerance(state)):
        deepen(desk, player.brain, state, values, player.nodes)
        temper(state, count, player.settings[0], desk, values)


@inlined
def is_clear(values: Values, count: int, tolerance: float) -> bool:
    """Tell whether all other moves are far behind the best: then nothing has to be looked at."""
    floor = values[:count].max() - tolerance
    near = 0
    for place in range(count):
        near += values[place] >= floor
    return near == 1


@compiled
def temper(state: Any, count: int, instinct: float, desk: Desk, values: Values) -> None:
    """Turn what `greedy` thinks of each legal move into what it promises of the win, by what was found out about it.

    A network errs here and there about any position, `greedy` errs too, but elsewhere. What both like is seldom wrong.
    Where nothing can be won any more this is a little less than 0, so that instinct still decides.
    """
    seat = wide(to_act(state))
    liked = values[:count].max()
    for place in range(count):
        values[place] = desk.found[place, seat] - instinct * (liked - values[place])


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


@embedded
def play_game(
    table: NDArray[Any],
    openings: NDArray[Any],
    players: NDArray[Any],
    desk: Desk,
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
                    clear(desk, player.brain)
                weigh(state, moves, count, player, desk, values)
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
def judge_card(state: Any, card: Any, player: Any, desk: Desk) -> None:
    """Write on a card what a player expects of a game that is not over."""
    judge(desk, player.brain, state, desk.outlooks[0])
    count = wide(seats(state))
    for seat in range(count):
        card.shares[seat] = desk.outlooks[0, seat]
        card.points[seat] = np.int64(np.round(desk.outlooks[0, count + seat]))


@compiled
def play_each(
    openings: NDArray[Any],
    players: NDArray[Any],
    desk: Desk,
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
        play_game(table, openings, players, desk, card, far, moves, values)
        if is_over(table[0]):
            write_card(table[0], card, points, shares, sheet)
        else:
            judge_card(table[0], card, players[card.seating[0]], desk)


def play_cards(
    game: Game,
    openings: NDArray[Any],
    players: NDArray[Any],
    desk: Desk,
    cards: NDArray[Any],
    far: int = TO_THE_END,
) -> None:
    """Play the games of several cards outside the interpreter's lock: to their end, or so many quiet positions far.

    What comes of a game that is left is what its first seat's network says of it.
    """
    play_each(openings, players, desk, cards, far, np.zeros(1, game.dtype), game.new_buffer())


class CompiledBot:
    """A bot that a PLAYER describes."""

    #: It takes the time it takes: nobody asks whether an answer was late.
    timed = False

    def __init__(self, kind: int, settings: Sequence[float] = (), nodes: int = 0) -> None:
        self.player = np.zeros(1, PLAYER)
        self.player["kind"] = kind
        self.player["settings"][0, : len(settings)] = settings
        self.player["nodes"] = nodes

    @property
    def others(self) -> float:
        """How often a THINKER expects others to do what `greedy` would."""
        return float(self.player["settings"][0, 1])

    def network(self, game: str) -> Network | None:
        """Find the network that it asks in a game, if it does."""

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take the move that promises most; of equals, any."""
        values = np.zeros(len(moves))
        if len(moves) > 1 and self.player["kind"] == GREEDY:
            manners = self.player["settings"][
                0
            ].copy()  # as it lies in memory elsewhere: else it would be compiled anew
            weigh_greedily(state, np.array([*moves, END], MOVE), len(moves), manners, values)
        place = best(values, len(values), np.uint64(seed))
        return Choice(moves[place], tuple(values.tolist()))


def line_up(bots: Sequence[CompiledBot], game: Game, seats: int) -> tuple[NDArray[Any], Desk]:
    """Bring bots to one table: their PLAYERs, and a desk with the networks that they ask."""
    players = np.concatenate([bot.player for bot in bots])
    networks: list[Network] = []
    opinions: list[float] = []
    for player, bot in zip(players, bots, strict=True):
        network = bot.network(game.name)
        if network is None:
            continue
        same = [one is network and of == bot.others for one, of in zip(networks, opinions, strict=True)]
        player["brain"] = same.index(True) if any(same) else len(same)
        if not any(same):
            networks.append(network)
            opinions.append(bot.others)
    return players, new_desk(game, seats, networks, opinions)


#: Desks that nobody thinks at just now, by game, number of seats, network and opinion of others: as many as think at
#: once.
_DESKS: Final[dict[tuple[str, int, int, float], list[Desk]]] = {}


@contextmanager
def at_desk(bot: CompiledBot, state: Any) -> Iterator[Desk]:
    """Let a bot think about a position at a desk that nobody else uses meanwhile."""
    game, count = game_of(state), int(seats(state))
    network = bot.network(game.name)
    free = _DESKS.setdefault((game.name, count, id(network), bot.others), [])
    desk = free.pop() if free else new_desk(game, count, *([], []) if network is None else ([network], [bot.others]))
    try:
        yield desk
    finally:
        free.append(desk)
