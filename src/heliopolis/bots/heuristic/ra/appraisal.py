"""What `greedy` sees in a position of Ra: what the lot is worth to each player, and what each sun is.

Everything lies open on the table; of the bag it knows what anyone could count: how many tiles of each kind are left.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.opinion import CAUTION, PATIENCE, RIVALRY, SIGHT
from heliopolis.bots.heuristic.ra.tiles import CATEGORIES, CATEGORY, Tiles, odds, worth
from heliopolis.compiled import compiled, count_bits, inlined, lowest_bit, wide
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


class Appraisal:
    """One position, as the seat to act sees it."""

    dtype: np.dtype[np.void]

    seat: Annotated[int, np.int64]
    seats: Annotated[int, np.int64]
    spaces: Annotated[int, np.int64]  # how many Ra tiles the epoch still takes
    later: Annotated[int, np.int64]  # how many epochs follow
    rest: Annotated[float, np.float64]  # how much of the epoch is left, from 1 to 0
    hurt: Annotated[float, np.float64]  # what a rival's profit of one point costs
    sight: Annotated[float, np.float64]  # how much of what counts only later is seen
    trust: Annotated[float, np.float64]  # how far who has many suns can hope for more tiles in this epoch

    # The suns that each player can bid, the lowest first: what each could still buy in this epoch, and what it costs
    # to pay with it, which is less by what the centre sun is worth that comes in its place.
    sun_count: Annotated[Tiles, np.int64, (MOST_SEATS,)]
    rivals: Annotated[Tiles, np.int64, (MOST_SEATS,)]  # the suns that the others can bid, a bit each
    suns: Annotated[Tiles, np.int64, (MOST_SEATS, MOST_SUNS)]
    prices: Annotated[Numbers, np.float64, (MOST_SEATS, MOST_SUNS)]
    costs: Annotated[Numbers, np.float64, (MOST_SEATS, MOST_SUNS)]
    sums: Annotated[Tiles, np.int64, (MOST_SEATS,)]  # of all suns, face up and face down
    race: Annotated[Numbers, np.float64, (MOST_SEATS,)]  # what that sum brings in the last epoch (R32), else 0

    # The tiles of each player together with the lot, what they are worth by category, and what the lot adds.
    held: Annotated[Tiles, np.int64, (MOST_SEATS, KINDS)]
    hope: Annotated[Numbers, np.float64, (MOST_SEATS,)]
    most: Annotated[Tiles, np.int64, (MOST_SEATS,)]  # Pharaohs of the others
    fewest: Annotated[Tiles, np.int64, (MOST_SEATS,)]
    parts: Annotated[Numbers, np.float64, (MOST_SEATS, CATEGORIES)]
    gains: Annotated[Numbers, np.float64, (MOST_SEATS,)]
    offer: Annotated[Numbers, np.float64, (MOST_SEATS,)]  # what a lot that is thought of adds


APPRAISAL: Final = record_dtype(Appraisal)


@compiled
def look(state: State, settings: Numbers, appraisal: Appraisal) -> None:
    """Look at a position."""
    appraisal.seat = state.seat
    appraisal.seats = state.seats
    appraisal.spaces = wide(state.ra_spaces) - wide(state.ra_tiles)
    appraisal.later = EPOCHS - wide(state.epoch)
    appraisal.rest = appraisal.spaces / wide(state.ra_spaces)
    appraisal.hurt = SHARED_LOSS * settings[RIVALRY] / appraisal.seats
    appraisal.sight = settings[SIGHT]
    appraisal.trust = appraisal.sight * appraisal.rest ** settings[CAUTION]  # the cautious see its end come
    look_at_suns(state, appraisal, settings[PATIENCE])
    for seat in range(appraisal.seats):
        appraisal.hope[seat] = hope(appraisal, appraisal.sun_count[seat] - 1)
    look_at_tiles(state, appraisal)


@inlined
def hope(appraisal: Appraisal, suns: int) -> float:
    """Say how far a player with some suns left can hope for more tiles in this epoch."""
    return appraisal.trust * (1 - NO_HOPE ** max(0, suns))


# ---- suns ----


@compiled
def look_at_suns(state: State, appraisal: Appraisal, patience: float) -> None:
    """Price the suns of all players; the impatient think little of what suns could still buy."""
    everyone = 0
    highest = wide(state.centre)
    for seat in range(appraisal.seats):
        count = 0
        appraisal.sums[seat] = 0
        up = wide(state.suns_up[seat])
        everyone |= up
        while up != 0:
            sun = lowest_bit(up)
            appraisal.suns[seat, count] = sun
            appraisal.sums[seat] += sun
            highest = max(highest, sun)
            count += 1
            up &= up - 1
        down = wide(state.suns_down[seat])
        while down != 0:
            sun = lowest_bit(down)
            appraisal.sums[seat] += sun
            highest = max(highest, sun)
            down &= down - 1
        appraisal.sun_count[seat] = count
    tiles = tiles_a_lot(state, appraisal, count_bits(everyone))
    for seat in range(appraisal.seats):
        rivals = everyone & ~wide(state.suns_up[seat])
        appraisal.rivals[seat] = rivals
        appraisal.race[seat] = last_suns(appraisal, seat, 0) if appraisal.later == 0 else 0.0
        for place in range(appraisal.sun_count[seat]):
            sun = appraisal.suns[seat, place]
            price = patience * tiles * strength(rivals, sun)
            appraisal.prices[seat, place] = price
            appraisal.costs[seat, place] = price - exchange(appraisal, seat, wide(state.centre) - sun, highest)


@inlined
def tiles_a_lot(state: State, appraisal: Appraisal, suns: int) -> float:
    """Guess how many tiles each sun will buy: those that come before the epoch ends, by the suns there are for them."""
    ra = wide(state.bag[RA])
    tiles = appraisal.spaces * (wide(state.bag_left) - ra) / (ra + 1)
    return min(MOST_TILES, tiles / max(1, suns))


@inlined
def strength(rivals: int, sun: int) -> float:
    """Say what a tile is worth that a sun could buy: the more, the more suns of rivals it beats."""
    if rivals == 0:
        return ALONE
    return LOWEST_SUN + SUN_RANGE * count_bits(rivals & (1 << sun) - 1) / count_bits(rivals)


@inlined
def exchange(appraisal: Appraisal, seat: int, change: int, highest: int) -> float:
    """Say what a change of suns is worth: in the next epoch, or at the end of the game (R32)."""
    if appraisal.later > 0:
        return appraisal.sight * NEXT_EPOCH * change / highest
    return last_suns(appraisal, seat, change) - appraisal.race[seat]  # type: ignore[no-any-return]


@inlined
def last_suns(appraisal: Appraisal, seat: int, change: int) -> float:
    """Weigh the sum of a seat's suns, after a change, against the highest and the lowest of the others (R32)."""
    most = 0
    fewest = 1000
    for rival in range(appraisal.seats):
        if rival != seat:
            most = max(most, appraisal.sums[rival])
            fewest = min(fewest, appraisal.sums[rival])
    total = appraisal.sums[seat] + change
    return SUN_REWARD * (odds(total - most, SUN_SPREAD) - odds(fewest - total, SUN_SPREAD))


# ---- tiles ----


@compiled
def look_at_tiles(state: State, appraisal: Appraisal) -> None:
    """Weigh what the players hold, and what the lot adds to it."""
    touched = 0
    for space in range(AUCTION_SPACES):
        if state.track[space] != EMPTY:
            touched |= 1 << CATEGORY[state.track[space]]
    for seat in range(appraisal.seats):
        most = 0
        fewest = 1000
        for rival in range(appraisal.seats):
            if rival != seat:
                most = max(most, wide(state.tiles[rival, PHARAOH]))
                fewest = min(fewest, wide(state.tiles[rival, PHARAOH]))
        appraisal.most[seat] = most
        appraisal.fewest[seat] = fewest
        for kind in range(KINDS):
            appraisal.held[seat, kind] = state.tiles[seat, kind]
        appraisal.gains[seat] = 0.0
        for category in range(CATEGORIES):
            appraisal.parts[seat, category] = part(appraisal, seat, category)
            appraisal.gains[seat] -= appraisal.parts[seat, category]
        for space in range(AUCTION_SPACES):
            if state.track[space] != EMPTY:
                appraisal.held[seat, state.track[space]] += 1
        for category in range(CATEGORIES):
            if touched >> category & 1:
                appraisal.parts[seat, category] = part(appraisal, seat, category)
            appraisal.gains[seat] += appraisal.parts[seat, category]


@inlined
def part(appraisal: Appraisal, seat: int, category: int) -> float:
    """Weigh one category of what a player would hold with the lot."""
    return worth(
        category,
        appraisal.held[seat],
        appraisal.most[seat],
        appraisal.fewest[seat],
        appraisal.hope[seat],
        appraisal.rest,
        appraisal.later,
        appraisal.sight,
    )


@compiled
def offer_lot(appraisal: Appraisal) -> None:
    """Think of the lot as it lies there."""
    for seat in range(appraisal.seats):
        appraisal.offer[seat] = appraisal.gains[seat]


@compiled
def offer_changed(appraisal: Appraisal, kind: int, change: int) -> None:
    """Think of the lot with a tile more, or less."""
    category = CATEGORY[kind]
    for seat in range(appraisal.seats):
        appraisal.held[seat, kind] += change
        now = part(appraisal, seat, category)
        appraisal.held[seat, kind] -= change
        appraisal.offer[seat] = appraisal.gains[seat] - appraisal.parts[seat, category] + now
