"""How Ra is looked at: everything that lies on its table, as typed values with the tile names of R1."""

from __future__ import annotations

from typing import Any, Final, Literal

from heliopolis.compiled import uncompiled
from heliopolis.facts.ra import RaAuction, RaBoard, RaOwed, RaReasons, RaSeat, RaView
from heliopolis.games.ra import lots, rules
from heliopolis.games.ra.components import DISASTER, EARTHQUAKE, EMPTY, KIND_NAMES, RA, UNREST
from heliopolis.games.ra.leads import leads, steps
from heliopolis.games.ra.reasons import explain
from heliopolis.games.ra.state import BIDDING, DISCARDING, ENDS, NO_AUCTION, OVER, RA_DRAWN, State, read, suns

PHASES: Final[tuple[Literal["turn", "drawing", "gods", "bidding", "discarding", "over"], ...]] = (
    "turn",
    "drawing",
    "gods",
    "bidding",
    "discarding",
    "over",
)

must_bid: Final = uncompiled(rules.must_bid)
epochs_over: Final = uncompiled(rules.epochs_over)


def view(state: State, **common: Any) -> RaView:
    """Show the table, why everyone would score what they would score, and what the lot is worth."""
    now = read(state)
    over = now.phase == OVER
    return RaView(
        board=lay_out(now),
        reasons=None if over else explain(now),
        lot=lots.worth(state),
        leads=leads(state, now),
        steps=None if over else steps(now),
        **common,
    )


def board(state: State) -> RaBoard:
    """Lay out everything that lies open on the table."""
    return lay_out(read(state))


def reasons(state: State) -> list[RaReasons]:
    """Say for each seat why it would score what it would score if the epoch ended now."""
    return explain(read(state))


def lay_out(now: State) -> RaBoard:
    """Lay out everything that lies open on the table, from a state that was read."""
    owed = RaOwed(civilizations=now.owed[UNREST - DISASTER], monuments=now.owed[EARTHQUAKE - DISASTER])
    return RaBoard(
        epoch=now.epoch,
        phase=PHASES[now.phase],
        turn=now.turn,
        ra_tiles=now.ra_tiles,
        ra_spaces=now.ra_spaces,
        centre_sun=now.centre,
        track=[None if kind == EMPTY else KIND_NAMES[kind] for kind in now.track],
        auction=auction(now),
        owed=owed if now.phase == DISCARDING else None,
        bag=named(now.bag),
        bag_left=now.bag_left,
        ra_chance=ra_chance(now),
        seats=[
            RaSeat(suns_up=suns(up), suns_down=suns(down), tiles=named(tiles))
            for up, down, tiles in list(zip(now.suns_up, now.suns_down, now.tiles, strict=True))[: now.seats]
        ],
        epoch_ends=[ENDS[why] for why in now.ends[: epochs_over(now)]],
    )


def auction(now: State) -> RaAuction | None:
    """Lay out the auction that is on."""
    if now.auction == NO_AUCTION:
        return None
    asked = bidders(now, now.turn)
    done = asked[: asked.index(now.seat)] if now.phase == BIDDING else asked
    return RaAuction(
        ra_player=now.turn,
        reason="drawn" if now.auction == RA_DRAWN else "invoked",
        bids=[bid or ("pass" if seat in done else None) for seat, bid in enumerate(now.bids[: now.seats])],
        best_bid=now.best_bid or None,
        best_bidder=now.best_bidder if now.best_bid else None,
        must_bid=now.phase == BIDDING and must_bid(now),
    )


def bidders(now: State, after: int) -> list[int]:
    """List the seats in the order they are asked for bids, from the left of one up to the Ra player (R12)."""
    asked = []
    seat = int(after)
    while True:
        seat = int(now.left[seat])
        asked.append(seat)
        if seat == now.turn:
            return asked


def ra_chance(now: State) -> float:
    """Work out how likely the next tile drawn is Ra."""
    return now.bag[RA] / now.bag_left if now.bag_left else 0.0


def named(counts: Any) -> dict[str, int]:
    """Count tiles by name: those that are there."""
    return {KIND_NAMES[kind]: count for kind, count in enumerate(counts) if count}
