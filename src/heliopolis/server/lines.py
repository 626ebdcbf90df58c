"""What goes out about a match beside its views: lines of the log, and moves with what the expert thinks of them."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from msgspec import Struct, defstruct

from heliopolis.coach.advice import Option
from heliopolis.coach.values import Worth
from heliopolis.server.messages.advice import Judged, OptionLine, WorthLine
from heliopolis.server.messages.replays import LogLine, Told
from heliopolis.table.match import Match


@cache
def line_type(game: str) -> type[Any]:
    """Find what a line of a game's log is sent as."""
    return _of_game(LogLine, game) or defstruct(
        f"{game}Line", [("deed", Any), ("happened", list[Any])], bases=(Told,), tag=game
    )


@cache
def option_type(game: str) -> type[Any]:
    """Find what a move of a game, judged, is sent as."""
    return _of_game(OptionLine, game) or defstruct(f"{game}Option", [("deed", Any)], bases=(Judged,), tag=game)


def _of_game(union: Any, game: str) -> type[Struct] | None:
    """Find a game's own type among those that the client knows; any other game is sent all the same."""
    return next((kind for kind in get_args(union) if kind.__struct_config__.tag == game), None)


def log_of(match: Match, earlier: Match | None = None) -> list[LogLine]:
    """Tell the match as data, all of it or what has happened since an earlier moment."""
    first = 0 if earlier is None else len(earlier)
    told = match.events() if earlier is None else match.events_since(earlier)
    kind, deed = line_type(match.game.name), match.game.words.deed
    return [
        kind(line=number, seat=line.seat, chance=line.is_chance, bot=None, deed=deed(line.moves), happened=events)
        for number, (line, events) in enumerate(told, first + 1)
    ]


def option_line(match: Match, option: Option) -> OptionLine:
    """Lay out a move of a match, and what the expert thinks of it."""
    line: OptionLine = option_type(match.game.name)(
        word=option.word,
        win=round(option.outlook.win, 4),
        points=round(option.outlook.points, 2),
        win_error=0.0 if option.exact else None,
        points_error=0.0 if option.exact else None,
        exact=option.exact,
        deed=match.game.words.deed([option.move]),
    )
    return line


def worth_line(worth: Worth) -> WorthLine:
    """Lay out what a thing is worth to a player."""
    return WorthLine(
        kind=worth.kind,
        seat=worth.seat,
        number=worth.number,
        win=round(worth.win, 4),
        win_error=round(worth.win_error, 4),
        points=round(worth.points, 2),
        points_error=round(worth.points_error, 2),
    )
