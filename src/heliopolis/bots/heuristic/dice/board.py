"""What `greedy` thinks that markers are worth in the dice game: what they score, and what they promise.

What they promise depends on how many turns a player can still hope for before the epoch ends: none where it ends now.
"""

from __future__ import annotations

from typing import Final

from heliopolis.compiled import compiled, inlined, wide
from heliopolis.games.dice.components import COLUMNS, EPOCHS, FIRST_COLUMN, TRACK_END
from heliopolis.games.dice.scoring import FEWEST_POINTS, MOST_POINTS
from heliopolis.games.dice.state import State, columns, how_many

# What markers score (D18, D19), and what they are worth with all of the epoch, or of the game, ahead.
CIVILIZATION_POINTS: Final = (-5.0, 0.0, 0.0, 5.0, 10.0, 15.0)
HOPED_CIVILIZATION: Final = (-1.85, 0.6, 2.8, 8.0, 10.6, 15.0)
DIFFERENT_POINTS: Final = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 15.0)
HOPED_DIFFERENT: Final = (0.0, 1.7, 3.5, 4.7, 5.2, 6.7, 8.4, 11.5, 15.0)
SAME_POINTS: Final = (0.0, 0.0, 0.0, 5.0, 10.0, 15.0)
HOPED_SAME: Final = (0.0, 0.6, 4.8, 7.8, 11.2, 15.0)
#: How far it thinks that Ra goes in a player's turn: rather too far, for what is not scored in time is lost.
SUNS_A_TURN: Final = 2.1
LEAST_CAUTION: Final = 0.1
#: How many turns more than that a player can hope for, if the epoch goes on at all.
ONE_MORE_TURN: Final = 0.44
#: How likely a turn brings no flood, or no civilization, where one is wanted.
NO_FLOOD: Final = 0.84
NO_CIVILIZATION: Final = 0.71
#: What a step on the Nile is worth for each epoch to come: it stays.
FLOOD_LATER: Final = 0.6
#: How open the race on the Pharaoh track is (D16): at the end of the epoch, for each turn and for each epoch that is
#: still ahead; who is ahead when all are level; and what a race of a later epoch counts.
RACE_NOW: Final = 0.32
RACE_TURN: Final = 1.75
RACE_EPOCH: Final = 1.7
RACE_TIE: Final = 0.77
RACE_LATER: Final = 0.66


@inlined
def blend(sure: float, hoped: float, hope: float) -> float:
    """Go from what is sure, where there is no hope for more, to what is hoped for."""
    return sure + hope * (hoped - sure)


@inlined
def pace(state: State, caution: float) -> float:
    """Say how far Ra goes in a round of turns; the cautious think it is faster."""
    return SUNS_A_TURN * max(LEAST_CAUTION, caution) * wide(state.seats)


@compiled
def turns_left(state: State, suns: int, caution: float) -> float:
    """Say how many turns each player can still hope for in this epoch, after a turn with some Suns (D15)."""
    spaces = wide(state.sun_track) - wide(state.ra) - suns
    if spaces <= 0:
        return 0.0
    return spaces / pace(state, caution) + ONE_MORE_TURN


@inlined
def epochs_left(state: State) -> int:
    """Count the epochs that follow."""
    return EPOCHS - wide(state.epoch)


# ---- the tracks ----


@inlined
def odds(lead: float, spread: float) -> float:
    """Turn a lead in a race into the chance to win it: the smaller the spread, the surer."""
    return 0.5 + 0.5 * lead / (spread + abs(lead))


@compiled
def race(place: int, most: int, fewest: int, turns: float, later: int, sight: float = 1.0) -> float:
    """Weigh a place on the Pharaoh track against the highest and the lowest of the others (D16)."""
    points = 0.0
    for epoch in range(later + 1):
        spread = RACE_NOW + RACE_TURN * turns if epoch == 0 else 2 * RACE_TURN + RACE_EPOCH * epoch
        weight = 1.0 if epoch == 0 else sight * RACE_LATER
        points += weight * MOST_POINTS * odds(place - most + RACE_TIE, spread)
        points += weight * FEWEST_POINTS * odds(fewest - place + RACE_TIE, spread)
    return points


@compiled
def races(state: State, place: int, back: int, turns: float, hurt: float, sight: float) -> float:
    """Weigh the Pharaoh track for the seat to act, as if it stood on a place and all others some steps back."""
    total = 0.0
    for seat in range(state.seats):
        mine = 0
        most = 0
        fewest = wide(TRACK_END)
        for other in range(state.seats):
            there = place if other == state.seat else max(0, wide(state.pharaoh[other]) - back)
            if other == seat:
                mine = there
            else:
                most = max(most, there)
                fewest = min(fewest, there)
        points = race(mine, most, fewest, turns, epochs_left(state), sight)
        total += points if seat == state.seat else -hurt * points
    return total


@inlined
def river(place: int, floods: int, turns: float, later: float) -> float:
    """Weigh a place on the Nile track, which scores only with a flood but stays (D17)."""
    now = 1.0 if floods > 0 else 1 - NO_FLOOD**turns
    return place * (now + FLOOD_LATER * later)


# ---- markers ----


@inlined
def civilizations(markers: int, turns: float) -> float:
    """Weigh a number of civilization markers (D18)."""
    return blend(CIVILIZATION_POINTS[markers], HOPED_CIVILIZATION[markers], 1 - NO_CIVILIZATION**turns)


@inlined
def game_left(state: State, turns: float, caution: float, sight: float) -> float:
    """Say how much of the game is left, from 1 to 0: monuments have so long to become more."""
    whole = max(1.0, wide(state.sun_track) / pace(state, caution))
    return (sight * epochs_left(state) + min(1.0, turns / whole)) / EPOCHS


@inlined
def in_column(cells: int, column: int) -> int:
    """Count markers in a column of the monument area."""
    left = cells >> column & FIRST_COLUMN
    count = 0
    while left != 0:
        left &= left - 1
        count += 1
    return count


@inlined
def different(cells: int) -> int:
    """Count the columns with a marker."""
    left = columns(cells)
    count = 0
    while left != 0:
        left &= left - 1
        count += 1
    return count


@inlined
def column_worth(markers: int, hope: float) -> float:
    """Weigh equal monuments."""
    return blend(SAME_POINTS[markers], HOPED_SAME[markers], hope)


@inlined
def columns_worth(count: int, hope: float) -> float:
    """Weigh different monuments."""
    return blend(DIFFERENT_POINTS[count], HOPED_DIFFERENT[count], hope)


@inlined
def another_column(count: int, hope: float) -> float:
    """Say what one more column is worth, where there are some."""
    if count >= COLUMNS:
        return 0.0
    return columns_worth(count + 1, hope) - columns_worth(count, hope) + column_worth(1, hope)


@compiled
def monuments(cells: int, hope: float) -> float:
    """Weigh monument markers (D19)."""
    points = columns_worth(different(cells), hope)
    for column in range(COLUMNS):
        points += column_worth(in_column(cells, column), hope)
    return points


@compiled
def cell_worth(cells: int, column: int, hope: float) -> float:
    """Say what one more marker in a column is worth."""
    markers = in_column(cells, column)
    if markers == 0:
        return another_column(different(cells), hope)
    return column_worth(markers + 1, hope) - column_worth(markers, hope)


@compiled
def area_worth(state: State, seat: int, turns: float, caution: float, sight: float = 1.0) -> float:
    """Weigh all that a player has on the board, but for the Pharaoh track."""
    return (
        river(wide(state.nile[seat]), wide(state.floods[seat]), turns, sight * epochs_left(state))
        + civilizations(how_many(state.civilization[seat]), turns)
        + monuments(state.monuments[seat], game_left(state, turns, caution, sight))
    )
