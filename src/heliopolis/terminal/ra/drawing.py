"""The table of Ra, drawn for a terminal of 80 columns or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.facts.ra import RaBoard, RaView
from heliopolis.games.ra.components import EPOCHS
from heliopolis.games.ra.state import read
from heliopolis.games.ra.views import bidders
from heliopolis.table.match import Match
from heliopolis.terminal.style import GOLD, QUIET, grid, name_of, signed

#: The first tile of each category in the order of R1, and the category's colour.
COLOURS = {
    "Ra": "bold red",
    "God": "bold #d99a2b",
    "Gold": "yellow",
    "Pharaoh": "#6f93d6",
    "Nile": "#3fa3ad",
    "Flood": "bold #3fa3ad",
    **dict.fromkeys(("Art", "Agriculture", "Religion", "Astronomy", "Writing"), "#cf7350"),
    **dict.fromkeys(("Funeral", "Drought", "Unrest", "Earthquake"), "bold white on #8a2f2f"),
}
MONUMENTS = "#b59a63"


def draw(match: Match, seat: int | None) -> Iterator[RenderableType]:
    """Draw the board, then everyone's suns and tiles with what they would score."""
    view, edition = match.view(seat), match.edition
    assert isinstance(view, RaView)
    board = view.board
    head = Table.grid(expand=True)
    head.add_column()
    head.add_column(justify="right")
    head.add_row(Text(f"Ra  {edition.title}", style="bold"), f"epoch {board.epoch} of {EPOCHS}")
    yield head
    yield Panel(Group(*_board(board, edition)), border_style=QUIET)
    yield _seats(match, view)
    auction = board.auction
    if auction is not None:
        bids = [(other, auction.bids[other]) for other in bidders(read(match.state), auction.ra_player)]
        said = Text.assemble("\n", name_of(match, auction.ra_player), f" has the {edition.figure}. Bids: ")
        for number, (other, bid) in enumerate(pair for pair in bids if pair[1] is not None):
            said.append(", " if number else "").append(name_of(match, other)).append(f" {bid}")
        yield said if any(bid is not None for _, bid in bids) else said.append("none yet")


def _board(board: RaBoard, edition: Any) -> Iterator[RenderableType]:
    drawn, spaces = board.ra_tiles, board.ra_spaces
    yield Text.assemble(
        (f"{'Sun Boat' if edition.boat else 'Ra track':<10}", QUIET),
        ("● " * drawn, "bold red"),
        ("○ " * (spaces - drawn), QUIET),
        f" {drawn} of {spaces}",
    )
    track = Text("Auction   ", style=QUIET)
    for tile in board.track:
        track.append_text(Text("·", style=QUIET) if tile is None else tile_text(tile, edition)).append("  ")
    yield track
    yield Text.assemble(
        ("Centre    ", QUIET),
        (f"{edition.sun} {board.centre_sun}", GOLD),
        (
            f"    {board.bag_left} tiles {edition.supply}, the next is Ra with {100 * board.ra_chance:.0f} %",
            QUIET,
        ),
    )


def _seats(match: Match, view: RaView) -> Table:
    gains = view.preview or match.previews()
    table = grid(
        "", "player", match.edition.points, f"{match.edition.sun}s", "tiles", "now", "lot", right=("now", "lot")
    )
    table.columns[2].justify = "right"
    table.columns[4].ratio = 1
    table.expand = True
    for seat, holding in enumerate(view.board.seats):
        suns = Text(" ".join(map(str, holding.suns_up)), style=GOLD)
        if holding.suns_down:
            suns.append(f" ({' '.join(map(str, holding.suns_down))})", style="not bold dim")
        table.add_row(
            Text("▸", style=GOLD) if seat == match.seat else "",
            name_of(match, seat),
            "?" if view.points[seat] is None else str(view.points[seat]),
            suns,
            tiles_text(holding.tiles, match.edition),
            signed(sum(gains[seat].values())),
            "" if view.lot is None or view.result else signed(sum(view.lot[seat].values())),
        )
    return table


def tile_text(tile: str, edition: Any, count: int = 1) -> Text:
    """Write a tile in the edition's word and the colour of its category; 2×Nile stays on one line."""
    name = edition.tiles.get(tile, tile)
    return Text(f"{count}×{name}" if count > 1 else name, style=COLOURS.get(tile, MONUMENTS))


def tiles_text(tiles: dict[str, int], edition: Any) -> Text:
    """Write a player's tiles in the order of R1."""
    if not tiles:
        return Text("no tiles", style=QUIET)
    return Text(", ", style=QUIET).join(tile_text(tile, edition, count) for tile, count in tiles.items())
