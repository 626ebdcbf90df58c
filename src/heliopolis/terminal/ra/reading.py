"""The table of Ra in sentences, a fact a line, for whoever has it read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from heliopolis.facts.ra import RaView
from heliopolis.facts.views import Sheet
from heliopolis.games.ra.components import EPOCHS
from heliopolis.games.ra.state import read
from heliopolis.games.ra.views import bidders
from heliopolis.table.match import Match
from heliopolis.terminal.person import has
from heliopolis.terminal.ra.helping import later


def sentences(match: Match, seat: int | None) -> Iterator[str]:
    """Say what lies on the table, then what everyone has, the one who is to act first."""
    view, edition = match.view(seat), match.edition
    assert isinstance(view, RaView)
    board = view.board
    yield f"Ra, {edition.title}."
    yield f"Epoch {board.epoch} of {EPOCHS}."
    yield f"{'Sun Boat' if edition.boat else 'Ra track'}: {board.ra_tiles} of {board.ra_spaces} spaces are taken."
    lot = [edition.tiles.get(tile, tile) for tile in board.track if tile is not None]
    yield f"Auction track, {len(lot)} of {len(board.track)}: {', '.join(lot) or 'no tiles'}."
    yield f"In the centre: {edition.sun} {board.centre_sun}."
    if view.result is None:
        yield f"{board.bag_left} tiles are {edition.supply}."
        yield f"The next is Ra with {100 * board.ra_chance:.0f} %."
    for other in in_turn(match):
        yield from _holding(match, view, other)
    if board.auction is not None:
        holder = match.players[board.auction.ra_player]
        yield f"{holder} {has(holder)} the {edition.figure}."
        asked = bidders(read(match.state), board.auction.ra_player)
        bids = [(other, board.auction.bids[other]) for other in asked if board.auction.bids[other] is not None]
        for other, bid in bids:
            yield f"{match.players[other]}: {bid if bid == 'pass' else f'bid {bid}'}."
        if not bids:
            yield "No bids yet."


def in_turn(match: Match) -> list[int]:
    """List the seats clockwise, from the one who is to act."""
    first, count = match.seat or 0, len(match.players)
    return [(first + place) % count for place in range(count)]


def _holding(match: Match, view: RaView, seat: int) -> Iterator[str]:
    edition, held, name = match.edition, view.board.seats[seat], match.players[seat]
    points = view.points[seat]
    yield f"{name}{', to act' if seat == match.seat else ''}:"
    yield f"{edition.points}: {'hidden' if points is None else points}."
    yield f"{edition.sun}s face up: {', '.join(map(str, held.suns_up)) or 'none'}."
    if held.suns_down:
        yield f"{edition.sun}s face down: {', '.join(map(str, held.suns_down))}."
    tiles = [f"{f'{count} ' if count > 1 else ''}{edition.tiles.get(tile, tile)}" for tile, count in held.tiles.items()]
    yield f"tiles: {', '.join(tiles) or 'none'}."
    if view.result is None:
        yield f"if the epoch ended now: {sum((view.preview or match.previews())[seat].values()):+d}."
        if view.lot is not None:
            yield f"winning the auction track would change that by {_lot(match, view.lot[seat])}."


def _lot(match: Match, sheet: Sheet) -> str:
    """Say what a lot brings when the epoch ends, and what at the end of the game."""
    at_end = sum(sheet[category] for category in later(match))
    now = sum(sheet.values()) - at_end
    return f"{now:+d}, and by {at_end:+d} at the end of the game" if at_end else f"{now:+d}"
