"""The `net` player: a network judges the position after each move, once; what is half done is settled first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heliopolis.bots.contract import Choice, Outlook
from heliopolis.bots.features import settles_fast, tolerance
from heliopolis.bots.instinct import INSTINCT, MOST_SETTINGS, OTHERS, Values, weigh_greedily
from heliopolis.bots.network import Network
from heliopolis.bots.networks import house_network, load
from heliopolis.bots.players import THINKER, CompiledBot, at_desk, best, temper
from heliopolis.bots.search import NO_LIMIT, SETTLE, Desk, begin, clear, deepen, go_on, shrug
from heliopolis.errors import SetupError
from heliopolis.games.contract import END, MOVE, to_act


class Net(CompiledBot):
    """Takes what promises most of the win, by its network.

    Args:
        nodes: how many positions it may judge for a move: it looks as far ahead as that allows. With 0 it looks at the
            positions after each move only, and in an auction at all that it can end with.
        instinct: how much of the win a point is worth, as `greedy` counts points, beside what the network says.
        others: how often the others are expected to do what `greedy` would, from 0 to 1; else, what the network would.
        file: another network than the one of the house; it has to be for the game of the table.
    """

    title = "Net"
    description = "Has seen hundreds of thousands of games, and judges each position at a glance."

    def __init__(self, nodes: int = 0, instinct: float = INSTINCT, others: float = OTHERS, file: str = "") -> None:
        if nodes < 0:
            raise SetupError(f"nodes are {nodes}: expected 0 or more")
        if instinct < 0:
            raise SetupError(f"instinct is {instinct:g}: expected 0 or more")
        if not 0 <= others <= 1:
            raise SetupError(f"others is {others:g}: expected 0 to 1")
        super().__init__(THINKER, (instinct, others), nodes)
        self._nodes, self._instinct = nodes, instinct
        self._file = Path(file) if file else None

    def network(self, game: str) -> Network:
        """Ask the network of the house, or the one that was named."""
        return house_network(game) if self._file is None else load(self._file, game)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take the move that promises most of the win, of those that instinct has not ruled out; of equals, any."""
        values = np.zeros(len(moves))
        with at_desk(self, state) as desk:
            look(desk, state, self._nodes)
            weigh_greedily(state, np.array([*moves, END], MOVE), len(moves), np.ones(MOST_SETTINGS), values)
            worth_a_thought = values >= values.max() - tolerance(state)
            temper(state, len(moves), self._instinct, desk, values)
            place = best(np.where(worth_a_thought, values, -np.inf), len(moves), np.uint64(seed))
            return choice_of(desk, moves, np.maximum(values, 0.0), int(to_act(state)), place)


def look(desk: Desk, state: Any, nodes: int) -> None:
    """Find out what each move leads to: as `deepen` does, which takes long to compile and is seldom needed here."""
    clear(desk, 0)
    if nodes > 0:
        deepen(desk, 0, state, np.zeros(len(desk.found)), nodes)
    elif settles_fast(state):
        begin(desk, 0, state, SETTLE)
        go_on(desk, 0, NO_LIMIT)
    else:
        shrug(desk, begin(desk, 0, state, SETTLE))


def choice_of(desk: Desk, moves: Sequence[int], wins: Values, seat: int, place: int) -> Choice:
    """Take a move, and say what each promises: of the win, as was found out; in points, as lies on the desk."""
    points = desk.found[: len(moves), desk.found.shape[1] // 2 + seat]
    outlooks = tuple(Outlook(float(win), float(mean)) for win, mean in zip(wins, points, strict=True))
    return Choice(moves[place], tuple(wins.tolist()), outlooks)
