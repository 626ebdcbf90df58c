"""The lines of a match, as people say them: who did what."""

from __future__ import annotations

from rich.text import Text

from heliopolis.table.match import Line, Match
from heliopolis.terminal.face import Face
from heliopolis.terminal.person import addressed
from heliopolis.terminal.style import name_of


def who_did(match: Match, face: Face, place: int) -> Text:
    """Say who did what in a line."""
    seat = match.lines[place].seat
    name = match.players[seat]
    return Text.assemble(name_of(match, seat), addressed(f"{name} {face.act(match, place)}").removeprefix(name))


def is_told_next(line: Line, after: Line | None) -> bool:
    """Tell whether a line only asks for the next one, which says it all: who draws a tile, and which one it is."""
    return after is not None and after.is_chance and not line.is_chance and after.seat == line.seat
