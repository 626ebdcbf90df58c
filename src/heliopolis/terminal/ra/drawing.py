"""The table of Ra, drawn for a terminal: from 72 columns on in a table, on fewer player by player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.facts.ra import RaBoard, RaSeat, RaView
from heliopolis.games.ra.components import EPOCHS
from heliopolis.games.ra.state import read
from heliopolis.games.ra.views import bidders
from heliopolis.table.match import Match
from heliopolis.terminal.person import has
from heliopolis.terminal.style import GOLD, QUIET, Fitting, grid, name_of, name_width, signed

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
#: With fewer columns a table of players breaks their tiles into too many lines.
WIDE = 72


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
    yield Panel(_board(board, edition), border_style=QUIET)
    yield Fitting(_seats(match, view), Group(*_seat_by_seat(match, view)), WIDE)
    auction = board.auction
    if auction is not None:
        bids = [(other, auction.bids[other]) for other in bidders(read(match.state), auction.ra_player)]
        verb = has(match.players[auction.ra_player])
        said = Text.assemble("\n", name_of(match, auction.ra_player), f" {verb} the {edition.figure}. Bids: ")
        for number, (other, bid) in enumerate(pair for pair in bids if pair[1] is not None):
            said.append(", " if number else "").append(name_of(match, other)).append(f" {bid}")
        yield said if any(bid is not None for _, bid in bids) else said.append("none yet")


def _board(board: RaBoard, edition: Any) -> Table:
    drawn, spaces = board.ra_tiles, board.ra_spaces
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=QUIET, no_wrap=True)
    ra_track = Text.assemble(("● " * drawn, "bold red"), ("○ " * (spaces - drawn), QUIET), f" {drawn} of {spaces}")
    table.add_row("Sun Boat" if edition.boat else "Ra track", ra_track)
    tiles = [Text("·", style=QUIET) if tile is None else tile_text(tile, edition) for tile in board.track]
    table.add_row("Auction", Text("  ").join(tiles))
    chance = f"    {board.bag_left} tiles {edition.supply}, the next is Ra with {100 * board.ra_chance:.0f} %"
    if board.phase == "over":
        chance = ""
    table.add_row("Centre", Text.assemble((f"{edition.sun} {board.centre_sun}", GOLD), (chance, QUIET)))
    return table


def _seats(match: Match, view: RaView) -> Table:
    edition = match.edition
    worth = () if view.result else ("now", "if won")
    table = grid("", "player", edition.points, f"{edition.sun}s", "tiles", *worth, right=worth)
    table.columns[2].justify = "right"
    table.columns[4].ratio = 1
    table.expand = True
    for seat, holding in enumerate(view.board.seats):
        table.add_row(
            Text("▸", style=GOLD) if seat == match.seat else "",
            name_of(match, seat),
            "?" if view.points[seat] is None else str(view.points[seat]),
            _suns(holding),
            tiles_text(holding.tiles, edition),
            *(() if view.result else _worth(match, view, seat)),
        )
    return table


def _seat_by_seat(match: Match, view: RaView) -> Iterator[RenderableType]:
    """Say the same with the players below each other; lines break between tiles and never within a number."""
    edition = match.edition
    for seat, holding in enumerate(view.board.seats):
        now, won = _worth(match, view, seat)
        points = "?" if view.points[seat] is None else str(view.points[seat])
        head = Text.assemble(
            ("▸ " if seat == match.seat else "  ", GOLD),
            name_of(match, seat),
            " " * (name_width(match) - cell_len(match.players[seat])),
            f"  {points:>3} {edition.points}",
        )
        if not view.result:
            head.append("   now ", QUIET).append(now)
        yield head.append("   if won ", QUIET).append(won) if won else head
        yield Padding(Text.assemble((f"{edition.sun}s ", QUIET), _suns(holding)), (0, 0, 0, 4))
        yield Padding(tiles_text(holding.tiles, edition), (0, 0, 0, 4))


def _suns(holding: RaSeat) -> Text:
    """Write the suns that are face up, and in parentheses those that are not."""
    suns = Text.assemble((" ".join(map(str, holding.suns_up)), GOLD))
    if holding.suns_down:
        suns.append(f"{' ' if suns else ''}({' '.join(map(str, holding.suns_down))})", style=QUIET)
    return suns


def _worth(match: Match, view: RaView, seat: int) -> tuple[Text, Text]:
    """Write what the epoch would score now, and what winning the tiles on the auction track would change about that."""
    gains = view.preview or match.previews()
    lot = Text() if view.lot is None or view.result else signed(sum(view.lot[seat].values()))
    return signed(sum(gains[seat].values())), lot


def tile_text(tile: str, edition: Any, count: int = 1) -> Text:
    """Write a tile in the edition's word and the colour of its category; 2×Nile stays on one line."""
    name = edition.tiles.get(tile, tile)
    return Text(f"{count}×{name}" if count > 1 else name, style=COLOURS.get(tile, MONUMENTS))


def tiles_text(tiles: dict[str, int], edition: Any) -> Text:
    """Write a player's tiles in the order of R1."""
    if not tiles:
        return Text("no tiles", style=QUIET)
    return Text(", ").join(tile_text(tile, edition, count) for tile, count in tiles.items())
