"""The rules of Pig: P1 to P4."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games import contract
from heliopolis.games.contract import END, U8, Moves, Numbers8, Numbers16, add, record_dtype

CHOOSING, ROLLING, OVER = range(3)
ROLL, HOLD = range(2)
#: A die shows 1: the other faces follow.
FACE: Final = 2
FACES: Final = 6
ACTIONS: Final = FACE + FACES


class State(contract.State):
    """One game."""

    seats: U8
    target: U8
    turn: U8
    phase: U8
    pot: U8
    held: Annotated[Numbers8, np.uint8, (4,)]


STATE: Final = record_dtype(State)


@inlined
def seats(state: State) -> int:
    """Count the players."""
    return state.seats


@inlined
def is_over(state: State) -> bool:
    """Tell whether somebody has won."""
    return state.phase == OVER


@inlined
def is_chance(state: State) -> bool:
    """Tell whether the die rolls."""
    return state.phase == ROLLING


@inlined
def to_act(state: State) -> int:
    """Name the seat whose turn it is."""
    return state.turn


@inlined
def legal_moves(state: State, moves: Moves) -> int:
    """Roll, or hold what there is (P2)."""
    count = add(moves, 0, ROLL)
    if state.pot:
        count = add(moves, count, HOLD)
    moves[count] = END
    return count


@inlined
def apply(state: State, move: int) -> None:
    """Make a move, or let the die fall."""
    if move == ROLL:
        state.phase = ROLLING
        return
    state.phase = CHOOSING
    if move > FACE:
        state.pot += move - FACE + 1
        return
    if move == HOLD:  # P4
        state.held[state.turn] += state.pot
    state.pot = 0
    if state.held[state.turn] >= state.target:  # P1
        state.phase = OVER
    else:
        state.turn = (wide(state.turn) + 1) % state.seats


@inlined
def chance_weight(state: State) -> int:
    """Count the faces."""
    return FACES


@inlined
def chance_outcome(state: State, ticket: int) -> int:
    """Let a face come up."""
    return FACE + ticket


@compiled
def chance_outcomes(state: State, moves: Moves, weights: Moves) -> int:
    """List the faces."""
    for face in range(FACES):
        moves[face] = FACE + face
        weights[face] = 1
    return FACES


@compiled
def scores(state: State, into: Numbers16) -> None:
    """Write the points: they count when the game is over."""
    for seat in range(state.seats):
        into[seat] = state.held[seat] if state.phase == OVER else 0


@compiled
def returns(state: State, into: NDArray[np.float64]) -> None:
    """Write who won."""
    for seat in range(state.seats):
        into[seat] = seat == state.turn


@compiled
def score_breakdown(state: State, sheet: Numbers16) -> None:
    """Write what each seat has."""
    for seat in range(state.seats):
        sheet[seat, 0] = state.held[seat]


@compiled
def epochs_over(state: State) -> int:
    """Count the epochs: the game is one."""
    return int(state.phase == OVER)


@compiled
def epoch_sheet(state: State, epoch: int, sheet: Numbers16) -> None:
    """Copy the score sheet."""
    for seat in range(state.seats):
        sheet[seat, 0] = state.held[seat]


@compiled
def epoch_end(state: State, epoch: int) -> int:
    """Tell why it ended."""
    return 0
