"""A running table: a match, who sits at it, who looks on, and the one way in which it changes.

A change is tried on a copy of the match, stored, and only then shown and acknowledged. One change at a time: whoever
comes second finds a newer version.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from heliopolis.server.messages import (
    Accepted,
    LogLine,
    Player,
    Seal,
    SeatView,
    TableLine,
    TableMessage,
    Thinking,
    UndoOffer,
    View,
)
from heliopolis.server.refusals import NotNowError, RefusalError, StaleError
from heliopolis.server.storage import OVER, RUNNING, WAITING, ConflictError, Entry, Right, Row, Storage
from heliopolis.server.views import log_of, view_of, visible_log
from heliopolis.table.match import SEALED, Match
from heliopolis.table.sealed import write_seed

UNDO = "undo"
LOGGER = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Listener(Protocol):
    """Somebody who looks at a table."""

    seats: list[int | None]
    """The seats it holds; a spectator holds None."""
    told: int
    """How many lines of the log it has."""

    def wake(self) -> None:
        """Tell it that there is something new."""

    def meet_again(self) -> None:
        """Tell it that there is a rematch."""

    def send_away(self) -> None:
        """Ask it to come again: the table has to be read anew."""


class Table:
    """A table in memory. It lives as long as somebody looks at it or a bot thinks at it."""

    def __init__(self, row: Row, storage: Storage, match: Match | None = None) -> None:
        self.row = row
        self.match = match
        self.version = 0
        self.log: list[LogLine] = [] if match is None else log_of(match)
        self.answers: dict[tuple[int, str], int] = {}
        self.listeners: set[Listener] = set()
        self.after_change: Callable[[Table], None] = lambda _: None
        self._storage = storage
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()

    @staticmethod
    def restore(row: Row, journal: Sequence[Entry], storage: Storage) -> Table:
        """Take up a table where its journal ends."""
        table = Table(row, storage)
        if row.state == WAITING:
            return table
        words: list[str] = []
        for entry in journal:
            if entry.word == UNDO:
                words.pop()
            else:
                words.append(entry.word)
            if entry.request is not None:
                table.answers[entry.seat, entry.request] = entry.number
        table.match = new_match(row)
        for word in words:
            table.match.replay(word)
        table.version = len(journal)
        table.log = log_of(table.match)
        return table

    # ---- what happens at a table ----

    async def move(self, seat: int, word: str, version: int, request: str | None = None) -> Accepted:
        """Make a move for a seat; the same request again gets the same answer."""
        return await self._alone(self._move(seat, word, version, request))

    async def undo(self, seat: int, version: int, request: str) -> Accepted:
        """Take back the last move of a seat."""
        return await self._alone(self._undo(seat, version, request))

    async def sit_down(self, row: Row, rights: Sequence[Right]) -> None:
        """Let somebody take an open seat; with the last one the match begins. To be called inside `changing`."""
        match = None if any(player.kind == "open" for player in row.seats) else new_match(row)
        if match is not None:
            row = followed(replace(row, state=RUNNING, invite=None), match)
        await self._storage.save([row], rights)
        self.row, self.match = row, match
        self.log = [] if match is None else log_of(match)
        self.notify()

    async def go_on(self, row: Row, next_row: Row, rights: Sequence[Right]) -> None:
        """Keep the table of the rematch. To be called inside `changing`."""
        await self._storage.save([next_row, row], rights)
        self.row = row
        self.notify()
        for listener in self.listeners:
            listener.meet_again()

    def changing(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Coroutine[Any, Any, Answer]:
        """Do something that changes the table while nobody else does."""
        return self._alone(work())

    async def _alone(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Finish a change even if the one who asked for it has gone: the storage may have it already."""

        async def locked() -> Answer:
            async with self._lock:
                return await work

        task = asyncio.create_task(locked())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _move(self, seat: int, word: str, version: int, request: str | None) -> Accepted:
        match = self._check(seat, version, request)
        if isinstance(match, Accepted):
            return match
        if seat != match.seat and not (self.people_draw() and self.row.seats[seat].kind == "person"):
            raise NotNowError(f"it is not your move: {match.players[match.seat or 0]} is to act")
        trial = match.copy()
        trial.play(word)
        lines = log_of(trial, match)
        said = trial.words(len(match))
        entries = [Entry(self.version + number, seat, plain, request) for number, plain in enumerate(said, 1)]
        await self._keep(trial, entries)
        self.log += lines
        if trial.result is not None:  # from now on the log tells everyone's points: all of it is sent again
            for listener in self.listeners:
                listener.told = 0
        return self._answer(seat, request)

    async def _undo(self, seat: int, version: int, request: str) -> Accepted:
        match = self._check(seat, version, request)
        if isinstance(match, Accepted):
            return match
        trial = match.copy()
        trial.undo(seat)
        await self._keep(trial, [Entry(self.version + 1, seat, UNDO, request)])
        del self.log[len(trial) :]
        for listener in self.listeners:
            listener.told = min(listener.told, len(trial))
        return self._answer(seat, request)

    def _check(self, seat: int, version: int, request: str | None) -> Match | Accepted:
        """Find the answer that was given already, or the match that can go on."""
        if request is not None and (seat, request) in self.answers:
            return Accepted(id=request, version=self.answers[seat, request])
        if self.match is None:
            raise NotNowError("the game has not begun: a seat is still open")
        if version != self.version:
            raise StaleError("the table has gone on since you looked: look again, then choose")
        if self.match.result is not None:
            raise NotNowError("the match is over")
        return self.match

    async def _keep(self, trial: Match, entries: list[Entry]) -> None:
        """Store a change, then show it. If it cannot be stored, nothing has happened."""
        row = followed(self.row, trial)
        try:
            await self._storage.save([row], entries=entries)
        except ConflictError:
            LOGGER.exception("table %s was written by somebody else: everyone is asked to come again", self.row.id)
            for listener in list(self.listeners):
                listener.send_away()
            raise RefusalError("the table has to be read anew: come again") from None
        except SQLAlchemyError as error:
            LOGGER.exception("a move at table %s could not be stored", self.row.id)
            raise RefusalError("the move could not be stored, so it was not made: try again in a moment") from error
        self.row, self.match = row, trial
        self.version = entries[-1].number

    def _answer(self, seat: int, request: str | None) -> Accepted:
        if request is not None:
            self.answers[seat, request] = self.version
        self.notify()
        return Accepted(id=request or "", version=self.version)

    # ---- what can be seen of it ----

    def notify(self) -> None:
        """Tell everyone who looks that something changed, and whoever has to act because of it."""
        self.tell_others(None)
        self.after_change(self)

    def tell_others(self, newcomer: Listener | None) -> None:
        """Tell everyone but one who looks that there is something new."""
        for listener in self.listeners:
            if listener is not newcomer:
                listener.wake()

    def bot_to_act(self) -> Player | None:
        """Find the bot whose move it is."""
        return self.row.seats[self.row.to_act] if self.row.bot_to_act and self.row.to_act is not None else None

    def people_draw(self) -> bool:
        """Tell whether people have to say what a bot has drawn from their bag."""
        match = self.match
        return bool(match and match.is_chance and match.seat is not None and self.row.seats[match.seat].kind == "bot")

    def view(self, seat: int | None) -> View | None:
        """Show what a seat may see; nothing while the match has not begun."""
        if self.match is None:
            return None
        return view_of(self.match, seat, may_draw=seat is not None and self.people_draw())

    def message(self, listener: Listener) -> TableMessage:
        """Say where the table stands, to somebody who knows it up to a line."""
        match = self.match
        mine = [seat for seat in listener.seats if seat is not None]
        offer = match.undo_seat if match is not None else None
        message = TableMessage(
            version=self.version,
            table=table_line(self.row, mine),
            views=[SeatView(seat=seat, view=self.view(seat)) for seat in listener.seats],
            log_start=listener.told,
            log=[] if match is None else visible_log(match, self.log[listener.told :], listener.seats),
            thinking=None if self.row.to_act is None else Thinking(seat=self.row.to_act, since=self.row.changed),
            undo=None if offer is None or self.row.seats[offer].kind != "person" else UndoOffer(seat=offer),
            seal=None if match is None else seal_of(match),
            online=sorted({seat for other in self.listeners for seat in other.seats if seat is not None}),
            now=now(),
        )
        listener.told = len(self.log)
        return message


def new_match(row: Row) -> Match:
    """Set up the match of a table: the same one, whenever it is asked for."""
    return Match(
        row.game,
        [player.name for player in row.seats],
        edition=row.edition,
        seed=int(row.seed, 16),
        draws=row.draws,
        scores=row.scores,
        date=datetime.datetime.fromtimestamp(row.created / 1000, datetime.UTC).date(),
        **row.settings,
    )


def followed(row: Row, match: Match) -> Row:
    """Write into a row what lists show of its match."""
    over = match.result is not None
    seat = match.seat
    return replace(
        row,
        changed=now(),
        state=OVER if over else RUNNING,
        lines=len(match),
        to_act=seat,
        bot_to_act=seat is not None and row.seats[seat].kind == "bot" and not match.is_chance,
        winners=match.result.winners if match.result is not None else [],
    )


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
        next=row.next,
        spectate=row.spectate if row.listed else None,
        invite=row.invite if row.listed else None,
        my_seats=list(my_seats),
    )


def seal_of(match: Match) -> Seal | None:
    """Show the hash of the seed, and when the match is over the seed itself."""
    if match.draws != SEALED or match.seed_hash is None:
        return None
    return Seal(hash=match.seed_hash, seed=None if match.seed is None else write_seed(match.seed))


def now() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
