"""What can be worth something in Ra: the tiles on the track to each player, and each sun to the one to act."""

from __future__ import annotations

from typing import Any

from heliopolis.coach.values import Thing
from heliopolis.games.ra import rules
from heliopolis.games.ra.state import DISASTERS_STRIKE, EPOCH_ENDS, RA_INVOKED, TURN_ENDS, suns


def things(state: Any) -> list[Thing]:
    """Lay out the tables: with the lot as a gift and with the lot gone, with a sun face up and face down."""
    me = int(state.seat)
    gone = without_lot(state)
    found = []
    if state.filled:
        found += [Thing("lot", seat, None, with_lot(state, seat), gone) for seat in range(int(state.seats))]
    for sun in suns(state.suns_up[me]):
        used = state.copy()
        turn_down(used, me, sun)
        found.append(Thing("sun", me, sun, gone, without_lot(used)))
    return found


def with_lot(state: Any, seat: int) -> Any:
    """Give a player the tiles on the track, with all that disasters take, for no sun; the turn goes on."""
    table = state.copy()
    up, down, centre, active = (
        int(table.suns_up[seat]),
        int(table.suns_down[seat]),
        int(table.centre),
        int(table.active),
    )
    table.auction = RA_INVOKED
    table.best_bid = next(iter(suns(up)), 0) or int(centre)
    table.best_bidder = seat
    table.owed[:] = 0
    step = rules.close_auction(table)
    table.suns_up[seat], table.suns_down[seat] = up, down
    table.centre, table.active = centre, active
    table.best_bid = centre  # as if the sun in the centre had been bid: it lies there
    table.bids[:] = 0
    table.bids[seat] = centre
    if step == DISASTERS_STRIKE:
        step = rules.fulfil_disasters(table)
    return _go_on(table, step)


def without_lot(state: Any) -> Any:
    """Take the tiles on the track away; the turn goes on."""
    table = state.copy()
    table.owed[:] = 0
    rules.clear_track(table)
    return _go_on(table, TURN_ENDS)


def turn_down(table: Any, seat: int, sun: int) -> None:
    """Turn a sun face down, as if it had been used."""
    table.suns_up[seat] ^= 1 << sun
    table.suns_down[seat] |= 1 << sun
    if not table.suns_up[seat]:
        table.active ^= 1 << seat


def _go_on(table: Any, step: int) -> Any:
    """Let the turn end, and the epoch if nobody has a sun left."""
    if step == TURN_ENDS:
        step = rules.end_turn(table)
    if step == EPOCH_ENDS:
        step = rules.end_epoch(table)
    table.phase = step
    return table
