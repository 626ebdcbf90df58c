"""What goes out about a match beside its views: lines of the log, and moves with what the expert thinks of them."""

from __future__ import annotations

from typing import Any, get_args

from heliopolis.coach.advice import Option
from heliopolis.server.messages import LogLine, OptionLine
from heliopolis.table.match import Match

#: The lines of each game's log, and its moves as advice names them.
LINES: dict[str, type[Any]] = {line.__struct_config__.tag: line for line in get_args(LogLine)}
OPTIONS: dict[str, type[Any]] = {option.__struct_config__.tag: option for option in get_args(OptionLine)}


def log_of(match: Match, earlier: Match | None = None) -> list[LogLine]:
    """Tell the match as data, all of it or what has happened since an earlier moment."""
    first = 0 if earlier is None else len(earlier)
    told = match.events() if earlier is None else match.events_since(earlier)
    kind, deed = LINES[match.game.name], match.game.words.deed
    return [
        kind(line=number, seat=line.seat, chance=line.is_chance, deed=deed(line.moves), happened=events)
        for number, (line, events) in enumerate(told, first + 1)
    ]


def option_line(match: Match, option: Option) -> OptionLine:
    """Lay out a move of a match, and what the expert thinks of it."""
    line: OptionLine = OPTIONS[match.game.name](
        word=option.word,
        win=round(option.outlook.win, 4),
        points=round(option.outlook.points, 2),
        deed=match.game.words.deed([option.move]),
    )
    return line
