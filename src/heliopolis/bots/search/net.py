"""The `net` player: a network judges the position after each move, once; what is half done is settled first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heliopolis.bots.choice import best, settle, weigh_settled
from heliopolis.bots.compiled_bot import CompiledBot, borrow_workspace
from heliopolis.bots.contract import Choice, Outlook
from heliopolis.bots.heuristic.opinion import INSTINCT, OTHERS, Values
from heliopolis.bots.neural.files import built_in_network, load
from heliopolis.bots.neural.network import Network
from heliopolis.bots.players import THINKER
from heliopolis.bots.search.policy import NEEDS, tolerance
from heliopolis.bots.search.quiescence import Workspace, clear, deepen
from heliopolis.errors import SetupError
from heliopolis.games.contract import to_act


class Net(CompiledBot):
    """Takes what promises most of the win, by its network.

    Args:
        nodes: how many positions it may judge for a move: it looks as far ahead as that allows. With 0 it looks at the
            positions after each move only, and in an auction at all that it can end with.
        instinct: how much of the win a point is worth, as `greedy` counts points, beside what the network says.
        others: how often the others are expected to do what `greedy` would, from 0 to 1; else, what the network would.
        file: another network than the built-in one; it has to be for the game of the table.
    """

    title = "Net"
    needs = NEEDS
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
        """Ask the built-in network, or the one that was named."""
        return built_in_network(game) if self._file is None else load(self._file, game)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take the move that promises most of the win, of those that instinct has not ruled out; of equals, any."""
        with borrow_workspace(self, state) as workspace:
            look(workspace, state, self._nodes)
            liked, wins = weigh_settled(workspace, state, moves, self._instinct)
            worth_a_thought = liked >= liked.max() - tolerance(state)
            place = best(np.where(worth_a_thought, wins, -np.inf), len(moves), np.uint64(seed))
            return choice_of(workspace, moves, np.maximum(wins, 0.0), int(to_act(state)), place)


def look(workspace: Workspace, state: Any, nodes: int) -> None:
    """Find out what each move leads to: what is half done is settled, then so many positions are judged."""
    if nodes > 0:
        clear(workspace, 0)
        deepen(workspace, 0, state, np.zeros(len(workspace.found)), nodes)
    else:
        settle(workspace, state, 0, lambda: False)


def choice_of(workspace: Workspace, moves: Sequence[int], wins: Values, seat: int, place: int) -> Choice:
    """Take a move, and say what each promises: of the win, as was found out; in points, as in the workspace."""
    points = workspace.found[: len(moves), workspace.found.shape[1] // 2 + seat]
    outlooks = tuple(Outlook(float(win), float(mean)) for win, mean in zip(wins, points, strict=True))
    return Choice(moves[place], tuple(wins.tolist()), outlooks)
