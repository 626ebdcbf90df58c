"""Bots whose thinking is compiled, so that whole games of them can be played at full speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.choice import best, heuristic_values
from heliopolis.bots.contract import Choice
from heliopolis.bots.neural.network import Network
from heliopolis.bots.players import GREEDY, PLAYER
from heliopolis.bots.search.quiescence import Workspace, new_workspace
from heliopolis.compiled import THINKERS, need
from heliopolis.games.contract import Game, game_of, seats


class CompiledBot:
    """A bot that a PLAYER describes."""

    #: It takes the time it takes: nobody asks whether an answer was late.
    timed = False
    #: The rooms in which a game must have a module, so that it can play.
    needs: tuple[str, ...] = ()

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
            settings = self.player["settings"][0].copy()  # as it lies in memory elsewhere: else it would compile anew
            values = heuristic_values(state, moves, settings)
        place = best(values, len(values), np.uint64(seed))
        return Choice(moves[place], tuple(values.tolist()))


def line_up(bots: Sequence[CompiledBot], game: Game, seats: int) -> tuple[NDArray[Any], Workspace]:
    """Bring bots to one table: their PLAYERs, and a workspace with the networks that they ask."""
    players = np.concatenate([bot.player for bot in bots])
    networks: list[Network] = []
    opinions: list[float] = []
    for player, bot in zip(players, bots, strict=True):
        network = bot.network(game.name)
        if network is None:
            continue
        same = [one is network and of == bot.others for one, of in zip(networks, opinions, strict=True)]
        player["network"] = same.index(True) if any(same) else len(same)
        if not any(same):
            networks.append(network)
            opinions.append(bot.others)
    return players, new_workspace(game, seats, networks, opinions)


#: Workspaces that no search uses just now, by network, then by number of seats and opinion of others: as many as there
#: were searches at once. They go with their network.
_FREE_WORKSPACES: Final[WeakKeyDictionary[Network, dict[tuple[int, float], list[Workspace]]]] = WeakKeyDictionary()


@contextmanager
def borrow_workspace(bot: CompiledBot, state: Any) -> Iterator[Workspace]:
    """Lend a bot a workspace for its search of a position; nobody else uses it meanwhile."""
    game, count = game_of(state), int(seats(state))
    network = bot.network(game.name)
    assert network is not None, "who asks no network needs no workspace"
    need(THINKERS, game.name)
    free = _FREE_WORKSPACES.setdefault(network, {}).setdefault((count, bot.others), [])
    workspace = free.pop() if free else new_workspace(game, count, [network], [bot.others])
    try:
        yield workspace
    finally:
        free.append(workspace)
