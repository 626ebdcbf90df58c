"""What `greedy` thinks of a move in Ra, in points.

It asks what a player asks: what is this lot worth to me, and to whom would it go? What could the sun still buy that I
pay with? What if I wait? An auction is thought through once round: each player bids the lowest sun that wins more than
it costs. It looks no further than the next tile.

Nothing is decided here. `greedy` takes the move with the highest value (`bots/choice.py`, `best`). So Ra is invoked
when `invoke` promises more than `draw`, and a seat passes when `bid` promises most for 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.heuristic.opinion import CAUTION
from heliopolis.bots.heuristic.ra.appraisal import (
    APPRAISAL,
    Appraisal,
    Numbers,
    hope,
    look,
    offer_changed,
    offer_lot,
)
from heliopolis.bots.heuristic.ra.tiles import CATEGORY, Tiles, worth
from heliopolis.compiled import apart, compiled, inlined, wide
from heliopolis.games.contract import Moves
from heliopolis.games.ra.components import AUCTION_SPACES, GOD, KINDS, RA
from heliopolis.games.ra.rules import BID, DISCARD, DRAW, INVOKE, NEXT_SEAT, STOP, TAKE
from heliopolis.games.ra.state import RA_INVOKED, State

#: How likely the others do not bid as expected: after an invocation, which may leave the lot to the one who called for
#: it (R14), and after a bid, which may then win. Both count times the setting `caution`.
WARY_INVOKING: Final = 0.46
WARY_BIDDING: Final = 0.15
#: How likely a lot that waits is sold on the next player's turn; else it is on the turn after that.
SOLD_NEXT: Final = 0.67
#: What a lot is worth that nobody buys and that stays: this much of it, shared by all.
REMAINS: Final = 0.87


@apart
def weigh_greedily(state: State, moves: Moves, count: int, settings: Numbers, values: Numbers) -> None:
    """Write what each legal move promises the seat to act."""
    appraisals = np.empty(1, APPRAISAL)
    weigh_moves(state, moves, count, settings, values, appraisals)


@compiled
def weigh_moves(
    state: State, moves: Moves, count: int, settings: Numbers, values: Numbers, appraisals: NDArray[np.void]
) -> None:
    """Look at the position, then at each move."""
    appraisal = appraisals[0]
    look(state, settings, appraisal)
    caution = settings[CAUTION]
    for place in range(count):
        move = wide(moves[place])
        if move >= BID:
            values[place] = bid(state, appraisal, move - BID, caution)
        elif move >= DISCARD:
            values[place] = changed(state, appraisal, move - DISCARD, -1)
        elif move == DRAW:
            values[place] = draw(state, appraisal)
        elif move == INVOKE:
            values[place] = invoke(state, appraisal, caution)
        elif move == STOP:
            offer_lot(appraisal)
            values[place] = waiting(state, appraisal)
        else:
            values[place] = take(state, appraisal, move - TAKE)


# ---- the moves ----


@compiled
def draw(state: State, appraisal: Appraisal) -> float:
    """Weigh every tile that can come."""
    total = 0.0
    for kind in range(KINDS):
        count = wide(state.bag[kind])
        if count == 0:
            continue
        if kind != RA:
            offer_changed(appraisal, kind, 1)
            total += count * waiting(state, appraisal)
        elif appraisal.spaces > 1:
            offer_lot(appraisal)
            total += count * auction(state, appraisal, appraisal.seat, False)
        else:  # the epoch ends, and with it all that suns could have bought (R9)
            for place in range(appraisal.sun_count[appraisal.seat]):
                total -= count * appraisal.prices[appraisal.seat, place]
    return total / wide(state.bag_left)


@compiled
def invoke(state: State, appraisal: Appraisal, caution: float) -> float:
    """Think the auction through, wary of the others: nobody else may want what one has called for."""
    offer_lot(appraisal)
    value = auction(state, appraisal, appraisal.seat, True)
    if state.filled == AUCTION_SPACES:
        return value
    alone = appraisal.gains[appraisal.seat] - appraisal.costs[appraisal.seat, cheapest(appraisal, appraisal.seat)]
    return value + min(1.0, WARY_INVOKING * caution) * min(0.0, alone - value)  # type: ignore[no-any-return]


@compiled
def bid(state: State, appraisal: Appraisal, sun: int, caution: float) -> float:
    """Think of the rest of the auction after a bid, or a pass (0)."""
    seat = appraisal.seat
    invoked = state.auction == RA_INVOKED
    offer_lot(appraisal)
    best = sun if sun > 0 else wide(state.best_bid)
    bidder = seat if sun > 0 else wide(state.best_bidder)
    if seat == state.turn:
        value = result(state, appraisal, best, bidder, invoked)
    else:
        value = ask(state, appraisal, seat, wide(state.turn), best, bidder, invoked)
    if sun == 0:
        return value
    wary = min(1.0, WARY_BIDDING * caution)
    return (1 - wary) * value + wary * profit(appraisal, seat, sun)


@compiled
def take(state: State, appraisal: Appraisal, kind: int) -> float:
    """Weigh a tile against the God tile it costs, and against what is left of the lot."""
    offer_changed(appraisal, kind, -1)
    gain = changed(state, appraisal, kind, 1) + changed(state, appraisal, GOD, -1)
    return gain + waiting(state, appraisal)


@compiled
def changed(state: State, appraisal: Appraisal, kind: int, change: int) -> float:
    """Say what a tile more or less in front of it is worth to the seat to act."""
    seat = appraisal.seat
    category = CATEGORY[kind]
    hopes = hope(appraisal, appraisal.sun_count[seat])
    held = state.tiles[seat].astype(np.int64)
    before = own(appraisal, category, held, hopes)
    held[kind] += change
    return own(appraisal, category, held, hopes) - before


@inlined
def own(appraisal: Appraisal, category: int, held: Tiles, hopes: float) -> float:
    """Weigh one category of what the seat to act holds."""
    seat = appraisal.seat
    return worth(
        category,
        held,
        appraisal.most[seat],
        appraisal.fewest[seat],
        hopes,
        appraisal.rest,
        appraisal.later,
        appraisal.sight,
    )


@compiled
def waiting(state: State, appraisal: Appraisal) -> float:
    """Think of a lot as sold on the next player's turn, or on the turn after that."""
    following = wide(NEXT_SEAT[state.active, appraisal.seat])
    value = SOLD_NEXT * auction(state, appraisal, following, False)
    following = wide(NEXT_SEAT[state.active, following])
    return value + (1 - SOLD_NEXT) * auction(state, appraisal, following, False)


# ---- an auction ----


@compiled
def auction(state: State, appraisal: Appraisal, ra_player: int, invoked: bool) -> float:
    """Think an auction through from its start (R12)."""
    return ask(state, appraisal, ra_player, ra_player, 0, ra_player, invoked)


@compiled
def ask(state: State, appraisal: Appraisal, seat: int, last: int, best: int, bidder: int, invoked: bool) -> float:
    """Let all on the left of a seat bid, up to the last; say what comes out for the seat to act.

    Each bids the lowest sun that beats the best bid and costs less than the lot is worth.
    """
    while True:
        seat = wide(state.left[seat])
        for place in range(appraisal.sun_count[seat]):
            if appraisal.suns[seat, place] > best and appraisal.offer[seat] > appraisal.costs[seat, place]:
                best = appraisal.suns[seat, place]
                bidder = seat
                break
        if seat == last:
            break
    if best == 0 and invoked and state.filled < AUCTION_SPACES:  # R14
        bidder = last
        best = appraisal.suns[last, cheapest(appraisal, last)]
    return result(state, appraisal, best, bidder, invoked)


@inlined
def result(state: State, appraisal: Appraisal, best: int, bidder: int, invoked: bool) -> float:
    """Say what it is worth to the seat to act that an auction ends so."""
    if best > 0:
        gain = profit(appraisal, bidder, best)
        return gain if bidder == appraisal.seat else -appraisal.hurt * gain
    if invoked:
        return 0.0  # R15: a full track that nobody wants is cleared
    return REMAINS * max(0.0, appraisal.offer[appraisal.seat]) / appraisal.seats  # type: ignore[no-any-return]


@compiled
def profit(appraisal: Appraisal, seat: int, sun: int) -> float:
    """Say what a player wins by paying a sun for the lot."""
    for place in range(appraisal.sun_count[seat]):
        if appraisal.suns[seat, place] == sun:
            return appraisal.offer[seat] - appraisal.costs[seat, place]  # type: ignore[no-any-return]
    return 0.0


@inlined
def cheapest(appraisal: Appraisal, seat: int) -> int:
    """Find the place of the sun that costs a player least."""
    least = 0
    for place in range(1, appraisal.sun_count[seat]):
        if appraisal.costs[seat, place] < appraisal.costs[seat, least]:
            least = place
    return least
