"""How Ra is spoken of: its moves, its table and what happens there, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from heliopolis.errors import MoveError, SetupError
from heliopolis.facts import EpochEnded, Event, tell_any
from heliopolis.facts.ra import AllPassed, AuctionWon, Passed, RaDeed, TilesLost
from heliopolis.games.contract import Setup
from heliopolis.games.ra import rules
from heliopolis.games.ra.components import (
    DISASTER,
    EARTHQUAKE,
    EMPTY,
    EPOCHS,
    HIGHEST_SUN,
    KIND_NAMES,
    KINDS,
    RA,
    TAKES,
    UNREST,
)
from heliopolis.games.ra.editions import Edition
from heliopolis.games.ra.state import (
    AUCTION_CLOSES,
    BIDDING,
    BY_RA,
    DISASTERS_STRIKE,
    DISCARDING,
    EPOCH_ENDS,
    NEXT_BIDDER,
    NO_AUCTION,
    OVER,
    RA_DRAWN,
    RA_INVOKED,
    TURN_ENDS,
    State,
)

PHASES: Final = ("turn", "drawing", "gods", "bidding", "discarding", "over")
AUCTIONS: Final = {RA_DRAWN: "drawn", RA_INVOKED: "invoked"}

#: The moves that are a word and a tile.
WITH_TILE: Final = {"take": rules.TAKE, "discard": rules.DISCARD, "tile": rules.TILE}

WORDS: Final = (
    {rules.DRAW: "draw", rules.INVOKE: "invoke", rules.STOP: "stop", rules.PASS: "pass"}
    | {rules.BID + sun: f"bid {sun}" for sun in range(1, HIGHEST_SUN + 1)}
    | {first + kind: f"{verb} {name}" for verb, first in WITH_TILE.items() for kind, name in enumerate(KIND_NAMES)}
)
MOVES: Final = {word.lower(): move for move, word in WORDS.items()}
#: Speaks as the record does.
PLAIN: Final = Edition("", "")

HOW: Final = "draw, invoke, take TILE, stop, bid N, pass, discard TILE or tile TILE"


# ---- moves ----


def word(moves: Sequence[int]) -> str:
    """Say a move, or a tile drawn, in the words of the record."""
    (move,) = moves
    return WORDS[int(move)]


def shown(moves: Sequence[int], edition: Edition) -> str:
    """Say a move in the edition's own words."""
    said = word(moves)
    verb, _, tile = said.partition(" ")
    if tile in edition.tiles:
        return f"{verb} {edition.tiles[tile]}"
    return edition.moves.get(said, said)


def moves(word: str, edition: Edition) -> list[int]:
    """Understand a move in the words of the record or of the edition.

    >>> from heliopolis.games.ra.editions import EDITIONS
    >>> word(moves("Take  WAR", EDITIONS["z-man"])), word(moves("turn over", EDITIONS["alea"]))
    ('take Unrest', 'draw')
    """
    said = " ".join(word.lower().split())
    verb, _, rest = said.partition(" ")
    for name, own in edition.tiles.items():
        if rest == own.lower():
            said = f"{verb} {name.lower()}"
    for name, own in edition.moves.items():
        if said == own.lower():
            said = name
    if said not in MOVES:
        raise MoveError(f"{word!r} is not a move of Ra: say {HOW}")
    return [MOVES[said]]


# ---- the deal ----


def deal(opening: State) -> str:
    """Write the suns of each seat: 13-8-5-2 | 12-9-6-3 | 11-10-7-4."""
    return " | ".join("-".join(map(str, reversed(suns(group)))) for group in opening.suns_up[: opening.seats])


def find_deal(setup: Setup, wanted: str | Sequence[Sequence[int]]) -> int:
    """Find the opening in which each seat has the wanted suns, in any order within a group."""
    deals = [deal(opening) for opening in setup.openings]
    try:
        groups = wanted.split("|") if isinstance(wanted, str) else wanted
        numbers = [
            [int(f"{sun}") for sun in (group.split("-") if isinstance(group, str) else group)] for group in groups
        ]
    except (TypeError, ValueError):
        numbers = []
    said = " | ".join("-".join(map(str, sorted(group, reverse=True))) for group in numbers)
    if said not in deals:
        raise SetupError(f"suns {wanted!r} are not a way to deal the groups: one each seat, for example {deals[0]}")
    return deals.index(said)


def suns(mask: int) -> list[int]:
    """List the suns of a mask, lowest first.

    >>> suns(1 << 13 | 1 << 8 | 1 << 2)
    [2, 8, 13]
    """
    return [sun for sun in range(1, HIGHEST_SUN + 1) if int(mask) >> sun & 1]


# ---- the table ----


def board(state: State, edition: Edition) -> dict[str, Any]:
    """Lay out everything that lies open on the table, as plain data, with the tile names of R1."""
    seats = range(state.seats)
    return {
        "epoch": int(state.epoch),
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "ra_tiles": int(state.ra_tiles),
        "ra_spaces": int(state.ra_spaces),
        "centre_sun": int(state.centre),
        "track": [None if kind == EMPTY else KIND_NAMES[kind] for kind in state.track],
        "auction": auction(state),
        "owed": {
            "civilizations": int(state.owed[UNREST - DISASTER]),
            "monuments": int(state.owed[EARTHQUAKE - DISASTER]),
        }
        if state.phase == DISCARDING
        else None,
        "bag": {name: int(count) for name, count in zip(KIND_NAMES, state.bag, strict=True) if count},
        "bag_left": int(state.bag_left),
        "ra_chance": ra_chance(state),
        "seats": [
            {
                "suns_up": suns(state.suns_up[seat]),
                "suns_down": suns(state.suns_down[seat]),
                "tiles": holding(state, seat),
            }
            for seat in seats
        ],
        "epoch_ends": ["ra" if state.ends[epoch] == BY_RA else "suns" for epoch in range(rules.epochs_over(state))],
    }


def auction(state: State) -> dict[str, Any] | None:
    """Lay out the auction that is on: each seat's bid is a sun, "pass", or None while it is still to come."""
    if state.auction == NO_AUCTION:
        return None
    asked = bidders(state, state.turn)
    done = asked[: asked.index(int(state.seat))] if state.phase == BIDDING else asked
    return {
        "ra_player": int(state.turn),
        "reason": AUCTIONS[state.auction],
        "bids": [int(state.bids[seat]) or ("pass" if seat in done else None) for seat in range(state.seats)],
        "best_bid": int(state.best_bid) or None,
        "best_bidder": int(state.best_bidder) if state.best_bid else None,
        "must_bid": bool(state.phase == BIDDING and rules.must_bid(state)),
    }


def bidders(state: State, after: int) -> list[int]:
    """List the seats in the order they are asked for bids, from the left of one up to the Ra player (R12)."""
    asked = []
    seat = int(after)
    while True:
        seat = int(state.left[seat])
        asked.append(seat)
        if seat == state.turn:
            return asked


def holding(state: State, seat: int) -> dict[str, int]:
    """Count a player's tiles by name."""
    return {name: int(count) for name, count in zip(KIND_NAMES, state.tiles[seat], strict=True) if count}


def ra_chance(state: State) -> float:
    """Work out how likely the next tile drawn is Ra."""
    return int(state.bag[RA]) / int(state.bag_left) if state.bag_left else 0.0


def text(state: State, names: list[str], points: list[int | None], edition: Edition) -> str:
    """Draw the table in plain text, in the edition's words."""
    lines = [f"Ra ({edition.title})   epoch {state.epoch} of {EPOCHS}"]
    track = "● " * int(state.ra_tiles) + "○ " * int(state.ra_spaces - state.ra_tiles)
    lines.append(f"{'Sun Boat' if edition.boat else 'Ra track'}   {track} {state.ra_tiles} of {state.ra_spaces}")
    spaces = ["·" if kind == EMPTY else tile_name(kind, edition) for kind in state.track]
    lines.append(f"Auction    {'  '.join(spaces)}")
    lines.append(
        f"Centre     {edition.sun} {state.centre}    {state.bag_left} tiles {edition.supply}, "
        f"the next is Ra with {100 * ra_chance(state):.0f} %"
    )
    lines.append("")
    width = max(map(len, names))
    for seat, name in enumerate(names):
        mark = "▸" if state.phase != OVER and seat == state.seat else " "
        up = " ".join(map(str, suns(state.suns_up[seat]))) or "none"
        down = " ".join(map(str, suns(state.suns_down[seat])))
        score = "?" if points[seat] is None else points[seat]
        tiles = ", ".join(
            (f"{count} " if count > 1 else "") + edition.tiles.get(tile, tile)
            for tile, count in holding(state, seat).items()
        )
        lines.append(
            f"{mark} {name:<{width}}  {score!s:>3} {edition.points}  {edition.sun}s {up}"
            + (f" (down: {down})" if down else "")
        )
        lines.append(f"  {'':<{width}}  {tiles or 'no tiles'}")
    bids = auction(state)
    if bids is not None:
        said = [
            f"{names[seat]} {bids['bids'][seat]}"
            for seat in bidders(state, state.turn)
            if bids["bids"][seat] is not None
        ]
        lines += ["", f"{names[state.turn]} has the {edition.figure}. Bids: {', '.join(said) or 'none yet'}"]
    return "\n".join(lines)


def tile_name(kind: int, edition: Edition) -> str:
    """Name a kind of tile as the edition does."""
    name = KIND_NAMES[kind]
    return edition.tiles.get(name, name)


# ---- what happens ----

#: Which disaster takes a kind of tile.
TAKEN_BY: Final = {kind: disaster for disaster, (first, end) in TAKES.items() for kind in range(first, end)}


def deed(moves: Sequence[int]) -> RaDeed:
    """Say what a line of the record is, as data."""
    said = word(moves)
    verb, _, rest = said.partition(" ")
    if verb == "bid":
        return RaDeed("bid", sun=int(rest))
    return RaDeed(verb, tile=rest or None)  # type: ignore[arg-type]


def story(state: State, move: int) -> Iterator[Event]:
    """Make a move by taking the steps of `rules.apply` one at a time, and tell what follows by itself."""
    step = rules.make(state, move)
    if step == NEXT_BIDDER:
        asked = bidders(state, state.seat)
        step = rules.ask_next_bidder(state)
        for seat in asked[: asked.index(int(state.seat))] if step == BIDDING else asked:
            yield Passed(seat, int(state.best_bid) if state.suns_up[seat] else None)
    if step == AUCTION_CLOSES:
        lot = [KIND_NAMES[kind] for kind in state.track if kind != EMPTY]
        centre = int(state.centre)
        invoked = state.auction == RA_INVOKED
        step = rules.close_auction(state)
        if state.best_bid:
            yield AuctionWon(int(state.best_bidder), int(state.best_bid), lot, centre)
        else:
            yield AllPassed("leave" if invoked else "stay")
    if step == DISASTERS_STRIKE:
        seat = int(state.seat)
        held = state.tiles[seat].copy()
        step = rules.fulfil_disasters(state)
        for kind in range(KINDS):
            lost = int(held[kind]) - int(state.tiles[seat, kind])
            if lost:
                yield TilesLost(seat, KIND_NAMES[kind], lost, KIND_NAMES[TAKEN_BY[kind]])
    if step == TURN_ENDS:
        step = rules.end_turn(state)
    if step == EPOCH_ENDS:
        epoch = int(state.epoch)
        step = rules.end_epoch(state)
        yield EpochEnded(epoch, "ra" if state.ends[epoch - 1] == BY_RA else "suns")
    state.phase = step


def tell(event: Event, names: Sequence[str], edition: Edition | None) -> str:
    """Say what happened: in the edition's words or, without one, in those of the record."""
    own = edition or PLAIN
    match event:
        case Passed(seat, None):
            return f"{names[seat]} passes: no face-up {own.sun}"
        case Passed(seat, above):
            return f"{names[seat]} passes: no {own.sun} above {above}"
        case AuctionWon(seat, sun, tiles, centre):
            prize = ", ".join([*(own.tiles.get(tile, tile) for tile in tiles), f"{own.sun} {centre}"])
            return f"{names[seat]} wins with {sun}: {prize}"
        case AllPassed(tiles):
            return f"all pass: the tiles {'leave the game' if tiles == 'leave' else 'stay'}"
        case TilesLost(seat, tile, count):
            return f"{names[seat]} loses {count} {own.tiles.get(tile, tile)}"
        case EpochEnded(epoch, why):
            return f"epoch {epoch} ends: {'the Ra track is full' if why == 'ra' else f'no {own.sun} is face up'}"
    return tell_any(event, names)
