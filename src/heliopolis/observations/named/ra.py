"""What the numbers of Ra's observations are."""

from __future__ import annotations

from typing import Final

from heliopolis.games.ra import rules
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    DISASTER,
    EPOCHS,
    GOD,
    HIGHEST_SUN,
    KIND_NAMES,
    MONUMENT_END,
    MOST_SEATS,
    MOST_SUNS,
)
from heliopolis.games.ra.state import CATEGORIES
from heliopolis.observations.layouts import Group

ENVIRONMENT: Final = "Ra"

#: The first action that is no seat's choice, but the tile that was drawn.
FIRST_CHANCE: Final = rules.TILE

SEATS: Final = tuple(f"seat {seat}" for seat in range(MOST_SEATS))
SPACES: Final = tuple(f"space {space}" for space in range(AUCTION_SPACES))
EPOCH_NAMES: Final = tuple(f"epoch {epoch + 1}" for epoch in range(EPOCHS))
PHASES: Final = ("turn", "drawing", "gods", "bidding", "discarding")
TILES: Final = KIND_NAMES[1:]
"""All kinds but Ra."""
HELD: Final = KIND_NAMES[GOD:MONUMENT_END]
"""The kinds that can lie in front of a seat."""

#: The fields of the record: what they are, and the labels of their axes. Seats here are those of the table.
RAW: Final = {
    "seats": ("how many play", ()),
    "ra_spaces": ("spaces of the Ra track (R4)", ()),
    "at_once": ("1 when a disaster taken with a God tile strikes at once (R21)", ()),
    "left": ("who sits on the left of each seat", (SEATS,)),
    "epoch": ("1, 2 or 3", ()),
    "phase": ("0 turn, 1 drawing, 2 gods, 3 bidding, 4 discarding, 5 over", ()),
    "seat": ("who is to act", ()),
    "turn": ("whose turn it is; during an auction, the Ra player", ()),
    "ra_tiles": ("Ra tiles on the Ra track", ()),
    "centre": ("the centre sun", ()),
    "filled": ("auction spaces that hold a tile", ()),
    "track": (f"the tile on each auction space, a place in R1; {len(KIND_NAMES)} where there is none", (SPACES,)),
    "bag_left": ("tiles in the bag", ()),
    "bag": ("tiles in the bag, by kind", (KIND_NAMES,)),
    "auction": ("0 none, 1 Ra was drawn, 2 Ra was invoked", ()),
    "best_bid": ("the best bid, 0 where there is none", ()),
    "best_bidder": ("whose it is", ()),
    "bids": ("what each seat has bid, 0 for nothing", (SEATS,)),
    "owed": ("tiles that each disaster still costs the seat to act", (KIND_NAMES[DISASTER:],)),
    "active": ("the seats with a face-up sun, a bit each", ()),
    "suns_up": ("face-up suns: bit 13 is the sun 13", (SEATS,)),
    "suns_down": ("face-down suns, in the same way", (SEATS,)),
    "tiles": ("tiles in front of each seat, by kind", (SEATS, KIND_NAMES)),
    "points": ("points of each seat", (SEATS,)),
    "sheets": ("what each finished epoch scored", (EPOCH_NAMES, SEATS, CATEGORIES)),
    "ends": ("why it ended: 0 the Ra track was full, 1 no sun was face up", (EPOCH_NAMES,)),
}

COMPACT_VERSION: Final = 1
COMPACT: Final = (
    (
        Group("players", "how many play, of 5"),
        Group("epoch", "which epoch it is, one of three", EPOCH_NAMES),
        Group("phase", "what the game waits for, one of five; all 0 when it is over", PHASES),
        Group("Ra spaces left", "free spaces of the Ra track, of 10"),
        Group("Ra chance", "how likely the next tile is Ra"),
        Group("bag left", "tiles in the bag, of 180"),
        Group("centre sun", "of 16"),
        Group("filled", "auction spaces that hold a tile, of 8"),
        Group("lot", "tiles on the auction track, by kind; two are 1", TILES, high=4.0),
        Group("bag", "tiles in the bag, by kind; ten are 1", TILES, high=2.5),
        Group("Ra drawn", "1 in an auction because Ra was drawn"),
        Group("Ra invoked", "1 in an auction because Ra was invoked"),
        Group("best bid", "of 16; 0 where there is none"),
        Group("must bid", "1 when the seat to act has to bid (R14)"),
        Group("civilizations owed", "that disasters still cost the seat to act; two are 1", high=4.0),
        Group("monuments owed", "in the same way", high=4.0),
    ),
    (
        Group("to act", "1 for the seat to act"),
        Group("turn", "1 for the seat whose turn it is; in an auction, the Ra player"),
        Group("best bidder", "1 for the seat with the best bid"),
        Group("to bid", "1 while a seat has not been asked for its bid, in an auction"),
        Group("points", "40 are 1", high=50.0),
        Group("suns up", "face-up suns, the lowest first, of 16", tuple("1234"[:MOST_SUNS])),
        Group("suns down", "face-down suns, in the same way", tuple("1234"[:MOST_SUNS])),
        Group("tiles", "by kind; two are 1, of Pharaohs and Niles five", HELD, high=6.0),
        Group("sheet", "what the epoch would score if it ended now; ten are 1", CATEGORIES, -1.0, 20.0),
        Group("sheet in all", "its sum", low=-2.0, high=20.0),
    ),
)


# What the networks of the house see is written by `bots/neural/ra.py`. Its numbers are about as large as 1.
def _big(name: str, meaning: str, labels: tuple[str, ...] = ("",)) -> Group:
    return Group(name, meaning, labels, -100.0, 100.0)


_ALL_SUNS: Final = ("none", *(str(sun) for sun in range(1, HIGHEST_SUN + 1)))


def _up_to(most: int) -> tuple[str, ...]:
    return tuple(str(count) for count in range(most + 1))


_SCORED = CATEGORIES[:-1]

NETWORK_VERSION: Final = 2
NETWORK: Final = (
    (
        Group("players", "how many play, one of four", ("2", "3", "4", "5")),
        Group("epoch", "which epoch it is, one of three", EPOCH_NAMES),
        Group("phase", "what the game waits for, one of five; over counts as discarding", PHASES),
        Group("Ra spaces left", "one of four", ("1", "2", "3", "4 or more")),
        _big("Ra spaces left, share", "of all spaces of the Ra track"),
        Group("Ra chance", "how likely the next tile is Ra"),
        Group("bag left", "tiles in the bag, of 180"),
        _big("draws left", "draws to be expected in the epoch; 40 are 1"),
        Group("bag empty", "1 when it is"),
        Group("bag", "tiles in the bag, by kind; eight are 1", TILES, high=4.0),
        Group("filled", "auction spaces that hold a tile, of 8"),
        Group("full", "1 when all do"),
        Group("lot", "tiles on the auction track, by kind; two are 1", TILES, high=4.0),
        Group("auction", "one of three", ("none", "Ra drawn", "Ra invoked")),
        Group("best bid", "one of seventeen", _ALL_SUNS),
        Group("centre sun", "one of seventeen", _ALL_SUNS),
        Group("active", "how many seats have a face-up sun", ("one", "two")),
        Group("must bid", "1 when the seat to act has to bid (R14)"),
        Group("drawing", "1 while a tile is drawn"),
    ),
    (
        Group("place", "places from the seat that looks, clockwise, one of five", _up_to(MOST_SEATS - 1)),
        Group("turn", "1 for the seat whose turn it is; in an auction, the Ra player"),
        Group("after the turn", "places from that seat, of all seats"),
        Group("best bidder", "1 for the seat with the best bid"),
        Group("suns", "how many are face up, one of five", _up_to(MOST_SUNS)),
        Group("sun up", "1 for each", _ALL_SUNS[1:]),
        Group("sun down", "1 for each", _ALL_SUNS[1:]),
        Group("sum of suns", "40 are 1", high=4.0),
        Group("better seats", "seats with a higher sun, of four"),
        Group("highest", "1 when nobody has a higher sun"),
        Group("to bid", "1 while a seat has not been asked for its bid, in an auction"),
        Group("can bid", "1 when it then can"),
        Group("bid", "what it has bid, of 16"),
        Group("tiles", "by kind; two are 1, of Pharaohs and Niles five", HELD, high=6.0),
        Group("civilizations", "how many different, one of six", _up_to(5)),
        Group("monuments", "how many different, one of nine", _up_to(8)),
        Group("same monuments", "kinds of which there are so many at least; two are 1", ("2", "3", "4"), high=4.0),
        Group("flood", "1 with a Flood"),
        Group("Niles that score", "five are 1", high=5.0),
        Group("Pharaohs ahead", "of the best and of the last of the others; three are 1", ("best", "last"), -2.0, 2.0),
        Group("Pharaohs", "1 for those with the most, and the fewest", ("most", "fewest")),
        _big("sheet", "what the epoch would score if it ended now; ten are 1", CATEGORIES),
        _big("sheet in all", "its sum"),
        _big("monuments' worth", "what monuments score at the end of the game; ten are 1"),
        _big("points", "40 are 1"),
        _big("points ahead", "of the best of the others; 40 are 1"),
        _big("standing", "points if the game ended now; 40 are 1"),
        Group("discarding", "1 for a seat that discards"),
        _big("lot's gain", "what the lot would add to the sheet; ten are 1", _SCORED),
        _big("lot's gain in all", "its sum"),
        _big("worth, as greedy thinks", "of what it holds; ten points are 1"),
        _big("lot's worth, as greedy thinks", "ten points are 1"),
        _big("suns' worth, as greedy thinks", "ten points are 1"),
        _big("cost of a sun, as greedy thinks", "the lowest first; ten points are 1", ("1", "2", "3")),
        _big("final points, as greedy expects", "40 are 1"),
        _big("points ahead, as greedy expects", "of the best of the others; 40 are 1"),
        _big("sum of suns, its worth", "at the end of the last epoch; ten points are 1"),
        Group(
            "suns unbeaten",
            "1 for a sun, the highest first, that no other beats; a half that one does",
            ("1", "2", "3"),
        ),
        _big("sum of suns ahead", "of the average; ten are 1"),
        Group("sure lead", "over the best of the others if the game ended now, in three sizes", ("2", "6", "15"), -1.0),
        Group("expected lead", "as greedy expects the end, in three sizes", ("2", "6", "15"), -1.0),
        Group("first guess", "at the share of the win"),
        _big("first guess, logarithm", "of the same and a hundredth"),
    ),
)
