"""Truncated rollouts: from each move that might be best, the game is played on for a while, then the network judges.

The seat to act plays on as `net` does. Who the others are is not known: in each round some of them play as `net`,
some as `greedy`.

A network errs about single positions. Over the many that one move leads to, its errors even out. All moves of a round
use common random numbers: they meet the same draws, so that what remains is the difference that the moves make.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.games import CARD, MOST_SEATS, play_cards
from heliopolis.bots.heuristic.greedy import Greedy
from heliopolis.bots.heuristic.opinion import Values
from heliopolis.bots.search.quiescence import Prediction, Workspace
from heliopolis.games.contract import apply, game_of, seats, to_act

#: At first it is played on for so many quiet positions. After so many rounds, twice as far, and so on: the network's
#: judgement comes later, when more is decided, but each round takes longer and differs more from the next. Nearer than
#: this shows nothing that the network had not seen; farther, luck drowns what would be gained (docs/measurements.md).
NEAR: Final = 8
FARTHEST: Final = 32
STAGE: Final = 64
#: So many quiet positions are played before it looks at the clock again, about.
SLICE: Final = 32
#: How far off what was thought of a move before may be: by the first look, and by playing on half as far. It counts the
#: less, the surer the rounds are.
DOUBT: Final = 0.016
LATER_DOUBT: Final = 0.0125
#: Moves that were thought to cost more of the win than this are not played on.
HOPELESS: Final = 0.1
#: Moves are given up that are behind by so many standard errors.
SURE: Final = 2.0
#: So small an error of what comes of two moves, as far as they are played on, is small enough: the rest is doubt that
#: no more rounds can remove.
ENOUGH: Final = 0.004
#: By how much what comes of two moves differs from round to round, squared, until a few rounds have shown it.
USUAL_SPREAD: Final = 0.002
FEW: Final = 4


class MoveRace:
    """The moves of a position, and what came of them: a racing algorithm, which drops a move once it is surely behind.

    Args:
        wins: what is thought of each move: what it promises the seat to act of the win.
        outlooks: what is thought of each move, for all seats: see `quiescence.Prediction`.
        seat: who is to act.
    """

    def __init__(self, wins: Values, outlooks: Prediction, seat: int) -> None:
        self.seat = seat
        self.thought: Values = outlooks.astype(np.float64)
        self.thought[:, seat] = wins
        self.doubt = DOUBT
        self.live: NDArray[np.bool_] = wins > wins.max() - HOPELESS
        """Which moves are still played on. All of them were played on in all rounds so far."""
        self.far = NEAR
        self.total = 0
        """How many rounds there were, and how many of them as far as now."""
        self.rounds = 0
        self.sums: Values = np.zeros_like(self.thought)
        """Of what came of each."""
        self.squares: Values = np.zeros((len(wins), len(wins)))
        """Of the differences between what came of two moves, summed up, for every two."""

    def add(self, came: Values) -> None:
        """Note what came of each move that is still played on, in some rounds."""
        self.total += len(came)
        self.rounds += len(came)
        self.sums[self.live] += came.sum(axis=0)
        got = came[:, :, self.seat]
        self.squares[np.ix_(self.live, self.live)] += ((got[:, :, None] - got[:, None]) ** 2).sum(axis=0)
        self._give_up()
        if self.rounds >= STAGE and self.far < FARTHEST:
            self._go_farther()

    def outlooks(self) -> Values:
        """Say what each move promises, all in all, to every seat. A move that was given up counts as it did then."""
        spread = (self._spread() + FEW * USUAL_SPREAD) / (self.rounds + FEW)
        trust = spread / self.doubt**2  # so many rounds are as sure
        found = self.thought.copy()
        found[self.live] = (trust * found[self.live] + self.sums[self.live]) / (trust + self.rounds)
        return found

    def _spread(self) -> float:
        """Sum up over the rounds by how much what came of any two moves differed, squared."""
        pairs = self.squares[np.ix_(self.live, self.live)]
        return float(pairs.sum()) / max(pairs.size - len(pairs), 1)

    def _give_up(self) -> None:
        """Give up the moves that are surely behind the best, however far they will be played on."""
        found = self.outlooks()
        best = int(np.where(self.live, found[:, self.seat], -1.0).argmax())
        mean = (self.sums[best, self.seat] - self.sums[:, self.seat]) / self.rounds
        spread = np.maximum(self.squares[best] - self.rounds * mean**2, 0.0) + FEW * USUAL_SPREAD
        lead = found[best, self.seat] - found[:, self.seat]
        lost = self.live & (lead > SURE * np.sqrt(spread / (self.rounds + FEW) / self.rounds + LATER_DOUBT**2))
        self.thought[lost] = found[lost]
        self.live[lost] = False

    def _go_farther(self) -> None:
        """Play on twice as far from now on. What came out so far is what was thought before."""
        self.thought = self.outlooks()
        self.doubt = LATER_DOUBT
        self.far *= 2
        self.rounds = 0
        self.sums[:] = 0.0
        self.squares[:] = 0.0

    @property
    def in_question(self) -> bool:
        """Whether more than one move is left, and it is still open what comes of them."""
        sure = self.far == FARTHEST and self.rounds > FEW and self._spread() < (ENOUGH * self.rounds) ** 2
        return bool(self.live.sum() > 1) and not sure


class Rollouts:
    """Rollouts from a position, for all moves that are still in the race.

    Args:
        state: the position.
        moves: its legal moves.
        player: as whom the one plays who is to act, a PLAYER.
        workspace: with its network, and how often it expects others to play as `greedy`.
        seed: from which all luck follows.
    """

    def __init__(self, state: Any, moves: Sequence[int], player: NDArray[Any], workspace: Workspace, seed: int) -> None:
        self._game, self._seats, self._seat = game_of(state), int(seats(state)), int(to_act(state))
        self._ahead = np.full(len(moves), state, self._game.dtype)
        for place, move in enumerate(moves):
            apply(self._ahead[place], move)
        self._players = np.concatenate([player, Greedy().player])
        self._workspace, self._luck = workspace, np.random.default_rng(seed)

    def play(self, race: MoveRace, most: int) -> None:
        """Play every move that is still in question on, a few times, but not more often than that."""
        places = np.flatnonzero(race.live)
        rounds = min(max(SLICE // race.far, 1), most)
        cards: Any = np.zeros((rounds, len(places)), CARD)
        cards["opening"] = places
        cards["chance"] = self._luck.integers(1 << 63, size=(rounds, 1))
        cards["seating"] = self._luck.random((rounds, 1, MOST_SEATS)) < self._workspace.others[0]
        cards["seating"][:, :, self._seat] = 0
        play_cards(self._game, self._ahead, self._players, self._workspace, cards.reshape(-1), race.far)
        race.add(np.concatenate([cards["shares"][:, :, : self._seats], cards["points"][:, :, : self._seats]], axis=2))
