"""What speaks for a move of Ra: the lot, the suns, and how near the end of the epoch is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from heliopolis.coach.why import listed
from heliopolis.games.ra.components import (
    CIVILIZATION,
    CIVILIZATION_END,
    EMPTY,
    EPOCHS,
    KIND_NAMES,
    MONUMENT,
    MONUMENT_END,
)
from heliopolis.games.ra.lots import worth
from heliopolis.games.ra.state import BIDDING, DISCARDING, RA_INVOKED, State, read, suns
from heliopolis.games.ra.views import bidders, ra_chance
from heliopolis.games.ra.words import tile_name

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match

#: Moves after which it is certain what the epoch would score.
AT_ONCE: Final = frozenset({"take", "discard", "stop"})
#: Moves of one turn that can follow each other either way.
IN_ANY_ORDER: Final[frozenset[str]] = frozenset()
#: Tiles whose names have no plural.
_UNCOUNTED: Final = frozenset({"Gold", "Statues", "Unrest", "War", *KIND_NAMES[CIVILIZATION:CIVILIZATION_END]})
_MONUMENTS: Final = KIND_NAMES[MONUMENT:MONUMENT_END]

#: Where the epoch ends with so few more Ra tiles, or fewer, whoever waits may wait in vain.
PRESSING: Final = 2

#: Of which kind a decision is, by the first word of the move; all others are whether to draw or invoke.
KINDS: Final = {"bid": "bid", "pass": "bid", "take": "God", "stop": "God", "discard": "discard"}
USUAL_KIND: Final = "draw or invoke"


def scene(match: Match) -> str:
    """Say what lay on the track, and what was asked."""
    state, edition = read(match.state), match.edition
    lot = [tile_name(kind, edition) for kind in state.track if kind != EMPTY]
    if state.phase == BIDDING:
        prize = (
            listed([*lot, f"{edition.sun} {state.centre}"], _several) if lot else f"Only {edition.sun} {state.centre}"
        )
        bids = (
            f"{match.players[state.best_bidder]} had bid {state.best_bid}" if state.best_bid else "nobody had bid yet"
        )
        return f"{prize} {'were' if lot else 'was'} up for auction, and {bids}."
    if state.phase == DISCARDING:
        return "A disaster asked for a tile."
    if not lot:
        return "Your turn, with nothing on the track."
    return f"Your turn, with {listed(lot, _several)} on the track."


def facts(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what can be seen on the table."""
    state = read(match.state)
    verb, _, what = best.word.partition(" ")
    instead, _, dear = other.word.partition(" ")
    if {verb, instead} & {"bid", "pass", "invoke"}:
        yield from _lot(match)
    if state.phase == BIDDING:
        yield from _bid(match, int(what), instead) if verb == "bid" else _pass(match, int(dear))
    elif verb == "invoke":
        yield from _invoke(match, instead)
    elif verb == "draw":
        yield from _draw(state)
    elif verb == "take":
        if what in _MONUMENTS and state.epoch < EPOCHS:
            yield "Monuments stay, and count after the last epoch."
        if instead != "take":
            yield "That costs the God, who scores 2 if you keep it."
    if instead == "take" and verb != "take":
        yield "A God that you keep scores 2."


def _lot(match: Match) -> Iterator[str]:
    """Say what the tiles on the track would bring, to me and to the rival who gains most."""
    state = read(match.state)
    me, gains = state.seat, worth(match.state)
    if gains is None:
        yield f"Nothing lies on the track: all that can be won is {match.edition.sun} {state.centre}."
        return
    sums = [sum(gain.values()) for gain in gains]
    mine = sums[me]
    rivals = [seat for seat in range(state.seats) if seat != me and state.suns_up[seat]]
    if not rivals:
        yield f"The tiles on the track {_brings(mine)}, and nobody else can bid for them."
        return
    keenest = max(rivals, key=lambda seat: sums[seat])
    most, name = sums[keenest], match.players[keenest]
    if most == mine == 0:
        yield "So far the tiles on the track bring nobody any points."
    elif most == mine:
        yield f"The tiles on the track {_brings(mine)}, and {name} as much."
    elif most > mine:
        yield f"The tiles on the track {_brings(mine)}, but {name} {signed(most)}."
    elif most > 0:
        yield f"The tiles on the track {_brings(mine)}, and no rival more than {signed(most)}."
    else:
        yield f"The tiles on the track {_brings(mine)}, and no rival any points."


def _brings(points: int) -> str:
    return f"bring you {signed(points)}" if points else "bring you nothing yet"


def _draw(state: State) -> Iterator[str]:
    """Say how likely Ra is, and how near the end of the epoch."""
    left = state.ra_spaces - state.ra_tiles
    end = "The next Ra tile ends the epoch" if left == 1 else f"The epoch ends with {left} more Ra tiles"
    yield f"{end}, and the chance that the next tile is one is {100 * ra_chance(state):.0f} %."


def _danger(state: State) -> Iterator[str]:
    """Say how near the end of the epoch is, where time presses."""
    if state.ra_spaces - state.ra_tiles <= PRESSING:
        yield from _draw(state)


def _bid(match: Match, bid: int, instead: str) -> Iterator[str]:
    """Say what a bid pays and gets, who can still bid more, and how little time is left for who passes."""
    state, sun = read(match.state), match.edition.sun
    asked = [] if state.seat == state.turn else bidders(state, state.seat)
    higher = [match.players[seat] for seat in asked if _highest(state, seat) > bid]
    yield f"If it wins, you give {sun} {bid} for {sun} {state.centre}{_later(state)}."
    yield f"{listed(higher)} can still outbid you." if higher else "Nobody can outbid you."
    if instead == "pass":
        yield from _danger(state)


def _later(state: State) -> str:
    return "" if state.epoch == EPOCHS else " for the next epoch"


def _pass(match: Match, bid: int) -> Iterator[str]:
    """Say who takes the lot if nothing else happens, and what a bid would have paid."""
    state, sun = read(match.state), match.edition.sun
    if state.best_bid:
        yield f"As it stands, {match.players[state.best_bidder]} takes it all for the {state.best_bid}."
    elif state.auction != RA_INVOKED:
        yield "Nobody has bid yet, and if everyone passes, all of it stays."
    yield f"A bid that wins gives {sun} {bid} for {sun} {state.centre}{_later(state)}."


def _invoke(match: Match, instead: str) -> Iterator[str]:
    """Say who could bid more than the one who invokes, and what may happen to who draws instead."""
    state = read(match.state)
    me, mine = state.seat, _highest(state, state.seat)
    rivals = [seat for seat in range(state.seats) if seat != me and state.suns_up[seat]]
    higher = [match.players[seat] for seat in rivals if _highest(state, seat) > mine]
    if higher:
        yield f"You would bid last, but {listed(higher)} can go above your {mine}."
    elif rivals:
        yield f"You would bid last, and nobody can go above your {mine}."
    if instead == "draw":
        yield from _danger(state)


def _several(tile: str) -> str:
    """Name several tiles of a kind."""
    return tile if tile in _UNCOUNTED else f"{tile}{'es' if tile[-1] in 'sx' else 's'}"


def signed(points: int) -> str:
    """Write points with their sign, as score sheets do."""
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def _highest(state: State, seat: int) -> int:
    return max(suns(state.suns_up[seat]), default=0)
