"""Colours and forms that both games share in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from heliopolis.table.match import Match

GOLD = "bold #d99a2b"
QUIET = "dim"

#: Seats, told apart by colour-blind people too (Okabe and Ito).
SEATS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00")


def name_of(match: Match, seat: int) -> Text:
    """Write a player's name in the seat's colour."""
    return Text(match.players[seat], style=f"bold {SEATS[seat]}")


def signed(points: int) -> Text:
    """Write points that are won or lost."""
    return Text(f"{points:+d}" if points else "0", style="green" if points > 0 else "red" if points < 0 else QUIET)


def gains(sheet: Mapping[str, int]) -> str:
    """Tell a score sheet in one line: what is not nothing, and the sum."""
    parts = [f"{name} {points:+d}" for name, points in sheet.items() if points]
    if not parts:
        return "nothing"
    return ", ".join(parts) + (f": {signed(sum(sheet.values()))} in all" if len(parts) > 1 else "")


def grid(*headings: str, right: Sequence[str] = ()) -> Table:
    """Begin a table without lines, but one below its headings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=QUIET, show_edge=False)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    return table


def sheets(match: Match) -> Table:
    """Draw the score sheets of all epochs that are over, with everyone's points at the end."""
    table = grid("", *match.players, right=match.players)
    for seat, column in enumerate(table.columns[1:]):
        column.header_style = f"bold {SEATS[seat]}"
    for epoch, sheets in enumerate(match.breakdowns(), 1):
        for category in match.game.categories:
            row = [sheet[category] for sheet in sheets]
            if any(row):
                table.add_row(f"epoch {epoch}  {category}", *map(signed, row))
        table.add_row(f"epoch {epoch}", *(signed(sum(sheet.values())) for sheet in sheets), style="bold")
        table.add_section()
    table.add_row(Text(match.edition.points, style=GOLD), *(Text(str(points), style=GOLD) for points in match.scores))
    return table
