"""What `greedy` sees in a position of Ra: what the lot is worth to each player, and what each sun is.

Everything lies open on the table; of the bag it knows what anyone could count: how many tiles of each kind are left.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.greedy import CAUTION, PATIENCE, RIVALRY, SIGHT
from heliopolis.bots.greedy_ra_tiles import CATEGORIES, CATEGORY, Tiles, odds, worth
from heliopolis.compiled import compiled, inlined, lowest_bit, wide
from heliopolis.games.contract import record_dtype
from heliopolis.games.ra.components import AUCTION_SPACES, EMPTY, EPOCHS, KINDS, MOST_SEATS, MOST_SUNS, PHARAOH, RA
from heliopolis.games.ra.state import State

Numbers = NDArray[np.float64]

#: How many tiles a lot to come has at most, on average.
MOST_TILES: Final = 7.75
#: What each tile of such a lot is worth to who pays with the lowest sun; how much more to who has the highest; and what
#: it is worth where nobody else has a sun left to bid.
LOWEST_SUN: Final = 1.28
SUN_RANGE: Final = 0.71
ALONE: Final = 0.87
#: What the highest sun is worth in the next epoch, over none.
NEXT_EPOCH: Final = 3.6
#: How open the race for the highest and the lowest sum of suns is (R32), and what it brings.
SUN_SPREAD: Final = 2.7
SUN_REWARD: Final = 5
#: How likely one more sun brings nothing that was hoped for.
NO_HOPE: Final = 0.23
#: How much a rival's profit hurts, shared by all.
SHARED_LOSS: Final = 0.9


class Outlook:
    """One position, as the seat to act sees it."""

    dtype: np.dtype[np.void]

    seat: Annotated[int, np.int64]
    seats: Annotated[int, np.int64]
    spaces: Annotated[int, np.int64]  # how many Ra tiles the epoch still takes
    later: Annotated[int, np.int64]  # how many epochs follow
    rest: Annotated[float, np.float64]  # how much of the epoch is left, from 1 to 0
    hurt: Annotated[float, np.float64]  # what a rival's profit of one point costs
    sight: Annotated[float, np.float64]  # how much of what counts only later is seen

    # The suns that each player can bid, the lowest first: what each could still buy in this epoch, and what it costs
    # to pay with it, which is less by what the centre sun is worth that comes in its place.
    sun_count: Annotated[Tiles, np.int64, (MOST_SEATS,)]
    suns: Annotated[Tiles, np.int64, (MOST_SEATS, MOST_SUNS)]
    prices: Annotated[Numbers, np.float64, (MOST_SEATS, MOST_SUNS)]
    costs: Annotated[Numbers, np.float64, (MOST_SEATS, MOST_SUNS)]
    sums: Annotated[Tiles, np.int64, (MOST_SEATS,)]  # of all suns, face up and face down

    # The tiles of each player together with the lot, what they are worth by category, and what the lot adds.
    held: Annotated[Tiles, np.int64, (MOST_SEATS, KINDS)]
    hope: Annotated[Numbers, np.float64, (MOST_SEATS,)]
    most: Annotated[Tiles, np.int64, (MOST_SEATS,)]  # Pharaohs of the others
    fewest: Annotated[Tiles, np.int64, (MOST_SEATS,)]
    parts: Annotated[Numbers, np.float64, (MOST_SEATS, CATEGORIES)]
    gains: Annotated[Numbers, np.float64, (MOST_SEATS,)]
    offer: Annotated[Numbers, np.float64, (MOST_SEATS,)]  # what a lot that is thought of adds


OUTLOOK: Final = record_dtype(Outlook)


@compiled
def look(state: State, settings: Numbers, outlook: Outlook) -> None:
    """Look at a position."""
    outlook.seat = state.seat
    outlook.seats = state.seats
    outlook.spaces = wide(state.ra_spaces) - wide(state.ra_tiles)
    outlook.later = EPOCHS - wide(state.epoch)
    outlook.rest = outlook.spaces / wide(state.ra_spaces)
    outlook.hurt = SHARED_LOSS * settings[RIVALRY] / outlook.seats
    outlook.sight = settings[SIGHT]
    look_at_suns(state, outlook, settings[PATIENCE])
    for seat in range(outlook.seats):
        outlook.hope[seat] = hope(outlook, outlook.sun_count[seat] - 1, settings[CAUTION])
    look_at_tiles(state, outlook)


@inlined
def hope(outlook: Outlook, suns: int, caution: float) -> float:
    """Say how far a player with some suns left can hope for more tiles in this epoch; the cautious see its end come."""
    return outlook.sight * outlook.rest**caution * (1 - NO_HOPE ** max(0, suns))  # type: ignore[no-any-return]


# ---- suns ----


@compiled
def look_at_suns(state: State, outlook: Outlook, patience: float) -> None:
    """Price the suns of all players; the impatient think little of what suns could still buy."""
    total = 0
    highest = wide(state.centre)
    for seat in range(outlook.seats):
        count = 0
        outlook.sums[seat] = 0
        up = wide(state.suns_up[seat])
        while up != 0:
            sun = lowest_bit(up)
            outlook.suns[seat, count] = sun
            outlook.sums[seat] += sun
            highest = max(highest, sun)
            count += 1
            up &= up - 1
        down = wide(state.suns_down[seat])
        while down != 0:
            sun = lowest_bit(down)
            outlook.sums[seat] += sun
            highest = max(highest, sun)
            down &= down - 1
        outlook.sun_count[seat] = count
        total += count
    tiles = tiles_a_lot(state, outlook, total)
    for seat in range(outlook.seats):
        for place in range(outlook.sun_count[seat]):
            sun = outlook.suns[seat, place]
            price = patience * tiles * strength(outlook, seat, sun, total - outlook.sun_count[seat])
            outlook.prices[seat, place] = price
            outlook.costs[seat, place] = price - exchange(outlook, seat, wide(state.centre) - sun, highest)


@inlined
def tiles_a_lot(state: State, outlook: Outlook, suns: int) -> float:
    """Guess how many tiles each sun will buy: those that come before the epoch ends, by the suns there are for them."""
    ra = wide(state.bag[RA])
    tiles = outlook.spaces * (wide(state.bag_left) - ra) / (ra + 1)
    return min(MOST_TILES, tiles / max(1, suns))


@inlined
def strength(outlook: Outlook, seat: int, sun: int, others: int) -> float:
    """Say what a tile is worth that a sun could buy: the more, the more suns of others it beats."""
    if others == 0:
        return ALONE
    beaten = 0
    for rival in range(outlook.seats):
        if rival != seat:
            for place in range(outlook.sun_count[rival]):
                beaten += outlook.suns[rival, place] < sun
    return LOWEST_SUN + SUN_RANGE * beaten / others


@inlined
def exchange(outlook: Outlook, seat: int, change: int, highest: int) -> float:
    """Say what a change of suns is worth: in the next epoch, or at the end of the game (R32)."""
    if outlook.later > 0:
        return outlook.sight * NEXT_EPOCH * change / highest
    most = 0
    fewest = 1000
    for rival in range(outlook.seats):
        if rival != seat:
            most = max(most, outlook.sums[rival])
            fewest = min(fewest, outlook.sums[rival])
    return rank(outlook.sums[seat] + change, most, fewest) - rank(outlook.sums[seat], most, fewest)


@inlined
def rank(total: int, most: int, fewest: int) -> float:
    """Weigh a sum of suns against the highest and the lowest of the others (R32)."""
    return SUN_REWARD * (odds(total - most, SUN_SPREAD) - odds(fewest - total, SUN_SPREAD))


# ---- tiles ----


@compiled
def look_at_tiles(state: State, outlook: Outlook) -> None:
    """Weigh what the players hold, and what the lot adds to it."""
    touched = 0
    for space in range(AUCTION_SPACES):
        if state.track[space] != EMPTY:
            touched |= 1 << CATEGORY[state.track[space]]
    for seat in range(outlook.seats):
        most = 0
        fewest = 1000
        for rival in range(outlook.seats):
            if rival != seat:
                most = max(most, wide(state.tiles[rival, PHARAOH]))
                fewest = min(fewest, wide(state.tiles[rival, PHARAOH]))
        outlook.most[seat] = most
        outlook.fewest[seat] = fewest
        for kind in range(KINDS):
            outlook.held[seat, kind] = state.tiles[seat, kind]
        outlook.gains[seat] = 0.0
        for category in range(CATEGORIES):
            outlook.parts[seat, category] = part(outlook, seat, category)
            outlook.gains[seat] -= outlook.parts[seat, category]
        for space in range(AUCTION_SPACES):
            if state.track[space] != EMPTY:
                outlook.held[seat, state.track[space]] += 1
        for category in range(CATEGORIES):
            if touched >> category & 1:
                outlook.parts[seat, category] = part(outlook, seat, category)
            outlook.gains[seat] += outlook.parts[seat, category]


@inlined
def part(outlook: Outlook, seat: int, category: int) -> float:
    """Weigh one category of what a player would hold with the lot."""
    return worth(
        category,
        outlook.held[seat],
        outlook.most[seat],
        outlook.fewest[seat],
        outlook.hope[seat],
        outlook.rest,
        outlook.later,
        outlook.sight,
    )


@compiled
def offer_lot(outlook: Outlook) -> None:
    """Think of the lot as it lies there."""
    for seat in range(outlook.seats):
        outlook.offer[seat] = outlook.gains[seat]


@compiled
def offer_changed(outlook: Outlook, kind: int, change: int) -> None:
    """Think of the lot with a tile more, or less."""
    category = CATEGORY[kind]
    for seat in range(outlook.seats):
        outlook.held[seat, kind] += change
        now = part(outlook, seat, category)
        outlook.held[seat, kind] -= change
        outlook.offer[seat] = outlook.gains[seat] - outlook.parts[seat, category] + now
