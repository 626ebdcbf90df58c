"""What is sent of a table: made once for all who may see the same, for as long as the table stays as it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

from msgspec import Raw, json

from heliopolis.server.absence import stand_in_of
from heliopolis.server.connections import frame_of
from heliopolis.server.consent import bots_of, may_ask, show
from heliopolis.server.messages.base import Outgoing
from heliopolis.server.messages.clocks import Clocks
from heliopolis.server.messages.replays import LogLine, View
from heliopolis.server.messages.sockets import (
    Away,
    Need,
    Seal,
    SeatView,
    TakenBackNote,
    Thinking,
    UndoAsk,
    UndoOffer,
)
from heliopolis.server.messages.tables import TableLine
from heliopolis.server.needs import needs_of
from heliopolis.server.rows import RUNNING, WAITING, Asked, Row
from heliopolis.table.match import SEALED, Match
from heliopolis.table.sealed import write_seed
from heliopolis.table.view import public_view, seat_view

#: So many frames, and pieces of the log, are kept as they are sent; listeners who are up to date share one.
MOST_PIECES = 16
#: So many milliseconds the clock of a shared message may be behind.
SHARED_MILLISECONDS = 100
ENCODER = json.Encoder()


class RenderedTable(Outgoing, tag="table"):
    """A TableMessage whose larger parts are JSON already."""

    version: int
    table: TableLine
    views: Raw
    log_start: int
    log: Raw
    taken_back: list[TakenBackNote]
    thinking: Thinking | None
    undo: UndoOffer | None
    may_ask: list[int]
    asked: UndoAsk | None
    needed: list[Need]
    seal: Seal | None
    online: list[int]
    away: list[Away]
    clocks: Clocks | None
    now: int


class Showing:
    """A table at one version. Each part of a message is made when somebody first needs it."""

    def __init__(
        self,
        version: int,
        row: Row,
        match: Match | None,
        log: Sequence[LogLine],
        taken_back: Sequence[TakenBackNote],
        *,
        asked: Asked | None,
        people_draw: bool,
    ) -> None:
        self._version, self._row, self._match = version, row, match
        self._log, self._taken_back, self._people_draw = log, taken_back, people_draw
        offer = None if match is None else match.undo_offer(bots_of(row))
        if offer is not None and row.clock is not None and any(line.bot for line in log[len(log) - offer.moves :]):
            offer = None  # with clocks it stands what a bot has played for somebody
        self._undo = None if offer is None else UndoOffer(seat=offer.seat)
        self._may_ask = [] if match is None or row.closed else may_ask(row, match, asked)
        self._asked = None if match is None or asked is None else show(row, match, asked)
        self._needed = needs_of(row, version, asked, people_draw=people_draw)
        self._thinking = None if row.to_act is None else Thinking(seat=row.to_act, since=row.changed)
        self._seal = None if match is None else seal_of(match)
        self._public: View | None = None
        self._views: dict[int | None, bytes] = {}
        self._pieces: dict[int, Raw] = {}
        self._frames: dict[Hashable, bytes] = {}

    def frame(
        self,
        seats: Sequence[int | None],
        told: int,
        online: list[int],
        away: list[Away],
        now: int,
        clocks: Clocks | None = None,
    ) -> bytes:
        """Say where the table stands, to somebody who holds these seats and knows so many lines of the log.

        It is the message as it goes over the wire: to five hundred who watch the same bytes are written.
        """
        key = (told, now // SHARED_MILLISECONDS, tuple(seats), tuple(online), tuple(one.since for one in away))
        if key not in self._frames:
            if len(self._frames) >= MOST_PIECES:
                self._frames.clear()
            self._frames[key] = frame_of(ENCODER.encode(self._render(seats, told, online, away, now, clocks)))
        return self._frames[key]

    def view(self, seat: int | None) -> View | None:
        """Show what a seat may see; nothing while the match has not begun."""
        if self._match is None:
            return None
        if self._public is None:
            self._public = cast(View, public_view(self._match))
        return self._public if seat is None else seat_view(self._public, self._match, seat, may_draw=self._people_draw)

    def _render(
        self,
        seats: Sequence[int | None],
        told: int,
        online: list[int],
        away: list[Away],
        now: int,
        clocks: Clocks | None,
    ) -> RenderedTable:
        return RenderedTable(
            version=self._version,
            table=table_line(self._row, [seat for seat in seats if seat is not None]),
            views=Raw(b"[" + b",".join(map(self._rendered_view, seats)) + b"]"),
            log_start=told,
            log=self._rendered_log(told),
            taken_back=[note for note in self._taken_back if note.line >= told],
            thinking=self._thinking,
            undo=self._undo,
            may_ask=self._may_ask,
            asked=self._asked,
            needed=self._needed,
            seal=self._seal,
            online=online,
            away=away,
            clocks=clocks,
            now=now,
        )

    def _rendered_view(self, seat: int | None) -> bytes:
        if seat not in self._views:
            self._views[seat] = ENCODER.encode(SeatView(seat=seat, view=self.view(seat)))
        return self._views[seat]

    def _rendered_log(self, told: int) -> Raw:
        if told not in self._pieces:
            if len(self._pieces) >= MOST_PIECES:
                self._pieces.clear()
            self._pieces[told] = Raw(ENCODER.encode(self._log[told:]))
        return self._pieces[told]


def table_line(row: Row, my_seats: Sequence[int] = ()) -> TableLine:
    """Say of a table what everyone may know who knows of it."""
    return TableLine(
        table=row.id,
        game=row.game,
        edition=row.edition,
        settings=row.settings,
        players=row.seats,
        open_seats=sum(player.kind == "open" for player in row.seats),
        scores="open" if row.scores == "open" else "hidden",
        draws="table" if row.draws == "table" else "sealed",
        listed=row.listed,
        state="waiting" if row.state == WAITING else "running" if row.state == RUNNING else "over",
        created=row.created,
        changed=row.changed,
        lines=row.lines,
        to_act=row.to_act,
        winners=row.winners,
        away_after=row.away_after,
        away_bot=stand_in_of(row),
        clock=row.clock,
        deadline=None if row.times is None or row.times.seat is None else row.deadline,
        next=row.next,
        spectate=row.spectate if row.listed else None,
        invite=row.invite if row.listed else None,
        my_seats=list(my_seats),
        from_position=row.position is not None,
    )


def seal_of(match: Match) -> Seal | None:
    """Show the hash of the seed, and when the match is over the seed itself."""
    if match.draws != SEALED or match.seed_hash is None:
        return None
    return Seal(hash=match.seed_hash, seed=None if match.seed is None else write_seed(match.seed))
