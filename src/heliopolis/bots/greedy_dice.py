"""What `greedy` thinks of a move in the dice game, in points.

It asks what a player asks: what would each step and marker be worth, now and until the end? How are these dice used
best? Which do I keep to get there, and what do the Suns do that come on the way?
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.greedy_dice_board import (
    another_column,
    area_worth,
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
from heliopolis.bots.greedy_dice_hands import COLOURED, EMPTY_HAND, FULL_HAND, HANDS, MORE, SHOWN, expect, keep_best
from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games.contract import Moves, record_dtype
from heliopolis.games.dice.components import (
    ALL_DICE,
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

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

# The settings: what a `greedy` can differ in.
CAUTION: Final = 0
RIVALRY: Final = 1

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

#: Ra goes 0, 1 or 2 spaces in a turn, and with more Suns none: what dice are worth is asked for each of these.
PACES: Final = MOST_SUNS_THAT_MOVE + 1


class Outlook:
    """One position, as the seat to act sees it: what its dice could do. All worths are by how far Ra goes."""

    dtype: np.dtype[np.void]

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


OUTLOOK: Final = record_dtype(Outlook)


@compiled
def weigh_greedily(state: State, moves: Moves, count: int, settings: Numbers, values: Numbers) -> None:
    """Write what each legal move promises the seat to act."""
    outlooks = np.empty(1, OUTLOOK)
    weigh_moves(state, moves, count, settings, values, outlooks)


@compiled
def weigh_moves(
    state: State, moves: Moves, count: int, settings: Numbers, values: Numbers, outlooks: NDArray[np.void]
) -> None:
    """Look at the position, as far as its phase asks for, then at each move."""
    outlook = outlooks[0]
    caution = settings[CAUTION]
    outlook.hurt = SHARED_LOSS * settings[RIVALRY] / (wide(state.seats) - 1)
    if state.phase == DECLARING:
        for place in range(count):
            values[place] = strike(state, wide(moves[place]) - DISASTER, outlook.hurt, caution)
    elif state.phase == DISCARDING:
        for place in range(count):
            values[place] = discard(state, wide(moves[place]), caution)
    else:
        outlook.free = open_spaces(state)
        for face in range(FACES):
            outlook.hand[face] = how_many(state.dice[face])
        suns = outlook.hand[SUN]
        for pace in range(PACES):
            if pace == pace_of(suns) or (state.phase == REROLLING and (pace == 0 or pace > suns)):
                look(state, outlook, pace, caution)
        for place in range(count):
            if state.phase != REROLLING:
                values[place] = use(state, outlook, wide(moves[place]), caution)
        if state.phase == REROLLING:
            weigh_rerolls(state, moves, count, values, outlook)


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
def look(state: State, outlook: Outlook, pace: int, caution: float) -> None:
    """Weigh all that dice could do, if Ra goes so far this turn."""
    me = wide(state.seat)
    turns = turns_left(state, pace, caution)
    later = epochs_left(state)
    start = wide(state.pharaoh[me])
    race = races(state, start, 0, turns, outlook.hurt)
    for steps in range(DICE + 1):
        end = min(start + steps, TRACK_END)
        outlook.pharaoh[pace, steps] = races(state, end, 0, turns, outlook.hurt) - race
    floods = wide(state.floods[me])
    start = wide(state.nile[me])
    now = river(start, floods, turns, later)
    for more in range(2):
        for steps in range(DICE + 1):
            end = min(start + steps, TRACK_END)
            outlook.nile[pace, more, steps] = river(end, floods + more, turns, later) - now
    markers = how_many(state.civilization[me])
    for more in range(MOST_PLACED + 1):
        after = civilizations(min(markers + more, DICE), turns)
        outlook.placed[pace, more] = after - civilizations(markers, turns)
    look_at_monuments(state, outlook, pace, game_left(state, turns, caution))
    standing = race + area_worth(state, me, turns, caution)
    for seat in range(state.seats):
        if seat != me:
            standing -= outlook.hurt * area_worth(state, seat, turns, caution)
    outlook.standing[pace] = standing


@compiled
def look_at_monuments(state: State, outlook: Outlook, pace: int, hope: float) -> None:
    """Find the best cell of each row, and what further columns are worth."""
    cells = state.monuments[state.seat]
    outlook.row[pace] = 0.0
    for row in range(ROWS):
        best = 0.0
        for column in range(COLUMNS):
            if state.empty >> (COLUMNS * row + column) & 1:
                best = max(best, cell_worth(cells, column, hope))
        outlook.rows[pace, row] = best
        outlook.row[pace] += best / ROWS
    for built in range(MOST_PLACED):
        outlook.further[pace, built] = another_column(different(cells) + built, hope)


# ---- the use of the dice ----


@compiled
def best_use(outlook: Outlook, pace: int, dice: Counts, monument: float, spaces: int) -> float:
    """Find the most that dice can bring in a turn: each face its own action, Ankhs where they help most.

    Args:
        outlook: what each action is worth.
        pace: how far Ra goes.
        dice: how many show each face.
        monument: what the first monument is worth.
        spaces: how many civilization spaces the colours of the dice allow, or -1 where colours are not known yet.
    """
    best = 0.0
    ankhs = dice[ANKH]
    for to_pharaoh in range((ankhs if dice[PHARAOH] > 0 else 0) + 1):
        pharaoh = outlook.pharaoh[pace, dice[PHARAOH] + to_pharaoh]
        left = ankhs - to_pharaoh
        for to_nile in range((left if dice[NILE] > 0 else 0) + 1):
            nile = best_river(outlook, pace, dice[NILE] + to_nile) if dice[NILE] > 0 else 0.0
            left = ankhs - to_pharaoh - to_nile
            for to_civilization in range((left if dice[CIVILIZATION] > 0 else 0) + 1):
                civilization = best_placing(outlook, pace, dice[CIVILIZATION], to_civilization, spaces)
                left = ankhs - to_pharaoh - to_nile - to_civilization
                for to_monument in range((left if dice[MONUMENT] > 0 else 0) + 1):
                    value = pharaoh + nile + civilization + ANKH_POINTS * ((left - to_monument) // ANKH_PAIR)
                    markers = most_monuments(dice[MONUMENT], to_monument, 0)
                    if markers > 0:
                        value += monument
                    for built in range(1, markers):
                        value += outlook.further[pace, built]
                    best = max(best, value)
    return best


@inlined
def best_river(outlook: Outlook, pace: int, symbols: int) -> float:
    """Take as many steps on the Nile as there are symbols, or pay a flood with three of them (D9)."""
    steps = outlook.nile[pace, 0, symbols]
    if symbols < FLOOD_SYMBOLS:
        return steps  # type: ignore[no-any-return]
    return max(steps, outlook.nile[pace, 1, symbols - FLOOD_SYMBOLS])  # type: ignore[no-any-return]


@inlined
def best_placing(outlook: Outlook, pace: int, dice: int, ankhs: int, spaces: int) -> float:
    """Place as many civilization markers as symbols and colours allow (D10); unknown colours are all as likely."""
    most = min(dice + ankhs - FIRST_CIVILIZATION_SYMBOLS + 1, MOST_PLACED)
    if dice == 0 or most <= 0:
        return 0.0
    if spaces >= 0:
        return outlook.placed[pace, min(most, spaces)]  # type: ignore[no-any-return]
    value = 0.0
    for hit in range(1, dice + 1):
        value += COLOURED[how_many(outlook.free), dice, hit] * outlook.placed[pace, min(most, hit)]
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


@compiled
def use(state: State, outlook: Outlook, move: int, caution: float) -> float:
    """Weigh an action: what it brings, and the best use of the dice it leaves. Nothing to gain is the end of a turn."""
    if move == END_TURN:
        return 0.0
    pace = pace_of(outlook.hand[SUN])
    rest = outlook.rest
    for face in range(FACES):
        rest[face] = outlook.hand[face]
    if BUILD <= move < ANKHS:
        return build(state, outlook, pace, move - BUILD, caution)
    if state.built > 0:  # the monument action of the turn is over (D11)
        rest[MONUMENT] = 0
    if move == ANKHS:
        rest[ANKH] -= ANKH_PAIR
        gain = wide(ANKH_POINTS) + 0.0
    elif move >= CIVILIZE:
        placed = how_many(move - CIVILIZE)
        pay(rest, CIVILIZATION, FIRST_CIVILIZATION_SYMBOLS - 1 + placed)
        gain = outlook.placed[pace, placed]
    elif move >= FLOOD:
        return flood(state, outlook, pace, move)
    elif move >= STEP_NILE:
        pay(rest, NILE, move - STEP_NILE)
        gain = outlook.nile[pace, 0, move - STEP_NILE]
    else:
        pay(rest, PHARAOH, move - STEP_PHARAOH)
        gain = outlook.pharaoh[pace, move - STEP_PHARAOH]
    return gain + use_of_rest(state, outlook, pace)


@inlined
def pay(rest: Counts, face: int, symbols: int) -> None:
    """Use dice of a face and, where they run out, Ankhs. Those left over of the face are thought of as lost."""
    rest[ANKH] -= max(0, symbols - rest[face])
    rest[face] = 0


@compiled
def use_of_rest(state: State, outlook: Outlook, pace: int) -> float:
    """Find the best use of the dice that are left, whose colours are known."""
    spaces = how_many(wide(state.dice[CIVILIZATION]) & outlook.free)
    return best_use(outlook, pace, outlook.rest, best_row(state, outlook, pace), spaces)


@inlined
def best_row(state: State, outlook: Outlook, pace: int) -> float:
    """Find the best monument that the colours of the dice allow."""
    best = 0.0
    for row in range(ROWS):
        if state.dice[MONUMENT] >> row & 1:
            best = max(best, outlook.rows[pace, row])
    return best


@compiled
def flood(state: State, outlook: Outlook, pace: int, move: int) -> float:
    """Weigh a flood, and the steps that can follow it."""
    rest = outlook.rest
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
        best = max(best, outlook.nile[pace, 1, steps] + use_of_rest(state, outlook, pace))
    return best


@compiled
def build(state: State, outlook: Outlook, pace: int, cell: int, caution: float) -> float:
    """Weigh a monument, and those that can follow it in this turn."""
    cells = state.monuments[state.seat]
    hope = game_left(state, turns_left(state, pace, caution), caution)
    columns = different(cells | wide(1) << cell)
    built = wide(state.built) + 1
    rest = outlook.rest
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
        value = use_of_rest(state, outlook, pace)
        for more in range(most_monuments(dice, spent, built)):
            value += another_column(columns + more, hope)
        best = max(best, value)
    return cell_worth(cells, cell % COLUMNS, hope) + best


# ---- what to roll again ----


@compiled
def weigh_rerolls(state: State, moves: Moves, count: int, values: Numbers, outlook: Outlook) -> None:
    """Weigh every choice of dice to roll again, by all that can come of it."""
    worths = outlook.worths
    for hand in range(FULL_HAND, HANDS):
        pace = pace_of(SHOWN[hand, SUN])
        worths[hand] = sun_worth(outlook, SHOWN[hand, SUN])
        worths[hand] += best_use(outlook, pace, SHOWN[hand], outlook.row[pace], -1)
    expect(worths)
    if state.rerolls > 1:
        keep_best(worths)
        expect(worths)
    pace = pace_of(outlook.hand[SUN])
    free = how_many(outlook.free) / DICE
    for place in range(count):
        rolled = wide(moves[place]) - REROLL
        if rolled == KEEP:
            for face in range(FACES):
                outlook.rest[face] = outlook.hand[face]
            values[place] = sun_worth(outlook, outlook.hand[SUN]) + use_of_rest(state, outlook, pace)
            continue
        hand = EMPTY_HAND
        for face in range(FACES):
            for _ in range(how_many(wide(state.dice[face]) & ~rolled)):
                hand = MORE[hand, face]
        kept = wide(state.dice[CIVILIZATION]) & ~rolled
        values[place] = worths[hand] + GOOD_COLOUR * (how_many(kept & outlook.free) - how_many(kept) * free)
        kept = wide(state.dice[MONUMENT]) & ~rolled
        for row in range(ROWS):
            if kept >> row & 1:
                values[place] += GOOD_ROW * (outlook.rows[pace, row] - outlook.row[pace])


@inlined
def sun_worth(outlook: Outlook, suns: int) -> float:
    """Say what Suns are worth: Ra goes on, which ends the epoch sooner for all, or they score, or a disaster comes."""
    if suns <= MOST_SUNS_THAT_MOVE:
        return outlook.standing[suns] - outlook.standing[0]  # type: ignore[no-any-return]
    return SUN_POINTS if suns == SUNS_THAT_SCORE else DISASTER_WORTH


# ---- disasters ----


@compiled
def strike(state: State, disaster: int, hurt: float, caution: float) -> float:
    """Say what a disaster brings the one who declares it: what it costs the others (D14)."""
    if disaster == NO_DISASTER:
        return 0.0
    turns = turns_left(state, 0, caution)
    later = epochs_left(state)
    if disaster == PHARAOH:
        place = wide(state.pharaoh[state.seat])
        return races(state, place, DISASTER_STEPS, turns, hurt) - races(state, place, 0, turns, hurt)
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
            hope = game_left(state, turns, caution)
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
def discard(state: State, move: int, caution: float) -> float:
    """Say what the loss of a marker costs."""
    turns = turns_left(state, 0, caution)
    if move >= DISCARD_MONUMENT:
        hope = game_left(state, turns, caution)
        cells = state.monuments[state.seat]
        return monuments(cells & ~(wide(1) << (move - DISCARD_MONUMENT)), hope) - monuments(cells, hope)
    markers = how_many(state.civilization[state.seat])
    loss = civilizations(markers, turns) - civilizations(markers - 1, turns)
    for seat in range(state.seats):
        if seat != state.seat:
            loss += COMING_BACK * (wide(state.civilization[seat]) >> (move - DISCARD_CIVILIZATION) & 1)
    return -loss
