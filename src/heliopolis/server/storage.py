"""What outlives the server: tables, their journals, and the hashes of tokens.

All queries are in this file, but for those about tokens and codes, which are in `keyring.py`.

The journal of a table is the truth: every line of its record in words, and `undo` where a line was taken back. It is
only ever added to. A line's number is its place, and no two lines of a table can have the same: of two processes that
write to the same table, the slower one fails, and reads what the other has written. All else that a row holds of a
running match follows from the journal, and is there for lists.

Some threads write and others read: a list that takes long keeps no move waiting. SQLite has one of each. Changes that
wait are written in one transaction; where one of them fails, all are undone, and each is made for itself.

A connection to PostgreSQL that breaks is made anew, and the transaction under way is done again. Whether a change whose
answer was lost is there already is seen by its lines and rights: none of them can be there twice.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from heliopolis.server import postgresql
from heliopolis.server.clocks import Span
from heliopolis.server.database import (
    BUSY,
    FULL,
    check_form,
    check_nobody_moves,
    kind_of,
    migrate,
    open_database,
    own_file,
    trouble,
)
from heliopolis.server.keyring import Keyring, Right, right_values, spend, take_away
from heliopolis.server.metrics import METRICS
from heliopolis.server.refusals import UnavailableError, UnsureError
from heliopolis.server.rows import (
    COMPARED,
    ENTRY_FIELDS,
    LOBBY,
    OVER,
    ROWS,
    RUNNING,
    Entry,
    Row,
    read_entry,
    read_row,
    row_values,
    sound_rows,
)
from heliopolis.server.schema import CODES, JOURNAL, REVIEW_STEPS, REVIEWS, RIGHTS, SECRETS, TABLES, UPTIMES
from heliopolis.server.writing import Writer

LOGGER = logging.getLogger(__name__)
Answer = TypeVar("Answer")

READ, WRITE = "read", "write"
#: After the database was held by another program, nobody waits for it again for so long.
BREATHER_SECONDS = 1.0
#: For so long a connection that broke is made anew, while whoever asked waits.
HEALING_SECONDS = 6.0
#: So many tables are deleted in one transaction: moves wait for no more than that.
DELETED_AT_ONCE = 100
#: Pauses of the server that ended so many milliseconds ago concern no clock: a year.
FORGOTTEN = 366 * 24 * 3600 * 1000


class Kept(NamedTuple):
    """What is kept of a review."""

    asked: int
    """When somebody last waited for it, in milliseconds since 1970."""
    summary: str | None
    """What the whole of it comes to; None while it is made."""
    steps: list[tuple[int, str]]
    """By line."""


class Place(NamedTuple):
    """A place in the lobby: the table there, and what the lobby is ordered by."""

    state: str
    changed: int
    table: str


class ConflictError(Exception):
    """Somebody else has changed the table meanwhile, or deleted it."""


class Storage:
    """A SQL database, written by some threads and read by others.

    Whoever only wants to look (`look=True`) needs not be alone and changes nothing but what it closes or deletes.
    """

    def __init__(self, url: str, *, look: bool = False) -> None:
        self.url = url
        self.shared = postgresql.is_postgresql(url)
        """Whether other processes may serve the same tables."""
        self._lock = None if look or self.shared else own_file(url)
        self._engine = open_database(url, look=look)
        # What is read in several statements belongs together. SQLite is written by this process only.
        whole = {"isolation_level": "REPEATABLE READ"} if self.shared else {}
        self._engines = {READ: self._engine.execution_options(**whole), WRITE: self._engine}
        writers, readers = (postgresql.WRITERS, postgresql.READERS) if self.shared else (1, 1)
        self._writer = ThreadPoolExecutor(writers, "storage")
        self._together: Writer[sql.Connection] = Writer(self._writer, partial(self._run, WRITE), writers)
        self._reader = ThreadPoolExecutor(readers, "storage reader")
        self._busy_until = {READ: 0.0, WRITE: 0.0}
        self.keys = Keyring(self._read, self._write)
        self.barred = False
        """Whether nothing may be changed, since the whole database is being moved."""
        try:
            if self.shared and not look:
                check_nobody_moves(self._engine)
            self._writer.submit(check_form if look else migrate, self._engine).result()
        except BaseException:
            self._shut()
            raise

    # ---- asking the database ----

    async def _write(self, work: Callable[[sql.Connection], Answer], about: str = "") -> Answer:
        return await self._together.write(work, about)

    async def _read(self, work: Callable[[sql.Connection], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._run, READ, work)

    def _run(self, way: str, work: Callable[[sql.Connection], Answer]) -> Answer:
        """Do something in a transaction, or say in a sentence why it cannot be done.

        Where another program holds the database, the first waits a moment for it. Whoever comes soon after is refused
        at once: otherwise everyone would stand in a line of people who wait. Reading goes on while others write.
        """
        if time.monotonic() < self._busy_until[way] or (self.barred and way == WRITE):
            raise UnavailableError(SENTENCES[BUSY])
        with METRICS.storage_seconds.timed(way):
            return self._transact(way, work)

    def _transact(self, way: str, work: Callable[[sql.Connection], Answer]) -> Answer:
        """Do something in a transaction, all of it again where a connection broke."""
        began, wait, unsure = time.monotonic(), 0.02, False
        while True:
            ending = False
            try:
                with self._engines[way].begin() as connection:
                    answer = work(connection)
                    ending = way == WRITE
                return answer
            except IntegrityError:
                raise
            except SQLAlchemyError as error:
                lost = self.shared and postgresql.is_lost(error)
                unsure = unsure or (ending and lost)  # it may have been made, and only the answer be lost
                if lost and time.monotonic() < began + HEALING_SECONDS:
                    time.sleep(wait)
                    wait = min(1.0, 2 * wait)
                    continue
                kind = kind_of(error)
                if kind == BUSY or lost:  # a statement that it does not accept says nothing of the next one
                    self._busy_until[way] = time.monotonic() + BREATHER_SECONDS
                LOGGER.error("the database cannot be used: %s", trouble(error))
                raise (UnsureError(UNSURE) if unsure else UnavailableError(SENTENCES[kind])) from error

    # ---- tables ----

    async def save(
        self,
        rows: Sequence[Row],
        rights: Sequence[Right] = (),
        entries: Sequence[Entry] = (),
        new: Sequence[Row] = (),
        gone: Sequence[Right] = (),
        spent: str | None = None,
    ) -> None:
        """Keep what has changed, new tables, new rights and new lines of the first row's journal: all or nothing.

        Rights that are `gone` are taken away, and a code that gives the new ones is spent.

        With new lines only that of a row is kept which follows from its journal: nothing else has changed.
        Each row says which revision of it was seen. Raises ConflictError where somebody else has changed the table
        since, or deleted it.
        """
        name = next((row.id for row in (*rows, *new)), "")

        def work(connection: sql.Connection) -> None:
            if spent is not None and not spend(connection, spent):
                raise ConflictError(name)
            for row in new:
                connection.execute(TABLES.insert().values(row_values(row)))
            for row in rows:
                values = row_values(row)
                kept = {name: values[name] for name in FOLLOWING} if entries else values
                values = {**kept, KEY: row.id, SEEN: row.revision, "revision": row.revision + 1}
                if not connection.execute(CHANGE, values).rowcount:
                    raise ConflictError(row.id)
            take_away(connection, gone)
            if rights:
                connection.execute(RIGHTS.insert(), [right_values(right) for right in rights])
            if entries:
                connection.execute(ADD, [{"table_id": name, **vars(entry)} for entry in entries])

        try:
            await self._write(work, about=name)
        except (IntegrityError, ConflictError) as error:
            try:
                kept = await self._is_kept(rights, [(name, entry) for entry in entries])
            except UnavailableError as unread:
                raise UnsureError(UNSURE) from unread
            if not kept:
                raise ConflictError(name) from error

    async def _is_kept(self, rights: Sequence[Right], entries: Sequence[tuple[str, Entry]]) -> bool:
        """Tell whether a change is there already: the answer to it was lost, or the same was asked of two processes."""

        def work(connection: sql.Connection) -> bool:
            held = [RIGHTS.select().where(RIGHTS.c.hash == one.hash, RIGHTS.c.table_id == one.table) for one in rights]
            lines = [
                JOURNAL.select().where(
                    JOURNAL.c.table_id == table,
                    *(JOURNAL.c[name].is_not_distinct_from(vars(entry)[name]) for name in COMPARED),
                )
                for table, entry in entries
            ]
            return all(connection.execute(query).first() is not None for query in (*held, *lines))

        return bool(rights or entries) and await self._read(work)

    async def load(self, table: str, after: int = 0) -> tuple[Row, list[Entry]] | None:
        """Read a table with its journal, or what came after a line; raises DamagedError where it makes no sense."""

        def work(connection: sql.Connection) -> tuple[Row, list[Entry]] | None:
            found = connection.execute(ROWS.where(TABLES.c.id == table)).one_or_none()
            if found is None:
                return None
            lines = connection.execute(
                sql.select(*(JOURNAL.c[name] for name in ENTRY_FIELDS))
                .where(JOURNAL.c.table_id == table, JOURNAL.c.number > after)
                .order_by(JOURNAL.c.number)
            )
            row = read_row(found)
            return row, [read_entry(row, line) for line in lines]

        return await self._read(work)

    async def rows(self, tables: Iterable[str]) -> list[Row]:
        """Read tables without their journals, the one that changed last first."""
        query = ROWS.where(TABLES.c.id.in_(list(tables))).order_by(TABLES.c.changed.desc())
        return await self._read(lambda connection: list(sound_rows(connection.execute(query))))

    async def revisions(self, tables: Iterable[str]) -> dict[str, int]:
        """Tell how often tables were changed."""
        query = sql.select(TABLES.c.id, TABLES.c.revision).where(TABLES.c.id.in_(list(tables)))
        return await self._read(lambda connection: {found[0]: found[1] for found in connection.execute(query)})

    async def names(self) -> list[str]:
        """Name all tables, the one that changed last first."""
        query = sql.select(TABLES.c.id).order_by(TABLES.c.changed.desc())
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def listed(self, limit: int, after: Place | None = None) -> list[Row]:
        """Read a page of the lobby: state by state, in each the latest change first."""

        def work(connection: sql.Connection) -> list[Row]:
            page: list[Row] = []
            for state in LOBBY[0 if after is None else LOBBY.index(after.state) :]:
                place = after if after is not None and after.state == state else None
                while missing := limit - len(page):
                    found = connection.execute(lobby_query(state, place).limit(missing)).all()
                    page += sound_rows(found)
                    if len(found) < missing:
                        break
                    place = Place(state, found[-1].changed, found[-1].id)  # where rows were damaged, others follow
            return page

        return await self._read(work)

    async def waiting_for_bots(self, since: int = 0, before: int | None = None) -> list[str]:
        """Name the tables where it is a bot's move, if they have changed since a moment, and not after another."""
        going_on = TABLES.c.state == RUNNING, TABLES.c.bot_to_act, ~TABLES.c.closed
        query = sql.select(TABLES.c.id).where(*going_on, TABLES.c.changed >= since)
        if before is not None:
            query = query.where(TABLES.c.changed <= before)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def count_unfinished(self, maker: str, since: int) -> tuple[int, int]:
        """Count the tables somebody made that are not over and have changed since a moment: all, and the listed."""
        query = sql.select(sql.func.count(), sql.func.count().filter(TABLES.c.listed)).where(
            TABLES.c.maker == maker, TABLES.c.changed >= since, TABLES.c.state != OVER, ~TABLES.c.closed
        )

        def work(connection: sql.Connection) -> tuple[int, int]:
            every, listed = connection.execute(query).one()
            return every, listed

        return await self._read(work)

    # ---- clocks ----

    async def due(self, now: int) -> tuple[list[str], bool]:
        """Name the tables whose deadline has passed, the longest first; tell also whether any clock counts."""
        counting = TABLES.c.deadline.is_not(None), TABLES.c.state == RUNNING, ~TABLES.c.closed
        passed = sql.select(TABLES.c.id).where(*counting, TABLES.c.deadline <= now).order_by(TABLES.c.deadline)

        def work(connection: sql.Connection) -> tuple[list[str], bool]:
            names = list(connection.scalars(passed))
            return names, bool(names) or bool(connection.scalar(sql.select(sql.exists().where(*counting))))

        return await self._read(work)

    async def clocked(self) -> list[Row]:
        """Read the tables where a clock counts, or a bot is to move, without their journals."""
        query = ROWS.where(TABLES.c.deadline.is_not(None), TABLES.c.state == RUNNING)
        return await self._read(lambda connection: list(sound_rows(connection.execute(query))))

    async def uptimes(self, since: int = 0) -> list[Span]:
        """Tell when the server was up: all spans that began at a moment or later, in their order."""
        query = sql.select(UPTIMES.c.began, UPTIMES.c.ended).where(UPTIMES.c.began >= since).order_by(UPTIMES.c.began)
        return await self._read(lambda connection: [(began, ended) for began, ended in connection.execute(query)])

    async def is_up(self, now: int, most: int, *, anew: bool = False) -> None:
        """Note that the server is up: the span goes on, unless nothing was noted for too long, or it begins `anew`.

        What ended too long ago for any clock is forgotten then.
        """

        def work(connection: sql.Connection) -> None:
            last = connection.execute(
                sql.select(UPTIMES.c.began, UPTIMES.c.ended).order_by(UPTIMES.c.began.desc()).limit(1)
            ).one_or_none()
            if last is not None and not anew and now - last.ended <= most:
                # By another process it may have been noted later.
                mine = UPTIMES.c.began == last.began, UPTIMES.c.ended < now
                connection.execute(UPTIMES.update().where(*mine).values(ended=now))
            elif last is None or last.began < now:
                connection.execute(UPTIMES.insert().values(began=now, ended=now))
                connection.execute(UPTIMES.delete().where(UPTIMES.c.ended < now - FORGOTTEN))

        try:
            await self._write(work)
        except IntegrityError:  # another process has begun the same span
            LOGGER.debug("the server is up since %s by another process", now)

    # ---- closing and deleting ----

    async def old(self, state: str, own: bool, before: int) -> list[str]:
        """Name the tables of a state, the server's own or those of others, that last changed before a moment."""
        query = sql.select(TABLES.c.id).where(TABLES.c.state == state, TABLES.c.changed < before, TABLES.c.own == own)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def close_tables(self, tables: Sequence[str], *, closed: bool = True) -> int:
        """Close tables, or open them again; tell how many that changed."""
        these = TABLES.c.id.in_(tables), TABLES.c.closed != closed
        change = TABLES.update().where(*these).values(closed=closed, revision=TABLES.c.revision + 1)
        return await self._write(lambda connection: connection.execute(change).rowcount)

    async def delete(self, tables: Sequence[str]) -> int:
        """Delete tables with all that belongs to them; tell how many there were."""
        return await self._write(partial(erase, tables))

    async def cancel(self, row: Row) -> None:
        """Delete a table as it was seen; raises ConflictError where somebody has changed it since."""

        def work(connection: sql.Connection) -> None:
            change = TABLES.update().where(TABLES.c.id == row.id, TABLES.c.revision == row.revision)
            if not connection.execute(change.values(revision=row.revision + 1)).rowcount:
                raise ConflictError(row.id)
            erase([row.id], connection)

        await self._write(work, about=row.id)

    # ---- reviews ----

    async def review(self, table: str, key: str, after: int = 0) -> Kept | None:
        """Read what is kept of a review: its steps after a line; None where nobody has asked for it."""
        mine = REVIEWS.c.table_id == table, REVIEWS.c.key == key

        def work(connection: sql.Connection) -> Kept | None:
            head = connection.execute(sql.select(REVIEWS.c.asked, REVIEWS.c.summary).where(*mine)).one_or_none()
            if head is None:
                return None
            steps = connection.execute(
                sql.select(REVIEW_STEPS.c.line, REVIEW_STEPS.c.step)
                .where(REVIEW_STEPS.c.table_id == table, REVIEW_STEPS.c.key == key, REVIEW_STEPS.c.line > after)
                .order_by(REVIEW_STEPS.c.line)
            )
            return Kept(head.asked, head.summary, [(step.line, step.step) for step in steps])

        return await self._read(work)

    async def ask_review(self, table: str, key: str, asked: int) -> None:
        """Note that somebody waits for a review; one that was made in another way is forgotten."""

        def work(connection: sql.Connection) -> None:
            mine = REVIEWS.c.table_id == table, REVIEWS.c.key == key
            if connection.execute(REVIEWS.update().where(*mine).values(asked=asked)).rowcount:
                return
            for part in (REVIEWS, REVIEW_STEPS):
                connection.execute(part.delete().where(part.c.table_id == table, part.c.key != key))
            connection.execute(REVIEWS.insert().values(table_id=table, key=key, asked=asked))

        try:
            await self._write(work, about=table)
        except IntegrityError:  # another process noted it at the same moment, or the table was deleted
            LOGGER.debug("review of table %s was noted already", table)

    async def keep_step(self, table: str, key: str, line: int, step: str) -> bool:
        """Keep a step of a review; False where the table is gone, or another process keeps the same step just now."""
        values = {"table_id": table, "key": key, "line": line, "step": step}

        def work(connection: sql.Connection) -> None:
            # What was there already could not be read.
            connection.execute(REVIEW_STEPS.delete().where(*(REVIEW_STEPS.c[name] == values[name] for name in PLACE)))
            connection.execute(REVIEW_STEPS.insert().values(values))

        try:
            await self._write(work, about=table)
        except IntegrityError:
            return False
        return True

    async def finish_review(self, table: str, key: str, summary: str) -> None:
        """Keep what a whole review comes to."""
        change = REVIEWS.update().where(REVIEWS.c.table_id == table, REVIEWS.c.key == key).values(summary=summary)
        await self._write(lambda connection: connection.execute(change), about=table)

    # ---- secrets ----

    async def secret(self, name: str) -> str:
        """Find a secret of this database; the first who asks draws it."""

        def work(connection: sql.Connection) -> str:
            found = connection.scalar(sql.select(SECRETS.c.value).where(SECRETS.c.name == name))
            if found is None:
                found = secrets.token_hex(16)
                connection.execute(SECRETS.insert().values(name=name, value=found))
            return str(found)

        try:
            return await self._write(work)
        except IntegrityError:  # another process has drawn it at the same moment
            return await self._write(work)

    # ---- examining ----

    async def examine(self) -> list[str]:
        """Say what the database itself finds wrong with its file, and which lines belong to no table."""

        def work(connection: sql.Connection) -> list[str]:
            found = []
            if self._engine.dialect.name == "sqlite":
                told = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars()
                found += [f"the file: {line}" for text in told for line in text.splitlines() if line != "ok"]
            if found:
                return found  # what is asked next may stumble over the same places
            for part, what in ((JOURNAL, "lines of a journal"), (RIGHTS, "rights")):
                known = sql.select(TABLES.c.id)
                strays = sql.select(sql.func.count()).select_from(part).where(part.c.table_id.not_in(known))
                if count := connection.scalar(strays):
                    found.append(f"{count} {what} belong to no table")
            return found

        return await self._read(work)

    async def answers(self) -> bool:
        """Tell whether the database can be read now."""
        try:
            await self._read(lambda connection: connection.execute(sql.select(1)).one())
        except UnavailableError:
            return False
        return True

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._writer.shutdown()
        self._reader.shutdown()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()


SENTENCES = {
    BUSY: "another program holds the server's database: nothing has changed, try again in a moment",
    FULL: "the server's disk is full: nothing has changed; tell whoever runs this server",
    None: "the server's database cannot be used: nothing has changed, try again in a moment",
}
UNSURE = "the server lost its database in the middle of this: look in a moment whether it was done"


# ---- queries ----

# What every move asks is written once: SQLAlchemy takes longer to put a statement together than SQLite to follow it.
KEY, SEEN = "key", "seen"
#: What names a step of a review.
PLACE = ("table_id", "key", "line")
#: A change sets the columns for which it is given values, of a table that is as it was seen.
CHANGE = TABLES.update().where(TABLES.c.id == sql.bindparam(KEY), TABLES.c.revision == sql.bindparam(SEEN))
ADD = JOURNAL.insert()
#: What lists show of a match that goes on: all that new lines of its journal can change in a row.
FOLLOWING = ("changed", "state", "lines", "to_act", "bot_to_act", "winners", "times", "deadline")


def lobby_query(state: str, after: Place | None) -> sql.Select[Any]:
    """Ask for the listed tables of a state, the latest change first, from a place on."""
    query = ROWS.where(TABLES.c.listed, ~TABLES.c.closed, TABLES.c.state == state)
    if after is not None:
        query = query.where(sql.tuple_(TABLES.c.changed, TABLES.c.id) < (after.changed, after.table))
    return query.order_by(TABLES.c.changed.desc(), TABLES.c.id.desc())


def erase(tables: Sequence[str], connection: sql.Connection) -> int:
    """Delete tables with all that belongs to them; tell how many there were."""
    for part in (JOURNAL, RIGHTS, CODES, REVIEWS, REVIEW_STEPS):
        connection.execute(part.delete().where(part.c.table_id.in_(tables)))
    connection.execute(TABLES.update().where(TABLES.c.next.in_(tables)).values(next=None))
    return connection.execute(TABLES.delete().where(TABLES.c.id.in_(tables))).rowcount
