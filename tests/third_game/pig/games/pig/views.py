"""How Pig is looked at."""

from __future__ import annotations

from typing import Any

from heliopolis.facts.pig import PigBoard, PigReasons, PigView
from heliopolis.games.pig.rules import State


def board(state: State) -> PigBoard:
    """Lay out the pot, and what everyone holds."""
    return PigBoard(int(state.pot), state.held[: state.seats].tolist())


def reasons(state: State) -> list[PigReasons]:
    """Say nothing."""
    return [PigReasons()] * int(state.seats)


def view(state: State, **common: Any) -> PigView:
    """Show the table."""
    return PigView(board=board(state), reasons=reasons(state), **common)
