"""The whole of a game of Ra at one moment, as one fixed-size record."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from heliopolis.compiled import lowest_bit
from heliopolis.games import contract
from heliopolis.games.contract import U8, Numbers8, Numbers16, Numbers32, Reader, record_dtype
from heliopolis.games.ra.components import AUCTION_SPACES, DISASTERS, EPOCHS, KINDS, MOST_SEATS

# What a game waits for: its phase.
TURN: Final = 0  # draw, invoke, or the first God tile (R6)
DRAWING: Final = 1  # the tile that was drawn: chance
GODS: Final = 2  # another God tile, or stop (R10)
BIDDING: Final = 3  # a bid or a pass (R13)
DISCARDING: Final = 4  # which tile a disaster takes (R22)
OVER: Final = 5

# What follows by itself once a move is made, before the game waits again.
NEXT_BIDDER: Final = 6
AUCTION_CLOSES: Final = 7
DISASTERS_STRIKE: Final = 8
TURN_ENDS: Final = 9
EPOCH_ENDS: Final = 10

# Why there is an auction.
NO_AUCTION: Final = 0
RA_DRAWN: Final = 1
RA_INVOKED: Final = 2

#: Why an epoch ended (R23).
ENDS: Final = ("ra", "suns")
BY_RA: Final = 0
BY_SUNS: Final = 1

#: The rows of a score sheet (R26-R32).
CATEGORIES: Final = ("gods", "gold", "pharaohs", "nile", "civilization", "monuments", "suns")
GODS_ROW, GOLD_ROW, PHARAOHS_ROW, NILE_ROW, CIVILIZATION_ROW, MONUMENTS_ROW, SUNS_ROW = range(len(CATEGORIES))


class State(contract.State):
    """One game of Ra. Suns are bit masks: bit 13 is the sun 13, so the higher sun makes the greater mask."""

    # The setup.
    seats: U8
    ra_spaces: U8  # R4
    at_once: U8  # 1 when a disaster taken with a God tile is fulfilled before the next tile (R21)
    left: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]  # who sits on the left of each seat

    # Where the game stands.
    epoch: U8  # 1, 2 or 3
    phase: U8
    seat: U8  # who is to act
    turn: U8  # whose turn it is; during an auction, the Ra player (R12)

    # The board.
    ra_tiles: U8  # on the Ra track
    centre: U8  # the centre sun
    filled: U8  # how many auction spaces hold a tile
    track: Annotated[Numbers8, np.uint8, (AUCTION_SPACES,)]  # kinds, or EMPTY
    bag_left: U8
    bag: Annotated[Numbers8, np.uint8, (KINDS,)]

    # The auction.
    auction: U8
    best_bid: U8  # 0 when nobody has bid
    best_bidder: U8
    bids: Annotated[Numbers8, np.uint8, (MOST_SEATS,)]  # 0: has not bid

    # How many tiles each disaster still costs the seat to act.
    owed: Annotated[Numbers8, np.uint8, (DISASTERS,)]

    # The players.
    active: U8  # a bit mask of the seats with a face-up sun: those who take turns (R6)
    suns_up: Annotated[Numbers32, np.uint32, (MOST_SEATS,)]
    suns_down: Annotated[Numbers32, np.uint32, (MOST_SEATS,)]
    tiles: Annotated[Numbers8, np.uint8, (MOST_SEATS, KINDS)]
    points: Annotated[Numbers16, np.int16, (MOST_SEATS,)]

    # The epochs that are over: their score sheets, and why they ended.
    sheets: Annotated[Numbers16, np.int16, (EPOCHS, MOST_SEATS, len(CATEGORIES))]
    ends: Annotated[Numbers8, np.uint8, (EPOCHS,)]


STATE: Final = record_dtype(State)
read: Final[Reader[State]] = Reader(State)


def suns(mask: int) -> list[int]:
    """List the suns of a mask, lowest first.

    >>> suns(1 << 13 | 1 << 8 | 1 << 2)
    [2, 8, 13]
    """
    left, found = int(mask), []
    while left:
        found.append(lowest_bit(left))
        left &= left - 1
    return found
