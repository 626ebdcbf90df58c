"""What goes out about a match: views and log, put together field by field for whoever looks."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import convert
from msgspec.structs import replace

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


def log_of(match: Match, earlier: Match | None = None) -> list[LogLine]:
    """Tell the match in the edition's words, all of it or what has happened since an earlier moment."""
    first = 0 if earlier is None else len(earlier)
    told = match.log() if earlier is None else match.log_since(earlier)
    return [
        LogLine(line=number, seat=line.seat, chance=line.is_chance, word=word, happened=happened)
        for number, (line, word, happened) in enumerate(told, first + 1)
    ]


def visible_log(match: Match, log: list[LogLine], seats: Collection[int | None]) -> list[LogLine]:
    """Leave out what others scored, where scores are hidden (R35)."""
    if match.open_scores or match.result is not None:
        return log
    hidden = tuple(f"{name} scores " for seat, name in enumerate(match.players) if seat not in seats)
    return [
        replace(line, happened=[text for text in line.happened if not text.startswith(hidden)]) if hidden else line
        for line in log
    ]


def visible_record(match: Match) -> str:
    """Write the record; where scores are hidden, without the comments that tell them."""
    text = match.record()
    if match.open_scores or match.result is not None:
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
