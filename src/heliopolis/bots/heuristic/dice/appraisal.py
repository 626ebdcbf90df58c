"""What `greedy` sees in a position of the dice game: what the dice could do, and how they are used best."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.dice.board import (
    another_column,
    area_worth,
    cell_worth,
    civilizations,
    different,
    epochs_left,
    game_left,
    races,
    river,
    turns_left,
)
from heliopolis.bots.heuristic.dice.hands import COLOURED, HANDS
from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games.contract import record_dtype
from heliopolis.games.dice.components import (
    ALL_DICE,
    ANKH,
    ANKH_PAIR,
    ANKH_POINTS,
    CIVILIZATION,
    COLUMNS,
    DICE,
    FACES,
    FIRST_CIVILIZATION_SYMBOLS,
    FLOOD_SYMBOLS,
    MONUMENT,
    MOST_PLACED,
    MOST_SUNS_THAT_MOVE,
    NILE,
    PHARAOH,
    ROWS,
    TRACK_END,
)
from heliopolis.games.dice.state import State, how_many

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

#: Ra goes 0, 1 or 2 spaces in a turn, and with more Suns none: what dice are worth is asked for each of these.
PACES: Final = MOST_SUNS_THAT_MOVE + 1


class Appraisal:
    """One position, as the seat to act sees it: what its dice could do. All worths are by how far Ra goes."""

    dtype: np.dtype[np.void]

    caution: Annotated[float, np.float64]
    sight: Annotated[float, np.float64]  # how much of what counts only later is seen
    hurt: Annotated[float, np.float64]  # what a rival's gain of one point costs
    free: Annotated[int, np.int64]  # the civilization spaces it can still have
    standing: Annotated[Numbers, np.float64, (PACES,)]  # what it has on the board, over the others
    pharaoh: Annotated[Numbers, np.float64, (PACES, DICE + 1)]  # by steps
    nile: Annotated[Numbers, np.float64, (PACES, 2, DICE + 1)]  # by floods and steps
    placed: Annotated[Numbers, np.float64, (PACES, MOST_PLACED + 1)]  # by civilization markers
    rows: Annotated[Numbers, np.float64, (PACES, ROWS)]  # the best monument in each row
    row: Annotated[Numbers, np.float64, (PACES,)]  # on average
    further: Annotated[Numbers, np.float64, (PACES, MOST_PLACED)]  # by monuments of the turn: one more column
    hand: Annotated[Counts, np.int64, (FACES,)]  # the dice that lie there
    rest: Annotated[Counts, np.int64, (FACES,)]  # those that an action leaves
    worths: Annotated[Numbers, np.float64, (HANDS,)]


APPRAISAL: Final = record_dtype(Appraisal)


# ---- what the board asks for ----


@inlined
def pace_of(suns: int) -> int:
    """Say how far Ra goes with some Suns (D13)."""
    return suns if suns <= MOST_SUNS_THAT_MOVE else 0


@compiled
def open_spaces(state: State) -> int:
    """Find the civilization spaces where the seat to act has no marker and there is room for one (D10)."""
    taken = wide(ALL_DICE)
    for seat in range(state.seats):
        if seat != state.seat:
            taken &= wide(state.civilization[seat])
    return ALL_DICE & ~(taken | wide(state.civilization[state.seat]))


@compiled
def look(state: State, appraisal: Appraisal, pace: int) -> None:
    """Weigh all that dice could do, if Ra goes so far this turn."""
    me = wide(state.seat)
    caution, sight = appraisal.caution, appraisal.sight
    turns = sight * turns_left(state, pace, caution)
    later = sight * epochs_left(state)
    start = wide(state.pharaoh[me])
    race = races(state, start, 0, turns, appraisal.hurt, sight)
    for steps in range(DICE + 1):
        end = min(start + steps, TRACK_END)
        appraisal.pharaoh[pace, steps] = races(state, end, 0, turns, appraisal.hurt, sight) - race
    floods = wide(state.floods[me])
    start = wide(state.nile[me])
    now = river(start, floods, turns, later)
    for more in range(2):
        for steps in range(DICE + 1):
            end = min(start + steps, TRACK_END)
            appraisal.nile[pace, more, steps] = river(end, floods + more, turns, later) - now
    markers = how_many(state.civilization[me])
    for more in range(MOST_PLACED + 1):
        after = civilizations(min(markers + more, DICE), turns)
        appraisal.placed[pace, more] = after - civilizations(markers, turns)
    look_at_monuments(state, appraisal, pace, game_left(state, turns, caution, sight))
    standing = race + area_worth(state, me, turns, caution, sight)
    for seat in range(state.seats):
        if seat != me:
            standing -= appraisal.hurt * area_worth(state, seat, turns, caution, sight)
    appraisal.standing[pace] = standing


@compiled
def look_at_monuments(state: State, appraisal: Appraisal, pace: int, hope: float) -> None:
    """Find the best cell of each row, and what further columns are worth."""
    cells = state.monuments[state.seat]
    appraisal.row[pace] = 0.0
    for row in range(ROWS):
        best = 0.0
        for column in range(COLUMNS):
            if state.empty >> (COLUMNS * row + column) & 1:
                best = max(best, cell_worth(cells, column, hope))
        appraisal.rows[pace, row] = best
        appraisal.row[pace] += best / ROWS
    for built in range(MOST_PLACED):
        appraisal.further[pace, built] = another_column(different(cells) + built, hope)


# ---- the use of the dice ----


@compiled
def best_use(appraisal: Appraisal, pace: int, dice: Counts, monument: float, spaces: int) -> float:
    """Find the most that dice can bring in a turn: each face its own action, Ankhs where they help most.

    Args:
        appraisal: what each action is worth.
        pace: how far Ra goes.
        dice: how many show each face.
        monument: what the first monument is worth.
        spaces: how many civilization spaces the colours of the dice allow, or -1 where colours are not known yet.
    """
    best = 0.0
    ankhs = dice[ANKH]
    for to_pharaoh in range((ankhs if dice[PHARAOH] > 0 else 0) + 1):
        pharaoh = appraisal.pharaoh[pace, dice[PHARAOH] + to_pharaoh]
        left = ankhs - to_pharaoh
        for to_nile in range((left if dice[NILE] > 0 else 0) + 1):
            nile = best_river(appraisal, pace, dice[NILE] + to_nile) if dice[NILE] > 0 else 0.0
            left = ankhs - to_pharaoh - to_nile
            for to_civilization in range((left if dice[CIVILIZATION] > 0 else 0) + 1):
                civilization = best_placing(appraisal, pace, dice[CIVILIZATION], to_civilization, spaces)
                left = ankhs - to_pharaoh - to_nile - to_civilization
                for to_monument in range((left if dice[MONUMENT] > 0 else 0) + 1):
                    value = pharaoh + nile + civilization + ANKH_POINTS * ((left - to_monument) // ANKH_PAIR)
                    markers = most_monuments(dice[MONUMENT], to_monument, 0)
                    if markers > 0:
                        value += monument
                    for built in range(1, markers):
                        value += appraisal.further[pace, built]
                    best = max(best, value)
    return best


@inlined
def best_river(appraisal: Appraisal, pace: int, symbols: int) -> float:
    """Take as many steps on the Nile as there are symbols, or pay a flood with three of them (D9)."""
    steps = appraisal.nile[pace, 0, symbols]
    if symbols < FLOOD_SYMBOLS:
        return steps  # type: ignore[no-any-return]
    return max(steps, appraisal.nile[pace, 1, symbols - FLOOD_SYMBOLS])  # type: ignore[no-any-return]


@inlined
def best_placing(appraisal: Appraisal, pace: int, dice: int, ankhs: int, spaces: int) -> float:
    """Place as many civilization markers as symbols and colours allow (D10); unknown colours are all as likely."""
    most = min(dice + ankhs - FIRST_CIVILIZATION_SYMBOLS + 1, MOST_PLACED)
    if dice == 0 or most <= 0:
        return 0.0
    if spaces >= 0:
        return appraisal.placed[pace, min(most, spaces)]  # type: ignore[no-any-return]
    value = 0.0
    for hit in range(1, dice + 1):
        value += COLOURED[how_many(appraisal.free), dice, hit] * appraisal.placed[pace, min(most, hit)]
    return value


@inlined
def most_monuments(dice: int, ankhs: int, built: int) -> int:
    """Count the markers that dice can still build: the first costs one, each further one two (D11)."""
    markers = 0
    needed = 1 if built == 0 else 2 + (built > 1)  # after the second, one more die is owed
    while markers < dice and dice + ankhs >= needed and built + markers < MOST_PLACED:
        markers += 1
        needed += 2
    return markers
