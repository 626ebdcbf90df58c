"""What a thing on the table is worth to a player: two tables that differ in it alone, played on with the same draws.

A game says in a module of its name which things there are, and lays out both tables. All games played on use common
random numbers: what remains is the difference that the thing makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from heliopolis.bots.games import CARD, MOST_SEATS, play_cards
from heliopolis.bots.heuristic.greedy import Greedy
from heliopolis.bots.search.expert import OTHERS
from heliopolis.bots.search.net import Net
from heliopolis.bots.search.quiescence import new_workspace
from heliopolis.compiled import THINKERS, need
from heliopolis.errors import MoveError
from heliopolis.games.about import has_room
from heliopolis.table.match import Match

ROOM: Final = "heliopolis.coach.values.{game}"
#: So far every game is played on, in quiet positions, and so often, usually.
FAR: Final = 16
ROUNDS: Final = 64
#: An interval of 95 % reaches so many standard errors to both sides.
SURE: Final = 1.96


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table, and the two tables that differ in it."""

    kind: str
    """What it is: "lot" or "sun"."""
    seat: int
    """To whom it is worth something."""
    number: int | None
    """Which of several, such as a sun's number."""
    having: Any
    lacking: Any


@dataclass(frozen=True, slots=True)
class Worth:
    """What a thing is worth to a seat: by how much having it changes the end of the game."""

    kind: str
    seat: int
    number: int | None
    win: float
    points: float
    win_error: float
    """Half of an interval of 95 %, as far as the games played on differ."""
    points_error: float


def worths(match: Match, rounds: int = ROUNDS) -> list[Worth]:
    """Say what the lot is worth to each player, and each sun to the one to act; nothing in a game without them.

    >>> match = Match("ra", ["north", "east", "south"], seed=7)
    >>> match.play("draw")
    >>> sorted({worth.kind for worth in worths(match, rounds=2)})
    ['lot', 'sun']
    """
    if match.seat is None or match.is_chance:
        raise MoveError("nobody has to choose now, so nothing is worth more to one than to another")
    if not has_room(ROOM, match.game.name):
        return []
    things: Sequence[Thing] = import_module(ROOM.format(game=match.game.name)).things(match.state)
    need(THINKERS, match.game.name)
    shares, points = _play(match, things, rounds)
    found = []
    for place, thing in enumerate(things):
        gains = [came[:, 2 * place, thing.seat] - came[:, 2 * place + 1, thing.seat] for came in (shares, points)]
        errors = [SURE * float(gain.std(ddof=1)) / rounds**0.5 if rounds > 1 else 1.0 for gain in gains]
        win, more = (float(gain.mean()) for gain in gains)
        found.append(Worth(thing.kind, thing.seat, thing.number, win, more, *errors))
    return found


def _play(match: Match, things: Sequence[Thing], rounds: int) -> tuple[Any, Any]:
    """Play every table on, as often as is asked: each seat's share of the win, and points, by round and table."""
    game, seats = match.game, len(match.players)
    tables = np.array([table for thing in things for table in (thing.having, thing.lacking)], game.dtype)
    net = Net(others=OTHERS)
    workspace = new_workspace(game, seats, [net.network(game.name)], [OTHERS])
    luck = np.random.default_rng(0)
    cards: Any = np.zeros((rounds, len(tables)), CARD)
    cards["opening"] = np.arange(len(tables))
    cards["chance"] = luck.integers(1 << 63, size=(rounds, 1))
    cards["seating"] = luck.random((rounds, 1, MOST_SEATS)) < OTHERS
    cards["seating"][:, :, match.seat] = 0
    players = np.concatenate([net.player, Greedy().player])
    play_cards(game, tables, players, workspace, cards.reshape(-1), FAR)
    return cards["shares"], cards["points"].astype(np.float64)
