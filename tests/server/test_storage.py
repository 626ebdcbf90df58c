"""The database: its form, its file, who may write to it, and what is asked of it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis.errors import SetupError
from heliopolis.server.database import open_database, set_up_sqlite
from heliopolis.server.keyring import SEAT, Right
from heliopolis.server.postgresql import WRITERS
from heliopolis.server.refusals import UnavailableError, UnsureError
from heliopolis.server.rows import LOBBY, WAITING, Entry, Row
from heliopolis.server.schema import METADATA
from heliopolis.server.settings import Settings, database_url
from heliopolis.server.storage import BREATHER_SECONDS, ConflictError, Place, Storage
from tests.server.loop import complete
from tests.server.postgres import database_of, the_postgres
from tests.server.rows import ask, change, keep, lay, new_row, old_database, people

ROW = new_row(listed=True)


def url(folder: Path) -> str:
    return database_url(str(folder / "some folder" / "tables.sqlite3"))


# ---- what is kept ----


def test_what_is_kept_is_found_again(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        right = Right("h", "t", SEAT, 0, "b", "Firefox on Android", 5, 7)
        entries = [Entry(1, 0, "draw", "id"), Entry(2, 0, "tile Ra", "id")]
        await storage.save([ROW], [right], entries, new=[ROW])
        assert await storage.revisions(["t", "u"]) == {"t": 1}
        await storage.close()
        storage = Storage(database_url(database))
        assert await storage.load("t") == (ROW, entries)
        assert await storage.load("t", after=1) == (ROW, entries[1:])
        assert await storage.load("u") is None
        assert await storage.keys.find(["h", "i"]) == [right]
        assert await storage.keys.at("t") == [right]
        assert await storage.rows(["t", "u"]) == [ROW]
        assert await storage.names() == ["t"]
        assert await storage.listed(5) == [ROW]
        assert await storage.waiting_for_bots() == []
        await storage.close()

    complete(work())


def test_a_line_is_written_once_and_all_or_nothing(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        await storage.save([ROW], entries=[Entry(1, 0, "draw", None)], new=[ROW])
        with pytest.raises(ConflictError):
            await storage.save([replace(ROW, lines=9)], entries=[Entry(2, 0, "x", None)] * 2)
        assert await storage.load("t") == (ROW, [Entry(1, 0, "draw", None)])
        await storage.close()

    complete(work())


def test_who_saw_an_older_row_changes_nothing(database: str) -> None:
    """Two people take the last seat, by two processes: there are no lines of a journal yet that could tell."""

    async def work() -> None:
        storage = Storage(database_url(database))
        await storage.save([], new=[ROW])
        await storage.save([replace(ROW, seats=people("Ann", "Ben"))], [Right("ben", "t", SEAT, 1)])
        with pytest.raises(ConflictError):
            await storage.save([replace(ROW, seats=people("Ann", "Cleo"))], [Right("cleo", "t", SEAT, 1)])
        row, _ = await storage.load("t") or (ROW, [])
        assert (row.seats[1].name, row.revision) == ("Ben", 1)
        assert await storage.keys.find(["ben", "cleo"]) == [Right("ben", "t", SEAT, 1)]
        await storage.close()

    complete(work())


def test_a_change_that_is_there_already_is_no_conflict(database: str) -> None:
    """Its answer was lost with the connection, or a browser has sent it to another process."""

    async def work() -> None:
        storage = Storage(database_url(database))
        await storage.save([], new=[ROW])
        lines = [Entry(1, 0, "draw", "id"), Entry(2, 0, "tile Ra", "id")]
        for _ in range(2):
            await storage.save([ROW], entries=lines)
        for other in (Entry(1, 1, "draw", "id"), Entry(1, 0, "invoke", "id"), Entry(1, 0, "draw", None)):
            with pytest.raises(ConflictError):
                await storage.save([ROW], entries=[other])
        assert await storage.load("t") == (ROW, lines)
        assert await storage.revisions(["t"]) == {"t": 1}
        await storage.close()

    complete(work())


async def hold(storage: Storage) -> tuple[threading.Event, list[asyncio.Task[None]]]:
    """Keep all threads that write busy until something is set: what comes meanwhile is written together."""
    free, begun, held = threading.Event(), threading.Semaphore(0), []

    def wait(_: sql.Connection) -> None:
        begun.release()
        free.wait(20)

    for _ in range(WRITERS if storage.shared else 1):
        held.append(asyncio.create_task(storage._write(wait)))
        await asyncio.to_thread(begun.acquire)
    return free, held


def test_one_conflict_among_changes_written_together_is_one_conflict(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        names = [f"t{number}" for number in range(9)]
        rows = {name: new_row(name) for name in names}
        await storage.save([], new=list(rows.values()))
        await storage.save([rows["t1"]], entries=[Entry(1, 1, "draw", "another")])
        await storage.save([rows["t4"]], [Right("held", "t4", SEAT, 0)])
        await storage.save([rows["t7"]], entries=[Entry(1, 0, "draw", "id")])
        free, held = await hold(storage)
        changes = [
            storage.save([replace(row, lines=1, state="running")], entries=[Entry(1, 0, "draw", "id")])
            for row in rows.values()
        ]
        changes.append(storage.save([], new=[rows["t8"]]))
        answers = asyncio.gather(*changes, return_exceptions=True)
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*held)
        # t1 has another line; t4 has gone on; t7 has this very line, whose answer was lost; t8 is there.
        failed = [name for name, answer in zip([*names, "t8 anew"], await answers, strict=True) if answer is not None]
        assert failed == ["t1", "t4", "t8 anew"]
        for name in names:
            row, entries = await storage.load(name) or (ROW, [])
            assert row.revision == 1
            lines = {"t1": [Entry(1, 1, "draw", "another")], "t4": []}
            assert entries == lines.get(name, [Entry(1, 0, "draw", "id")])
            assert row.lines == (name not in ("t1", "t4", "t7"))
        await storage.close()

    complete(work())


def test_a_line_changes_what_follows_from_it_and_the_revision_only(database: str) -> None:
    """Another process may have closed the table: whoever has not seen that changes nothing."""

    async def work() -> None:
        storage = Storage(database_url(database))
        await storage.save([], new=[ROW])
        await storage.save([replace(ROW, lines=1, edition="another")], entries=[Entry(1, 0, "draw", None)])
        found = await storage.load("t")
        assert found == (replace(ROW, lines=1), [Entry(1, 0, "draw", None)])
        assert found[0].revision == 1
        assert await storage.close_tables(["t"]) == 1
        with pytest.raises(ConflictError):
            await storage.save([replace(found[0], lines=2)], entries=[Entry(2, 0, "tile Ra", None)])
        row, entries = await storage.load("t") or found
        assert (row.closed, row.lines, row.revision, len(entries)) == (True, 1, 2, 1)
        await storage.close()

    complete(work())


def test_a_transaction_whose_connection_breaks_is_done_again_as_a_whole(postgresql: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(postgresql))
        rows = [new_row(f"t{number}") for number in range(6)]
        await storage.save([], new=rows)
        broken: list[str] = []

        def cut(connection: sql.Connection, _: object, statement: str, *__: object) -> None:
            """Break the connection in the middle of the first transaction with lines."""
            if statement.startswith("INSERT INTO journal") and len(broken) < 2:
                broken.append(statement)
                if len(broken) == 2:
                    the_postgres().cut_off(postgresql)

        sql.event.listen(storage._engine, "before_cursor_execute", cut)
        free, held = await hold(storage)
        changes = [storage.save([replace(row, lines=1)], entries=[Entry(1, 0, "draw", "id")]) for row in rows]
        answers = asyncio.gather(*changes)
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*held)
        await answers
        assert len(broken) == 2
        assert await storage.revisions(row.id for row in rows) == {row.id: 1 for row in rows}
        assert [len((await storage.load(row.id) or (row, []))[1]) for row in rows] == [1] * len(rows)
        await storage.close()

    complete(work())


def test_a_value_that_the_database_refuses_keeps_nobody_else_waiting(postgresql: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(postgresql))
        with pytest.raises(UnavailableError):
            await storage.listed(5, Place(WAITING, 2**63, "t"))
        assert await storage.listed(5, Place(WAITING, 2**63 - 1, "t")) == []
        with pytest.raises(UnavailableError):
            await storage.save([], new=[replace(ROW, lines=2**63)])
        await storage.save([], new=[ROW])
        await storage.close()

    complete(work())


def test_who_lost_the_answer_to_a_change_is_not_told_that_nothing_changed(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change is there, the connection breaks before the answer, and then the database is gone for good."""
    monkeypatch.setattr("heliopolis.server.storage.HEALING_SECONDS", 0.2)

    async def work() -> None:
        storage = Storage(database_url(postgresql))
        await storage.save([], new=[ROW])
        commit = storage._engine.dialect.do_commit

        def lose(connection: Any) -> None:
            """Confirm it, then close the door and cut everybody off."""
            commit(connection)
            the_postgres().execute(f"ALTER DATABASE {database_of(postgresql)} ALLOW_CONNECTIONS false")
            the_postgres().cut_off(postgresql)
            connection.execute("SELECT 1")

        monkeypatch.setattr(storage._engine.dialect, "do_commit", lose)
        with pytest.raises(UnsureError, match="look in a moment whether it was done"):
            await storage.save([ROW], entries=[Entry(1, 0, "draw", "id")])
        monkeypatch.undo()
        the_postgres().execute(f"ALTER DATABASE {database_of(postgresql)} ALLOW_CONNECTIONS true")
        await asyncio.sleep(BREATHER_SECONDS)
        assert await storage.revisions(["t"]) == {"t": 1}
        await storage.close()

    complete(work())


def test_a_table_that_was_deleted_is_not_written_again(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        await keep(storage, ROW)
        assert await storage.delete(["t", "u"]) == 1
        with pytest.raises(ConflictError):
            await storage.save([ROW], entries=[Entry(1, 0, "draw", None)])
        assert not await storage.names()
        assert not await storage.keys.at("t")
        assert not await storage.examine()
        await storage.close()

    complete(work())


def test_a_secret_is_drawn_once(database: str) -> None:
    async def work() -> list[str]:
        storage = Storage(database_url(database))
        found = [await storage.secret("addresses"), await storage.secret("addresses"), await storage.secret("other")]
        await storage.close()
        return found

    first, again, other = complete(work())
    assert first == again != other
    assert complete(work())[0] == first


def test_unfinished_tables_of_a_maker_are_counted(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        for row in (
            new_row("a", maker="me", changed=10, listed=True),
            new_row("b", maker="me", changed=10, state="running"),
            new_row("c", maker="me", changed=10, state="over", listed=True),
            new_row("d", maker="me", changed=9),
            new_row("e", maker="somebody else", changed=10, listed=True),
            new_row("f", maker=None, changed=10),
        ):
            await keep(storage, row)
        assert await storage.count_unfinished("me", 10) == (2, 1)
        assert await storage.count_unfinished("me", 9) == (3, 1)
        assert await storage.count_unfinished("nobody", 0) == (0, 0)
        await storage.close()

    complete(work())


# ---- its form ----


def has_the_form_of_the_code(database: Path | str) -> bool:
    engine = open_database(database_url(str(database)))
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()
    return not differences


def test_the_steps_lead_to_what_the_code_expects(database: str) -> None:
    complete(Storage(database_url(database)).close())
    assert has_the_form_of_the_code(database)


def test_several_processes_may_start_at_once(postgresql: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        starting = [pool.submit(Storage, database_url(postgresql)) for _ in range(4)]
        for storage in starting:
            complete(storage.result().close())
    assert has_the_form_of_the_code(postgresql)


def test_a_database_of_the_first_version_keeps_all_its_rows(tmp_path: Path) -> None:
    path = old_database(tmp_path / "x.db")

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        assert sorted(await storage.names()) == ["a", "b", "c"]
        for name in "abc":
            row = new_row(
                name,
                created=1,
                changed=2,
                settings={"fewest-players": "2"},
                listed=True,
                seats=[replaced(people("Ann")[0], "sky"), replaced(people("?")[0], "green")],
                spectate="watch",
                invite="join",
                own=True,
                several=False,
                maker=None,
            )
            assert await storage.load(name) == (row, [Entry(1, 0, "draw", "id")])
            assert await storage.keys.at(name) == [Right(f"hash of {name}", name, SEAT, 0, None)]
        await storage.close()

    complete(work())
    assert has_the_form_of_the_code(path)


def replaced(player: Any, colour: str) -> Any:
    return type(player)(player.name, colour, player.kind, player.bot)


def test_a_step_that_cannot_be_finished_is_not_taken_at_all(tmp_path: Path) -> None:
    """What stands in its way here is a table that it would make, after it has added its columns."""
    path = old_database(tmp_path / "x.db")
    change(path, "CREATE TABLE secrets (x)")
    before = ask(path, "SELECT sql FROM sqlite_master ORDER BY name")
    with pytest.raises(SetupError, match="already exists"):
        Storage(database_url(str(path)))
    assert ask(path, "SELECT sql FROM sqlite_master ORDER BY name") == before
    change(path, "DROP TABLE secrets")
    complete(Storage(database_url(str(path))).close())
    assert has_the_form_of_the_code(path)
    assert len(ask(path, "SELECT * FROM tables WHERE own")) == 3


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = lay(tmp_path / "x.db")
    change(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SetupError, match="newer Heliopolis"):
        Storage(database_url(str(path)))
    with pytest.raises(SetupError, match="has the form 9999, this version knows 0009"):
        Storage(database_url(str(path)), look=True)


def test_who_looks_changes_neither_the_form_nor_the_file(tmp_path: Path) -> None:
    path = old_database(tmp_path / "x.db")
    with pytest.raises(SetupError, match="has the form 0001, this version knows 0009: start `heliopolis serve`"):
        Storage(database_url(str(path)), look=True)
    assert ask(path, "SELECT version_num FROM alembic_version") == [("0001",)]
    for content in (b"", b"SQLite of somebody else"):
        strange = tmp_path / "strange"
        strange.unlink(missing_ok=True)
        if content:
            change(strange, "CREATE TABLE x (y)")
        else:
            strange.touch()
        before = strange.read_bytes()
        with pytest.raises(SetupError, match="is not a database of Heliopolis"):
            Storage(database_url(str(strange)), look=True)
        assert strange.read_bytes() == before


# ---- its file ----


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x")
    set_up_sqlite(connection, None)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connection.close()


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    storage = Storage(url(tmp_path))
    path = str(tmp_path / "some folder" / "tables.sqlite3")
    start = [sys.executable, "-m", "heliopolis.cli", "serve", "--port", "0", "--no-open", "--database", path]
    answer = subprocess.run(start, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert "another server uses the database" in answer.stderr
    complete(storage.close())


def test_a_second_name_of_the_file_is_the_same_database(tmp_path: Path) -> None:
    storage = Storage(url(tmp_path))
    link, folder = tmp_path / "link.sqlite3", tmp_path / "other folder"
    link.symlink_to(tmp_path / "some folder" / "tables.sqlite3")
    folder.symlink_to(tmp_path / "some folder")
    for other in (link, folder / "tables.sqlite3"):
        with pytest.raises(SetupError, match="another server uses the database"):
            Storage(database_url(str(other)))
    complete(storage.close())
    complete(Storage(database_url(str(link))).close())


def test_who_looks_may_share_a_database(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(url(tmp_path))
        looking = Storage(url(tmp_path), look=True)
        await keep(storage, ROW)
        assert await looking.names() == ["t"]
        assert await looking.delete(["t"]) == 1
        assert await storage.names() == []
        await looking.close()
        await storage.close()

    complete(work())


def test_any_name_of_a_file_is_a_database(tmp_path: Path) -> None:
    for name in ("really?.db", "100%25.db", "a#b c.db"):
        complete(Storage(database_url(str(tmp_path / name))).close())
        assert (tmp_path / name).is_file()


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ra, " * 1000)
    for look in (False, True):
        with pytest.raises(SetupError, match="is not a database of Heliopolis"):
            Storage(database_url(str(path)), look=look)
        assert path.read_text().startswith("Dear Ra")
        assert [entry.name for entry in tmp_path.iterdir()] == ["letter.txt"]
    for wrong in ("postgresql://localhost", "postgresql+asyncpg://localhost/x", "mysql://localhost/x", "sqlite://"):
        with pytest.raises(SetupError):
            Storage(database_url(wrong))
    with pytest.raises(SetupError, match="cannot be used"):
        Storage(database_url(str(tmp_path)))


def test_the_usual_place_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    looked = database_url(Settings().database, make=False)
    assert not list(tmp_path.iterdir())
    assert database_url(Settings().database) == looked
    assert looked.startswith(f"sqlite:///{tmp_path}")
    assert list(tmp_path.iterdir())


# ---- the lobby ----


def test_the_lobby_is_read_in_the_order_of_its_index(tmp_path: Path) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        asked.append((statement, parameters))

    async def work() -> None:
        storage = Storage(url(tmp_path))
        sql.event.listen(sql.Engine, "before_cursor_execute", note)
        try:
            await storage.listed(10)
            await storage.listed(10, Place("waiting", 5, "t"))
        finally:
            sql.event.remove(sql.Engine, "before_cursor_execute", note)
        await storage.close()

    complete(work())
    assert len(asked) == 2 * len(LOBBY)
    connection = sqlite3.connect(tmp_path / "some folder" / "tables.sqlite3")
    for statement, parameters in asked:
        plan = [step[3] for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        assert len(plan) == 1, plan  # one step: no sorting after it
        assert plan[0].startswith("SEARCH tables USING INDEX tables_lobby (listed=? AND state=?")
    connection.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Storage, Path]]:
    path = tmp_path_factory.mktemp("lobby") / "x.db"
    storage = Storage(database_url(str(path)))
    yield storage, path
    complete(storage.close())


LOBBY_ROWS = st.lists(
    st.tuples(st.sampled_from(LOBBY), st.integers(0, 5), st.sampled_from(["listed", "listed", "private", "damaged"])),
    max_size=25,
)


@settings(max_examples=40, deadline=None)
@given(drawn=LOBBY_ROWS, limit=st.integers(1, 7))
def test_the_pages_of_the_lobby_lose_nothing_and_show_nothing_twice(
    shared: tuple[Storage, Path], drawn: list[tuple[str, int, str]], limit: int
) -> None:
    """Also where a row is damaged: it takes no place on a page."""
    storage, path = shared
    rows = [
        new_row(f"t{number:02}", state=state, changed=changed, listed=kind != "private")
        for number, (state, changed, kind) in enumerate(drawn)
    ]

    async def pages() -> list[Row]:
        await storage.delete(await storage.names())
        await storage.save([], new=rows)
        for row, (_, _, kind) in zip(rows, drawn, strict=True):
            if kind == "damaged":
                change(path, "UPDATE tables SET seats = '[' WHERE id = ?", row.id)
        found: list[Row] = []
        while True:
            last = [Place(row.state, row.changed, row.id) for row in found[-1:]]
            page = await storage.listed(limit, *last)
            found += page
            if len(page) < limit:
                return found

    shown = [row for row, (_, _, kind) in zip(rows, drawn, strict=True) if kind == "listed"]
    shown.sort(key=lambda row: (-LOBBY.index(row.state), row.changed, row.id), reverse=True)
    assert complete(pages()) == shown


def test_a_list_that_takes_long_keeps_no_move_waiting(tmp_path: Path) -> None:
    """One thread reads and another writes."""

    async def work() -> None:
        storage = Storage(url(tmp_path))
        may_go_on = asyncio.Event()
        loop = asyncio.get_running_loop()

        def slow(connection: sql.Connection) -> None:
            connection.execute(sql.text("SELECT 1"))
            asyncio.run_coroutine_threadsafe(may_go_on.wait(), loop).result()

        reading = asyncio.create_task(storage._read(slow))
        await asyncio.wait_for(keep(storage, ROW), 5)
        assert not reading.done()
        may_go_on.set()
        await reading
        await storage.close()

    complete(work())
