"""What whoever runs a server does with its tables: list them, write their records, close and delete them.

All of it works beside a running server. Nothing here takes the lock of the database or changes its form.
"""

from __future__ import annotations

import asyncio
import csv
import io
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from heliopolis.errors import SetupError
from heliopolis.server.database import check_file, file_of, name_of, trouble
from heliopolis.server.journal import read_journal
from heliopolis.server.messages.tables import Player
from heliopolis.server.postgresql import is_postgresql
from heliopolis.server.refusals import DamagedError, UnavailableError
from heliopolis.server.rows import WAITING, Entry, Row
from heliopolis.server.settings import database_url
from heliopolis.server.storage import DELETED_AT_ONCE, Storage

DAY = 24 * 3600 * 1000
#: So many rows are read at once: a statement of SQLite cannot name many thousands.
READ_AT_ONCE = 500
#: Between two batches that are deleted: the moves of a running server come first.
BREATHER_SECONDS = 0.05
SUFFIX = ".ra"
TIMES = ".times.csv"

#: Is told how many are done, and of how many.
Progress = Callable[[int, int], None]

# Here nobody reads a server's log: whoever asks is told what is wrong in the answer.
logging.getLogger("heliopolis.server").addHandler(logging.NullHandler())


def find_database(database: str | None) -> str:
    """Turn a file, a URL or nothing into the URL of a database that is there already."""
    url = database_url(database, make=False)
    if is_postgresql(url):
        return url
    path = file_of(url)
    if not path.is_file():
        raise SetupError(f"there is no database {path}: give the one of your server with --database FILE")
    check_file(path)
    return url


@asynccontextmanager
async def looking(database: str | None) -> AsyncIterator[Storage]:
    """Open a database, beside the server that may use it; what is wrong with it is told to whoever runs the server."""
    url = find_database(database)
    storage = Storage(url, look=True)
    try:
        yield storage
    except UnavailableError as error:
        if not isinstance(error.__cause__, SQLAlchemyError):
            raise
        raise SetupError(f"the database {name_of(url)} cannot be used: {trouble(error.__cause__)}") from error
    finally:
        await storage.close()


# ---- finding tables ----


@dataclass(frozen=True)
class Wanted:
    """Which tables are meant; None is any."""

    state: str | None = None
    older: float | None = None
    """Days without a change."""
    listed: bool | None = None

    def fits(self, row: Row, now: int) -> bool:
        """Tell whether a table is meant."""
        return (
            self.state in (None, row.state)
            and self.listed in (None, row.listed)
            and (self.older is None or row.changed < now - self.older * DAY)
        )


@dataclass
class Found:
    """Tables, the one that changed last first, and what is wrong with those that cannot be read."""

    rows: list[Row] = field(default_factory=list)
    damaged: dict[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Count the tables."""
        return len(self.rows) + len(self.damaged)

    def names(self) -> list[str]:
        """Name the tables."""
        return [row.id for row in self.rows] + list(self.damaged)


async def find(storage: Storage, *wishes: Wanted) -> Found:
    """Find the tables that fit one of some wishes. A damaged one fits none that asks for anything."""
    found = await read(storage, await storage.names())
    now = time.time_ns() // 1_000_000
    rows = [row for row in found.rows if any(wanted.fits(row, now) for wanted in wishes)]
    return Found(rows, found.damaged if Wanted() in wishes else {})


async def find_named(storage: Storage, names: Collection[str]) -> Found:
    """Find tables by their names; raises SetupError where some are not there."""
    known = set(await storage.names())
    missing = [plain(name) for name in names if name not in known]
    if missing:
        raise SetupError(f"there is no table {', '.join(missing)}: `heliopolis tables list` names all")
    return await read(storage, [*dict.fromkeys(names)])


async def read(storage: Storage, names: Sequence[str]) -> Found:
    """Read tables without their journals, a batch at a time."""
    found = Found()
    for start in range(0, len(names), READ_AT_ONCE):
        batch = names[start : start + READ_AT_ONCE]
        rows = await storage.rows(batch)
        found.rows += rows
        for name in set(batch) - {row.id for row in rows}:
            try:
                await storage.load(name)  # not there any more, or damaged
            except DamagedError as error:
                found.damaged[name] = str(error)
    return found


# ---- listing ----

HEADINGS = ("table", "state", "game", "edition", "lines", "created", "last change", "listed", "made", "players")


def lay_out(rows: Sequence[Row]) -> Iterator[str]:
    """Write tables as lines of text, in columns. Names of people come last: they may have any width."""
    lines = [HEADINGS, *(tuple(map(plain, describe(row))) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS) - 1)]
    for line in lines:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[-1]])


def describe(row: Row) -> tuple[str, ...]:
    """Say of a table what stands in its line."""
    return (
        row.id,
        "closed" if row.closed else row.state,
        row.game,
        row.edition,
        str(row.lines),
        moment(row.created),
        moment(row.changed),
        "listed" if row.listed else "private",
        "here" if row.own else "elsewhere",
        ", ".join(map(seated, row.seats)),
    )


def seated(player: Player) -> str:
    """Say who sits in a seat."""
    if player.kind == "open":
        return "(open)"
    return f"{player.name} (bot)" if player.kind == "bot" else player.name


def moment(milliseconds: int) -> str:
    """Write a moment in the time of this machine."""
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "?"


def plain(text: str) -> str:
    """Show a text of a database, which may be damaged, without what would change the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def count(number: int) -> str:
    """Count tables.

    >>> count(1), count(2000)
    ('1 table', '2,000 tables')
    """
    return f"{number:,} table" + ("" if number == 1 else "s")


# ---- writing records ----


@dataclass
class Exported:
    """What came of writing records."""

    written: int = 0
    there: int = 0
    """Files that were there already."""
    waiting: int = 0
    """Tables whose match has not begun."""
    damaged: list[str] = field(default_factory=list)
    """What is wrong with tables that have no record."""


async def export(
    storage: Storage,
    names: Sequence[str],
    folder: Path,
    *,
    force: bool,
    progress: Progress,
    comments: bool = False,
    times: bool = False,
) -> Exported:
    """Write the records of matches into a folder, each in a file of its own, and their times into one beside it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"the folder {folder} cannot be made: {error.strerror}") from error
    done = Exported()
    for number, name in enumerate(names):
        progress(number, len(names))
        try:
            check_file_name(name)
            found = await storage.load(name)
            if found is None:
                continue  # deleted in the meantime
            path = folder / f"{name}{SUFFIX}"
            if found[0].state == WAITING:
                done.waiting += 1
            elif os.path.lexists(path) and not force:
                done.there += 1
            else:
                write_file(path, record_of(*found, comments=comments))
                if times:
                    write_file(folder / f"{name}{TIMES}", times_of(*found))
                done.written += 1
        except DamagedError as error:
            done.damaged.append(str(error))
    return done


def record_of(row: Row, journal: Sequence[Entry], *, comments: bool) -> str:
    """Write the record of a table's match: all of it when it is over, and until then nothing that is hidden.

    With comments it says at which lines a bot played for a person.
    """
    from heliopolis.server.tables import new_match  # here: the others need not wait for Numba

    try:
        match, bots = new_match(row), {}
        for entry in read_journal(journal)[0]:
            match.replay(entry.word)
            if entry.bot is not None and not match.lines[-1].is_chance:
                bots[len(match)] = entry.bot
        return match.record(bots if comments else None)
    except (ValueError, TypeError, OverflowError, OSError) as error:
        raise DamagedError(f"table {row.id} is damaged: {error}") from error


def times_of(row: Row, journal: Sequence[Entry]) -> str:
    """Write when each line of a record was made, which bot made it for whom, and the seconds left to each seat.

    A time that was not kept, since an older version wrote the line, is left out.
    """
    from heliopolis.server.tables import new_match

    seats = range(len(row.seats))
    lines = [["line", "seat", "word", "at", "bot", *(f"left {seat}" for seat in seats)]]
    try:
        before = len(new_match(row))
        for number, entry in enumerate(read_journal(journal)[0], before + 1):
            left = [f"{int(one) / 1000:.3f}" for one in entry.clocks.split()] if entry.clocks else [""] * len(seats)
            at = "" if entry.at is None else datetime.fromtimestamp(entry.at / 1000, UTC).isoformat("T", "milliseconds")
            lines.append([str(number), str(entry.seat), entry.word, at, entry.bot or "", *left])
    except DamagedError:
        raise
    except (ValueError, TypeError, OverflowError, OSError) as error:  # all that a damaged table can lead to
        raise DamagedError(f"table {row.id} is damaged: {error}") from error
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def check_file_name(table: str) -> None:
    """Accept the name of a table as that of a file: one from a stranger's database must not lead elsewhere."""
    if not (table.isascii() and table.isalnum()):
        raise DamagedError(f"table {table} is damaged: its name is not made of letters and digits")


def write_file(path: Path, text: str) -> None:
    """Write a file in one step, so that an interrupt never leaves half of it."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise SetupError(f"{path} cannot be written: {error.strerror}") from error


# ---- deleting ----


async def delete(storage: Storage, names: Sequence[str], progress: Progress) -> int:
    """Delete tables, a batch at a time, so that a running server never waits long; tell how many there were."""
    deleted = 0
    for start in range(0, len(names), DELETED_AT_ONCE):
        progress(start, len(names))
        deleted += await storage.delete(names[start : start + DELETED_AT_ONCE])
        await asyncio.sleep(BREATHER_SECONDS)
    return deleted
