"""The table of the dice game, drawn for a terminal; below 80 columns the tracks are told player by player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.facts.dice import DiceBoard, DiceView
from heliopolis.games.dice.components import COLOURS, COLUMN_NAMES, EPOCHS, TRACK_END
from heliopolis.table.match import Match
from heliopolis.terminal.reasons import many
from heliopolis.terminal.style import GOLD, QUIET, SEATS, Fitting, grid, name_of, name_width, signed

#: The colours of the dice.
PAINT = {"yellow": "#d9b32b", "red": "#d24b3e", "blue": "#4f7fd0", "green": "#3f9a5a", "violet": "#9a62c4"}
PLACES = range(TRACK_END + 1)
DIE_WIDTH = 15
#: So many columns five dice take side by side, and so do the tracks.
WIDE = 5 * DIE_WIDTH + 4


def shortened(length: int) -> dict[str, str]:
    """Shorten the names of the columns, so that the monument area fits; what is shown can be typed for the column.

    >>> list(shortened(2).values())
    ['Fo', 'Ob', 'Pa', 'Py', 'Sp', 'Sta', 'Ste', 'Te']
    """
    return {
        name: next(
            name[:letters]
            for letters in range(length, len(name) + 1)
            if [other for other in COLUMN_NAMES if other.startswith(name[:letters])] == [name]
        )
        for name in COLUMN_NAMES
    }


HEADS, SHORTER_HEADS = shortened(4), shortened(2)


def draw(match: Match, seat: int | None) -> Iterator[RenderableType]:
    """Draw the Sun track and the dice, the board, and everyone's markers with what they would score."""
    view = match.view(seat)
    assert isinstance(view, DiceView)
    board = view.board
    head = Table.grid(expand=True)
    head.add_column()
    head.add_column(justify="right")
    head.add_row(Text("Ra: The Dice Game", style="bold"), f"epoch {board.epoch} of {EPOCHS}")
    yield head
    yield Fitting(_sun_track(board, "Sun track  "), _sun_track(board, "Suns "))
    yield Fitting(
        Columns([_die(colour, face) for colour, face in board.dice.items()]),
        Columns([_small_die(colour, face) for colour, face in board.dice.items()], padding=(0, 3)),
        WIDE,
    )
    if board.phase == "rerolling":
        left = board.rerolls
        yield Text(f"{left} reroll{'' if left == 1 else 's'} left", style=QUIET)
    seat_by_seat = Group(*_seat_by_seat(match, view))
    seats = Fitting(_seats(match, view), seat_by_seat)
    yield Fitting(
        Group("", _tracks(match, board), "", _areas(match, board, HEADS, "Civilization"), "", seats),
        Group("", _areas(match, board, SHORTER_HEADS, "Civ."), "", seat_by_seat),
        WIDE,
    )


def _sun_track(board: DiceBoard, heading: str) -> Text:
    locked, ahead = board.suns, board.sun_track - board.ra
    track = Text.assemble((heading, QUIET), ("· " * board.ra, QUIET), ("Ra ", "bold red"))
    for colour in locked[:ahead]:
        track.append("● ", style=PAINT[colour])
    track.append("○ " * (ahead - len(locked)), style=QUIET).append("▏ ")
    for colour in locked[max(ahead, 0) :]:
        track.append("● ", style=PAINT[colour])
    return track.append(f" {board.ra} of {board.sun_track}")


def _die(colour: str, face: str) -> Panel:
    idle = face in ("rolling", "used")
    return Panel(
        Text(face, style=QUIET if idle else "bold", justify="center"),
        title=Text(colour, style=PAINT[colour]),
        border_style=QUIET if idle else PAINT[colour],
        width=DIE_WIDTH,
        padding=0,  # Civilization is long
        box=box.HEAVY if face == "Sun" else box.ROUNDED,
    )


def _small_die(colour: str, face: str) -> Text:
    idle = face in ("rolling", "used")
    return Text.assemble((f"{colour} ", PAINT[colour]), (face, QUIET if idle else "bold"))


def _markers(match: Match, seats: list[int]) -> Text:
    """Show markers as the numbers of their players."""
    if not seats:
        return Text("·", style=QUIET)
    return Text("+").join(Text(str(seat + 1), style=f"bold {SEATS[seat]}") for seat in seats)


def _tracks(match: Match, board: DiceBoard) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_row("", *(Text(f"{place:<3}", style=QUIET) for place in PLACES))
    for track in ("pharaoh", "nile"):
        row = []
        for place in PLACES:
            there = [seat for seat, held in enumerate(board.seats) if held[track] == place]
            row.append(_markers(match, there))
        table.add_row(Text(f"{track.capitalize():<8}", style=QUIET), *row)
    return table


def _areas(match: Match, board: DiceBoard, heads: Mapping[str, str], civilization: str) -> Table:
    """Show the civilization spaces and the monument area; + is a cell that can be built on now."""
    free = set(match.moves()) if board.phase == "using" else set()
    table = Table.grid(padding=(0, 1))
    table.add_row("", *(Text(head, style=QUIET) for head in (civilization, *heads.values())))
    for colour in COLOURS:
        civil = [seat for seat, held in enumerate(board.seats) if colour in held.civilization]
        cells = []
        for column in COLUMN_NAMES:
            owner = board.monuments[column][colour]
            open_now = f"monument {column} {colour}" in free
            cells.append(Text("+", style=GOLD) if open_now else _markers(match, [] if owner is None else [owner]))
        table.add_row(Text(f"{colour:<8}", style=PAINT[colour]), _markers(match, civil), *cells)
    return table


def _seats(match: Match, view: DiceView) -> Table:
    gains = view.preview or match.previews()
    now = () if view.result else ("now",)
    numbers = (match.edition.points, "Pharaoh", "Nile", "floods", "civ.", "monuments", *now)
    table = grid("", "player", *numbers, right=numbers)
    for seat, held in enumerate(view.board.seats):
        table.add_row(
            Text.assemble(("▸ " if seat == match.seat else "  ", GOLD), _markers(match, [seat])),
            name_of(match, seat),
            "?" if view.points[seat] is None else str(view.points[seat]),
            str(held.pharaoh),
            str(held.nile),
            Text(str(held.floods), style="bold #3fa3ad" if held.floods else QUIET),
            str(len(held.civilization)),
            str(len(held.monuments)),
            *(signed(sum(gains[seat].values())) for _ in now),
        )
    return table


def _seat_by_seat(match: Match, view: DiceView) -> Iterator[RenderableType]:
    """Say the same with the players below each other, and where they stand on the tracks."""
    gains = view.preview or match.previews()
    for seat, held in enumerate(view.board.seats):
        points = "?" if view.points[seat] is None else str(view.points[seat])
        head = Text.assemble(
            ("▸ " if seat == match.seat else "  ", GOLD),
            _markers(match, [seat]),
            " ",
            name_of(match, seat),
            " " * (name_width(match) - cell_len(match.players[seat])),
            f"  {points:>3} {match.edition.points}",
        )
        if not view.result:
            head.append("   now ", QUIET).append(signed(sum(gains[seat].values())))
        yield head
        tracks = f"Pharaoh {held.pharaoh}, Nile {held.nile}, {many(held.floods, 'flood')}"
        yield Padding(tracks, (0, 0, 0, 6))
