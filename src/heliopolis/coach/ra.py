"""What speaks for a move of Ra: the lot, the suns, and how near the end of the epoch is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from heliopolis.games.ra.components import EMPTY, EPOCHS, KIND_NAMES, MONUMENT, MONUMENT_END
from heliopolis.games.ra.lots import worth
from heliopolis.games.ra.state import BIDDING, DISCARDING, RA_INVOKED, State, read, suns
from heliopolis.games.ra.views import bidders, ra_chance
from heliopolis.games.ra.words import tile_name

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match

#: Moves after which it is certain what the epoch would score.
AT_ONCE: Final = frozenset({"take", "discard", "stop"})
_MONUMENTS: Final = KIND_NAMES[MONUMENT:MONUMENT_END]


def scene(match: Match) -> str:
    """Say what lay on the track, and what was asked."""
    state, edition = read(match.state), match.edition
    lot = [tile_name(kind, edition) for kind in state.track if kind != EMPTY]
    if state.phase == BIDDING:
        best = f", {match.players[state.best_bidder]} had bid {state.best_bid}" if state.best_bid else ""
        tiles = f"{', '.join(lot)} and " if lot else ""
        return f"The auction of {tiles}{edition.sun} {state.centre}{best}."
    if state.phase == DISCARDING:
        return "A disaster asked for a tile."
    return f"Your turn, with {', '.join(lot) or 'no tile'} on the track."


def facts(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what can be seen on the table."""
    state = read(match.state)
    verb, _, what = best.word.partition(" ")
    verbs = {verb, other.word.partition(" ")[0]}
    if verbs & {"bid", "pass", "invoke"}:
        yield from _lot(match)
    if state.phase == BIDDING:
        yield from _bid(match, int(what)) if verb == "bid" else _pass(match)
    elif verb == "invoke":
        yield from _invoke(match)
    elif verb == "draw":
        left = state.ra_spaces - state.ra_tiles
        spaces = "1 Ra space is" if left == 1 else f"{left} Ra spaces are"
        yield f"The chance that the next tile is Ra is {100 * ra_chance(state):.0f} %, and {spaces} free."
    elif verb == "take":
        if what in _MONUMENTS and state.epoch < EPOCHS:
            yield "Monuments stay, and count after the last epoch."
        if "take" not in other.word:
            yield "The God leaves the game for it; kept, it would score 2."


def _lot(match: Match) -> Iterator[str]:
    """Say what the tiles on the track are worth, to me and to the rival who gains most."""
    state = read(match.state)
    me, gains = state.seat, worth(match.state)
    if gains is None:
        yield f"The track is empty: only {match.edition.sun} {state.centre} can be won."
        return
    sums = [sum(gain.values()) for gain in gains]
    rivals = [seat for seat in range(state.seats) if seat != me and state.suns_up[seat]]
    said = f"The tiles on the track are worth {signed(sums[me])} to you"
    if rivals:
        keenest = max(rivals, key=lambda seat: sums[seat])
        most, name = signed(sums[keenest]), match.players[keenest]
        said += f", and {most} to {name}" if len(rivals) == 1 else f", and at most {most} to a rival ({name})"
    yield f"{said}."


def _bid(match: Match, bid: int) -> Iterator[str]:
    """Say what a bid pays and gets, and who can still bid more."""
    state, sun = read(match.state), match.edition.sun
    asked = [] if state.seat == state.turn else bidders(state, state.seat)
    higher = [match.players[seat] for seat in asked if _highest(state, seat) > bid]
    yield f"If the bid wins, you swap {sun} {bid} for {sun} {state.centre}."
    yield f"{_listed(higher)} can still bid more." if higher else "Nobody can bid more."


def _pass(match: Match) -> Iterator[str]:
    """Say who takes the lot if nothing else happens."""
    state = read(match.state)
    if state.best_bid:
        yield f"So far {match.players[state.best_bidder]} wins the auction with {state.best_bid}."
    elif state.auction == RA_INVOKED:
        return
    else:
        yield "Nobody has bid. If everyone passes, nobody wins anything."


def _invoke(match: Match) -> Iterator[str]:
    """Say who could bid more than the one who invokes."""
    state = read(match.state)
    me, mine = state.seat, _highest(state, state.seat)
    higher = [match.players[seat] for seat in range(state.seats) if seat != me and _highest(state, seat) > mine]
    if higher:
        yield f"You bid last; {_listed(higher)} can bid more than your {mine}."
    else:
        yield f"You bid last, and nobody can bid more than your {mine}."


def signed(points: int) -> str:
    """Write points with their sign, as score sheets do."""
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def _highest(state: State, seat: int) -> int:
    return max(suns(state.suns_up[seat]), default=0)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
