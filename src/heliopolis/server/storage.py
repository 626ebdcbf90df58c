"""What outlives the server: tables, their journals, and the hashes of tokens. SQL stays in this file.

The journal of a table is the truth: every line of its record in words, and `undo` where a line was taken back. It is
only ever added to. A line's number is its place, and no two lines of a table can have the same: if a second server
should ever write to the same table, the slower one fails instead of doing harm. All else that a row holds of a running
match follows from the journal, and is there for lists.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
import sqlalchemy as sql
from filelock import FileLock, Timeout
from sqlalchemy.exc import IntegrityError

from heliopolis.errors import SetupError
from heliopolis.server.messages import Player

Answer = TypeVar("Answer")

SEAT, INVITE, SPECTATE = "seat", "invite", "spectate"
WAITING, RUNNING, OVER = "waiting", "running", "over"


@dataclass(frozen=True)
class Row:
    """A table, without its journal."""

    id: str
    created: int
    changed: int
    game: str
    edition: str
    settings: dict[str, str]
    scores: str
    draws: str
    listed: bool
    seats: list[Player]
    seed: str
    """All chance follows from it: never to be sent before the match is over."""
    state: str = WAITING
    lines: int = 0
    to_act: int | None = None
    bot_to_act: bool = False
    winners: list[int] = field(default_factory=list)
    next: str | None = None
    spectate: str | None = None
    """The token to watch with, of a listed table: such a table shows it to everyone."""
    invite: str | None = None
    """The token to join with, of a listed table with an open seat."""


@dataclass(frozen=True)
class Entry:
    """A line of a journal."""

    number: int
    seat: int
    word: str
    request: str | None
    """The id that the client gave: asked again, it gets the same answer."""


@dataclass(frozen=True)
class Right:
    """What the token with a hash may do at a table."""

    hash: str
    table: str
    kind: str
    seat: int | None


class ConflictError(Exception):
    """Somebody else has written this line of a journal."""


class Storage(Protocol):
    """All that the server asks of a database."""

    async def save(self, rows: Sequence[Row], rights: Sequence[Right] = (), entries: Sequence[Entry] = ()) -> None:
        """Keep tables, new rights and new lines of the first table's journal: all or nothing; raises ConflictError."""

    async def load(self, table: str) -> tuple[Row, list[Entry]] | None:
        """Read a table with its journal."""

    async def rows(self, tables: Iterable[str]) -> list[Row]:
        """Read tables without their journals, the one that changed last first."""

    async def listed(self, limit: int) -> list[Row]:
        """Read the listed tables, those that are not over first, then the newest first."""

    async def waiting_for_bots(self) -> list[str]:
        """Name the tables where it is a bot's move."""

    async def find_rights(self, hashes: Iterable[str]) -> list[Right]:
        """Find what tokens may do."""

    async def rights_of(self, table: str) -> list[Right]:
        """List all rights at a table."""

    async def close(self) -> None:
        """Finish what is under way."""


METADATA = sql.MetaData()
TABLES = sql.Table(
    "tables",
    METADATA,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("changed", sql.BigInteger, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("edition", sql.String, nullable=False),
    sql.Column("settings", sql.JSON, nullable=False),
    sql.Column("scores", sql.String, nullable=False),
    sql.Column("draws", sql.String, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("seats", sql.JSON, nullable=False),
    sql.Column("seed", sql.String, nullable=False),
    sql.Column("state", sql.String, nullable=False),
    sql.Column("lines", sql.Integer, nullable=False),
    sql.Column("to_act", sql.Integer),
    sql.Column("bot_to_act", sql.Boolean, nullable=False),
    sql.Column("winners", sql.JSON, nullable=False),
    sql.Column("next", sql.String),
    sql.Column("spectate", sql.String),
    sql.Column("invite", sql.String),
    sql.Index("tables_listed", "listed", "changed"),
    sql.Index("tables_bots", "state", "bot_to_act"),
)
JOURNAL = sql.Table(
    "journal",
    METADATA,
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("word", sql.String, nullable=False),
    sql.Column("request", sql.String),
)
RIGHTS = sql.Table(
    "rights",
    METADATA,
    sql.Column("hash", sql.String, primary_key=True),
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Index("rights_table", "table_id"),
)


class SqlStorage:
    """The storage in a SQL database, written and read by one thread: on SQLite nothing is faster or simpler."""

    def __init__(self, url: str) -> None:
        self._lock = own_file(url)
        self._engine = sql.create_engine(url)
        if self._engine.dialect.name == "sqlite":
            sql.event.listen(self._engine, "connect", set_up_sqlite)
        self._thread = ThreadPoolExecutor(1, "storage")
        try:
            self._thread.submit(migrate, self._engine).result()
        except BaseException:
            self._thread.shutdown()
            self._lock.release()
            raise

    async def _ask(self, work: Callable[[sql.Connection], Answer]) -> Answer:
        def run() -> Answer:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def save(self, rows: Sequence[Row], rights: Sequence[Right] = (), entries: Sequence[Entry] = ()) -> None:
        """Keep tables, new rights and new lines of the first table's journal: all or nothing."""

        def work(connection: sql.Connection) -> None:
            for row in rows:
                values = {**asdict(row), "seats": msgspec.to_builtins(row.seats)}
                if not connection.execute(TABLES.update().where(TABLES.c.id == row.id).values(values)).rowcount:
                    connection.execute(TABLES.insert().values(values))
            if rights:
                connection.execute(RIGHTS.insert(), [right_values(right) for right in rights])
            if entries:
                connection.execute(JOURNAL.insert(), [{"table_id": rows[0].id, **asdict(entry)} for entry in entries])

        try:
            await self._ask(work)
        except IntegrityError as error:
            raise ConflictError(rows[0].id) from error

    async def load(self, table: str) -> tuple[Row, list[Entry]] | None:
        """Read a table with its journal."""

        def work(connection: sql.Connection) -> tuple[Row, list[Entry]] | None:
            found = connection.execute(TABLES.select().where(TABLES.c.id == table)).one_or_none()
            if found is None:
                return None
            lines = connection.execute(
                sql.select(JOURNAL.c.number, JOURNAL.c.seat, JOURNAL.c.word, JOURNAL.c.request)
                .where(JOURNAL.c.table_id == table)
                .order_by(JOURNAL.c.number)
            )
            return read_row(found), [Entry(*line) for line in lines]

        return await self._ask(work)

    async def rows(self, tables: Iterable[str]) -> list[Row]:
        """Read tables without their journals, the one that changed last first."""
        query = TABLES.select().where(TABLES.c.id.in_(list(tables))).order_by(TABLES.c.changed.desc())
        return await self._ask(lambda connection: [read_row(found) for found in connection.execute(query)])

    async def listed(self, limit: int) -> list[Row]:
        """Read the listed tables, those that are not over first, then the newest first."""
        query = TABLES.select().where(TABLES.c.listed).order_by(TABLES.c.state == OVER, TABLES.c.changed.desc())
        return await self._ask(lambda connection: [read_row(found) for found in connection.execute(query.limit(limit))])

    async def waiting_for_bots(self) -> list[str]:
        """Name the tables where it is a bot's move."""
        query = sql.select(TABLES.c.id).where(TABLES.c.state == RUNNING, TABLES.c.bot_to_act)
        return await self._ask(lambda connection: list(connection.scalars(query)))

    async def find_rights(self, hashes: Iterable[str]) -> list[Right]:
        """Find what tokens may do."""
        query = RIGHTS.select().where(RIGHTS.c.hash.in_(list(hashes)))
        return await self._ask(lambda connection: [Right(*found) for found in connection.execute(query)])

    async def rights_of(self, table: str) -> list[Right]:
        """List all rights at a table."""
        query = RIGHTS.select().where(RIGHTS.c.table_id == table)
        return await self._ask(lambda connection: [Right(*found) for found in connection.execute(query)])

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.to_thread(self._thread.shutdown)
        self._engine.dispose()
        self._lock.release()


def read_row(found: Any) -> Row:
    """Make a row of what the database gave."""
    values = dict(found._mapping)
    return Row(**{**values, "seats": msgspec.convert(values["seats"], list[Player])})


def right_values(right: Right) -> dict[str, Any]:
    """Lay out a right as the database keeps it."""
    return {"hash": right.hash, "table_id": right.table, "kind": right.kind, "seat": right.seat}


# ---- the file ----


def own_file(url: str) -> FileLock:
    """Make the file, for its owner only since it holds seeds, and make sure that no other server uses it."""
    path = sql.make_url(url).database
    if not path or path == ":memory:":
        raise SetupError(f"database {url!r} names no file: give one, so that tables outlive the server")
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = FileLock(f"{path}.lock")
        lock.acquire(timeout=0)
    except Timeout as error:
        raise SetupError(
            f"another server uses the database {path}: stop it, or give this one its own with --database"
        ) from error
    except OSError as error:
        raise SetupError(f"the database {path} cannot be used: {error.strerror}") from error
    return lock


def set_up_sqlite(connection: Any, _record: Any) -> None:
    """Let SQLite write ahead: what was committed outlives a killed process, and readers never wait."""
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: sql.Engine) -> None:
    """Bring the database to the form that this version knows."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise SetupError(
            f"the database {engine.url.database} was made by a newer Heliopolis ({error}): update, "
            "or give another one with --database"
        ) from error
    except sql.exc.DatabaseError as error:
        raise SetupError(f"{engine.url.database} is not a database of Heliopolis: {error.orig}") from error
