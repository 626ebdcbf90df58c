"""A whole match, moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from heliopolis.bots.registry import BOT_NAMES
from heliopolis.server.house import COLOURS
from heliopolis.server.lines import log_of
from heliopolis.server.messages.replays import Frame, LogLine, PositionLine, Replay, View
from heliopolis.server.messages.tables import Player
from heliopolis.server.refusals import RefusalError
from heliopolis.table.match import Match

#: A match of Ra has at most a few hundred lines; a text with more is not worth the work.
MOST_LINES = 2_000


def replay_record(text: str) -> Replay:
    """Read a record and show it."""
    match = read_record(text)
    return replay(match, [guess_player(seat, name) for seat, name in enumerate(match.players)])


def read_record(text: str) -> Match:
    """Read a record. The reader names the line where something is wrong."""
    if text.count("\n") > 4 * MOST_LINES:
        raise RefusalError(f"this is too long for the record of a match: expected at most {MOST_LINES} moves")
    return Match.read(text)


def replay(match: Match, players: Sequence[Player]) -> Replay:
    """Show a match from its opening to its last line, with open scores."""
    moment = match.at(0)
    moment.open_scores = True
    frames = [frame_of(moment, None)]
    for line, word in zip(log_of(match), match.words(), strict=True):
        moment.replay(word)
        frames.append(frame_of(moment, line))
    return Replay(
        game=match.game.name,
        edition=match.edition.name,
        players=list(players),
        frames=frames,
        result=frames[-1].view.result,
    )


def frame_of(moment: Match, told: LogLine | None) -> Frame:
    """Show one moment."""
    return Frame(told=told, view=cast(View, moment.view(None)))


def record_position(text: str, line: int) -> PositionLine:
    """Read a record, and say where its match stood after so many lines."""
    return position(read_record(text), line)


def position(match: Match, line: int) -> PositionLine:
    """Say where a match stood after so many lines."""
    return PositionLine(position=None if match.game.positions is None else match.at(line).position())


def guess_player(seat: int, name: str) -> Player:
    """Say who sat in a seat of a record, which knows only names."""
    kind = name.casefold().partition(" ")[0]
    bot = kind if kind in BOT_NAMES else None
    return Player(name=name, colour=COLOURS[seat], kind="person" if bot is None else "bot", bot=bot)
