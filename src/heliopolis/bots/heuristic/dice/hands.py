"""Hands of dice: what can lie there after a roll, whatever the colours, and what is best rolled again.

Five dice can lie in 252 ways, and up to five be kept in 462. So nothing has to be guessed: from what each hand is worth
in the end, it is worked out exactly what each choice of dice to keep is worth while there are rolls left.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled
from heliopolis.games.dice.components import DICE, FACES, SUN

Numbers = NDArray[np.float64]

_HANDS: Final = [hand for size in range(DICE + 1) for hand in combinations_with_replacement(range(FACES), size)]
_PLACES: Final = {hand: place for place, hand in enumerate(_HANDS)}

HANDS: Final = len(_HANDS)
NO_HAND: Final = -1
#: The hand without dice, and the first of those with all five: smaller hands come before larger ones.
EMPTY_HAND: Final = 0
FULL_HAND: Final = _PLACES[(SUN,) * DICE]


def _without(hand: tuple[int, ...], face: int) -> int:
    if face not in hand:
        return NO_HAND
    place = hand.index(face)
    return _PLACES[hand[:place] + hand[place + 1 :]]


#: How many dice of a hand show each face; which hand it is with a die more, or less.
SHOWN: Final = np.array([[hand.count(face) for face in range(FACES)] for hand in _HANDS])
MORE: Final = np.array(
    [[_PLACES.get(tuple(sorted((*hand, face))), NO_HAND) for face in range(FACES)] for hand in _HANDS]
)
LESS: Final = np.array([[_without(hand, face) for face in range(FACES)] for hand in _HANDS])

#: How likely some of a number of dice have colours of which only a few are wanted: COLOURED[wanted, dice, how many].
COLOURED: Final = np.array(
    [
        [
            [comb(wanted, hit) * comb(DICE - wanted, dice - hit) / comb(DICE, dice) for hit in range(dice + 1)]
            + [0.0] * (DICE - dice)
            for dice in range(DICE + 1)
        ]
        for wanted in range(DICE + 1)
    ]
)


@compiled
def expect(worths: Numbers) -> None:
    """From what full hands are worth, work out what smaller ones are worth whose other dice are rolled once."""
    for hand in range(FULL_HAND - 1, EMPTY_HAND - 1, -1):
        total = 0.0
        for face in range(FACES):
            total += worths[MORE[hand, face]]
        worths[hand] = total / FACES


@compiled
def keep_best(worths: Numbers) -> None:
    """Let each hand be worth what the best part of it is worth: all may be rolled again but Suns (D6)."""
    for hand in range(HANDS):
        for face in range(SUN + 1, FACES):
            if LESS[hand, face] != NO_HAND:
                worths[hand] = max(worths[hand], worths[LESS[hand, face]])
