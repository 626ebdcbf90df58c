"""What `greedy` thinks of a move in the dice game, in points.

It asks what a player asks: what would each step and marker be worth, now and until the end? How are these dice used
best? Which do I keep to get there, and what do the Suns do that come on the way?

Nothing is decided here. `greedy` takes the move with the highest value (`bots/choice.py`, `best`). So dice are rolled
again when `weigh_rerolls` promises more for that than for KEEP, and a turn ends when no action promises more than 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.dice.appraisal import (
    APPRAISAL,
    PACES,
    Appraisal,
    Counts,
    Numbers,
    best_use,
    look,
    most_monuments,
    open_spaces,
    pace_of,
)
from heliopolis.bots.heuristic.dice.board import (
    another_column,
    cell_worth,
    civilizations,
    different,
    epochs_left,
    game_left,
    monuments,
    races,
    river,
    turns_left,
)
from heliopolis.bots.heuristic.dice.hands import EMPTY_HAND, FULL_HAND, HANDS, MORE, SHOWN, expect, keep_best
from heliopolis.bots.heuristic.opinion import CAUTION, PATIENCE, RIVALRY, SIGHT
from heliopolis.compiled import apart, compiled, inlined, wide
from heliopolis.games.contract import Moves
from heliopolis.games.dice.components import (
    ANKH,
    ANKH_PAIR,
    ANKH_POINTS,
    CIVILIZATION,
    COLUMNS,
    DICE,
    DISASTER_MARKERS,
    DISASTER_STEPS,
    FACES,
    FIRST_CIVILIZATION_SYMBOLS,
    FLOOD_SYMBOLS,
    MONUMENT,
    MOST_PLACED,
    MOST_SUNS_THAT_MOVE,
    NILE,
    NO_DISASTER,
    PHARAOH,
    ROWS,
    SUN,
    SUN_POINTS,
    SUNS_THAT_SCORE,
    TRACK_END,
)
from heliopolis.games.dice.rules import (
    ANKHS,
    BUILD,
    CIVILIZE,
    DISASTER,
    DISCARD_CIVILIZATION,
    DISCARD_MONUMENT,
    END_TURN,
    FLOOD,
    FLOOD_KEEP_NILE,
    KEEP,
    REROLL,
    STEP_NILE,
    STEP_PHARAOH,
    leaves_choice,
)
from heliopolis.games.dice.state import DECLARING, DISCARDING, REROLLING, State, how_many

#: How much a rival's gain hurts, shared by all who do not make it.
SHARED_LOSS: Final = 1.05
#: What a disaster to declare is worth while it is only a chance (D13).
DISASTER_WORTH: Final = 3.1
#: While there are rolls to come, how much it counts that a Civilization die has a free colour, and that a Monument die
#: has a better row than others.
GOOD_COLOUR: Final = 0.46
GOOD_ROW: Final = 0.76
#: How little it counts how many others have a marker where one is given up: the fewer, the easier to come back.
COMING_BACK: Final = 0.01


@apart
def weigh_greedily(state: State, moves: Moves, count: int, settings: Numbers, values: Numbers) -> None:
    """Write what each legal move promises the seat to act."""
    appraisals = np.empty(1, APPRAISAL)
    weigh_moves(state, moves, count, settings, values, appraisals)


@compiled
def weigh_moves(
    state: State, moves: Moves, count: int, settings: Numbers, values: Numbers, appraisals: NDArray[np.void]
) -> None:
    """Look at the position, as far as its phase asks for, then at each move."""
    appraisal = appraisals[0]
    appraisal.caution = settings[CAUTION]
    appraisal.sight = settings[SIGHT]
    appraisal.hurt = SHARED_LOSS * settings[RIVALRY] / (wide(state.seats) - 1)
    if state.phase == DECLARING:
        for place in range(count):
            values[place] = strike(state, appraisal, wide(moves[place]) - DISASTER)
    elif state.phase == DISCARDING:
        for place in range(count):
            values[place] = discard(state, appraisal, wide(moves[place]))
    else:
        appraisal.free = open_spaces(state)
        for face in range(FACES):
            appraisal.hand[face] = how_many(state.dice[face])
        suns = appraisal.hand[SUN]
        for pace in range(PACES):
            if pace == pace_of(suns) or (state.phase == REROLLING and (pace == 0 or pace > suns)):
                look(state, appraisal, pace)
        for place in range(count):
            if state.phase != REROLLING:
                values[place] = use(state, appraisal, wide(moves[place]))
        if state.phase == REROLLING:
            weigh_rerolls(state, moves, count, values, appraisal, settings[PATIENCE])


# ---- the use of the dice ----


@compiled
def use(state: State, appraisal: Appraisal, move: int) -> float:
    """Weigh an action: what it brings, and the best use of the dice it leaves. Nothing to gain is the end of a turn."""
    if move == END_TURN:
        return 0.0
    pace = pace_of(appraisal.hand[SUN])
    rest = appraisal.rest
    for face in range(FACES):
        rest[face] = appraisal.hand[face]
    if BUILD <= move < ANKHS:
        return build(state, appraisal, pace, move - BUILD)
    if state.built > 0:  # the monument action of the turn is over (D11)
        rest[MONUMENT] = 0
    if move == ANKHS:
        rest[ANKH] -= ANKH_PAIR
        gain = wide(ANKH_POINTS) + 0.0
    elif move >= CIVILIZE:
        placed = how_many(move - CIVILIZE)
        pay(rest, CIVILIZATION, FIRST_CIVILIZATION_SYMBOLS - 1 + placed)
        gain = appraisal.placed[pace, placed]
    elif move >= FLOOD:
        return flood(state, appraisal, pace, move)
    elif move >= STEP_NILE:
        pay(rest, NILE, move - STEP_NILE)
        gain = appraisal.nile[pace, 0, move - STEP_NILE]
    else:
        pay(rest, PHARAOH, move - STEP_PHARAOH)
        gain = appraisal.pharaoh[pace, move - STEP_PHARAOH]
    return gain + use_of_rest(state, appraisal, pace)


@inlined
def pay(rest: Counts, face: int, symbols: int) -> None:
    """Use dice of a face and, where they run out, Ankhs. Those left over of the face are thought of as lost."""
    rest[ANKH] -= max(0, symbols - rest[face])
    rest[face] = 0


@compiled
def use_of_rest(state: State, appraisal: Appraisal, pace: int) -> float:
    """Find the best use of the dice that are left, whose colours are known."""
    spaces = how_many(wide(state.dice[CIVILIZATION]) & appraisal.free)
    return best_use(appraisal, pace, appraisal.rest, best_row(state, appraisal, pace), spaces)


@inlined
def best_row(state: State, appraisal: Appraisal, pace: int) -> float:
    """Find the best monument that the colours of the dice allow."""
    best = 0.0
    for row in range(ROWS):
        if state.dice[MONUMENT] >> row & 1:
            best = max(best, appraisal.rows[pace, row])
    return best


@compiled
def flood(state: State, appraisal: Appraisal, pace: int, move: int) -> float:
    """Weigh a flood, and the steps that can follow it."""
    rest = appraisal.rest
    paid = min(rest[NILE], FLOOD_SYMBOLS)
    if move == FLOOD_KEEP_NILE or (
        move == FLOOD and leaves_choice(rest[NILE], rest[ANKH]) and state.nile[state.seat] < TRACK_END
    ):
        paid -= 1
    niles = rest[NILE] - paid
    ankhs = rest[ANKH] - (FLOOD_SYMBOLS - paid)
    rest[NILE] = 0
    best = 0.0
    for steps in range(niles, niles + (ankhs if niles > 0 else 0) + 1):
        rest[ANKH] = ankhs - (steps - niles)
        best = max(best, appraisal.nile[pace, 1, steps] + use_of_rest(state, appraisal, pace))
    return best


@compiled
def build(state: State, appraisal: Appraisal, pace: int, cell: int) -> float:
    """Weigh a monument, and those that can follow it in this turn."""
    cells = state.monuments[state.seat]
    hope = hope_for_monuments(state, appraisal, pace)
    columns = different(cells | wide(1) << cell)
    built = wide(state.built) + 1
    rest = appraisal.rest
    dice = rest[MONUMENT] - 1
    ankhs = rest[ANKH]
    rest[MONUMENT] = 0
    if built == MOST_PLACED:
        ankhs = 0
    elif built > 1 and dice == 0:
        ankhs = max(0, ankhs - 1)
    best = 0.0
    for spent in range(ankhs + 1):
        rest[ANKH] = ankhs - spent
        value = use_of_rest(state, appraisal, pace)
        for more in range(most_monuments(dice, spent, built)):
            value += another_column(columns + more, hope)
        best = max(best, value)
    return cell_worth(cells, cell % COLUMNS, hope) + best


@inlined
def hope_for_monuments(state: State, appraisal: Appraisal, pace: int) -> float:
    """Say how far monuments can be hoped to become more."""
    turns = appraisal.sight * turns_left(state, pace, appraisal.caution)
    return game_left(state, turns, appraisal.caution, appraisal.sight)


# ---- what to roll again ----


@compiled
def weigh_rerolls(
    state: State, moves: Moves, count: int, values: Numbers, appraisal: Appraisal, patience: float
) -> None:
    """Weigh every choice of dice to roll again, by all that can come of it; the impatient keep what lies there."""
    worths = appraisal.worths
    for hand in range(FULL_HAND, HANDS):
        pace = pace_of(SHOWN[hand, SUN])
        worths[hand] = sun_worth(appraisal, SHOWN[hand, SUN])
        worths[hand] += best_use(appraisal, pace, SHOWN[hand], appraisal.row[pace], -1)
    expect(worths)
    if state.rerolls > 1:
        keep_best(worths)
        expect(worths)
    pace = pace_of(appraisal.hand[SUN])
    free = how_many(appraisal.free) / DICE
    for place in range(count):
        rolled = wide(moves[place]) - REROLL
        if rolled == KEEP:
            for face in range(FACES):
                appraisal.rest[face] = appraisal.hand[face]
            values[place] = sun_worth(appraisal, appraisal.hand[SUN]) + use_of_rest(state, appraisal, pace)
            continue
        hand = EMPTY_HAND
        for face in range(FACES):
            for _ in range(how_many(wide(state.dice[face]) & ~rolled)):
                hand = MORE[hand, face]
        kept = wide(state.dice[CIVILIZATION]) & ~rolled
        values[place] = patience * worths[hand] + GOOD_COLOUR * (
            how_many(kept & appraisal.free) - how_many(kept) * free
        )
        kept = wide(state.dice[MONUMENT]) & ~rolled
        for row in range(ROWS):
            if kept >> row & 1:
                values[place] += GOOD_ROW * (appraisal.rows[pace, row] - appraisal.row[pace])


@inlined
def sun_worth(appraisal: Appraisal, suns: int) -> float:
    """Say what Suns are worth: Ra goes on, which ends the epoch sooner for all, or they score, or a disaster comes."""
    if suns <= MOST_SUNS_THAT_MOVE:
        return appraisal.standing[suns] - appraisal.standing[0]  # type: ignore[no-any-return]
    return SUN_POINTS if suns == SUNS_THAT_SCORE else DISASTER_WORTH


# ---- disasters ----


@compiled
def strike(state: State, appraisal: Appraisal, disaster: int) -> float:
    """Say what a disaster brings the one who declares it: what it costs the others (D14)."""
    if disaster == NO_DISASTER:
        return 0.0
    hurt, sight = appraisal.hurt, appraisal.sight
    turns = sight * turns_left(state, 0, appraisal.caution)
    later = sight * epochs_left(state)
    if disaster == PHARAOH:
        place = wide(state.pharaoh[state.seat])
        return races(state, place, DISASTER_STEPS, turns, hurt, sight) - races(state, place, 0, turns, hurt, sight)
    total = 0.0
    for seat in range(state.seats):
        if seat == state.seat:
            continue
        if disaster == NILE:
            place = wide(state.nile[seat])
            floods = wide(state.floods[seat])
            total += river(place, floods, turns, later)
            if floods == (0 if state.published else 1):
                total -= river(max(0, place - DISASTER_STEPS), floods, turns, later)
            else:
                total -= river(place, max(0, floods - 1), turns, later)
        elif disaster == CIVILIZATION:
            markers = how_many(state.civilization[seat])
            total += civilizations(markers, turns) - civilizations(max(0, markers - DISASTER_MARKERS), turns)
        else:
            hope = hope_for_monuments(state, appraisal, 0)
            total += monuments(state.monuments[seat], hope) - monuments(shaken(state.monuments[seat], hope), hope)
    return hurt * total


@compiled
def shaken(cells: int, hope: float) -> int:
    """Take away the monuments that a disaster costs, those that are worth least."""
    for _ in range(DISASTER_MARKERS):
        best = -1.0
        kept = cells
        left = cells
        while left != 0:
            without = cells & ~(left & -left)
            value = monuments(without, hope)
            if value > best:
                best = value
                kept = without
            left &= left - 1
        cells = kept
    return cells


@compiled
def discard(state: State, appraisal: Appraisal, move: int) -> float:
    """Say what the loss of a marker costs."""
    if move >= DISCARD_MONUMENT:
        hope = hope_for_monuments(state, appraisal, 0)
        cells = state.monuments[state.seat]
        return monuments(cells & ~(wide(1) << (move - DISCARD_MONUMENT)), hope) - monuments(cells, hope)
    turns = appraisal.sight * turns_left(state, 0, appraisal.caution)
    markers = how_many(state.civilization[state.seat])
    loss = civilizations(markers, turns) - civilizations(markers - 1, turns)
    for seat in range(state.seats):
        if seat != state.seat:
            loss += COMING_BACK * (wide(state.civilization[seat]) >> (move - DISCARD_CIVILIZATION) & 1)
    return -loss
