"""What every move of a position is worth, by rounds and not by the clock: the same answer each time it is asked.

A position that can be solved is solved. Else a search settles what is half done, and, where that shows more, each move
that might be best is played on, with common random numbers. A judge begins every position with a workspace as good as
new, so that nothing depends on what it saw before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from heliopolis.bots.choice import heuristic_values, settle, weigh_settled
from heliopolis.bots.heuristic.opinion import INSTINCT, MOST_SETTINGS, Values
from heliopolis.bots.search.exact import best_of, solve
from heliopolis.bots.search.expert import OTHERS
from heliopolis.bots.search.net import Net
from heliopolis.bots.search.policy import is_quiet, is_worth_playing_on, tolerance
from heliopolis.bots.search.quiescence import NO_LIMIT, SETTLE, clear, go_on, new_workspace
from heliopolis.bots.search.rollouts import FEW, USUAL_SPREAD, MoveRace, Rollouts
from heliopolis.compiled import THINKERS, need
from heliopolis.games import contract
from heliopolis.games.contract import MOVE, Game, apply, chance_outcomes, chance_weight, is_chance, is_over, to_act
from heliopolis.table.match import legal

#: By how much the points that come of two moves differ from round to round, squared, until some rounds have shown it;
#: and how far off what is thought of them before may be.
USUAL_POINTS_SPREAD: Final = 30.0
POINTS_DOUBT: Final = 0.6


@dataclass(frozen=True)
class Depth:
    """How thoroughly a position is judged. It is a part of the key under which a review is stored."""

    rounds: int = 96
    """How often promising moves are played on, at the most."""
    solved: int = 5_000
    """How many positions may be looked at to solve one."""
    glanced: int = 200
    """The same, where a state is only valued."""


@dataclass(frozen=True)
class Judgement:
    """What is known of every legal move of a position."""

    moves: tuple[int, ...]
    found: Values
    """After each move: each seat's share of the win, then each seat's points."""
    errors: Values
    """By how much the lead of the best over each may be wrong, as a standard error: of the win, and of points."""
    best: int
    """The place of the best move."""
    first_sight: int
    """The place of the move that looks best at first sight: what `greedy` would do."""
    exact: bool


class Judge:
    """Judges positions of a game with so many seats. It belongs to one thread."""

    def __init__(self, game: Game, seats: int, depth: Depth) -> None:
        need(THINKERS, game.name)
        self._net = Net(others=OTHERS)
        self._game, self._seats, self.depth = game, seats, depth
        self._workspace = new_workspace(game, seats, [self._net.network(game.name)], [OTHERS])

    # ---- moves ----

    def judge(self, state: Any) -> tuple[Judgement, Values, Values]:
        """Judge the moves of the seat to act. Value the state as `value` does, and what follows each move.

        One search serves all. The values are no judgements: in those, what instinct likes counts, too.
        """
        moves, seat = legal(state), int(to_act(state))
        sight = int(heuristic_values(state, moves, np.ones(MOST_SETTINGS)).argmax())
        glanced = solve(state, self.depth.glanced)
        if glanced is not None and not _misses_nothing(state):
            return _solved(moves, glanced, seat, sight), glanced[best_of(glanced, seat)].copy(), glanced
        wins = self._settle(state, moves)
        following: Values = self._workspace.found[: len(moves)].astype(np.float64)
        value = self._settled_value(state, moves, wins)
        solved = solve(state, self.depth.solved) if glanced is None else glanced
        if solved is not None:
            return _solved(moves, solved, seat, sight), value, following
        race = PointsRace(wins, self._workspace.found[: len(moves)], seat)
        if len(moves) > 1 and is_worth_playing_on(state):
            rollouts = Rollouts(state, moves, self._net.player, self._workspace, seed=0)
            while race.in_question and race.total < self.depth.rounds:
                rollouts.play(race, self.depth.rounds - race.total)
        found = race.outlooks()
        best = int(found[:, seat].argmax())
        return Judgement(tuple(moves), found, race.errors(best), best, sight, exact=False), value, following

    def _settle(self, state: Any, moves: list[int]) -> Values:
        """Search what is half done; say what each move promises the seat to act."""
        self._forget()
        settle(self._workspace, state, NO_LIMIT, lambda: True)
        _, wins = weigh_settled(self._workspace, state, moves, INSTINCT)
        return wins

    def _forget(self) -> None:
        """Let nothing depend on what was searched before."""
        self._workspace.marks[:] = 0
        self._workspace.keys[:] = 0

    # ---- states ----

    def value(self, state: Any) -> Values:
        """Value a state at a glance: each seat's share of the win, then each seat's points.

        It depends on the state alone. A chance is worth the average of what it can bring, so that luck is as often good
        as bad.
        """
        if is_over(state):
            return ended(state)
        if is_chance(state):
            return self._average(state)
        moves = legal(state)
        if not _misses_nothing(state):
            solved = solve(state, self.depth.glanced)
            if solved is not None:
                best: Values = solved[best_of(solved, int(to_act(state)))]
                return best.copy()
        return self._settled_value(state, moves, self._settle(state, moves))

    def _settled_value(self, state: Any, moves: list[int], wins: Values) -> Values:
        """Take what follows the move that `net` would make, of a state that was settled just now."""
        settled: Values = self._workspace.found[: len(moves)].astype(np.float64)
        if _misses_nothing(state):  # as in the midst of a search, so that averages are of the same numbers
            wins = settled[:, int(to_act(state))]
        else:
            liked = heuristic_values(state, moves, np.ones(MOST_SETTINGS))
            wins = np.where(liked >= liked.max() - tolerance(state), wins, -np.inf)
        value: Values = settled[int(wins.argmax())]
        return value

    def _average(self, state: Any) -> Values:
        """Average over what a chance can decide."""
        moves, weights = np.zeros((2, self._game.most_outcomes), MOVE)
        count = int(chance_outcomes(state, moves, weights))
        following = []
        for move in moves[:count].tolist():
            after = state.copy()
            apply(after, move)
            following.append(after)
        if any(not is_over(after) and is_chance(after) for after in following):
            return self._average_of_many(state, count)
        return _mean(state, np.array([self.value(after) for after in following]))

    def _average_of_many(self, state: Any, count: int) -> Values:
        """Average over chances that follow each other, as dice that are rolled at once, in one search."""
        workspace = self._workspace
        self._forget()
        clear(workspace, 0)
        workspace.table[0] = state
        frame = workspace.frames[0]
        frame["network"] = frame["next"] = 0
        frame["seat"], frame["count"] = int(to_act(state)), count
        frame["plies"], frame["floor"] = SETTLE, -np.inf
        workspace.liked[0] = 0.0
        chance_outcomes(state, workspace.moves[0], workspace.odds[0])
        go_on(workspace, 0, NO_LIMIT)
        return _mean(state, workspace.found[:count].astype(np.float64))

    def is_averaged(self, state: Any) -> bool:
        """Tell whether a chance is in the midst of something: the search of the move before has averaged over it."""
        return not is_over(state) and bool(is_chance(state)) and not bool(is_quiet(state))


def _misses_nothing(state: Any) -> bool:
    """Tell whether the search leaves no move out.

    There, the value of a state is always what the search finds, never what the solver does, who chooses otherwise
    between moves that win alike: the search also averages over chances that follow each other, and the average has to
    be one of the same numbers.
    """
    return bool(tolerance(state) == np.inf)


def _solved(moves: Sequence[int], found: Values, seat: int, sight: int) -> Judgement:
    return Judgement(tuple(moves), found, np.zeros((len(moves), 2)), best_of(found, seat), sight, exact=True)


def ended(state: Any) -> Values:
    """Say how a game has ended: each seat's share of the win, then each seat's points."""
    count = int(contract.seats(state))
    shares, points = np.zeros(count), np.zeros(count, np.int16)
    contract.returns(state, shares)
    contract.scores(state, points)
    return np.concatenate([shares, points])


def _mean(state: Any, found: Values) -> Values:
    """Average what follows a chance by its weights."""
    moves, weights = np.zeros((2, max(len(found), 1)), MOVE)
    chance_outcomes(state, moves, weights)
    mean: Values = weights.astype(np.float64) @ found / int(chance_weight(state))
    return mean


class PointsRace(MoveRace):
    """A race that notes, too, how sure the points are that come of each move."""

    def __init__(self, wins: Values, outlooks: Any, seat: int) -> None:
        super().__init__(wins, outlooks, seat)
        self._points = seat + self.thought.shape[1] // 2
        self.point_squares: Values = np.zeros((len(wins), len(wins)))

    def add(self, came: Values) -> None:
        """Note what came of each move that is still played on, in some rounds."""
        got = came[:, :, self._points]
        self.point_squares[np.ix_(self.live, self.live)] += ((got[:, :, None] - got[:, None]) ** 2).sum(axis=0)
        super().add(came)

    def _go_farther(self) -> None:
        super()._go_farther()
        self.point_squares[:] = 0.0

    def errors(self, best: int) -> Values:
        """Say how far off the lead of one move over each may be, as standard errors: of the win, and of points."""
        found = np.zeros((len(self.thought), 2))
        for column, (squares, usual, doubt, place) in enumerate(
            (
                (self.squares, USUAL_SPREAD, self.doubt, self.seat),
                (self.point_squares, USUAL_POINTS_SPREAD, POINTS_DOUBT, self._points),
            )
        ):
            rounds = max(self.rounds, 1)
            mean = (self.sums[best, place] - self.sums[:, place]) / rounds
            spread = np.maximum(squares[best] - self.rounds * mean**2, 0.0) + FEW * usual
            spread = spread / (self.rounds + FEW)
            seen = np.where(self.live, self.rounds, 0)
            found[:, column] = np.sqrt(1.0 / (1.0 / doubt**2 + seen / spread))
        found[best] = 0.0
        return found
