"""Ra in a search: auctions are followed to their end."""

from __future__ import annotations

from typing import Final

from heliopolis.compiled import inlined
from heliopolis.games.ra.state import BIDDING, DISCARDING, NO_AUCTION, State

#: How far behind the best a move may be, in points of `greedy`, that is still worth a thought.
TOLERANCE: Final = 3.0


@inlined
def is_quiet(state: State) -> bool:
    """Tell whether there is no auction, and nothing to discard."""
    return not (state.phase == BIDDING or state.phase == DISCARDING)  # noqa: PLR1714 - the way that is compiled well


@inlined
def settles_fast(state: State) -> bool:
    """Tell that auctions, and all that they lead to, have few endings."""
    return True


@inlined
def tolerance(state: State) -> float:
    """Allow a few points: in 1,000 decisions two seconds of thought liked five moves that were further behind."""
    return TOLERANCE


@inlined
def is_worth_playing_on(state: State) -> bool:
    """Tell that it is: what an auction wins shows only later."""
    return True


@inlined
def tidy(state: State) -> None:
    """Wipe out the bids of an auction that is over."""
    if state.auction == NO_AUCTION:
        state.best_bid = 0
        state.best_bidder = 0
        for seat in range(state.seats):
            state.bids[seat] = 0
