"""The database itself: its file, who may use it, its form, and what can be wrong with it in words."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from filelock import FileLock, Timeout
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from heliopolis.errors import SetupError
from heliopolis.server import postgresql

#: How long a statement waits for another program that holds the file. People wait for it, so it is short.
BUSY_MILLISECONDS = 250

#: How long whoever starts waits for another process that brings the database to its form.
MIGRATING_MILLISECONDS = 300_000

#: How a database of SQLite begins; an empty file will be one.
HEADER = b"SQLite format 3\0"

MIGRATIONS = Path(__file__).parent / "migrations"


def open_database(url: str, *, look: bool = False) -> sql.Engine:
    """Connect to a database; nothing is read yet. Whoever only looks leaves the file in the mode that it has."""
    if postgresql.is_postgresql(url):
        return postgresql.open_postgresql(url)
    engine = sql.create_engine(url)
    sql.event.listen(engine, "connect", share_sqlite if look else set_up_sqlite)
    return engine


def set_up_sqlite(connection: Any, _record: Any) -> None:
    """Let SQLite write ahead: what was committed outlives a killed process, and readers never wait."""
    share_sqlite(connection, _record)
    connection.execute("PRAGMA journal_mode=WAL")


def share_sqlite(connection: Any, _record: Any) -> None:
    """Let SQLite wait a moment for others, and delete no table whose lines would be left.

    A sign that is damaged is read as another: it must not spoil the list in which it stands.
    """
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def name_of(url: str) -> str:
    """Name a database for people: its file, or its address without a password."""
    if postgresql.is_postgresql(url):
        return sql.make_url(url).set(drivername=postgresql.BACKEND).render_as_string()
    return str(file_of(url))


def file_of(url: str) -> Path:
    """Name the file of a database, the one behind all symbolic links: two names of one file are one database."""
    path = sql.make_url(url).database
    if not path or path == ":memory:":
        raise SetupError(f"database {url!r} names no file: give one, so that tables outlive the server")
    return Path(path).resolve()


def own_file(url: str) -> FileLock:
    """Make the file, for its owner only since it holds seeds, and make sure that no other server uses it."""
    path = file_of(url)
    check_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = FileLock(f"{path}.lock", thread_local=False)  # taken in one thread, and released in another
        lock.acquire(timeout=0)
    except Timeout as error:
        raise SetupError(
            f"another server uses the database {path}: stop it, or give this one its own with --database"
        ) from error
    except OSError as error:
        raise SetupError(f"the database {path} cannot be used: {error.strerror}") from error
    return lock


def check_file(path: Path) -> None:
    """Refuse a file that is something else, such as a record, before anything is made beside it."""
    try:
        if not path.exists():
            return
        with path.open("rb") as file:
            begin = file.read(len(HEADER))
    except OSError as error:
        raise SetupError(f"the database {path} cannot be used: {error.strerror}") from error
    if begin and begin != HEADER:
        raise SetupError(f"{path} is not a database of Heliopolis: give another file with --database")


def called(engine: sql.Engine) -> str:
    """Name the database of an engine for people, as it was given."""
    return str(engine.url.database) if engine.dialect.name == "sqlite" else name_of(str(engine.url))


# ---- its form ----


def migrate(engine: sql.Engine) -> None:
    """Bring the database to the form that this version knows."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == postgresql.BACKEND:  # several processes may start at once
                # A step over many tables takes longer than anything for which people wait.
                connection.execute(sql.text("SET LOCAL statement_timeout = 0"))
                connection.execute(sql.text(f"SET LOCAL lock_timeout = {MIGRATING_MILLISECONDS}"))
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(postgresql.MIGRATING)))
            else:
                connection.exec_driver_sql("BEGIN")  # all steps or none: half of them could not be taken again
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise SetupError(
            f"the database {called(engine)} was made by a newer Heliopolis ({error}): update, "
            "or give another one with --database"
        ) from error
    except SQLAlchemyError as error:
        raise SetupError(f"the database {called(engine)} cannot be used: {trouble(error)}") from error


def check_nobody_moves(engine: sql.Engine) -> None:
    """Refuse to serve a database of PostgreSQL that is being moved: what is written there now would be lost."""
    try:
        with engine.connect() as connection:
            free = connection.scalar(sql.select(sql.func.pg_try_advisory_xact_lock_shared(postgresql.SERVING)))
    except SQLAlchemyError as error:
        raise SetupError(f"the database {called(engine)} cannot be used: {trouble(error)}") from error
    if not free:
        raise SetupError(postgresql.BEING_MOVED)


def check_form(engine: sql.Engine) -> None:
    """Accept a database that has the form of this version, without changing it."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    wanted = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except SQLAlchemyError as error:
        raise SetupError(f"the database {called(engine)} cannot be read: {trouble(error)}") from error
    if found is None:
        raise SetupError(f"{called(engine)} is not a database of Heliopolis: it holds no tables of its own")
    if found != wanted:
        raise SetupError(
            f"the database {called(engine)} has the form {found}, this version knows {wanted}: "
            "start `heliopolis serve` with it once, or use the version that made it"
        )


# ---- what can be wrong with it ----

BUSY, FULL = "busy", "full"
_KINDS = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
}
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "another program holds it",
    sqlite3.SQLITE_LOCKED: "another program holds it",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk does not read or write, or is full",
    sqlite3.SQLITE_READONLY: "it may not be written to",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is not a database of Heliopolis",
}


def kind_of(error: SQLAlchemyError) -> str | None:
    """Tell a database that is held by another program, or a full disk, from all else."""
    origin = error.orig if isinstance(error, DatabaseError) else None
    if postgresql.is_busy(origin):
        return BUSY
    return FULL if postgresql.is_full(origin) else _KINDS.get(_code(error))


def trouble(error: SQLAlchemyError) -> str:
    """Say what is wrong, for the people who run the server."""
    origin = error.orig if isinstance(error, DatabaseError) else None
    told = str(error) if origin is None else str(origin).strip().partition("\n")[0]
    sentence = _SENTENCES.get(_code(error)) or postgresql.sentence_of(origin)
    return told if sentence is None else f"{sentence} ({told})"


def _code(error: SQLAlchemyError) -> int:
    """Find SQLite's primary code; its other bits say more than we need."""
    origin = error.orig if isinstance(error, DatabaseError) else None
    return getattr(origin, "sqlite_errorcode", 0) & 0xFF
