"""What can go wrong with the database: damaged rows, another program that holds it, a full disk."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.pool import Pool

from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.server.refusals import DamagedError, UnavailableError
from heliopolis.server.rows import Entry
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from tests.server.loop import complete
from tests.server.rows import ask, begun, change, lay, new_row, old_database

# ---- damaged rows ----

DAMAGE = [
    ("seats = '['", "seats cannot be read"),
    ("seats = 'null'", "seats cannot be read"),
    ("seats = '[{\"name\": 7}]'", "seats cannot be read"),
    ("seats = X'FF'", "seats cannot be read"),
    ("seats = CAST(X'5BFF' AS TEXT)", "seats cannot be read"),
    ("state = CAST(X'FF' AS TEXT)", "expected waiting, running, over"),
    ("settings = '{\"suns\": []}'", "settings cannot be read"),
    ("winners = '\"Ann\"'", "winners cannot be read"),
    ("game = 'chess'", "there is no game 'chess', expected ra or dice"),
    ("game = X'00'", "Expected `str`"),
    ("state = 'asleep'", "it is 'asleep', expected waiting, running, over"),
    ("to_act = 9", "it names a seat that is not there, expected 0 to 1"),
    ("to_act = 'NULL'", "Expected `int | null`"),
    ("winners = '[2]'", "it names a seat that is not there, expected 0 to 1"),
    ("lines = 'many'", "Expected `int`"),
    ("created = ''", "Expected `int`"),
    ("changed = 'None'", "Expected `int`"),
]


@pytest.mark.parametrize(("damage", "told"), DAMAGE)
def test_a_damaged_row_is_set_aside_and_hurts_no_other(tmp_path: Path, damage: str, told: str) -> None:
    rows = [new_row(name, listed=True, changed=number) for number, name in enumerate("abc")]
    path = lay(tmp_path / "x.db", *rows)
    change(path, f"UPDATE tables SET {damage} WHERE id = 'b'")

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        sound = [rows[2], rows[0]]
        assert await storage.rows("abc") == sound
        assert await storage.listed(10) == sound
        assert await storage.listed(2) == sound
        with pytest.raises(DamagedError) as caught:
            await storage.load("b")
        assert str(caught.value).startswith("table b is damaged: ")
        assert told in str(caught.value)
        assert await storage.load("a") == (rows[0], [])
        assert await storage.delete(["b"]) == 1
        await storage.close()

    complete(work())


async def opened(storage: Storage, name: str) -> Table:
    """Open a table as the house does."""
    found = await storage.load(name)
    assert found is not None
    return Table.restore(*found, storage)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE journal SET seat = 9 WHERE number = 3", "line 3 of its journal names seat 9, expected 0 to 1"),
        ("UPDATE journal SET seat = 'Ann' WHERE number = 3", "line 3 of its journal: Expected `int`"),
        ("UPDATE journal SET word = X'00' WHERE number = 3", "line 3 of its journal: Expected `str`"),
        ("DELETE FROM journal WHERE number = 3", "line 3 of its journal is missing"),
        ("DELETE FROM journal WHERE number = 1", "line 1 of its journal is missing"),
        ("UPDATE journal SET word = 'undo' WHERE number = 1", "line 1 of its journal takes a move back, but there is"),
        ("UPDATE journal SET word = 'castle' WHERE number = 3", "'castle' is not a move"),
        ("UPDATE journal SET word = 'bid 99' WHERE number = 3", "'bid 99'"),
    ],
)
def test_a_damaged_journal_is_refused_by_a_sentence(tmp_path: Path, damage: str, told: str) -> None:
    path = lay(tmp_path / "x.db", begun("a", 5))
    change(path, damage)

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        with pytest.raises(HeliopolisError) as caught:
            await opened(storage, "a")
        assert told in str(caught.value)
        await storage.close()

    complete(work())


# ---- another program holds it ----


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_whoever_writes_while_another_program_does_is_told_so_at_once(tmp_path: Path, lock: str) -> None:
    """All who come at the same time together wait as long as one, and reading goes on."""
    row, entries = begun("a", 1)
    path = lay(tmp_path / "x.db", (row, entries))
    next_line = [Entry(len(entries) + 1, 0, "x", None)]

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute(lock)
        start = time.monotonic()
        saves = [storage.save([replace(row, lines=9)], entries=next_line) for _ in range(10)]
        answers = await asyncio.gather(*saves, return_exceptions=True)
        assert time.monotonic() - start < 1.5
        for answer in answers:
            assert isinstance(answer, UnavailableError)
            assert "another program holds the server's database: nothing has changed" in str(answer)
        assert await storage.load("a") == (row, entries)
        assert await storage.listed(5) == []

        holder.execute("ROLLBACK")
        holder.close()
        start = time.monotonic()
        while True:
            try:
                await storage.save([row], entries=next_line)
                break
            except UnavailableError:
                assert time.monotonic() - start < 1.5
                await asyncio.sleep(0.05)
        assert await storage.load("a") == (row, entries + next_line)
        await storage.close()

    complete(work())


def test_a_server_does_not_start_with_a_database_that_another_program_holds(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(SetupError, match="cannot be used: another program holds it"):
        Storage(database_url(str(path)))
    holder.close()
    complete(Storage(database_url(str(path))).close())


# ---- a full disk ----


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no database grow any more."""

    def limit(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages that there are instead

    def lift(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1000000")

    sql.event.listen(Pool, "checkout", limit)
    sql.event.listen(Pool, "checkin", lift)  # the same connections are used afterwards
    try:
        yield
    finally:
        sql.event.remove(Pool, "checkout", limit)
        sql.event.remove(Pool, "checkin", lift)


def test_a_full_disk_is_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with full_disk(), pytest.raises(SetupError, match=r"x\.db cannot be used: the disk is full"):
        Storage(database_url(str(path)))
    complete(Storage(database_url(str(path))).close())


def test_a_move_on_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    row, entries = begun("a", 1)
    path = lay(tmp_path / "x.db", (row, entries))

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        lines = list(entries)
        long = "x" * 1000

        async def write_until_it_is_full() -> None:
            while True:
                line = Entry(len(lines) + 1, 0, long, None)
                await storage.save([replace(row, lines=len(lines), revision=len(lines) - len(entries))], entries=[line])
                lines.append(line)

        with full_disk(), pytest.raises(UnavailableError, match="the server's disk is full: nothing has changed"):
            await write_until_it_is_full()
        found = await storage.load("a")
        assert found is not None
        assert found[1] == lines
        await storage.save([found[0]], entries=[Entry(len(lines) + 1, 0, long, None)])
        assert await storage.examine() == []
        await storage.close()

    complete(work())


def test_an_old_database_on_a_full_disk_is_left_as_it_was(tmp_path: Path) -> None:
    path = old_database(tmp_path / "x.db")
    before = ask(path, "SELECT sql FROM sqlite_master ORDER BY name")
    with full_disk(), pytest.raises(SetupError, match="the disk is full"):
        Storage(database_url(str(path)))
    assert ask(path, "SELECT sql FROM sqlite_master ORDER BY name") == before
    complete(Storage(database_url(str(path))).close())
    assert len(ask(path, "SELECT * FROM tables WHERE own")) == 3
