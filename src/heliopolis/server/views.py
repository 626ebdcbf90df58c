"""What goes out about a match: views and log, put together field by field for whoever looks."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import convert

from heliopolis.server.messages import LogLine, View
from heliopolis.table.match import Match


def view_of(match: Match, seat: int | None, *, may_draw: bool = False) -> View:
    """Show what a seat may see, with the edition's words for its moves.

    Where people draw for a bot (`may_draw`), everyone at the table gets the moves that say what it was.
    """
    seen = match.view(seat)
    if may_draw and not seen["moves"]:
        seen["moves"] = match.moves()
    words, edition = match.game.words, match.edition
    seen["shown"] = {word: words.shown(words.moves(word, edition), edition) for word in seen["moves"]}
    if match.game.worth is not None:
        seen["lot"] = match.game.worth(match.state)
    view: View = convert(seen, View)
    return view


#: The lines of each game's log.
LINES: dict[str, type[Any]] = {line.__struct_config__.tag: line for line in get_args(LogLine)}


def log_of(match: Match, earlier: Match | None = None) -> list[LogLine]:
    """Tell the match as data, all of it or what has happened since an earlier moment."""
    first = 0 if earlier is None else len(earlier)
    told = match.events() if earlier is None else match.events_since(earlier)
    kind, deed = LINES[match.game.name], match.game.words.deed
    return [
        kind(line=number, seat=line.seat, chance=line.is_chance, deed=deed(line.moves), happened=events)
        for number, (line, events) in enumerate(told, first + 1)
    ]
