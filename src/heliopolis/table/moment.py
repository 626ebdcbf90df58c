"""A match at one moment: the state of its game, and what everyone asks of it.

A view for everyone at a table asks a hundred times whose move it is. A call from Python into compiled code takes longer
than most answers, so each question is asked once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.facts.views import Result
from heliopolis.games import contract
from heliopolis.games.contract import State, duplicate


class Moment:
    """A state that stays as it is: what comes next is another moment."""

    def __init__(self, table: NDArray[Any]) -> None:
        """Take an array of one record; nobody may change it from now on."""
        self._table = table

    @property
    def state(self) -> State:
        """The state of the game, to be read only."""
        state: State = self._table[0]
        return state

    def trial(self) -> NDArray[Any]:
        """Copy the record, so that moves can be tried."""
        return duplicate(self._table)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(contract.is_over(self.state))

    @cached_property
    def is_chance(self) -> bool:
        """Whether the game waits for chance."""
        return bool(contract.is_chance(self.state))

    @cached_property
    def seat(self) -> int | None:
        """Whose move it is; while chance is awaited, who draws; None when the game is over."""
        return None if self.is_over else int(contract.to_act(self.state))

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves of the seat to act."""
        buffer = contract.game_of(self.state).new_buffer()
        return tuple(buffer[: contract.legal_moves(self.state, buffer)].tolist())

    @cached_property
    def epochs_over(self) -> int:
        """How many epochs have been scored."""
        return int(contract.epochs_over(self.state))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        points = np.zeros(int(contract.seats(self.state)), np.int16)
        contract.scores(self.state, points)
        return tuple(points.tolist())

    @cached_property
    def result(self) -> Result | None:
        """How the game ended, or None before that."""
        if not self.is_over:
            return None
        shares = np.zeros(len(self.scores))
        contract.returns(self.state, shares)
        return Result(list(self.scores), np.flatnonzero(shares).tolist())
