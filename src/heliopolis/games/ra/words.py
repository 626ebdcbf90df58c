"""How Ra is spoken of: its moves, its table and what happens there, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from heliopolis.errors import MoveError, SetupError
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


def story(before: State, move: int, names: list[str], edition: Edition | None) -> Iterator[str]:
    """Tell what follows by itself from a move, by taking the steps of `rules.apply` one at a time."""
    edition = edition or PLAIN
    state = before.copy()  # type: ignore[attr-defined]
    step = rules.make(state, move)
    if step == NEXT_BIDDER:
        asked = bidders(state, state.seat)
        step = rules.ask_next_bidder(state)
        passed = asked[: asked.index(int(state.seat))] if step == BIDDING else asked
        yield from (f"{names[seat]} passes: {why_pass(state, seat, edition)}" for seat in passed)
    if step == AUCTION_CLOSES:
        lot = [tile_name(kind, edition) for kind in state.track if kind != EMPTY]
        centre = int(state.centre)
        step = rules.close_auction(state)
        if state.best_bid:
            prize = ", ".join([*lot, f"{edition.sun} {centre}"])
            yield f"{names[state.best_bidder]} wins with {state.best_bid}: {prize}"
        else:
            yield f"all pass: the tiles {'leave the game' if state.auction == RA_INVOKED else 'stay'}"
    if step == DISASTERS_STRIKE:
        held = state.tiles[state.seat].copy()
        step = rules.fulfil_disasters(state)
        for kind in range(KINDS):
            lost = int(held[kind]) - int(state.tiles[state.seat, kind])
            if lost:
                yield f"{names[state.seat]} loses {lost} {tile_name(kind, edition)}"
    if step == TURN_ENDS:
        step = rules.end_turn(state)
    if step == EPOCH_ENDS:
        epoch = int(state.epoch) - 1
        rules.end_epoch(state)
        why = "the Ra track is full" if state.ends[epoch] == BY_RA else f"no {edition.sun} is face up"
        yield f"epoch {epoch + 1} ends: {why}"


def why_pass(state: State, seat: int, edition: Edition) -> str:
    """Say why a player cannot bid (R13)."""
    if not state.suns_up[seat]:
        return f"no face-up {edition.sun}"
    return f"no {edition.sun} above {state.best_bid}"
