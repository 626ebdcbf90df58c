"""What `greedy` thinks of a move in Ra, in points: what a lot is worth to each player, and what a sun is worth.

Everything is an estimate for the end of the epoch, and of the game for what stays. An auction is thought through once
round: each player bids the lowest sun that wins more than it costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from heliopolis.bots.greedy_ra_tiles import Holdings, odds
from heliopolis.games.ra.components import AUCTION_SPACES, EMPTY, EPOCHS, GOD, RA
from heliopolis.games.ra.rules import BID, DISCARD, DRAW, INVOKE, STOP, TAKE
from heliopolis.games.ra.state import RA_INVOKED
from heliopolis.games.ra.words import bidders, suns

#: What a tile of an average lot brings, and how many tiles a lot to come has at most, on average.
TILE_WORTH: Final = 1.4
MOST_TILES: Final = 6.0
#: What share of an average lot the lowest sun buys; how much more the highest does; how high a sun nobody can beat is.
LOWEST_SUN: Final = 0.6
SUN_RANGE: Final = 0.8
ALONE: Final = 0.5
#: What the highest sun is worth in the next epoch, over the lowest.
NEXT_EPOCH: Final = 5.0
#: How near the sums of suns are decided (R32).
SUN_SPREAD: Final = 3.0
#: How much what another player wins hurts, shared by all who do not win it.
RIVALRY: Final = 0.5
#: How likely the others do not bid as expected: after an invocation, after a bid.
WARY_INVOKING: Final = 0.5
WARY_BIDDING: Final = 0.2


def values(state: Any, moves: Sequence[int]) -> list[float]:
    """Say what each legal move promises the seat to act."""
    outlook = Outlook(state)
    return [outlook.value(move) for move in moves]


class Outlook:
    """One position of Ra, as the seat to act sees it: all of it lies open on the table."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.seat = int(state.seat)
        self.seats = range(int(state.seats))
        self.tiles: list[list[int]] = state.tiles[: len(self.seats)].tolist()
        self.up = [suns(mask) for mask in state.suns_up[: len(self.seats)]]
        self.sums = [sum(up) + sum(suns(state.suns_down[seat])) for seat, up in enumerate(self.up)]
        self.highest = max(max(map(max, filter(None, self.up)), default=1), int(state.centre))
        self.later = EPOCHS - int(state.epoch)
        self.bag: list[int] = state.bag.tolist()
        self.spaces = int(state.ra_spaces - state.ra_tiles)
        self.lot = [int(kind) for kind in state.track if kind != EMPTY]
        after = [(self.seat + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        self.next_turn = next((seat for seat in after if self.up[seat]), self.seat)  # R6
        self.holdings = Holdings(self.tiles, self.spaces / int(state.ra_spaces), self.later)
        self.worths: dict[tuple[int, ...], float] = {}
        self.bases = [
            self.holdings.worth(seat, self.tiles[seat], self.holdings.hope(len(self.up[seat]) - 1))
            for seat in self.seats
        ]
        self.costs = [
            {sun: self.price(seat, sun) - self.exchange(seat, sun) for sun in up} for seat, up in enumerate(self.up)
        ]

    def value(self, move: int) -> float:
        """Say what a move promises."""
        if move == DRAW:
            return self.draw()
        if move == INVOKE:
            return self.invoke()
        if move == STOP:
            return self.waiting(self.lot)
        if move >= BID:
            return self.bid(move - BID)
        if move >= DISCARD:
            return -self.loss(move - DISCARD)
        return self.god(move - TAKE)

    # ---- moves ----

    def draw(self) -> float:
        """Weigh every tile that can come."""
        total = 0.0
        for kind, count in enumerate(self.bag):
            if count and kind != RA:
                total += count * self.waiting([*self.lot, kind])
            elif count and self.spaces > 1:
                total += count * self.auction(self.lot, self.seat, invoked=False)
            elif count:
                total -= count * sum(self.price(self.seat, sun) for sun in self.up[self.seat])  # R9
        return total / sum(self.bag)

    def invoke(self) -> float:
        """Think the auction through, wary of the others: the lot may be left to the one who called for it (R14)."""
        value = self.auction(self.lot, self.seat, invoked=True)
        if len(self.lot) == AUCTION_SPACES:
            return value
        forced = max(self.profit(self.seat, sun, self.lot) for sun in self.up[self.seat])
        return (1 - WARY_INVOKING) * value + WARY_INVOKING * min(value, forced)

    def waiting(self, lot: Sequence[int]) -> float:
        """Think of the lot as sold on the next player's turn."""
        return self.auction(lot, self.next_turn, invoked=False)

    def bid(self, sun: int) -> float:
        """Think of the auction after a bid, or a pass (0)."""
        asked = bidders(self.state, self.seat) if self.seat != self.state.turn else []
        best, bidder = (sun, self.seat) if sun else (int(self.state.best_bid), int(self.state.best_bidder))
        value = self.outcome(self.lot, asked, best, bidder, self.state.auction == RA_INVOKED)
        if not sun:
            return value
        return (1 - WARY_BIDDING) * value + WARY_BIDDING * self.profit(self.seat, sun, self.lot)

    def god(self, kind: int) -> float:
        """Weigh a tile against the God tile it costs."""
        lot = list(self.lot)
        lot.remove(kind)
        held = list(self.tiles[self.seat])
        held[GOD] -= 1
        hope = self.holdings.hope(len(self.up[self.seat]))
        gain = self.holdings.worth(self.seat, self.holdings.with_lot(self.seat, held, [kind], hope), hope)
        return gain - self.holdings.worth(self.seat, self.tiles[self.seat], hope) + self.waiting(lot)

    def loss(self, kind: int) -> float:
        """Say what the loss of a tile costs."""
        held = list(self.tiles[self.seat])
        held[kind] -= 1
        hope = self.holdings.hope(len(self.up[self.seat]))
        return self.holdings.worth(self.seat, self.tiles[self.seat], hope) - self.holdings.worth(self.seat, held, hope)

    # ---- an auction ----

    def auction(self, lot: Sequence[int], ra_player: int, *, invoked: bool) -> float:
        """Think an auction through from its start (R12)."""
        asked = [seat % len(self.seats) for seat in range(ra_player + 1, ra_player + len(self.seats) + 1)]
        return self.outcome(lot, asked, 0, ra_player, invoked)

    def outcome(self, lot: Sequence[int], asked: Sequence[int], best: int, bidder: int, invoked: bool) -> float:
        """Let the players who are still to be asked bid, and say what comes out for the seat to act."""
        for seat in asked:
            if not self.up[seat]:
                continue
            gain = self.gain(seat, lot)
            for sun in self.up[seat]:
                if sun > best and gain > self.costs[seat][sun]:
                    best, bidder = sun, seat
                    break
        if not best and invoked and len(lot) < AUCTION_SPACES and self.up[asked[-1]]:  # R14
            bidder = asked[-1]
            best = max(self.up[bidder], key=lambda sun: self.profit(bidder, sun, lot))
        if not best:
            return 0.0
        profit = self.profit(bidder, best, lot)
        return profit if bidder == self.seat else -profit * RIVALRY / (len(self.seats) - 1)

    def profit(self, seat: int, sun: int, lot: Sequence[int]) -> float:
        """Say what a player wins by paying a sun for a lot."""
        return self.gain(seat, lot) - self.costs[seat][sun]

    def gain(self, seat: int, lot: Sequence[int]) -> float:
        """Say what a lot is worth to a player."""
        key = (seat, *sorted(lot))
        if key not in self.worths:
            hope = self.holdings.hope(len(self.up[seat]) - 1)
            self.worths[key] = self.holdings.worth(
                seat, self.holdings.with_lot(seat, self.tiles[seat], lot, hope), hope
            )
        return self.worths[key] - self.bases[seat]

    # ---- suns ----

    @cached_property
    def lot_ahead(self) -> float:
        """How much an average lot is worth that is still to come in this epoch: tiles to come, by suns to buy them."""
        tiles = self.spaces * (sum(self.bag) - self.bag[RA]) / (self.bag[RA] + 1)
        return TILE_WORTH * min(MOST_TILES, tiles / max(1, sum(map(len, self.up))))

    def price(self, seat: int, sun: int) -> float:
        """Say what a sun could still buy in this epoch: the more, the more suns of others it beats."""
        others = [other for rival in self.seats if rival != seat for other in self.up[rival]]
        beaten = sum(other < sun for other in others) / len(others) if others else ALONE
        return self.lot_ahead * (LOWEST_SUN + SUN_RANGE * beaten)

    def exchange(self, seat: int, sun: int) -> float:
        """Say what it is worth to have the centre sun in place of a sun: in the next epoch, or at the end (R32)."""
        change = int(self.state.centre) - sun
        if self.later:
            return NEXT_EPOCH * change / self.highest
        others = [total for rival, total in enumerate(self.sums) if rival != seat]
        before, after = (
            odds(total - max(others), SUN_SPREAD) - odds(min(others) - total, SUN_SPREAD)
            for total in (self.sums[seat], self.sums[seat] + change)
        )
        return 5 * (after - before)
