"""Colours and forms that both games share in the terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from heliopolis.table.match import Match

GOLD = "bold #d99a2b"
QUIET = "dim"

#: Where there is little room, longer names are not waited for.
MOST_NAME_COLUMNS = 16

#: Where no line may break: before points, before how sure a figure is, and before the last words of a sum.
TOGETHER = re.compile(r" (?=[+-]\d)|(?<=±) | in all\b")

#: Seats, told apart by colour-blind people too (Okabe and Ito).
SEATS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00")


def new_console(plain: bool = False) -> Console:
    """Open the terminal; a plain one has no colours and moves nothing, as if it were a file."""
    return Console(highlight=False, force_terminal=False if plain else None)


def fold(console: Console, text: Text, indent: int = 0) -> Text:
    """Break a text where the terminal ends: between words, and never before the points of what was named."""
    glued = TOGETHER.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text.plain)
    lines, end = [], 0
    for line in textwrap.wrap(glued, max(20, console.width - indent), break_on_hyphens=False):
        start = glued.index(line, end)
        end = start + len(line)
        lines.append(text[start:end])
    return Text("\n").join(lines)


def say_below(console: Console, text: str) -> None:
    """Print what follows from the line above: set in, and quiet. Lines that break stay set in."""
    if console.is_terminal:
        console.print(Padding(fold(console, Text(text), 2), (0, 0, 0, 2), expand=False), style=QUIET)
    else:
        console.print(f"  {text}", markup=False, soft_wrap=True)


class Fitting:
    """Something wide, where there is room for it, else something narrow that says the same."""

    def __init__(self, wide: RenderableType, narrow: RenderableType, columns: int | None = None) -> None:
        self.wide = wide
        self.narrow = narrow
        self.columns = columns
        """How many columns the wide form takes; when left out, as many as it takes without breaking a line."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Choose by the width of the terminal."""
        unbounded = options.update(width=10_000)
        columns = self.columns or Measurement.get(console, unbounded, self.wide).maximum
        yield self.wide if columns <= options.max_width else self.narrow


def name_of(match: Match, seat: int) -> Text:
    """Write a player's name in the seat's colour."""
    return Text(match.players[seat], style=f"bold {SEATS[seat]}")


def name_width(match: Match) -> int:
    """Say how wide a column of names is; a long name goes beyond it."""
    return min(max(map(cell_len, match.players)), MOST_NAME_COLUMNS)


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


def sheets(match: Match) -> Fitting:
    """Draw the score sheets of all epochs that are over, with everyone's points at the end."""
    return Fitting(_sheets_table(match), Group(*sheet_lines(match)))


def sheet_lines(match: Match) -> Iterator[Text]:
    """Tell the score sheets of all epochs that are over, and everyone's points, each in a line."""
    for epoch, sheets in enumerate(match.breakdowns(), 1):
        for seat, sheet in enumerate(sheets):
            yield Text.assemble(f"Epoch {epoch}, ", name_of(match, seat), f": {gains(sheet)}")
    for seat, points in enumerate(match.scores):
        yield Text.assemble(name_of(match, seat), ": ", (f"{points} {match.edition.points}", GOLD))


def _sheets_table(match: Match) -> Table:
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
