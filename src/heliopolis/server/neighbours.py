"""Other processes that serve the same database: what they tell each other, and which of them drives a table.

The database is the only truth. What is said here only makes it quick: who hears nothing looks itself, every second.
Nothing of it is kept. A process that dies is missed after a few seconds, and what it held is free at once, since it
held it by a connection.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.server import postgresql
from heliopolis.server.errands import Errand, Errands
from heliopolis.server.messages.sockets import Phrase, Said
from heliopolis.server.refusals import UnavailableError
from heliopolis.server.security import Gate, address_hash

if TYPE_CHECKING:
    from heliopolis.server.storage import Storage
    from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)

CHANNEL = "heliopolis"
#: The most that PostgreSQL takes in one notice, in bytes, is 8,000.
LONGEST_NOTICE = 7_500
BEAT_SECONDS = 1.0
#: Who has said nothing for so long is gone.
SILENCE_SECONDS = 3.5
#: What was spent is told so often; it is little, and a limit need not be exact.
SPENT_SECONDS = 0.25
#: A table where it has been a bot's move for so long may have lost the process that drove it: bots pause for less.
ABANDONED_SECONDS = 1.0
#: A table that could not be taken up is tried again after so long.
AGAIN_SECONDS = 30.0
#: For so long an answer to a question is waited for.
ANSWER_SECONDS = 1.0
#: Before a connection that broke is made again.
SHORTEST_WAIT, LONGEST_WAIT = 0.1, 2.0


class Here(msgspec.Struct, array_like=True):
    """Who is at a table, in one process."""

    seats: list[int]
    pause: float | None
    """How long the seated there want to look at a bot's move; None where nobody sits."""
    watchers: int


class Notice(msgspec.Struct, omit_defaults=True, rename={"sender": "from"}):
    """What one process tells the others."""

    sender: str
    changed: dict[str, int] = {}
    """Tables that were changed, and how often they were by now."""
    here: dict[str, Here] = {}
    who: list[str] = []
    """Tables of which it wants to know who is there."""
    resting: list[str] = []
    """Tables whose bots pause, since nobody has looked for long."""
    thinks: int = 0
    """At so many places it thinks for others."""
    asks: dict[str, Errand] = {}
    """What somebody is asked to think about."""
    answers: dict[str, str] = {}
    """What came of it."""
    spent: dict[str, float] = {}
    """What addresses have asked for: see `Gate`."""
    sockets: dict[str, int] | None = None
    """Sockets that are open, by addresses with many."""
    said: dict[str, list[Said]] = {}
    """What people say at tables."""
    gone: bool = False


class Leases(Protocol):
    """Which tables this process drives."""

    async def take(self, table: str) -> bool:
        """Try to drive a table; only one process can."""

    def holds(self, table: str) -> bool:
        """Tell whether this process drives a table."""

    async def release(self, table: str) -> None:
        """Let others drive a table."""

    def rest(self, table: str) -> None:
        """Leave a table alone until somebody looks at it, or changes it."""

    async def think(self, table: str, version: int, bot: str) -> str:
        """Let another machine find the move of a bot; an empty answer where none does."""


class Alone:
    """There is no other process: nobody to tell, and every table is ours."""

    async def take(self, table: str) -> bool:
        """Drive a table."""
        return True

    def holds(self, table: str) -> bool:
        """Drive every table."""
        return True

    async def release(self, table: str) -> None:
        """Nobody waits for it."""

    def rest(self, table: str) -> None:
        """Nobody else would go on with it."""

    async def think(self, table: str, version: int, bot: str) -> str:
        """Nobody else thinks."""
        return ""

    async def looked_at(self, tables: Collection[str]) -> set[str]:
        """Nobody looks from elsewhere."""
        return set()

    def changed(self, table: Table) -> None:
        """Nobody needs to know."""

    def told(self, name: str, revision: int) -> None:
        """Nobody needs to know."""

    def people(self, table: Table) -> None:
        """Nobody needs to know."""

    def said(self, table: Table, seat: int, phrase: Phrase) -> None:
        """Nobody else listens."""

    def opened(self, table: Table) -> None:
        """Nobody else knows who is there."""

    async def close(self) -> None:
        """There is nothing to end."""


class Visited(Protocol):
    """What is told of all tables of this process."""

    def tables(self) -> Collection[Table]:
        """List the tables in memory."""

    def find(self, name: str) -> Table | None:
        """Find a table, if it is in memory."""

    async def take_up(self, name: str) -> None:
        """Go on with a table that nobody drives."""


class Neighbours(Alone):
    """The processes on a database of PostgreSQL. One connection listens; another speaks, and holds leases."""

    def __init__(self, storage: Storage, gate: Gate) -> None:
        self.name = secrets.token_hex(4)
        self._storage = storage
        self._gate = gate
        self._house: Visited | None = None
        self._url = postgresql.plain_url(storage.url)
        self._heard: dict[str, float] = {}
        self._held: set[str] = set()
        self._leasing = asyncio.Lock()
        self._resting: dict[str, float] = {}
        """Tables whose bots pause, wherever they played, and since when."""
        self._rested: set[str] = set()
        self._said: dict[str, list[Said]] = {}
        """Those of them that have to be told."""
        self._inquiries: list[tuple[Collection[str], set[str]]] = []
        """For which tables somebody here has asked who looks at them, and where that was heard."""
        self._changed: dict[str, int] = {}
        self._people: dict[str, Here] = {}
        """Who is at the tables here; nobody at all others."""
        self._untold: set[str] = set()
        """Tables of which that has to be told."""
        self._who: set[str] = set()
        self._something = asyncio.Event()
        self.errands = Errands(self.name, self._something.set)
        """What is asked of those who think on other machines."""
        self._speaking: Any = None
        self._wanted: dict[str, int] = {}
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, house: Visited) -> None:
        """Begin to listen and to speak."""
        self._house = house
        secret = await self._storage.secret("addresses")
        self._gate.share(lambda network: address_hash(secret, network))
        for work in (self._listen, self._speak, self._beat, self._look_around):
            self._tasks.append(asyncio.create_task(self._for_ever(work), name=work.__name__))

    async def think(self, table: str, version: int, bot: str) -> str:
        """Let another machine find the move of a bot; an empty answer where none does."""
        return await self.errands.ask(table, version, bot)

    async def close(self) -> None:
        """Say goodbye, and end."""
        await self.errands.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._catching_up.values(), return_exceptions=True)
        if self._speaking is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._say(Notice(self.name, gone=True)), 1.0)
            await self._hang_up()

    # ---- leases ----

    async def take(self, table: str) -> bool:
        """Try to drive a table: by a lock that goes with the connection, and so with this process.

        PostgreSQL counts how often a connection took a lock: nobody here may take twice what is released once.
        """
        async with self._leasing:
            if table in self._held:
                return True
            connection = self._speaking
            taken = await self._ask("SELECT pg_try_advisory_lock(%s)", (lock_of(table),))
            if taken and connection is self._speaking:  # otherwise it went with the connection
                self._held.add(table)
            return table in self._held

    def holds(self, table: str) -> bool:
        """Tell whether this process drives a table."""
        return table in self._held

    async def release(self, table: str) -> None:
        """Let others drive a table."""
        async with self._leasing:
            if table in self._held:
                self._held.discard(table)
                await self._ask("SELECT pg_advisory_unlock(%s)", (lock_of(table),))

    def rest(self, table: str) -> None:
        """Leave a table alone, in all processes, until somebody looks at it or changes it."""
        self._resting[table] = time.monotonic()
        self._rested.add(table)
        self._something.set()

    async def _ask(self, statement: str, values: tuple[Any, ...]) -> Any:
        """Ask on the connection that speaks; None where there is none at the moment."""
        connection = self._speaking
        if connection is None:
            return None
        import psycopg

        try:
            found = await (await connection.execute(statement, values)).fetchone()
        except psycopg.Error as error:
            if connection is self._speaking:
                LOGGER.warning("the connection that holds tables broke and is made anew: %s", first_line(error))
                await self._hang_up()
            return None
        return found[0]

    async def _hang_up(self) -> None:
        """Close the connection that speaks; all that it held is free."""
        connection, self._speaking = self._speaking, None
        self._held.clear()
        self.errands.give_up()
        with suppress(Exception):
            await connection.close()
        self._something.set()

    # ---- speaking ----

    def changed(self, table: Table) -> None:
        """Tell that a table was changed here."""
        self._resting.pop(table.row.id, None)
        self.told(table.row.id, table.row.revision)

    def told(self, name: str, revision: int) -> None:
        """Tell that a table was changed, which need not be in memory here."""
        self._changed[name] = revision
        self._something.set()

    def people(self, table: Table) -> None:
        """Tell who is at a table here."""
        name, here = table.row.id, table.here()
        if here == self._people.get(name, NOBODY):
            return
        self._people[name] = here
        if here == NOBODY:
            del self._people[name]
        else:
            self._resting.pop(name, None)
        self._untold.add(name)
        self._something.set()

    def said(self, table: Table, seat: int, phrase: Phrase) -> None:
        """Tell what somebody has said at a table."""
        self._said.setdefault(table.row.id, []).append(Said(seat=seat, phrase=phrase))
        self._something.set()

    def opened(self, table: Table) -> None:
        """Ask who is at a table elsewhere."""
        self._who.add(table.row.id)
        self._something.set()

    async def looked_at(self, tables: Collection[str]) -> set[str]:
        """Ask at which of some tables somebody looks in another process; who does not answer soon has nobody there."""
        if not tables or not self._heard:
            return set()
        if self._speaking is None:
            return set(tables)  # nobody can be asked
        inquiry: tuple[Collection[str], set[str]] = (frozenset(tables), set())
        self._inquiries.append(inquiry)
        self._who.update(tables)
        self._something.set()
        await asyncio.sleep(ANSWER_SECONDS)
        self._inquiries.remove(inquiry)
        return inquiry[1]

    async def _speak(self) -> None:
        """Tell what there is to tell. While one notice is on its way, the next one grows."""
        while True:
            if self._speaking is None:
                await self._begin_to_speak()
            await self._something.wait()
            self._something.clear()
            changed, self._changed = self._changed, {}
            here = {name: self._people.get(name, NOBODY) for name in self._untold}
            who, self._who, self._untold = self._who, set(), set()
            resting, self._rested = self._rested, set()
            said, self._said = self._said, {}
            asks, answers = self.errands.collect()
            told = Notice(
                self.name,
                changed=changed,
                here=here,
                who=list(who),
                resting=list(resting),
                asks=asks,
                answers=answers,
                said=said,
            )
            for notice in parts(told):
                await self._say(notice)

    async def _begin_to_speak(self) -> None:
        """Connect, unless the database is being moved: then nothing may be changed here."""
        connection = await self._connect()
        try:
            lock = await connection.execute("SELECT pg_try_advisory_lock_shared(%s)", (postgresql.SERVING,))
            self._storage.barred = not (await lock.fetchone())[0]
            if self._storage.barred:
                raise SetupError(postgresql.BEING_MOVED)
        except BaseException:  # also when this process ends meanwhile
            await connection.close()
            raise
        self._speaking = connection
        await self._say(Notice(self.name, gone=True))  # what was told before may not have arrived
        self._untold |= self._people.keys()
        self._something.set()

    async def _say(self, notice: Notice) -> None:
        await self._ask("SELECT pg_notify(%s, %s)", (CHANNEL, msgspec.json.encode(notice).decode()))

    async def _beat(self) -> None:
        """Tell that we are here, and what was spent here."""
        last = 0.0
        while True:
            await asyncio.sleep(SPENT_SECONDS)
            spent = self._gate.collect()
            due = time.monotonic() - last >= BEAT_SECONDS
            if due and self.errands.places:
                await self._say(Notice(self.name, thinks=self.errands.places))
            if spent or due:
                last = time.monotonic() if due else last
                sockets = self._gate.many_sockets() if due else None
                for notice in parts(Notice(self.name, spent=spent, sockets=sockets)):
                    await self._say(notice)

    # ---- listening ----

    async def _listen(self) -> None:
        connection = await self._connect()
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            for process in list(self._heard):  # what they told meanwhile was not heard
                self._miss(process)
            self._ask_who()
            async for notice in connection.notifies():
                try:
                    self._hear(msgspec.json.decode(notice.payload, type=Notice))
                except msgspec.DecodeError as error:
                    LOGGER.warning("another program says what we do not understand: %s", error)
        finally:
            await connection.close()

    def _hear(self, notice: Notice) -> None:
        if notice.sender == self.name or self._house is None:
            return
        if notice.gone:
            self._miss(notice.sender)
            return
        if notice.sender not in self._heard:  # it knows nothing of us either
            self._ask_who()
            self._untold |= self._people.keys()
        self._heard[notice.sender] = time.monotonic()
        self._gate.hear(notice.sender, notice.spent, notice.sockets)
        self.errands.hear(notice.sender, notice.thinks, notice.asks, notice.answers)
        for name, revision in notice.changed.items():
            table = self._house.find(name)
            self._resting.pop(name, None)
            if table is not None and table.row.revision < revision:
                self._catch_up(table, revision)
        for name, phrases in notice.said.items():
            table = self._house.find(name)
            if table is not None:
                for one in phrases:
                    table.hear_said(one)
        for name, here in notice.here.items():
            table = self._house.find(name)
            if table is not None:
                table.hear(notice.sender, None if here == NOBODY else here)
            if here != NOBODY:
                self._resting.pop(name, None)
                for asked, found in self._inquiries:
                    found.update({name} & set(asked))
        self._resting.update(dict.fromkeys(notice.resting, time.monotonic()))
        if asked := self._people.keys() & set(notice.who):
            self._untold |= asked
            self._something.set()

    def _ask_who(self) -> None:
        """Ask who is at our tables in other processes."""
        assert self._house is not None
        self._who.update(table.row.id for table in self._house.tables())
        self._something.set()

    def _catch_up(self, table: Table, revision: int | None = None) -> None:
        """Read what others have written, up to a revision that was told, or whatever there is."""
        name = table.row.id
        self._wanted[name] = max(revision or 0, self._wanted.get(name, 0))
        if name in self._catching_up:
            return

        async def work() -> None:
            try:
                before = -1
                while before < table.row.revision and not table.stale:
                    before = table.row.revision
                    await table.catch_up()
                    if table.row.revision >= self._wanted[name]:
                        break
            except HeliopolisError as error:
                LOGGER.warning("table %s could not be read anew: %s", name, error)
            finally:
                self._catching_up.pop(name, None)
                self._wanted.pop(name, None)

        self._catching_up[name] = asyncio.create_task(work())

    def _miss(self, process: str) -> None:
        """Forget a process, and whoever was there."""
        self._heard.pop(process, None)
        self._gate.forget(process)
        self.errands.miss(process)
        for table in self._house.tables() if self._house is not None else ():
            table.hear(process, None)

    async def _look_around(self) -> None:
        """See to what nobody tells: who is gone, what was written by a process that died, and whom no bot serves."""
        assert self._house is not None
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            now = time.monotonic()
            for process in [name for name, heard in self._heard.items() if now - heard > SILENCE_SECONDS]:
                self._miss(process)
            tables = {table.row.id: table for table in self._house.tables() if not table.stale}
            try:
                if tables:
                    revisions = await self._storage.revisions(tables)
                    for name, table in tables.items():
                        if table.row.revision != revisions.get(name):
                            self._catch_up(table)
                await self.look_after_bots()
            except HeliopolisError as error:
                LOGGER.warning("nobody could look after the tables: %s", error)

    async def look_after_bots(self) -> None:
        """Go on with tables where bots are to move and have not for a while: their process may be gone."""
        assert self._house is not None
        before = time.time_ns() // 1_000_000 - int(1000 * ABANDONED_SECONDS)
        names = await self._storage.waiting_for_bots(before - LONGEST_PAUSE, before)
        recent = time.monotonic() - LONGEST_PAUSE / 1000
        self._resting = {name: since for name, since in self._resting.items() if since > recent}
        for name in names:
            if name in self._resting:
                continue
            try:
                await self._house.take_up(name)
            except UnavailableError:
                raise
            except Exception as error:  # whatever is wrong with one table, the others go on
                self._resting[name] = recent + AGAIN_SECONDS
                LOGGER.error("table %s cannot go on: %s", name, error)

    # ---- connections ----

    async def _connect(self) -> Any:
        import psycopg

        return await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, options=postgresql.NOTICING, **postgresql.CONNECTING
        )

    async def _for_ever(self, work: Callable[[], Any]) -> None:
        """Begin again when a connection breaks."""
        import psycopg

        wait = SHORTEST_WAIT
        while True:
            began = time.monotonic()
            try:
                await work()
            except psycopg.Error as error:
                if time.monotonic() - began > LONGEST_WAIT:
                    wait = SHORTEST_WAIT
                LOGGER.warning("a connection to the database broke and is made anew: %s", first_line(error))
            except HeliopolisError as error:
                LOGGER.error("this process waits: %s", error)
            except Exception:
                LOGGER.exception("what processes tell each other failed")
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)


NOBODY = Here([], None, 0)
#: What can be long in a notice.
CUT = ("changed", "here", "who", "resting", "asks", "answers", "spent", "sockets", "said")
#: Tables where bots have not moved for so many milliseconds are not looked for any more.
LONGEST_PAUSE = 300_000


def lock_of(table: str) -> int:
    """Give the lock of a table a number, as PostgreSQL counts: with a sign, in 64 bits."""
    return int.from_bytes(hashlib.sha256(f"table {table}".encode()).digest()[:8], signed=True)


def first_line(error: BaseException) -> str:
    """Say in a line what went wrong."""
    return str(error).strip().partition("\n")[0]


def parts(notice: Notice) -> Iterator[Notice]:
    """Cut a notice that is too long into several."""
    if len(msgspec.json.encode(notice)) <= LONGEST_NOTICE:
        yield notice
        return
    for half in (0, 1):
        yield from parts(Notice(notice.sender, **{name: _half(getattr(notice, name), half) for name in CUT}))


def _half(whole: Any, half: int) -> Any:
    if whole is None:
        return None
    items: Iterable[Any] = list(whole.items()) if isinstance(whole, dict) else whole
    cut = list(items)[half::2]
    return dict(cut) if isinstance(whole, dict) else cut
