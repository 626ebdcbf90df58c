"""Databases copied: a backup, what it brings back, and the move from SQLite to PostgreSQL or back.

A backup is a database of SQLite itself: `heliopolis check` and `heliopolis tables` read it. What is copied is read in
one transaction, so it belongs together though a server goes on meanwhile. It is written a batch of tables at a time,
each whole or not at all. Whoever is interrupted begins again, and what is there already is not copied twice. In the
end both sides are read, and their digests compared.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from heliopolis.errors import SetupError
from heliopolis.server import postgresql
from heliopolis.server.database import check_form, file_of, migrate, name_of, open_database, own_file, trouble
from heliopolis.server.refusals import DamagedError
from heliopolis.server.schema import JOURNAL, RIGHTS, SECRETS, TABLES
from heliopolis.server.settings import database_url
from heliopolis.server.upkeep import find_database

#: Is told how many are done, and of how many.
Progress = Callable[[int, int], None]
BATCH = 100
#: A running server writes between two batches that are brought back; on SQLite its people wait meanwhile.
FEW, BREATHER_SECONDS = 5, 0.02
#: A sign that SQLite keeps and PostgreSQL does not. Older versions took it in the ids of requests.
NUL = "\0"
#: What a table has, and by which column it is known there.
PARTS = ((TABLES, TABLES.c.id), (JOURNAL, JOURNAL.c.table_id), (RIGHTS, RIGHTS.c.table_id))
DELETE_IT = "Delete it with `heliopolis tables delete`, then begin again"
#: What people call the rows of a part.
CALLED = {"journal": "lines"}


@dataclass
class Copied:
    """What came of a copy."""

    tables: int = 0
    there: int = 0
    """Tables that were there already."""
    counts: dict[str, int] = field(default_factory=dict)
    digest: str = ""
    """Of all that was compared, in whatever order it is kept."""

    def __str__(self) -> str:
        """Say what was copied and compared."""
        counted = ", ".join(f"{count:,} {CALLED.get(name, name)}" for name, count in self.counts.items())
        return f"{counted}; the same on both sides (digest {self.digest[:16]})"


def back_up(database: str | None, file: Path, progress: Progress) -> Copied:
    """Copy a database, which may be in use, into a new file."""
    if os.path.lexists(file):
        raise SetupError(f"{file} is there already: give the name of a new file")
    part = file.with_name(f"{file.name}.part")
    for left in (part, Path(f"{part}.lock")):
        left.unlink(missing_ok=True)
    try:
        done = copy(find_database(database), database_url(str(part)), progress, alone=False)
        part.replace(file)
    finally:
        for suffix in ("", ".lock", "-wal", "-shm"):
            Path(f"{part}{suffix}").unlink(missing_ok=True)
    return done


def restore(file: Path, database: str | None, progress: Progress) -> Copied:
    """Bring back every table of a backup that is not there. The database may be in use."""
    return copy(find_database(str(file)), database_url(database), progress, alone=False, beside=True)


def move(source: str, target: str, progress: Progress) -> Copied:
    """Copy a whole database that nobody uses into another."""
    return copy(find_database(source), database_url(target), progress, alone=True)


def copy(source: str, target: str, progress: Progress, *, alone: bool, beside: bool = False) -> Copied:
    """Copy what is not there yet, and compare; `alone` makes sure that no server uses either database.

    With `beside` a server may write into the target meanwhile, and what was there before is not compared.
    """
    if source == target:
        raise SetupError("both are the same database: give another one")
    with ExitStack() as stack:
        old = stack.enter_context(opened(source, new=False))
        if alone or not postgresql.is_postgresql(target):
            stack.enter_context(nobody_else(target, new=True, alone=alone))
        new = stack.enter_context(opened(target, new=True))
        if alone:
            stack.enter_context(nobody_else(source, new=False, alone=True))
        try:
            return _copy(stack.enter_context(reading(old, alone=alone)), new, progress, beside=beside)
        except SQLAlchemyError as error:
            raise SetupError(f"{name_of(target)} is not complete, begin again: {trouble(error)}") from error


def _copy(old: sql.Connection, target: sql.Engine, progress: Progress, *, beside: bool) -> Copied:
    names = list(old.scalars(sql.select(TABLES.c.id).order_by(TABLES.c.id)))
    with target.connect() as connection:
        known = set(connection.scalars(sql.select(TABLES.c.id)))
    missing = [name for name in names if name not in known]
    done = Copied(tables=len(missing), there=len(names) - len(missing))
    compared = missing if beside else names
    steps = len(missing) + len(compared)
    with target.begin() as connection:
        kept = set(connection.scalars(sql.select(SECRETS.c.name)))
        for name, value in old.execute(sql.select(SECRETS.c.name, SECRETS.c.value)):
            if not known and name in kept:  # drawn for nobody yet; makers of tables are known by the old one
                connection.execute(SECRETS.update().where(SECRETS.c.name == name).values(value=value))
            elif name not in kept:
                connection.execute(SECRETS.insert().values(name=name, value=value))
    for start, batch in batches(missing, FEW if beside else BATCH):
        progress(start, steps)
        rows = [(part, list(rows_of(old, part, key, batch))) for part, key in PARTS]
        with target.begin() as connection:
            for part, values in rows:
                if values:
                    connection.execute(part.insert(), values)
        if beside:
            time.sleep(BREATHER_SECONDS)
    sums = dict.fromkeys((part.name for part, _ in PARTS), 0)
    done.counts = dict.fromkeys(sums, 0)
    with reading(target) as new:
        for start, batch in batches(compared, BATCH):
            progress(len(missing) + start, steps)
            for part, key in PARTS:
                (count, sum_), other = (digest(rows_of(side, part, key, batch)) for side in (old, new))
                if (count, sum_) != other:
                    raise SetupError(
                        f"{part.name} of {count:,} rows differ after they were copied: {batch[0]} to {batch[-1]}. "
                        "Does a server use one of the databases? Delete these tables there, and begin again"
                    )
                done.counts[part.name] += count
                sums[part.name] = (sums[part.name] + sum_) % 2**256
    done.digest = hashlib.sha256(
        msgspec.json.encode([f"{name} {sum_:064x}" for name, sum_ in sums.items()])
    ).hexdigest()
    return done


def batches(names: Sequence[str], size: int) -> Iterator[tuple[int, Sequence[str]]]:
    """Part a list, with the place where each part begins."""
    for start in range(0, len(names), size):
        yield start, names[start : start + size]


def rows_of(connection: sql.Connection, part: sql.Table, key: Any, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Read what some tables have of a part. JSON is read as text, and then decoded, whatever database keeps it."""
    shown = [sql.type_coerce(one, sql.Text).label(one.name) if is_json(one) else one for one in part.c]
    for found in connection.execute(sql.select(*shown).where(key.in_(names))).mappings():
        values = dict(found)
        for one in filter(is_json, part.c):
            if one.nullable and values[one.name] is None:
                continue
            try:
                values[one.name] = msgspec.json.decode(values[one.name])
            except (msgspec.DecodeError, TypeError) as error:
                raise DamagedError(
                    f"table {values['id']} is damaged: {one.name} cannot be read: {error}. {DELETE_IT}"
                ) from error
        if part is JOURNAL and NUL in (values["request"] or ""):
            values["request"] = None  # only whoever waits for its answer would miss it
        if any(NUL in value for value in values.values() if isinstance(value, str)):
            raise DamagedError(f"table {values[key.name]!r} is damaged: it holds a NUL. {DELETE_IT}")
        yield values


def is_json(column: sql.Column[Any]) -> bool:
    """Tell whether a column holds JSON."""
    return isinstance(column.type, sql.JSON)


def digest(rows: Iterator[dict[str, Any]]) -> tuple[int, int]:
    """Count rows, and sum up their hashes: the order does not count, every sign does."""
    count = total = 0
    for row in rows:
        count += 1
        content = msgspec.json.encode(row, order="deterministic")
        total = (total + int.from_bytes(hashlib.sha256(content).digest())) % 2**256
    return count, total


# ---- opening ----


@contextmanager
def opened(url: str, *, new: bool) -> Iterator[sql.Engine]:
    """Open a database; bring a new one to the present form, and accept no other old one."""
    engine = open_database(url, look=not new)
    try:
        (migrate if new else check_form)(engine)
        yield engine
    finally:
        engine.dispose()


@contextmanager
def reading(engine: sql.Engine, *, alone: bool = False) -> Iterator[sql.Connection]:
    """Read everything as it stands at one moment; `alone` lets nobody write until it is read.

    A server whose connection broke a moment ago does not hold what says that it serves, and may write nevertheless.
    """
    with engine.connect() as connection:
        if engine.dialect.name == postgresql.BACKEND:
            connection.execution_options(isolation_level="REPEATABLE READ")
            if alone:
                names = ", ".join(part.name for part in (*(part for part, _ in PARTS), SECRETS))
                connection.execute(sql.text(f"LOCK TABLE {names} IN SHARE MODE"))
            connection.execute(sql.text("SET LOCAL statement_timeout = 0"))
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


@contextmanager
def nobody_else(url: str, *, new: bool, alone: bool) -> Iterator[None]:
    """Make sure that no server uses a database, and that none begins to."""
    if not postgresql.is_postgresql(url):
        if not alone and file_of(url).exists():  # a server may go on beside what is brought back
            yield
            return
        lock = own_file(url)
        try:
            yield
        finally:
            lock.release()
        return
    engine = open_database(url)
    try:
        with engine.connect() as connection:
            if not connection.scalar(sql.select(sql.func.pg_try_advisory_lock(postgresql.SERVING))):
                raise SetupError(f"servers use the database {name_of(url)}: stop them first")
            connection.commit()
            yield
    except SQLAlchemyError as error:
        raise SetupError(f"the database {name_of(url)} cannot be used: {trouble(error)}") from error
    finally:
        engine.dispose()
