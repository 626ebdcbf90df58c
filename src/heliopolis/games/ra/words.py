"""How Ra is spoken of: its moves, its table and what happens there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from heliopolis.errors import MoveError, SetupError
from heliopolis.facts import EpochEnded, Event, tell_any
from heliopolis.facts.ra import AllPassed, AuctionWon, Passed, RaDeed, RaScored, TilesLost
from heliopolis.games.contract import Setup
from heliopolis.games.ra import rules
from heliopolis.games.ra.components import (
    EMPTY,
    EPOCHS,
    HIGHEST_SUN,
    KIND_NAMES,
    KINDS,
    TAKES,
)
from heliopolis.games.ra.editions import Edition
from heliopolis.games.ra.state import (
    AUCTION_CLOSES,
    BIDDING,
    DISASTERS_STRIKE,
    ENDS,
    EPOCH_ENDS,
    NEXT_BIDDER,
    RA_INVOKED,
    TURN_ENDS,
    State,
    read,
    suns,
)
from heliopolis.games.ra.views import bidders, board, reasons

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
    return _deal(tuple(opening.suns_up[: opening.seats].tolist()))


@cache
def _deal(groups: tuple[int, ...]) -> str:
    """Write a deal; there are few, and whoever reads many records meets each of them often."""
    return " | ".join("-".join(map(str, reversed(suns(group)))) for group in groups)


def find_deal(setup: Setup, wanted: str | Sequence[Sequence[int]]) -> int:
    """Find the opening in which each seat has the wanted suns, in any order within a group."""
    deals = [_deal(tuple(groups)) for groups in setup.openings["suns_up"][:, : setup.openings[0].seats].tolist()]
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


# ---- the table ----


def text(state: State, names: list[str], points: list[int | None], edition: Edition) -> str:
    """Draw the table in plain text, in the edition's words."""
    table = board(state)
    spaces = ["·" if tile is None else edition.tiles.get(tile, tile) for tile in table.track]
    track = "● " * table.ra_tiles + "○ " * (table.ra_spaces - table.ra_tiles)
    lines = [
        f"Ra ({edition.title})   epoch {table.epoch} of {EPOCHS}",
        f"{'Sun Boat' if edition.boat else 'Ra track'}   {track} {table.ra_tiles} of {table.ra_spaces}",
        f"Auction    {'  '.join(spaces)}",
        f"Centre     {edition.sun} {table.centre_sun}    {table.bag_left} tiles {edition.supply}, "
        f"the next is Ra with {100 * table.ra_chance:.0f} %",
        "",
    ]
    width = max(map(len, names))
    for seat, (name, held) in enumerate(zip(names, table.seats, strict=True)):
        mark = "▸" if table.phase != "over" and seat == state.seat else " "
        up = " ".join(map(str, held.suns_up)) or "none"
        down = " ".join(map(str, held.suns_down))
        score = "?" if points[seat] is None else points[seat]
        tiles = ", ".join(
            (f"{count} " if count > 1 else "") + edition.tiles.get(tile, tile) for tile, count in held.tiles.items()
        )
        lines.append(
            f"{mark} {name:<{width}}  {score!s:>3} {edition.points}  {edition.sun}s {up}"
            + (f" (down: {down})" if down else "")
        )
        lines.append(f"  {'':<{width}}  {tiles or 'no tiles'}")
    if table.auction is not None:
        bids = [(seat, table.auction.bids[seat]) for seat in bidders(state, state.turn)]
        said = [f"{names[seat]} {bid}" for seat, bid in bids if bid is not None]
        lines += ["", f"{names[table.turn]} has the {edition.figure}. Bids: {', '.join(said) or 'none yet'}"]
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
        epoch, why, seats = int(state.epoch), reasons(state), board(state).seats
        step = rules.end_epoch(state)
        ended = read(state)
        yield EpochEnded(epoch, ENDS[ended.ends[epoch - 1]])
        for seat, sheet in enumerate(ended.sheets[epoch - 1][: ended.seats]):
            yield RaScored(seat, sum(sheet), why[seat], seats[seat])
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
