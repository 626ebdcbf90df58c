"""A running table: a match, who sits at it, who looks on, and the one way in which it changes.

A change is tried on a copy of the match, stored, and only then shown and acknowledged. One change at a time: whoever
comes second finds a newer version.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar, cast

from msgspec import Raw, json

from heliopolis.server.journal import UNDO, read_journal
from heliopolis.server.lines import log_of
from heliopolis.server.messages import (
    Accepted,
    LogLine,
    Outgoing,
    Player,
    Presence,
    Seal,
    SeatView,
    TableLine,
    TakenBackNote,
    Thinking,
    UndoOffer,
    View,
)
from heliopolis.server.refusals import (
    NotNowError,
    RefusalError,
    StaleError,
    TooManyError,
    UnavailableError,
)
from heliopolis.server.security import Bucket
from heliopolis.server.settings import Limits
from heliopolis.server.storage import OVER, RUNNING, WAITING, ConflictError, Entry, Right, Row, Storage
from heliopolis.table.match import SEALED, Match
from heliopolis.table.sealed import write_seed
from heliopolis.table.view import public_view, seat_view

#: So many requests are remembered: more than a browser can have under way when its connection breaks.
MOST_ANSWERS = 300
#: So many pieces of the log are kept as they are sent; listeners who are up to date share one.
MOST_PIECES = 16
#: Who comes and goes is told at most once in so many seconds.
PRESENCE_SECONDS = 1.0
LOGGER = logging.getLogger(__name__)
ENCODER = json.Encoder()
Answer = TypeVar("Answer")


class Listener(Protocol):
    """Somebody who looks at a table."""

    seats: list[int | None]
    """The seats it holds; a spectator holds None."""
    told: int
    """How many lines of the log it has."""
    pause: float
    """How long it wants to look at a bot's move, as a part of the usual pause."""

    def wake(self) -> None:
        """Tell it that there is something new."""

    def greet(self, presence: Presence) -> None:
        """Tell it who is here."""

    def meet_again(self) -> None:
        """Tell it that there is a rematch."""

    def send_away(self) -> None:
        """Ask it to come again: the table has to be read anew."""


class RenderedTable(Outgoing, tag="table"):
    """A TableMessage whose larger parts are JSON already: they are made once for all who may see the same."""

    version: int
    table: TableLine
    views: Raw
    log_start: int
    log: Raw
    taken_back: list[TakenBackNote]
    thinking: Thinking | None
    undo: UndoOffer | None
    seal: Seal | None
    online: list[int]
    now: int


class Table:
    """A table in memory. It lives as long as somebody looks at it or a bot thinks at it."""

    def __init__(self, row: Row, storage: Storage, match: Match | None = None, limits: Limits | None = None) -> None:
        self.row = row
        self.match = match
        self.version = 0
        self.log: list[LogLine] = [] if match is None else log_of(match)
        self.taken_back: list[TakenBackNote] = []
        self.answers: OrderedDict[tuple[int, str], int] = OrderedDict()
        self.listeners: set[Listener] = set()
        self.after_change: Callable[[Table], None] = lambda _: None
        self.stale = False
        """Whether the storage knows better: such a table has to be read anew."""
        self.seen = time.monotonic()
        """When somebody last looked at it, by this process's clock."""
        self.paced = asyncio.Event()
        """Set when somebody asks for another pace."""
        self._limits = limits or Limits()
        self._changes = Bucket(self._limits.changes, time.monotonic())
        self._undos = 0
        self._person_changed = 0
        """The version after the last change that a person made: all that came later are moves of bots."""
        self._storage = storage
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._public: View | None = None
        self._views: dict[int | None, bytes] = {}
        self._pieces: dict[int, Raw] = {}
        self._presence: asyncio.TimerHandle | None = None
        self._presence_told = 0.0
        self._online: list[int] = []

    @staticmethod
    def restore(row: Row, journal: Sequence[Entry], storage: Storage, limits: Limits | None = None) -> Table:
        """Take up a table where its journal ends; raises a HeliopolisError where it makes no sense."""
        table = Table(row, storage, limits=limits)
        if row.state == WAITING:
            return table
        lines, undos = read_journal(journal)
        table.match = new_match(row)
        dealt = len(table.match)
        for entry in lines:
            table.match.replay(entry.word)
        for entry in journal[-MOST_ANSWERS:]:
            if entry.request is not None:
                table.answers[entry.seat, entry.request] = entry.number
        played = zip(lines, table.match.lines[dealt:], strict=True)
        revealed = max((entry.number for entry, line in played if line.is_chance), default=0)
        for undo in undos:
            table._note(TakenBackNote(line=dealt + undo.line, seat=undo.seat, moves=undo.moves))
            table._undos += undo.number > revealed
        table._person_changed = max((entry.number for entry in journal if entry.request is not None), default=0)
        table.version = len(journal)
        table.log = log_of(table.match)
        return table

    # ---- what happens at a table ----

    async def move(self, seat: int, word: str, version: int, request: str | None = None) -> Accepted:
        """Make a move for a seat; the same request again gets the same answer."""
        return await self._alone(self._move(seat, word, version, request))

    async def undo(self, seat: int, version: int, request: str) -> Accepted:
        """Take back the last move of a seat, and what bots have answered."""
        return await self._alone(self._undo(seat, version, request))

    async def sit_down(self, row: Row, rights: Sequence[Right]) -> None:
        """Let somebody take an open seat; with the last one the match begins. To be called inside `changing`."""
        match = None if any(player.kind == "open" for player in row.seats) else new_match(row)
        if match is not None:
            row = followed(replace(row, state=RUNNING, invite=None), match)
        await self._save([row], rights=rights)
        self.row, self.match = row, match
        self.log = [] if match is None else log_of(match)
        self.notify()

    async def go_on(self, row: Row, next_row: Row, rights: Sequence[Right]) -> None:
        """Keep the table of the rematch. To be called inside `changing`."""
        await self._save([row], rights=rights, new=[next_row])
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
        match = self._check(seat, version, request, self.version)
        if isinstance(match, Accepted):
            return match
        if seat != match.seat and not (self.people_draw() and self.row.seats[seat].kind == "person"):
            raise NotNowError(f"it is not your move: {match.players[match.seat or 0]} is to act")
        self._count_change(request)
        trial = match.copy()
        trial.play(word)
        lines = log_of(trial, match)
        said = trial.words(len(match))
        entries = [Entry(self.version + number, seat, plain, request) for number, plain in enumerate(said, 1)]
        await self._keep(trial, entries)
        self.log += lines
        if any(line.chance for line in lines):
            self._undos = 0
        return self._answer(seat, request)

    async def _undo(self, seat: int, version: int, request: str) -> Accepted:
        match = self._check(seat, version, request, self._person_changed)
        if isinstance(match, Accepted):
            return match
        self._count_change(request)
        if self._undos >= self._limits.undos:
            raise NotNowError(f"{self._undos} moves were taken back here already: now one has to stand")
        trial = match.copy()
        moves = trial.undo(seat, bots_of(self.row)).moves
        entries = [Entry(self.version + number, seat, UNDO, request) for number in range(1, moves + 1)]
        await self._keep(trial, entries)
        self._undos += 1
        self._note(TakenBackNote(line=len(trial), seat=seat, moves=moves))
        del self.log[len(trial) :]
        for listener in self.listeners:
            listener.told = min(listener.told, len(trial))
        return self._answer(seat, request)

    def _note(self, note: TakenBackNote) -> None:
        """Remember that moves were taken back; earlier notes of lines that are gone with them move up to it."""
        earlier = [TakenBackNote(min(one.line, note.line), one.seat, one.moves) for one in self.taken_back]
        self.taken_back = [*earlier, note]

    def _check(self, seat: int, version: int, request: str | None, oldest: int) -> Match | Accepted:
        """Find the answer that was given already, or the match that can go on for who has seen a version of it."""
        if request is not None and (seat, request) in self.answers:
            return Accepted(id=request, version=self.answers[seat, request])
        if self.match is None:
            raise NotNowError("the game has not begun: a seat is still open")
        if not oldest <= version <= self.version:
            raise StaleError("the table has gone on since you looked: look again, then choose")
        if self.match.result is not None:
            raise NotNowError("the match is over")
        return self.match

    def _count_change(self, request: str | None) -> None:
        """Count what people do; bots wait for their turn elsewhere."""
        if request is not None and not self._changes.take(time.monotonic()):
            raise TooManyError("too many moves at this table in a short time: wait a little, then try again")

    async def _keep(self, trial: Match, entries: list[Entry]) -> None:
        """Store a change, then show it. If it cannot be stored, nothing has happened."""
        row = followed(self.row, trial)
        try:
            await self._save([row], entries=entries)
        except UnavailableError as error:
            raise UnavailableError(f"the move could not be stored, so it was not made: {error}") from error
        self.row, self.match = row, trial
        self.version = entries[-1].number
        if entries[-1].request is not None:
            self._person_changed = self.version

    async def _save(self, rows: Sequence[Row], **more: Any) -> None:
        """Store a change; where somebody else has changed the table, or deleted it, everyone is asked to come again."""
        try:
            await self._storage.save(rows, **more)
        except ConflictError:
            LOGGER.warning("table %s was changed by somebody else: everyone is asked to come again", self.row.id)
            self.stale = True
            for listener in list(self.listeners):
                listener.send_away()
            raise RefusalError("the table has to be read anew: come again") from None

    def _answer(self, seat: int, request: str | None) -> Accepted:
        if request is not None:
            self.answers[seat, request] = self.version
            if len(self.answers) > MOST_ANSWERS:
                self.answers.popitem(last=False)
        self.notify()
        return Accepted(id=request or "", version=self.version)

    # ---- who looks at it ----

    def arrive(self, listener: Listener) -> None:
        """Let somebody look; bots that paused go on."""
        self.listeners.add(listener)
        self._someone_moved()
        self.after_change(self)

    def depart(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        self.seen = time.monotonic()
        self._someone_moved()

    def unwatched(self) -> float:
        """Tell for how many seconds nobody has looked."""
        return 0.0 if self.listeners else time.monotonic() - self.seen

    def pause(self) -> float:
        """Tell how long bots wait for each other, as a part of the usual pause: as long as the slowest seat asks for.

        Who only watches has no say where somebody plays.
        """
        seated = [one.pause for one in self.listeners if any(seat is not None for seat in one.seats)]
        return max(seated or [one.pause for one in self.listeners], default=1.0)

    def online(self) -> list[int]:
        """List the seats whose people are here."""
        return sorted({seat for listener in self.listeners for seat in listener.seats if seat is not None})

    def _someone_moved(self) -> None:
        """Tell soon who is here, if it is not the same people as before."""
        if self._presence is None and self.online() != self._online:
            wait = self._presence_told + PRESENCE_SECONDS - time.monotonic()
            self._presence = asyncio.get_running_loop().call_later(max(0.0, wait), self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        online = self.online()
        if online != self._online:
            self._online, self._presence_told = online, time.monotonic()
            for listener in self.listeners:
                listener.greet(Presence(online=online))

    # ---- what can be seen of it ----

    def notify(self) -> None:
        """Tell everyone who looks that something changed, and whoever has to act because of it."""
        self._public = None
        self._views.clear()
        self._pieces.clear()
        for listener in self.listeners:
            listener.wake()
        self.after_change(self)

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
        if self._public is None:
            self._public = cast(View, public_view(self.match))
        if seat is None:
            return self._public
        return seat_view(self._public, self.match, seat, may_draw=self.people_draw())

    def message(self, listener: Listener) -> RenderedTable:
        """Say where the table stands, to somebody who knows it up to a line."""
        match = self.match
        mine = [seat for seat in listener.seats if seat is not None]
        offer = match.undo_offer(bots_of(self.row)) if match is not None else None
        message = RenderedTable(
            version=self.version,
            table=table_line(self.row, mine),
            views=Raw(b"[" + b",".join(map(self._rendered_view, listener.seats)) + b"]"),
            log_start=listener.told,
            log=self._rendered_log(listener.told),
            taken_back=[note for note in self.taken_back if note.line >= listener.told],
            thinking=None if self.row.to_act is None else Thinking(seat=self.row.to_act, since=self.row.changed),
            undo=None if offer is None else UndoOffer(seat=offer.seat),
            seal=None if match is None else seal_of(match),
            online=self.online(),
            now=now(),
        )
        listener.told = len(self.log)
        return message

    def _rendered_view(self, seat: int | None) -> bytes:
        if seat not in self._views:
            self._views[seat] = ENCODER.encode(SeatView(seat=seat, view=self.view(seat)))
        return self._views[seat]

    def _rendered_log(self, told: int) -> Raw:
        if told not in self._pieces:
            if len(self._pieces) >= MOST_PIECES:
                self._pieces.clear()
            self._pieces[told] = Raw(ENCODER.encode(self.log[told:]))
        return self._pieces[told]


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


def bots_of(row: Row) -> set[int]:
    """Find the seats in which bots sit."""
    return {seat for seat, player in enumerate(row.seats) if player.kind == "bot"}


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
