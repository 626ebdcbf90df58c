"""Playing on: from each move that might be best, the game goes on for a while as `net` plays, then its network judges.

A network errs about single positions. Over the many that one move leads to, its errors even out. And all moves meet the
same luck: in a round each is played on with the same random numbers, so that what remains is the difference they make.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.players import CARD, Values, play_cards
from heliopolis.bots.search import Desk, Outlook
from heliopolis.games.contract import apply, game_of, seats, to_act

#: How many quiet positions it is played on.
FAR: Final = 4
#: How far off what was thought of a move before may be. It counts the less, the surer the rounds are.
DOUBT: Final = 0.03
#: Moves that were thought to cost more of the win than this are not played on.
HOPELESS: Final = 0.1
#: Moves are given up that are behind by so many standard errors.
SURE: Final = 2.5
#: By how much what comes of two moves differs from round to round, squared, until a few rounds have shown it.
USUAL_SPREAD: Final = 0.005
FEW: Final = 4


class Field:
    """The moves of a position, and what came of them.

    Args:
        wins: what is thought of each move: what it promises the seat to act of the win.
        outlooks: what is thought of each move, for all seats: see `search.Outlook`.
        seat: who is to act.
    """

    def __init__(self, wins: Values, outlooks: Outlook, seat: int) -> None:
        self.seat = seat
        self.thought: Values = outlooks.astype(np.float64)
        self.thought[:, seat] = wins
        self.live: NDArray[np.bool_] = wins > wins.max() - HOPELESS
        """Which moves are still played on. All of them were played on in all rounds so far."""
        self.rounds = 0
        self.sums: Values = np.zeros_like(self.thought)
        """Of what came of each."""
        self.squares: Values = np.zeros((len(wins), len(wins)))
        """Of the differences between what came of two moves, summed up, for every two."""

    def add(self, came: Values) -> None:
        """Note what came of each move that is still played on, in one round."""
        self.rounds += 1
        self.sums[self.live] += came
        got = came[:, self.seat]
        self.squares[np.ix_(self.live, self.live)] += (got[:, None] - got) ** 2

    def outlooks(self) -> Values:
        """Say what each move promises, all in all, to every seat. A move that was given up counts as it did then."""
        pairs = self.squares[np.ix_(self.live, self.live)]
        spread = pairs.sum() / max(pairs.size - len(pairs), 1)
        trust = (spread + FEW * USUAL_SPREAD) / (self.rounds + FEW) / DOUBT**2  # as many rounds are as sure as thought
        found = self.thought.copy()
        found[self.live] = (trust * found[self.live] + self.sums[self.live]) / (trust + self.rounds)
        return found

    def give_up(self) -> None:
        """Give up the moves that are surely behind the best."""
        found = self.outlooks()
        best = int(np.where(self.live, found[:, self.seat], -1.0).argmax())
        mean = (self.sums[best, self.seat] - self.sums[:, self.seat]) / self.rounds
        spread = np.maximum(self.squares[best] / self.rounds - mean**2, 0.0) + USUAL_SPREAD
        lead = found[best, self.seat] - found[:, self.seat]
        lost = self.live & (lead > SURE * np.sqrt(spread / self.rounds))
        self.thought[lost] = found[lost]
        self.live[lost] = False

    @property
    def in_question(self) -> bool:
        """Whether more than one move is left."""
        return bool(self.live.sum() > 1)


class Playouts:
    """Games that are played on from a position.

    Args:
        state: the position.
        moves: its legal moves.
        player: who plays all seats, a PLAYER.
        desk: with its network.
        seed: from which all luck follows.
    """

    def __init__(self, state: Any, moves: Sequence[int], player: NDArray[Any], desk: Desk, seed: int) -> None:
        self._game, self._seats, self._seat = game_of(state), int(seats(state)), int(to_act(state))
        self._ahead = np.full(len(moves), state, self._game.dtype)
        for place, move in enumerate(moves):
            apply(self._ahead[place], move)
        self._player, self._desk, self._luck = player, desk, np.random.default_rng(seed)

    def play(self, field: Field) -> None:
        """Play every move that is still in question on, once."""
        places = np.flatnonzero(field.live)
        cards: Any = np.zeros(len(places), CARD)
        cards["opening"] = places
        cards["chance"] = self._luck.integers(1 << 63)
        play_cards(self._game, self._ahead, self._player, self._desk, cards, FAR)
        field.add(np.hstack([cards["shares"][:, : self._seats], cards["points"][:, : self._seats]]))
        field.give_up()
