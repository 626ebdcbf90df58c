"""The `expert` player: a network, a search of what is half done, and games played on while there is time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from heliopolis.bots.choice import best, settle, weigh_settled
from heliopolis.bots.compiled_bot import borrow_workspace
from heliopolis.bots.contract import Choice, Outlook
from heliopolis.bots.ending import is_ended
from heliopolis.bots.heuristic.opinion import INSTINCT, Values
from heliopolis.bots.neural.network import Network
from heliopolis.bots.search.exact import best_of, solve
from heliopolis.bots.search.net import Net
from heliopolis.bots.search.policy import NEEDS, is_worth_playing_on
from heliopolis.bots.search.quiescence import Workspace
from heliopolis.bots.search.rollouts import MoveRace, Rollouts
from heliopolis.compiled import THINKERS, need
from heliopolis.errors import SetupError
from heliopolis.games.contract import game_of, seats, to_act

#: After so many positions it gives up to solve a position exactly: some milliseconds.
SOLVED_AT_A_GLANCE: Final = 5_000
#: How often others are expected to do what `greedy` would. It won more with less than `net` expects; why is not known.
OTHERS: Final = 0.25


def solved_choice(state: Any, moves: Sequence[int], limit: int = SOLVED_AT_A_GLANCE) -> Choice | None:
    """Choose exactly, where the rest of the game has few enough lines of play; None where it has more."""
    game = game_of(state)
    need(THINKERS, game.name)
    found = solve(state, limit)
    if found is None:
        return None
    seat, count = int(to_act(state)), int(seats(state))
    outlooks = tuple(Outlook(float(row[seat]), float(row[count + seat])) for row in found)
    return Choice(moves[best_of(found, seat)], tuple(outlook.win for outlook in outlooks), outlooks, exact=True)


class Expert:
    """Thinks until it is sure, or its time is up.

    Args:
        seconds: the most it takes for a move, if it is given as much.
        rounds: how often it plays promising moves on, at the most.
        nodes: how many positions it judges for a move before it plays on, at the most. What has more endings, as many
            throws of the dice game do, it leaves to instinct.
        instinct: how much of the win a point is worth, as `greedy` counts points, beside what the network says.
        others: how often the others are expected to do what `greedy` would, from 0 to 1; else, what the network would.
    """

    title = "Expert"
    needs = NEEDS
    description = (
        "Thinks every auction and every throw through. In Ra it also plays each promising move on, many times."
    )

    def __init__(
        self,
        seconds: float = 0.3,
        rounds: int = 10_000,
        nodes: int = 1_000_000,
        instinct: float = INSTINCT,
        others: float = OTHERS,
    ) -> None:
        if seconds <= 0:
            raise SetupError(f"seconds are {seconds:g}: expected more than 0")
        if rounds < 0:
            raise SetupError(f"rounds are {rounds}: expected 0 or more")
        if nodes < 0:
            raise SetupError(f"nodes are {nodes}: expected 0 or more")
        self.seconds = seconds
        self._rounds, self._nodes = rounds, nodes
        self._instinct = instinct
        self._net = Net(instinct=instinct, others=others)

    def network(self, game: str) -> Network:
        """Ask the built-in network."""
        return self._net.network(game)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Look at what every move leads to, then play on from those that might be best."""
        end = time.perf_counter() + min(seconds, self.seconds)
        solved = solved_choice(state, moves)
        if solved is not None:
            return solved
        with borrow_workspace(self._net, state) as workspace:
            found = self.think(workspace, state, moves, seed, lambda: time.perf_counter() < end and not is_ended())
        count, seat = found.shape[1] // 2, int(to_act(state))
        place, wins = best(found[:, seat], len(moves), np.uint64(seed)), np.maximum(found[:, seat], 0.0)
        outlooks = [Outlook(float(win), float(row[count + seat])) for win, row in zip(wins, found, strict=True)]
        return Choice(moves[place], tuple(wins.tolist()), tuple(outlooks))

    def think(
        self, workspace: Workspace, state: Any, moves: Sequence[int], seed: int, more: Callable[[], bool]
    ) -> Values:
        """Find out what each move promises every seat, as well as the time allows: see `quiescence.Prediction`."""
        settle(workspace, state, self._nodes, more)
        _, wins = weigh_settled(workspace, state, moves, self._instinct)
        race = MoveRace(wins, workspace.found[: len(moves)], int(to_act(state)))
        if is_worth_playing_on(state):
            rollouts = Rollouts(state, moves, self._net.player, workspace, seed)
            while race.in_question and race.total < self._rounds and more():
                rollouts.play(race, self._rounds - race.total)
        return race.outlooks()
