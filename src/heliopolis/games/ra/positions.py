"""How a position of Ra is written in one line, and which positions there can be (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from heliopolis.compiled import uncompiled
from heliopolis.errors import PositionError, quoted
from heliopolis.games.contract import Setup
from heliopolis.games.positions import (
    MOST_POINTS,
    NOTHING,
    SEATS,
    Fields,
    check,
    read_counted,
    write_counted,
    write_sheets,
)
from heliopolis.games.ra import rules
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    CENTRE_SUN,
    CIVILIZATION,
    CIVILIZATION_END,
    DISASTER,
    DISASTERS,
    EMPTY,
    EPOCHS,
    FLOOD,
    GOD,
    GOLD,
    HIGHEST_SUN,
    KIND_NAMES,
    KINDS,
    MONUMENT,
    MONUMENT_END,
    RA,
    SUN_GROUPS,
    TILES,
    UNREST,
)
from heliopolis.games.ra.state import (
    BIDDING,
    CATEGORIES,
    DISCARDING,
    DRAWING,
    ENDS,
    GODS,
    NO_AUCTION,
    OVER,
    State,
    suns,
)
from heliopolis.games.ra.state import (
    read as read_state,
)
from heliopolis.games.ra.views import PHASES, bidders

FIELDS: Sequence[str] = (
    "epoch",
    "turn",
    "acts",
    "phase",
    "ra",
    "track",
    "centre",
    "auction",
    "bids",
    "buyer",
    "owed",
    "suns",
    "down",
    "tiles",
    "points",
    "bag",
    *(f"sheet {epoch + 1}" for epoch in range(EPOCHS)),
)
AUCTIONS: Final = (NOTHING, "drawn", "invoked")
DISASTER_NAMES: Final = KIND_NAMES[DISASTER:]
#: What the end of an epoch takes away, and so nobody has when the game is over.
TAKEN_AWAY: Final = (GOD, GOLD, FLOOD, *range(CIVILIZATION, CIVILIZATION_END))
epochs_over: Final = uncompiled(rules.epochs_over)


# ---- writing ----


def write(state: State) -> dict[str, str]:
    """Write the fields of a state; those that are as usual are left out."""
    now = read_state(state)
    seats, fields = now.seats, {"epoch": str(now.epoch), "turn": str(now.turn + 1)}
    if now.seat != now.turn:
        fields["acts"] = str(now.seat + 1)
    fields["phase"] = PHASES[now.phase]
    fields["ra"] = str(now.ra_tiles)
    if now.filled:
        last = max(space for space, kind in enumerate(now.track) if kind != EMPTY)
        spaces = now.track[: last + 1]
        fields["track"] = ", ".join(NOTHING if kind == EMPTY else KIND_NAMES[kind] for kind in spaces)
    fields["centre"] = str(now.centre)
    if now.auction != NO_AUCTION:
        fields["auction"] = AUCTIONS[now.auction]
    if any(now.bids):
        fields["bids"] = SEATS.join(str(bid or NOTHING) for bid in now.bids[:seats])
    elif now.best_bidder:
        fields["buyer"] = str(now.best_bidder + 1)
    if any(now.owed):
        fields["owed"] = write_counted(now.owed, DISASTER_NAMES)
    fields["suns"] = SEATS.join(_group(mask) for mask in now.suns_up[:seats])
    if any(now.suns_down):
        fields["down"] = SEATS.join(_group(mask) for mask in now.suns_down[:seats])
    if any(map(any, now.tiles)):
        fields["tiles"] = SEATS.join(write_counted(tiles, KIND_NAMES) for tiles in now.tiles[:seats])
    fields["points"] = SEATS.join(map(str, now.points[:seats]))
    fields["bag"] = write_counted(now.bag, KIND_NAMES)
    return fields | write_sheets(now.sheets, now.ends, epochs_over(now), seats, ENDS)  # type: ignore[arg-type]


def _group(mask: int) -> str:
    return "-".join(map(str, reversed(suns(mask)))) or NOTHING


# ---- reading ----


def read(setup: Setup, values: Mapping[str, str]) -> State:
    """Make a state of fields, and refuse what the invariants do not allow."""
    state: State = setup.openings[0].copy()
    fields = Fields(values, int(state.seats))
    state.phase = fields.name("phase", PHASES)
    state.epoch = fields.number("epoch", 1, EPOCHS)
    state.turn = fields.seat("turn")
    state.seat = fields.seat("acts", int(state.turn))
    state.ra_tiles = fields.number("ra", 0, int(state.ra_spaces))
    state.centre = fields.number("centre", CENTRE_SUN, HIGHEST_SUN)
    state.auction = fields.name("auction", AUCTIONS, NOTHING)
    _read_track(state, fields)
    _read_bids(state, fields)
    for place, count in read_counted(fields.text("owed", NOTHING), "owed", DISASTER_NAMES).items():
        check(count <= 2 * TILES[DISASTER_NAMES[place]], f"owed {count} for {DISASTER_NAMES[place]} are too many")
        state.owed[place] = count
    for name, into in (("suns", state.suns_up), ("down", state.suns_down)):
        parts = fields.by_seat(name, None if name == "suns" else NOTHING)
        into[: fields.seats] = [_read_group(part, name) for part in parts]
    state.active = sum(1 << seat for seat in range(fields.seats) if state.suns_up[seat])
    for seat, part in enumerate(fields.by_seat("tiles", NOTHING)):
        for kind, count in read_counted(part, "tiles", KIND_NAMES).items():
            check(kind != RA and kind < DISASTER, f"nobody can hold {KIND_NAMES[kind]}: it stays on no player's table")
            state.tiles[seat, kind] = _at_most(kind, count)
    state.points[: fields.seats] = fields.numbers("points", 0, MOST_POINTS)
    state.bag[:] = 0
    for kind, count in read_counted(fields.text("bag"), "bag", KIND_NAMES).items():
        state.bag[kind] = _at_most(kind, count)
    state.bag_left = sum(map(int, state.bag))
    for epoch, (why, rows) in enumerate(fields.sheets(int(epochs_over(state)), ENDS, len(CATEGORIES))):
        state.ends[epoch] = why
        state.sheets[epoch][: fields.seats] = rows
    check_whole(state)
    return state


def _at_most(kind: int, count: int) -> int:
    name = KIND_NAMES[kind]
    check(count <= TILES[name], f"{count} {name} are too many: the box has {TILES[name]}")
    return count


def _read_track(state: State, fields: Fields) -> None:
    parts = fields.text("track", NOTHING).split(",")
    check(len(parts) <= AUCTION_SPACES, f"track has {len(parts)} spaces, expected at most {AUCTION_SPACES}")
    for space, part in enumerate(parts):
        name = " ".join(part.split())
        if name == NOTHING:
            continue
        (kind, count), *more = read_counted(name, "track", KIND_NAMES).items()
        check(kind != RA and count == 1 and not more, f"track {quoted(name)} does not fit: expected one tile a space")
        state.track[space] = kind
        state.filled += 1


def _read_bids(state: State, fields: Fields) -> None:
    for seat, part in enumerate(fields.by_seat("bids", NOTHING)):
        if part == NOTHING:
            continue
        bid = Fields({"bids": part}, fields.seats).number("bids", 1, HIGHEST_SUN)
        check(bid not in state.bids, f"bids: two seats bid {bid}, and there is one such sun")
        state.bids[seat] = bid
        if bid > state.best_bid:
            state.best_bid, state.best_bidder = bid, seat
    if "buyer" in fields:
        check(not state.best_bid, "buyer is for a table without bids: with bids, it is who bid most")
        state.best_bidder = fields.seat("buyer")
        check(state.best_bidder > 0, "buyer 1 does not fit: without a buyer or a bid, it is left out")


def _read_group(part: str, what: str) -> int:
    mask = 0
    for said in [] if part == NOTHING else part.split("-"):
        sun = said.strip()
        if not (sun.isascii() and sun.isdigit() and len(sun) <= len(str(HIGHEST_SUN))) or int(sun) > HIGHEST_SUN:
            raise PositionError(f"{what} {quoted(sun)} is no sun, expected numbers from 1 to {HIGHEST_SUN}")
        check(not mask >> int(sun) & 1, f"{what}: a seat has the sun {int(sun)} twice")
        mask |= 1 << int(sun)
    return mask


# ---- the invariants: their ids are those of docs/positions.md ----


def check_whole(state: State) -> None:
    """Refuse a state in which an invariant does not hold."""
    now = read_state(state)
    _check_epoch(now)
    _check_tiles(now)
    _check_suns(now)
    if now.phase == OVER:
        _check_over(now)
    elif now.phase == BIDDING:
        _check_bidding(now)
    elif now.phase == DISCARDING:
        _check_discarding(now)
    else:
        _check_turn(now)


def _check_tiles(now: State) -> None:
    """Count 180 tiles: what lies nowhere has left the game (P1)."""
    for kind, name in enumerate(KIND_NAMES):
        seen = now.bag[kind] + now.track.count(kind) + sum(tiles[kind] for tiles in now.tiles)  # type: ignore[attr-defined]
        seen += now.ra_tiles if kind == RA else 0
        check(seen <= TILES[name], f"{seen} {name} are in the bag and on the table: the box has {TILES[name]}")
    epochs = EPOCHS - now.epoch + 1
    needed = 0 if now.phase == OVER else epochs * now.ra_spaces - now.ra_tiles
    check(
        now.bag[RA] >= needed,
        f"the bag has {now.bag[RA]} Ra tiles, and the Ra track will need {needed} until the game ends",
    )


def _check_suns(now: State) -> None:
    """Look for each sun of the game in one place, and for as many with each seat as were dealt (P2)."""
    groups = SUN_GROUPS[now.seats]
    dealt = [CENTRE_SUN, *(sun for group in groups for sun in group)]
    there = [now.centre]
    for seat in range(now.seats):
        held = [*suns(now.suns_up[seat]), *suns(now.suns_down[seat])]
        check(len(held) == len(groups[0]), f"seat {seat + 1} has {len(held)} suns, expected {len(groups[0])}")
        there += held
    for sun in range(HIGHEST_SUN + 1):
        count, expected = there.count(sun), dealt.count(sun)
        check(count == expected, f"the sun {sun} is there {_times(count)}, expected {_times(expected)}")
    for bid in filter(None, now.bids):
        check(bid in dealt, f"bids: there is no sun {bid} with {now.seats} players")


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _check_epoch(now: State) -> None:
    """See that the epoch goes on, and that nothing waits for nobody (P3, P4)."""
    check(now.phase == OVER or now.ra_tiles < now.ra_spaces, "the Ra track is full, so the epoch would be over")
    if now.phase in (BIDDING, DISCARDING):
        check(now.phase == DISCARDING or now.auction != NO_AUCTION, "in a bidding, auction says drawn or invoked")
    else:
        check(now.auction == NO_AUCTION, f"auction does not fit: the phase is {PHASES[now.phase]}")
    if now.phase not in (GODS, DISCARDING):
        check(not any(now.owed), f"owed does not fit: the phase is {PHASES[now.phase]}")


def _check_turn(now: State) -> None:
    """Look at a turn: who has it can take it (P5)."""
    check(now.seat == now.turn, f"acts does not fit: the phase is {PHASES[now.phase]}, so the seat of the turn acts")
    check(now.suns_up[now.turn] > 0, f"seat {now.turn + 1} has no face-up sun, and so no turn")
    if now.phase == DRAWING:
        check(now.filled < AUCTION_SPACES, "the track is full, so no tile is drawn")
    elif now.phase == GODS:
        takes = [kind for kind in now.track if kind not in (EMPTY, GOD)]
        check(now.tiles[now.seat][GOD] > 0, f"seat {now.seat + 1} has no God to spend")
        check(bool(takes), "the track has no tile that a God takes")
        check(not (now.at_once and any(now.owed)), "owed does not fit: here disasters strike at once")


def _check_bidding(now: State) -> None:
    """Look at an auction: who was asked before bid more and more, and who is asked now can bid more (P6)."""
    check(now.suns_up[now.turn] > 0, f"seat {now.turn + 1} has no face-up sun, and so no turn")
    order = bidders(now, now.turn)
    asked = order[: order.index(now.seat)]
    best = 0
    for seat in order:
        bid = now.bids[seat]
        if bid:
            check(seat in asked, f"bids: seat {seat + 1} was not asked before seat {now.seat + 1}")
            check(now.suns_up[seat] >> bid & 1 == 1, f"bids: seat {seat + 1} has no face-up sun {bid}")
            check(bid > best, f"bids: seat {seat + 1} bid {bid}, which is not above {best}")
            best = bid
    check(now.suns_up[now.seat] >> best > 1, f"seat {now.seat + 1} has no face-up sun above {best}, and so no bid")


def _check_discarding(now: State) -> None:
    """Look at a disaster: there is a choice, of as many tiles as are owed (P7)."""
    buyer = now.best_bidder if now.auction else now.turn
    check(now.seat == buyer, f"acts does not fit: seat {buyer + 1} has the disaster")
    if now.auction:
        check(now.best_bid == now.centre, "who has the disaster won the auction, so the best bid is the centre sun")
        check(not now.filled, "who has the disaster took the whole track, so it is empty")
    unrest, earthquake = now.owed[UNREST - DISASTER], now.owed[DISASTERS - 1]
    check(now.owed[0] + now.owed[1] == 0, "owed does not fit: a Funeral or a Drought leaves no choice")
    first, end, owed = (CIVILIZATION, CIVILIZATION_END, unrest) if unrest else (MONUMENT, MONUMENT_END, earthquake)
    held = now.tiles[now.seat][first:end]
    check(owed > 0, "discarding, but owed says no disaster")
    check(
        sum(held) > owed and sum(count > 0 for count in held) > 1,
        f"seat {now.seat + 1} has no choice what to discard: all of it goes, or it is all of one kind",
    )


def _check_over(now: State) -> None:
    """Look at a table that was scored (P8)."""
    check(now.epoch == EPOCHS, f"the game is over after epoch {EPOCHS}, not {now.epoch}")
    check(not now.ra_tiles and not now.filled, "the game is over, so the tracks are empty")
    check(not any(now.suns_down), "the game is over, so no sun lies face down")
    for seat, tiles in enumerate(now.tiles):
        left = [KIND_NAMES[kind] for kind in range(KINDS) if tiles[kind] and kind in TAKEN_AWAY]
        check(not left, f"the game is over, so seat {seat + 1} has no {left[0] if left else ''} any more")
