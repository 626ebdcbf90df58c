"""What a network is shown of a position: numbers around 0 to 1, of the table and of every seat.

Each game writes its own, in a module of its name, with the functions below. All seats have the same features,
whoever looks, and however many there are.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, lowest_bit
from heliopolis.games.contract import by_game_in

#: Where a game writes its own.
ROOM: Final = "heliopolis.bots.neural.{game}"

Features = NDArray[np.float32]
#: A number for each seat, in points.
Standings = NDArray[np.float64]

#: So small a guess at a share of the win counts as none.
LEAST_GUESS: Final = 0.01
#: How far off points are that nothing can change any more, squared.
LEAST_DOUBT: Final = 0.1


@by_game_in(ROOM)
def layout(state: Any) -> tuple[int, int, int]:  # type: ignore[empty-body]
    """Count the features of the table and of a seat; name their version: a network of another one cannot read them."""


@by_game_in(ROOM)
def write_features(state: Any, viewer: int, into: Features) -> None:
    """Describe a position as a seat sees it: the table, then that seat, then the others clockwise."""


@inlined
def number(into: Features, at: int, value: float) -> int:
    """Write a number; return where the next feature goes."""
    into[np.uint64(at)] = value
    return at + 1


@inlined
def choice(into: Features, at: int, chosen: int, choices: int) -> int:
    """Write which of several it is: a 1 among 0s; what is above the last counts as the last."""
    into[np.uint64(at + min(chosen, choices - 1))] = 1.0
    return at + choices


@inlined
def at_least(into: Features, at: int, count: int, most: int) -> int:
    """Write a count as a row of 1s: at least one, at least two, and so on."""
    for place in range(min(count, most)):
        into[np.uint64(at + place)] = 1.0
    return at + most


@inlined
def bits(into: Features, at: int, mask: int, first: int, end: int) -> int:
    """Write the bits of a mask, a 1 for each that is set."""
    left = (mask & (1 << end) - 1) >> first
    while left != 0:
        into[np.uint64(at + lowest_bit(left))] = 1.0
        left &= left - 1
    return at + end - first


# ---- who will win ----


@inlined
def write_lead(into: Features, at: int, standings: Standings, seat: int, seats: int) -> int:
    """Write how far a seat is ahead of the best of the others, in three sizes: near the end a single point decides."""
    best = -100.0
    for other in range(seats):
        if other != seat:
            best = max(best, standings[other])
    lead = standings[seat] - best
    at = number(into, at, lead / (2.0 + abs(lead)))
    at = number(into, at, lead / (6.0 + abs(lead)))
    return number(into, at, lead / (15.0 + abs(lead)))


@inlined
def write_guess(into: Features, at: int, guess: float) -> int:
    """Write a guess at a share of the win, also as the network will need it: as a logarithm."""
    at = number(into, at, guess)
    return number(into, at, np.log(guess + LEAST_GUESS))


@compiled
def guess_wins(standings: Standings, doubts: Standings, seats: int, guesses: Standings) -> None:
    """Guess each seat's share of the win, by its lead over each other.

    Args:
        standings: with how many points each seat should end.
        doubts: how far off that may be, squared.
        seats: how many there are.
        guesses: room for the shares.
    """
    total = 0.0
    for seat in range(seats):
        guesses[seat] = 1.0
    for seat in range(seats):
        for other in range(seat + 1, seats):
            spread = np.sqrt(LEAST_DOUBT + doubts[seat] + doubts[other])
            lead = max(-30.0, min(30.0, (standings[seat] - standings[other]) / spread))
            odds = np.exp(-lead)
            ahead = 1.0 / (1.0 + odds)
            guesses[seat] *= ahead
            guesses[other] *= odds * ahead
        total += guesses[seat]
    for seat in range(seats):
        guesses[seat] /= total
