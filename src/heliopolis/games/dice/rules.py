"""How Ra: The Dice Game is played: which moves there are, and what they do. The ids are those of docs/dice.md.

A move is made in two parts. First the move itself (`make`), then what follows from it by itself, in the order of the
rulebook: the dice lie, the Suns count, a disaster finds its victims, the turn ends, the epoch ends. Each of these steps
answers with the step that comes next, or with what the game now waits for.

Which dice pay for an action is settled here whenever that costs the player nothing: see "the use of the dice" below.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, lowest_bit, wide
from heliopolis.games.contract import END, Moves, Numbers16, add
from heliopolis.games.dice.components import (
    ALL_DICE,
    ANKH,
    ANKH_PAIR,
    ANKH_POINTS,
    CELLS,
    CIVILIZATION,
    COLUMNS,
    DICE,
    DISASTER_MARKERS,
    DISASTER_STEPS,
    EPOCHS,
    FACES,
    FIRST_CIVILIZATION_SYMBOLS,
    FLOOD_SYMBOLS,
    MONUMENT,
    MOST_PLACED,
    MOST_SUNS_THAT_MOVE,
    NILE,
    NO_DICE,
    NO_DISASTER,
    PHARAOH,
    REROLLS,
    SUN,
    SUN_POINTS,
    SUNS_THAT_SCORE,
    TRACK_END,
)
from heliopolis.games.dice.scoring import FEWEST_POINTS, MOST_POINTS, score_breakdown
from heliopolis.games.dice.state import (
    BY_RA,
    CATEGORIES,
    DECLARING,
    DICE_LIE,
    DISCARDING,
    EPOCH_ENDS,
    NEXT_VICTIM,
    OVER,
    PHARAOHS_ROW,
    REROLLING,
    ROLLING,
    SUNS_COUNT,
    TURN_ENDS,
    USING,
    State,
    free_cells,
    free_spaces,
    how_many,
)

# The moves. Most are a range: REROLL and CIVILIZE + a mask of dice, STEP_NILE + 3, BUILD + a cell, DISASTER + NILE.
REROLL: Final = 0
KEEP: Final = REROLL  # a reroll of no die
STEP_PHARAOH: Final = REROLL + ALL_DICE + 1
STEP_NILE: Final = STEP_PHARAOH + DICE + 1
FLOOD: Final = STEP_NILE + DICE + 1
FLOOD_KEEP_NILE: Final = FLOOD + 1
FLOOD_KEEP_ANKH: Final = FLOOD + 2
CIVILIZE: Final = FLOOD + 3
BUILD: Final = CIVILIZE + ALL_DICE + 1
ANKHS: Final = BUILD + CELLS
END_TURN: Final = ANKHS + 1
DISASTER: Final = END_TURN + 1
NONE: Final = DISASTER + NO_DISASTER
DISCARD_CIVILIZATION: Final = DISASTER + MONUMENT + 1
DISCARD_MONUMENT: Final = DISCARD_CIVILIZATION + DICE
ROLL: Final = DISCARD_MONUMENT + CELLS  # the dice's answer: ROLL + FACES * die + face
ACTIONS: Final = ROLL + DICE * FACES

MOST_MOVES: Final = CELLS + 1  # five Monument dice on an empty board: every cell, or the end of the turn
MOST_OUTCOMES: Final = FACES


# ---- what the contract asks of a game ----


@inlined
def seats(state: State) -> int:
    """Count the players."""
    return state.seats


@inlined
def is_over(state: State) -> bool:
    """Tell whether the third epoch has been scored."""
    return state.phase == OVER


@inlined
def is_chance(state: State) -> bool:
    """Tell whether a die is rolling."""
    return state.phase == ROLLING


@inlined
def to_act(state: State) -> int:
    """Name the seat that chooses, or rolls."""
    return state.seat


@inlined
def legal_moves(state: State, moves: Moves) -> int:
    """List the moves of the seat to act."""
    phase = state.phase
    count = 0
    if phase == USING:
        count = list_uses(state, moves)
    elif phase == REROLLING:
        unlocked = ALL_DICE ^ wide(state.dice[SUN])
        chosen = wide(KEEP)
        while True:  # every subset of the unlocked dice, none first (D6)
            count = add(moves, count, REROLL + chosen)
            chosen = (chosen - unlocked) & unlocked
            if chosen == NO_DICE:
                break
    elif phase == DISCARDING:
        civilization = state.disaster == CIVILIZATION
        first = DISCARD_CIVILIZATION if civilization else DISCARD_MONUMENT
        held = wide(state.civilization[state.seat]) if civilization else state.monuments[state.seat]
        while held != 0:
            count = add(moves, count, first + lowest_bit(held))
            held &= held - 1
    elif phase == DECLARING:
        for disaster in range(NO_DISASTER, MONUMENT + 1):  # D13: or none
            count = add(moves, count, DISASTER + disaster)
    add(moves, count, END)
    return count


@inlined
def apply(state: State, move: int) -> None:
    """Make a move, and all that follows by itself."""
    step = make(state, move)
    if step == DICE_LIE:
        step = end_roll(state)
    if step == SUNS_COUNT:
        step = count_suns(state)
    if step == NEXT_VICTIM:
        step = find_victim(state)
    if step == TURN_ENDS:
        step = end_turn(state)
    if step == EPOCH_ENDS:
        step = end_epoch(state)
    state.phase = step


@inlined
def chance_weight(state: State) -> int:
    """Count the faces of a die."""
    return FACES


@inlined
def chance_outcome(state: State, ticket: int) -> int:
    """Let the next die show the face at a place of the order Sun, Pharaoh, Nile, Civilization, Monument, Ankh."""
    return ROLL + FACES * lowest_bit(state.rolling) + ticket


@compiled
def chance_outcomes(state: State, moves: Moves, weights: Moves) -> int:
    """List the faces of the next die: all are as likely."""
    for face in range(FACES):
        moves[face] = chance_outcome(state, face)
        weights[face] = 1
    return FACES


@compiled
def scores(state: State, into: Numbers16) -> None:
    """Copy the points."""
    for seat in range(state.seats):
        into[seat] = state.points[seat]


@compiled
def returns(state: State, into: NDArray[np.float64]) -> None:
    """Share a win of 1 among those with the most points (D21)."""
    most = state.points[0]
    for seat in range(1, state.seats):
        most = max(most, state.points[seat])
    winners = 0
    for seat in range(state.seats):
        winners += state.points[seat] == most
    for seat in range(state.seats):
        into[seat] = 1.0 / winners if state.points[seat] == most else 0.0


@compiled
def epochs_over(state: State) -> int:
    """Count the epochs that have been scored."""
    return EPOCHS if state.phase == OVER else wide(state.epoch) - 1


@compiled
def epoch_sheet(state: State, epoch: int, sheet: Numbers16) -> None:
    """Copy the score sheet of an epoch that is over."""
    for seat in range(state.seats):
        for category in range(len(CATEGORIES)):
            sheet[seat, category] = state.sheets[epoch, seat, category]


@compiled
def epoch_end(state: State, epoch: int) -> int:
    """Tell why an epoch ended."""
    return wide(state.ends[epoch])


# ---- the moves of a turn ----


@inlined
def make(state: State, move: int) -> int:
    """Make a move; what follows from it is left to `apply`."""
    if move >= ROLL:
        return land_die(state, move - ROLL)
    if move < STEP_PHARAOH:
        return reroll(state, move - REROLL)
    if move < END_TURN:
        return use_dice(state, move)
    if move == END_TURN:
        return SUNS_COUNT
    if move < DISCARD_CIVILIZATION:
        return declare(state, move - DISASTER)
    return discard(state, move - DISCARD_CIVILIZATION)


@inlined
def land_die(state: State, outcome: int) -> int:
    """Let the next die show its face."""
    rolling = wide(state.rolling)
    face = np.uint8(outcome - FACES * lowest_bit(rolling))
    state.dice[face] |= rolling & -rolling
    state.rolling = rolling & (rolling - 1)
    return DICE_LIE if state.rolling == NO_DICE else ROLLING


@inlined
def reroll(state: State, chosen: int) -> int:
    """Roll some dice again, or none and go on to use them (D6)."""
    if chosen == NO_DICE:
        state.rerolls = 0
        return USING
    for face in range(PHARAOH, FACES):  # Suns are locked
        state.dice[face] &= ALL_DICE ^ chosen
    state.rolling = chosen
    state.rerolls -= 1
    return ROLLING


@inlined
def end_roll(state: State) -> int:
    """Ask for a reroll while there is one left and a die for it, else for the use of what there is (D6)."""
    if state.dice[SUN] == ALL_DICE:
        return SUNS_COUNT
    return REROLLING if state.rerolls > 0 else USING


# ---- the use of the dice ----
#
# A player says what is done, not which dice pay. A Pharaoh die can do nothing but step on the Pharaoh track, so Pharaoh
# dice pay before Ankhs; Civilization and Monument dice likewise. A Nile die has two uses: a flood can leave a choice.


@inlined
def list_uses(state: State, moves: Moves) -> int:
    """List the actions that the dice allow (D7), and the end of the turn."""
    count = 0
    ankhs = how_many(state.dice[ANKH])
    for steps in range(1, most_steps(state.dice[PHARAOH], ankhs, state.pharaoh[state.seat]) + 1):
        count = add(moves, count, STEP_PHARAOH + steps)
    if state.dice[NILE] != NO_DICE:
        for steps in range(1, most_steps(state.dice[NILE], ankhs, state.nile[state.seat]) + 1):
            count = add(moves, count, STEP_NILE + steps)
        if how_many(state.dice[NILE]) + ankhs >= FLOOD_SYMBOLS:
            if is_flood_choice(state):
                count = add(moves, count, FLOOD_KEEP_NILE)
                count = add(moves, count, FLOOD_KEEP_ANKH)
            else:
                count = add(moves, count, FLOOD)
    if state.dice[CIVILIZATION] != NO_DICE:
        most = min(how_many(state.dice[CIVILIZATION]) + ankhs - FIRST_CIVILIZATION_SYMBOLS + 1, MOST_PLACED)
        if most > 0:
            spaces = free_spaces(state)
            chosen = -spaces & spaces
            while chosen != NO_DICE:  # every subset of the spaces, as far as the symbols go
                if how_many(chosen) <= most:
                    count = add(moves, count, CIVILIZE + chosen)
                chosen = (chosen - spaces) & spaces
    if state.dice[MONUMENT] != NO_DICE:
        cells = free_cells(state)
        while cells != 0:
            count = add(moves, count, BUILD + lowest_bit(cells))
            cells &= cells - 1
    if ankhs >= ANKH_PAIR:
        count = add(moves, count, ANKHS)
    return add(moves, count, END_TURN)


@inlined
def use_dice(state: State, move: int) -> int:
    """Do an action, and pay for it."""
    if BUILD <= move < ANKHS:
        build(state, move - BUILD)
        return USING
    if state.built > 0:  # the monument action of the turn is over (D11)
        state.dice[MONUMENT] = NO_DICE
    if move < STEP_NILE:
        state.pharaoh[state.seat] += move - STEP_PHARAOH
        pay(state, PHARAOH, move - STEP_PHARAOH)
    elif move < FLOOD:
        state.nile[state.seat] += move - STEP_NILE
        pay(state, NILE, move - STEP_NILE)
    elif move < CIVILIZE:
        flood(state, move)
    elif move < BUILD:
        civilize(state, move - CIVILIZE)
    else:
        state.points[state.seat] += ANKH_POINTS  # D12
        spend(state, ANKH, ANKH_PAIR)
    return USING


@inlined
def pay(state: State, face: int, symbols: int) -> None:
    """Use dice of a face and, where they run out, Ankhs."""
    dice = min(how_many(state.dice[face]), symbols)
    spend(state, face, dice)
    spend(state, ANKH, symbols - dice)


@inlined
def spend(state: State, face: int, count: int) -> None:
    """Use dice that show a face: which of them makes no difference."""
    dice = wide(state.dice[face])
    for _ in range(count):
        dice &= dice - 1
    state.dice[face] = dice


@inlined
def most_steps(dice: int, ankhs: int, place: int) -> int:
    """Find how far dice and Ankhs can move a marker (D8, D9)."""
    return 0 if dice == NO_DICE else min(how_many(dice) + ankhs, TRACK_END - wide(place))


@inlined
def leaves_choice(niles: int, ankhs: int) -> bool:
    """Tell whether a flood can be paid for in two ways: one leaves a Nile die, the other an Ankh in its place.

    With more Nile dice one is left anyway. With fewer, or without an Ankh to spare, there is only one way.
    """
    return 1 < niles <= FLOOD_SYMBOLS < niles + ankhs


@compiled
def is_flood_choice(state: State) -> bool:
    """Tell whether it matters which dice pay for a flood: the Nile die that is left has a use, and so has the Ankh."""
    niles, ankhs = how_many(state.dice[NILE]), how_many(state.dice[ANKH])
    if not leaves_choice(niles, ankhs) or state.nile[state.seat] == TRACK_END:
        return False
    if niles + ankhs - FLOOD_SYMBOLS >= ANKH_PAIR:
        return True
    return most_steps(state.dice[PHARAOH], 1, state.pharaoh[state.seat]) > 1


@compiled
def flood(state: State, move: int) -> None:
    """Place a flood marker (D9)."""
    niles, ankhs = how_many(state.dice[NILE]), how_many(state.dice[ANKH])
    paid = min(niles, FLOOD_SYMBOLS)
    if move == FLOOD_KEEP_NILE:
        paid -= 1
    elif move == FLOOD and leaves_choice(niles, ankhs) and state.nile[state.seat] < TRACK_END:
        paid -= 1  # nobody was asked, for the Ankh would be of no use
    spend(state, NILE, paid)
    spend(state, ANKH, FLOOD_SYMBOLS - paid)
    state.floods[state.seat] += 1


@compiled
def civilize(state: State, colours: int) -> None:
    """Place civilization markers (D10). The dice that are left can do nothing more: it takes three."""
    state.civilization[state.seat] |= colours
    pay(state, CIVILIZATION, FIRST_CIVILIZATION_SYMBOLS - 1 + how_many(colours))


@inlined
def build(state: State, cell: int) -> None:
    """Place a monument marker (D11): the first for the die of its row, each further one for that and another die.

    Of the dice that are left, Monument dice have no use but a third marker. That takes all five dice. Without it, a
    Monument die has paid for the second marker, or an Ankh where there was none.
    """
    marker = wide(1) << cell
    state.monuments[state.seat] |= marker
    state.empty ^= marker
    state.built += 1
    dice = wide(state.dice[MONUMENT]) & ~(1 << cell // COLUMNS)
    if state.built == MOST_PLACED:
        dice = NO_DICE
        state.dice[ANKH] = NO_DICE
    elif state.built > 1 and dice == NO_DICE:
        spend(state, ANKH, 1)
    state.dice[MONUMENT] = dice


# ---- Suns and disasters ----


@inlined
def count_suns(state: State) -> int:
    """Let the Suns of the turn act (D13)."""
    suns = how_many(state.dice[SUN])
    if suns <= MOST_SUNS_THAT_MOVE:
        state.ra = min(state.ra + suns, wide(state.sun_track))
    elif suns == SUNS_THAT_SCORE:
        state.points[state.seat] += SUN_POINTS
    else:
        return DECLARING
    return TURN_ENDS


@compiled
def declare(state: State, disaster: int) -> int:
    """Let a disaster strike all others (D14)."""
    state.disaster = disaster
    if disaster >= CIVILIZATION:
        return NEXT_VICTIM
    seat = state.left[state.turn]
    while seat != state.turn:
        if disaster == PHARAOH:
            state.pharaoh[seat] -= min(state.pharaoh[seat], DISASTER_STEPS)
        elif disaster == NILE:
            if state.floods[seat] == (0 if state.published else 1):
                state.nile[seat] -= min(state.nile[seat], DISASTER_STEPS)
            elif state.floods[seat] > 0:
                state.floods[seat] -= 1
        seat = state.left[seat]
    return TURN_ENDS


@compiled
def find_victim(state: State) -> int:
    """Ask the next player who has a choice what to lose; those before lose all they have (D14)."""
    seat = state.left[state.seat]
    while seat != state.turn:
        civilization = state.disaster == CIVILIZATION
        held = wide(state.civilization[seat]) if civilization else state.monuments[seat]
        kept = held
        for _ in range(DISASTER_MARKERS):
            kept &= kept - 1
        if kept != 0:
            state.seat = seat
            state.owed = DISASTER_MARKERS
            return DISCARDING
        take_away(state, seat, held)
        seat = state.left[seat]
    return TURN_ENDS


@compiled
def take_away(state: State, seat: int, markers: int) -> None:
    """Remove markers from the area that the disaster strikes."""
    if state.disaster == CIVILIZATION:
        state.civilization[seat] ^= markers
    else:
        state.monuments[seat] ^= markers
        state.empty |= markers


@compiled
def discard(state: State, place: int) -> int:
    """Give up a chosen marker."""
    take_away(state, state.seat, wide(1) << (place if state.disaster == CIVILIZATION else place - DICE))
    state.owed -= 1
    return NEXT_VICTIM if state.owed == 0 else DISCARDING


# ---- turns and epochs ----


@inlined
def end_turn(state: State) -> int:
    """Pass the dice on, unless Ra has come to the end of the Sun track (D15)."""
    return EPOCH_ENDS if state.ra == state.sun_track else start_turn(state, state.left[state.turn])


@inlined
def start_turn(state: State, seat: int) -> int:
    """Give a player the turn: all five dice roll (D6)."""
    clear_dice(state)
    state.rolling = ALL_DICE
    state.rerolls = REROLLS
    state.turn = seat
    state.seat = seat
    return ROLLING


@inlined
def clear_dice(state: State) -> None:
    """Take up the dice of the turn."""
    for face in range(FACES):
        state.dice[face] = NO_DICE
    state.built = 0
    state.disaster = NO_DISASTER


@compiled
def end_epoch(state: State) -> int:
    """Score the epoch (D21), move what moves after scoring (D16-D18), and send Ra back (D20)."""
    epoch = state.epoch - 1
    state.ends[epoch] = BY_RA
    sheet = state.sheets[epoch]
    score_breakdown(state, sheet)
    for seat in range(state.seats):
        points = wide(state.points[seat])
        for category in range(len(CATEGORIES)):
            points += wide(sheet[seat, category])
        state.points[seat] = max(points, 0)
        if sheet[seat, PHARAOHS_ROW] == MOST_POINTS:
            state.pharaoh[seat] -= min(state.pharaoh[seat], 2)
        elif sheet[seat, PHARAOHS_ROW] == FEWEST_POINTS:
            state.pharaoh[seat] += 1
        state.floods[seat] = 0
        state.civilization[seat] = 0
    state.ra = 0
    if state.epoch == EPOCHS:
        clear_dice(state)
        return OVER
    state.epoch += 1
    return start_turn(state, state.left[state.turn])
