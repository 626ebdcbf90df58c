"""A running table: a match, who sits at it, who looks on, and the one way in which it changes.

A change is tried on a copy of the match, stored, and only then shown and acknowledged. One change at a time: whoever
comes second finds a newer version. Where another process was first, its lines are read and taken up, and then the
change is tried again: it may have been made already, or be too late.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace as changed

from heliopolis.server import consent
from heliopolis.server.absence import Absences, bot_at, people_of
from heliopolis.server.consent import bots_of
from heliopolis.server.journal import UNDO, read_journal, steps
from heliopolis.server.keyring import Right
from heliopolis.server.lines import log_of
from heliopolis.server.messages.replays import LogLine, View
from heliopolis.server.messages.sockets import Accepted, Phrase, Presence, Said, TakenBackNote
from heliopolis.server.messages.tables import Player
from heliopolis.server.metrics import METRICS
from heliopolis.server.neighbours import Alone, Here
from heliopolis.server.observing import write_line
from heliopolis.server.refusals import (
    NotFairError,
    NotFoundError,
    NotNowError,
    RefusalError,
    StaleError,
    TooManyError,
    UnavailableError,
    UnsureError,
)
from heliopolis.server.rows import OVER, RUNNING, WAITING, Asked, Entry, Row
from heliopolis.server.security import Bucket
from heliopolis.server.settings import Limits
from heliopolis.server.showing import Showing
from heliopolis.server.storage import ConflictError, Storage
from heliopolis.server.timing import Timing, begun, reseated
from heliopolis.table.match import Match

#: So many requests are remembered: more than a browser can have under way when its connection breaks.
MOST_ANSWERS = 300
#: Who comes and goes is told at most once in so many seconds.
PRESENCE_SECONDS = 1.0
#: So many who look are told of a change in one turn of the event loop, those who play before those who watch.
WOKEN_TOGETHER = 20
#: So many lines of others are taken up at once; more are worth a thread.
MOST_AT_ONCE = 8
CLOSED = "whoever runs this server has closed this table: nothing can be changed at it any more"
LOGGER = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Listener(Protocol):
    """Somebody who looks at a table."""

    seats: list[int | None]
    """The seats it holds; a spectator holds None."""
    told: int
    """How many lines of the log it has."""
    pause: float
    """How long it wants to look at a bot's move, as a part of the usual pause."""
    read: int | None
    """The version that was read there, where bots are to wait for it."""

    def wake(self) -> None:
        """Tell it that there is something new."""

    def greet(self, presence: Presence) -> None:
        """Tell it who is here."""

    def hear(self, said: Said) -> None:
        """Tell it what somebody has said."""

    def meet_again(self) -> None:
        """Tell it that there is a rematch."""

    def send_away(self, why: str = ...) -> None:
        """Ask it to come again in a moment, since the table has to be read anew or for another reason."""

    def keep_out(self, rights: Collection[str]) -> None:
        """Let it go, if one of the tokens by which it came is not among those any more, as hashes."""


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
        self.online: list[int] = []
        """The seats whose people are here."""
        self.absences = Absences(self)
        self.timing = Timing(self)
        self.after_change: Callable[[Table], None] = lambda _: None
        self.neighbours = Alone()
        """The other processes that serve this table."""
        self.elsewhere: dict[str, Here] = {}
        """Who looks at it in other processes."""
        self.stale = False
        """Whether the storage knows better: such a table has to be read anew."""
        self.seen = time.monotonic()
        """When somebody last looked at it, by this process's clock."""
        self.paced = asyncio.Event()
        """Set when somebody asks for another pace."""
        self.limits = limits or Limits()
        self._changes = Bucket(self.limits.changes, time.monotonic())
        self._phrases: dict[int, Bucket] = {}
        self._held: asyncio.TimerHandle | None = None
        self._undos = 0
        self._person_changed = 0
        """The version after the last change that a person made: all that came later are moves of bots."""
        self._storage = storage
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._shown: Showing | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._presence_told = 0.0

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
        table.timing.keep(row, lines, undone=False)
        for entry in journal[-MOST_ANSWERS:]:
            if entry.request is not None:
                table.answers[entry.seat, entry.request] = entry.number
        played = zip(lines, table.match.lines[dealt:], strict=True)
        revealed = max((entry.number for entry, line in played if line.is_chance), default=0)
        for undo in undos:
            table._note(TakenBackNote(dealt + undo.line, undo.seat, undo.moves, agreed=undo.agreed))
            table._undos += undo.number > revealed and not undo.agreed
        table._person_changed = max((entry.number for entry in journal if entry.request is not None), default=0)
        table.version = len(journal)
        table.log = log_of(table.match)
        for entry, line in zip(lines, table.log[dealt:], strict=True):
            credit([line], entry.bot)
        return table

    # ---- what happens at a table ----

    async def move(
        self,
        seat: int,
        word: str,
        version: int,
        request: str | None = None,
        bot: str | None = None,
        by: Listener | None = None,
    ) -> Accepted:
        """Make a move for a seat, or let its bot make it; the same request again gets the same answer."""
        return await self._by(by, seat, lambda: self._move(seat, word, version, request, bot))

    async def undo(self, seat: int, version: int, request: str, by: Listener | None = None) -> Accepted:
        """Take back the last move of a seat, and what bots have answered."""
        return await self._by(by, seat, lambda: self._undo(seat, version, request))

    async def ask_undo(self, seat: int, version: int, request: str, by: Listener | None = None) -> Accepted:
        """Ask everyone whether a seat may take its last move back, though other people have moved since."""
        return await self._by(by, seat, lambda: self._ask_undo(seat, version, request))

    async def answer_undo(self, seat: int, request: str, *, agree: bool, by: Listener | None = None) -> Accepted:
        """Agree that a move is taken back, or let it stand. When all have agreed, it happens."""
        return await self._by(by, seat, lambda: self._answer_undo(seat, request, agree))

    async def _by(self, by: Listener | None, seat: int, work: Callable[[], Coroutine[Any, Any, Accepted]]) -> Accepted:
        """Do something for a seat, unless whoever asks for it does not hold it, or not any more."""

        async def checked() -> Accepted:
            if by is not None and seat not in by.seats:
                raise NotFairError(f"seat {seat} is not yours")
            return await work()

        return await self._alone(checked)

    def say(self, seat: int, phrase: Phrase) -> None:
        """Say something to everyone at the table. It is not kept."""
        now = time.monotonic()
        if not self._phrases.setdefault(seat, Bucket(self.limits.phrases, now)).take(now):
            raise TooManyError("you have said much in a short time: wait a little, then go on")
        self.hear_said(Said(seat=seat, phrase=phrase))
        self.neighbours.said(self, seat, phrase)

    async def seat(
        self,
        seats: list[Player],
        *,
        rights: Sequence[Right] = (),
        gone: Sequence[Right] = (),
        spent: str | None = None,
    ) -> None:
        """Seat people and bots as is said here; when no seat is open any more, the match begins.

        Whose right is `gone` is shown out; a code that gives the new rights is `spent`. To be called inside `changing`.
        """
        row, match = replace(self.row, seats=seats, changed=now(), expelled=self.row.expelled + bool(gone)), self.match
        await self.timing.ready()
        if match is None and all(player.kind != "open" for player in seats):
            match = new_match(row)
            row = begun(followed(replace(row, state=RUNNING, invite=None), match), self.timing.watch)
        elif match is not None and row.to_act is not None:
            waits = row.bot_to_act if match.is_chance else bot_at(seats[row.to_act]) is not None
            row = reseated(replace(row, bot_to_act=waits), self.timing.watch)
        good = await self._hashes() if gone else set()
        row = await self._save(row, rights=rights, gone=gone, spent=spent)
        if match is not self.match:
            assert match is not None
            self.log = log_of(match)
        self.row, self.match = row, match
        if gone:
            self._show_out(good - {right.hash for right in gone})
        self.neighbours.changed(self)
        self.notify()
        await self._do_as_agreed()

    async def reseat(self, seat: int, player: Player, gone: Sequence[Right] = ()) -> None:
        """Let somebody else play in a seat. To be called inside `changing`."""
        await self.seat([player if place == seat else other for place, other in enumerate(self.row.seats)], gone=gone)

    async def cancel(self) -> None:
        """Delete the table; whoever looks at it hears so when they come again. To be called inside `changing`."""
        await self._storage.cancel(self.row)
        self.row = replace(self.row, revision=self.row.revision + 1)
        self.neighbours.changed(self)
        self.read_anew()

    async def _hashes(self) -> set[str]:
        return {right.hash for right in await self._storage.keys.at(self.row.id)}

    def _show_out(self, rights: Collection[str]) -> None:
        """Let nobody look any longer whose token opens nothing here any more."""
        for listener in list(self.listeners):
            listener.keep_out(rights)
        self._count_people()

    async def rearrange(self, row: Row) -> None:
        """Keep what has changed around the match, and show it. To be called inside `changing`."""
        self.row = await self._save(row)
        self.neighbours.changed(self)
        self.notify()
        await self._do_as_agreed()

    async def go_on(self, row: Row, next_row: Row, rights: Sequence[Right]) -> None:
        """Keep the table of the rematch. To be called inside `changing`."""
        self.row = await self._save(row, rights=rights, new=[next_row])
        self.neighbours.changed(self)
        self.notify()
        for listener in self.listeners:
            listener.meet_again()

    def changing(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Coroutine[Any, Any, Answer]:
        """Do something that changes the table while nobody else does, again where another process was first."""
        return self._alone(work)

    async def catch_up(self) -> None:
        """Take up what other processes have written."""
        await self._alone(self._catch_up)

    async def _alone(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """Finish a change even if the one who asked for it has gone: the storage may have it already."""

        async def locked() -> Answer:
            async with self._lock:
                while True:
                    try:
                        return await work()
                    except ConflictError:
                        seen = self.row.revision
                        await self._catch_up()
                        if self.row.revision <= seen:
                            raise self.read_anew() from None

        task = asyncio.create_task(locked())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _move(self, seat: int, word: str, version: int, request: str | None, bot: str | None) -> Accepted:
        match = self._check(seat, version, request, self.version)
        if isinstance(match, Accepted):
            return match
        player = self.row.seats[seat]
        if seat != match.seat and not (self.people_draw() and player.kind == "person"):
            raise NotNowError(f"it is not your move: {match.players[match.seat or 0]} is to act")
        if bot is not None and bot != bot_at(player):
            raise NotNowError(f"{player.name} is back, and moves for themselves")
        if bot is not None and player.kind == "person":
            self.timing.check_bot(seat)
        if player.kind == "bot":
            bot = None  # who plays for themselves plays for nobody
        self._count_change(request)
        trial = match.copy()
        trial.play(word)
        lines = log_of(trial, match)
        said = trial.words(len(match))
        entries = [Entry(self.version + number, seat, plain, request, bot) for number, plain in enumerate(said, 1)]
        credit(lines, bot)
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
        if self._undos >= self.limits.undos:
            raise NotNowError(f"{self._undos} moves were taken back here already: now one has to stand")
        await self._take_back(match, seat, request)
        self._undos += 1
        return self._answer(seat, request)

    async def _take_back(self, match: Match, seat: int, request: str, *, agreed: bool = False) -> None:
        trial = match.copy()
        moves = trial.undo(seat, bots_of(self.row), agreed=agreed).moves
        self.timing.check_undo(self.log[len(trial) :])
        entries = [Entry(self.version + number, seat, UNDO, request) for number in range(1, moves + 1)]
        await self._keep(trial, entries)
        self._note(TakenBackNote(len(trial), seat, moves, agreed=agreed))
        del self.log[len(trial) :]
        for listener in self.listeners:
            listener.told = min(listener.told, len(trial))

    async def _ask_undo(self, seat: int, version: int, request: str) -> Accepted:
        match = self._check(seat, version, request, self._person_changed)
        if isinstance(match, Accepted):
            return match
        self._count_change(request)
        back = consent.check_question(self.row, match, self.asked, seat)
        self.timing.check_undo(self.log[len(match) - back.moves :])
        await self._settle(match, Asked(seat, self.version, now(), request))
        return Accepted(id=request, version=self.version)

    async def _answer_undo(self, seat: int, request: str, agree: bool) -> Accepted:
        match = self._check(seat, self.version, request, self.version)
        if isinstance(match, Accepted):
            return match
        self._count_change(request)
        asked = self.asked
        if asked is None or asked.refused is not None:
            raise NotNowError("nobody asks any more to take a move back")
        if seat == asked.seat:
            if agree:
                raise NotNowError("all others have to agree: you have asked")
            await self._settle(match, None)
        elif not agree:
            await self._settle(match, replace(asked, refused=seat))
        elif seat in consent.waits_for(self.row, asked):
            await self._settle(match, replace(asked, agreed=[*asked.agreed, seat]))
        return Accepted(id=request, version=self.version)

    async def _settle(self, match: Match, asked: Asked | None) -> None:
        """Keep what is asked by now; where nobody has to agree any more, it happens."""
        if consent.is_agreed(asked, self.row):
            await self._take_back(match, asked.seat, asked.request, agreed=True)
            self._answer(asked.seat, asked.request)
            return
        await self.rearrange(replace(self.row, asked=asked))

    async def _do_as_agreed(self) -> None:
        """Do what is asked where a change has left nobody who could say no."""
        asked = self.asked
        if self.match is not None and consent.is_agreed(asked, self.row):
            await self._settle(self.match, asked)

    def _note(self, note: TakenBackNote) -> None:
        """Remember that moves were taken back; earlier notes of lines that are gone with them move up to it."""
        earlier = [changed(one, line=min(one.line, note.line)) for one in self.taken_back]
        self.taken_back = [*earlier, note]

    def _check(self, seat: int, version: int, request: str | None, oldest: int) -> Match | Accepted:
        """Find the answer that was given already, or the match that can go on for who has seen a version of it."""
        if request is not None and (seat, request) in self.answers:
            return Accepted(id=request, version=self.answers[seat, request])
        if self.match is None:
            raise NotNowError("the game has not begun: a seat is still open")
        self.check_open()
        if not oldest <= version <= self.version:
            raise StaleError("the table has gone on since you looked: look again, then choose")
        if self.match.result is not None:
            raise NotNowError("the match is over")
        return self.match

    def check_open(self) -> None:
        """Refuse a change of a table that was closed."""
        if self.row.closed:
            raise NotNowError(CLOSED)

    def _count_change(self, request: str | None) -> None:
        """Count what people do; bots wait for their turn elsewhere."""
        if request is not None and not self._changes.take(time.monotonic()):
            raise TooManyError("too many moves at this table in a short time: wait a little, then try again")

    async def _keep(self, trial: Match, entries: list[Entry]) -> None:
        """Store a change, then show it. If it cannot be stored, nothing has happened."""
        undone = entries[-1].word == UNDO
        before = self.row
        try:
            await self.timing.ready()
            after = self.timing.after_undo if undone else self.timing.after_move
            row, entries = after(followed(before, trial), entries)
            row = await self._save(row, entries=entries)
        except UnsureError:
            raise
        except UnavailableError as error:
            raise UnavailableError(f"the move could not be stored, so it was not made: {error}") from error
        self.row, self.match = row, trial
        self.timing.keep(row, entries, undone=undone)
        self.neighbours.changed(self)
        self.version = entries[-1].number
        person = entries[-1].request is not None
        if person:
            self._person_changed = self.version
        METRICS.moves.count("person" if person else "bot")
        what = "undo" if undone else "move"
        write_line(what, table=row.id, seat=entries[-1].seat, version=self.version, person=person)
        if before.times is not None and before.times.out is not None:
            self.absences.look()  # who is here moves for themselves again

    async def _save(self, row: Row, **more: Any) -> Row:
        """Store a change; tell the row as it is stored."""
        await self._storage.save([row], **more)
        return replace(row, revision=row.revision + 1)

    # ---- what other processes write ----

    async def _catch_up(self) -> None:
        """Read what is new, and show it; where the table is gone, or makes no sense, everyone has to come again."""
        try:
            found = await self._storage.load(self.row.id, after=self.version)
            if found is None:
                raise NotFoundError("it was deleted")
            row, entries = found
            if row.revision == self.row.revision:
                return
            if self.match is None or len(entries) > MOST_AT_ONCE:
                new = await asyncio.to_thread(self._followed_by, row, entries)
            else:
                new = self._followed_by(row, entries)
        except UnavailableError:
            raise
        except (ValueError, TypeError, ArithmeticError, OSError) as error:  # whatever a damaged row can lead to
            LOGGER.warning("table %s was changed by somebody else (%s): everyone comes again", self.row.id, error)
            raise self.read_anew() from None
        rights = None if self.row.expelled == row.expelled else await self._hashes()
        met = self.row.next != row.next
        stood = min((note.line for note in new.taken_back[len(self.taken_back) :]), default=len(new.log))
        for name in ("row", "match", "version", "log", "taken_back", "answers", "_undos", "_person_changed"):
            setattr(self, name, getattr(new, name))
        self.timing.marks = new.timing.marks
        self._changes.owe(sum(entry.request is not None for entry in entries), time.monotonic())
        if rights is not None:
            self._show_out(rights)
        for listener in self.listeners:
            listener.told = min(listener.told, stood)
        self.notify()
        self.absences.look()
        for listener in self.listeners if met else ():
            listener.meet_again()

    def _followed_by(self, row: Row, entries: Sequence[Entry]) -> Table:
        """Go on from here by lines that others have written, on a table of its own."""
        if self.match is None:
            return Table.restore(row, entries, self._storage, self.limits)
        new = Table(row, self._storage, self.match.copy(), self.limits)
        assert new.match is not None
        new.log, new.taken_back, new.answers = list(self.log), self.taken_back, self.answers.copy()
        new.timing.marks = list(self.timing.marks)
        new._undos, new._person_changed, new.version = self._undos, self._person_changed, self.version + len(entries)
        for step in steps(entries, self.version + 1):
            last, earlier = step[-1], new.match.copy()
            new.timing.keep(row, step, undone=last.word == UNDO)
            if last.word == UNDO:
                moves = new.match.undo(last.seat, bots_of(row), agreed=True).moves
                taken = new.log[len(new.match) :]
                del new.log[len(new.match) :]
                agreed = any(line.seat not in {last.seat, *bots_of(row)} for line in taken)
                new._note(TakenBackNote(len(new.match), last.seat, moves, agreed=agreed))
                new._undos += not agreed
            else:
                new.match.replay(last.word)
                lines = log_of(new.match, earlier)
                credit(lines, last.bot)
                new.log += lines
                new._undos = 0 if any(line.chance for line in lines) else new._undos
            if last.request is not None:
                new.answers[last.seat, last.request] = new._person_changed = last.number
        return new

    def read_anew(self) -> RefusalError:
        """Ask everyone to come again: the table has to be read anew."""
        self.stale = True
        for listener in list(self.listeners):
            listener.send_away()
        return RefusalError("the table has to be read anew: come again")

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
        self._count_people()
        self.neighbours.people(self)
        self._let_bots_look()

    def depart(self, listener: Listener) -> None:
        """Let somebody go."""
        self.listeners.discard(listener)
        self.seen = time.monotonic()
        self._count_people()
        self.neighbours.people(self)

    def unwatched(self) -> float:
        """Tell for how many seconds nobody has looked."""
        return 0.0 if self.listeners or self.elsewhere else time.monotonic() - self.seen

    def here(self) -> Here:
        """Tell who looks at it in this process."""
        seats = {seat for listener in self.listeners for seat in listener.seats if seat is not None}
        pauses = [one.pause for one in self.listeners if any(seat is not None for seat in one.seats)]
        return Here(sorted(seats), max(pauses, default=None), len(self.listeners))

    def hear(self, process: str, here: Here | None) -> None:
        """Hear who looks at it in another process."""
        self.seen = time.monotonic()
        if here is None:
            self.elsewhere.pop(process, None)
        else:
            self.elsewhere[process] = here
        self.paced.set()
        self._count_people()

    def is_served_elsewhere(self) -> bool:
        """Tell whether somebody sits at it in another process, and nobody in this one: then that one lets bots move."""
        return bool(any(here.seats for here in self.elsewhere.values()) and not self.here().seats)

    def pause(self) -> float:
        """Tell how long bots wait for each other, as a part of the usual pause: as long as the slowest seat asks for.

        Who only watches has no say where somebody plays.
        """
        seated = [one.pause for one in self.listeners if any(seat is not None for seat in one.seats)]
        seated += [here.pause for here in self.elsewhere.values() if here.pause is not None]
        return max(seated or [one.pause for one in self.listeners], default=1.0)

    def is_read(self) -> bool:
        """Tell whether bots may go on: not while the only person at the table reads what has happened."""
        people = people_of(self.row.seats)
        return all(one.read is None or one.read >= self.version for one in self.listeners if people <= set(one.seats))

    def _count_people(self) -> None:
        """Find the seats whose people are here; if these are not the same as before, that is told soon.

        Also where they are the same again by then: a message about something else may have told what was between.
        """
        here, before = self.here(), self.online
        self.online = sorted({*here.seats, *(seat for other in self.elsewhere.values() for seat in other.seats)})
        self.absences.look()
        if self._presence is None and self.online != before:
            wait = self._presence_told + PRESENCE_SECONDS - time.monotonic()
            self._presence = asyncio.get_running_loop().call_later(max(0.0, wait), self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence, self._presence_told = None, time.monotonic()
        for listener in self.listeners:
            listener.greet(Presence(online=self.online, away=self.absences.list()))

    # ---- what can be seen of it ----

    def notify(self) -> None:
        """Tell everyone who looks that something changed, and whoever has to act because of it."""
        self._shown = None
        seated = [listener for listener in self.listeners if any(seat is not None for seat in listener.seats)]
        self._wake([*seated, *self.listeners.difference(seated)])
        self._let_bots_look()

    def _let_bots_look(self) -> None:
        """Let bots see whether it is their move; where they wait for an answer, again when they have waited enough."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
        if (left := consent.bots_wait(self.asked, now())) > 0:
            self._held = asyncio.get_running_loop().call_later(left / 1000, self._let_bots_look)
        self.after_change(self)

    def hear_said(self, said: Said) -> None:
        """Tell everyone who looks what somebody has said."""
        for listener in self.listeners:
            listener.hear(said)

    def _wake(self, listeners: list[Listener]) -> None:
        """Wake those who look, some at a time: between them, other tables have their turn, and who moved the answer."""
        for listener in listeners[:WOKEN_TOGETHER]:
            listener.wake()
        if listeners[WOKEN_TOGETHER:]:
            asyncio.get_running_loop().call_soon(self._wake, listeners[WOKEN_TOGETHER:])

    def bot_to_act(self) -> str | None:
        """Find the bot whose move it is, in its own seat or for somebody who is away.

        As long as people are asked whether a move may be taken back, it is nobody's.
        """
        if not self.row.bot_to_act or self.row.to_act is None or consent.bots_wait(self.asked, now()) > 0:
            return None
        return bot_at(self.row.seats[self.row.to_act])

    @property
    def asked(self) -> Asked | None:
        """What everyone is asked to agree to now."""
        return consent.asked_now(self.row, self.match, self._person_changed)

    def people_draw(self) -> bool:
        """Tell whether people have to say what a bot has drawn from their bag."""
        match = self.match
        return bool(match and match.is_chance and match.seat is not None and bot_at(self.row.seats[match.seat]))

    def view(self, seat: int | None) -> View | None:
        """Show what a seat may see; nothing while the match has not begun."""
        return self._showing().view(seat)

    def frame(self, listener: Listener) -> bytes:
        """Say where the table stands, to somebody who knows it up to a line."""
        clocks = self.timing.shown()
        away = self.absences.list()
        frame = self._showing().frame(listener.seats, listener.told, self.online, away, now(), clocks)
        listener.told = len(self.log)
        return frame

    def _showing(self) -> Showing:
        if self._shown is None:
            self._shown = Showing(
                self.version,
                self.row,
                self.match,
                self.log,
                self.taken_back,
                asked=self.asked,
                people_draw=self.people_draw(),
            )
        return self._shown


def new_match(row: Row) -> Match:
    """Set up the match of a table: the same one, whenever it is asked for."""
    names = [player.name for player in row.seats]
    how: dict[str, Any] = {
        "seed": int(row.seed, 16),
        "draws": row.draws,
        "scores": row.scores,
        "date": datetime.datetime.fromtimestamp(row.created / 1000, datetime.UTC).date(),
    }
    if row.position is not None:
        return Match.from_position(row.position, names, **how)
    return Match(row.game, names, edition=row.edition, **{**how, **row.settings})


def credit(lines: Iterable[LogLine], bot: str | None) -> None:
    """Say in the log which bot has played for somebody who was away."""
    for line in lines:
        line.bot = None if line.chance else bot


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
        bot_to_act=seat is not None and bot_at(row.seats[seat]) is not None and not match.is_chance,
        winners=match.result.winners if match.result is not None else [],
    )


def now() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
