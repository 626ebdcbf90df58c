"""The dice game in a search: a turn is followed to its end, with every throw."""

from __future__ import annotations

import numpy as np

from heliopolis.compiled import inlined, wide
from heliopolis.games.dice.components import ALL_DICE, ANKH, CIVILIZATION, MONUMENT, NILE, PHARAOH, REROLLS, SUN
from heliopolis.games.dice.state import DISCARDING, REROLLING, ROLLING, USING, State, how_many


@inlined
def is_quiet(state: State) -> bool:
    """Tell whether a turn begins, or a disaster has to be paid for: all victims' choices together are too many."""
    return state.phase == DISCARDING or (
        state.phase == ROLLING and state.rolling == ALL_DICE and state.rerolls == REROLLS
    )


@inlined
def settles_fast(state: State) -> bool:
    """Tell whether the dice lie: five that can be thrown again have thousands of endings."""
    return not (state.phase == ROLLING or state.phase == REROLLING)  # noqa: PLR1714 - the way that is compiled well


@inlined
def tolerance(state: State) -> float:
    """Leave nothing out: a turn is solved exactly."""
    return np.inf


@inlined
def is_worth_playing_on(state: State) -> bool:
    """Tell that it is not: what playing on found in this game was too little to be seen (docs/measurements.md)."""
    return False


@inlined
def tidy(state: State) -> None:
    """Exchange the dice whose colours mean nothing any more, so that which of them shows what is always the same."""
    if state.phase == USING:
        free = ALL_DICE & ~(wide(state.dice[CIVILIZATION]) | wide(state.dice[MONUMENT]))
        for face in (SUN, PHARAOH, NILE, ANKH):
            left = free
            for _ in range(how_many(state.dice[face])):
                left &= left - 1
            state.dice[face] = free ^ left
            free = left
