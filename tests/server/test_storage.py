"""The database: its form, its file, who may write to it, and what is asked of it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
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
from heliopolis.server.database import set_up_sqlite
from heliopolis.server.schema import METADATA
from heliopolis.server.settings import Settings, database_url
from heliopolis.server.storage import LOBBY, SEAT, ConflictError, Entry, Place, Right, Row, Storage
from tests.server.loop import complete
from tests.server.rows import ask, change, keep, lay, new_row, old_database, people

ROW = new_row(listed=True)


def url(folder: Path) -> str:
    return database_url(str(folder / "some folder" / "tables.sqlite3"))


# ---- what is kept ----


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(url(tmp_path))
        right = Right("h", "t", SEAT, 0, "b")
        entries = [Entry(1, 0, "draw", "id"), Entry(2, 0, "tile Ra", "id")]
        await storage.save([ROW], [right], entries, new=[ROW])
        await storage.close()
        storage = Storage(url(tmp_path))
        assert await storage.load("t") == (ROW, entries)
        assert await storage.load("u") is None
        assert await storage.find_rights(["h", "i"]) == [right]
        assert await storage.rights_of("t") == [right]
        assert await storage.rows(["t", "u"]) == [ROW]
        assert await storage.names() == ["t"]
        assert await storage.listed(5) == [ROW]
        assert await storage.waiting_for_bots() == []
        await storage.close()

    complete(work())


def test_a_line_is_written_once_and_all_or_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(url(tmp_path))
        await storage.save([ROW], entries=[Entry(1, 0, "draw", None)], new=[ROW])
        with pytest.raises(ConflictError):
            await storage.save([replace(ROW, lines=9)], entries=[Entry(2, 0, "x", None)] * 2)
        assert await storage.load("t") == (ROW, [Entry(1, 0, "draw", None)])
        await storage.close()

    complete(work())


def test_a_table_that_was_deleted_is_not_written_again(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(url(tmp_path))
        await keep(storage, ROW)
        assert await storage.delete(["t", "u"]) == 1
        with pytest.raises(ConflictError):
            await storage.save([ROW], entries=[Entry(1, 0, "draw", None)])
        assert not await storage.names()
        assert not await storage.rights_of("t")
        assert not await storage.examine()
        await storage.close()

    complete(work())


def test_a_secret_is_drawn_once(tmp_path: Path) -> None:
    async def work() -> list[str]:
        storage = Storage(url(tmp_path))
        found = [await storage.secret("addresses"), await storage.secret("addresses"), await storage.secret("other")]
        await storage.close()
        return found

    first, again, other = complete(work())
    assert first == again != other
    assert complete(work())[0] == first


def test_unfinished_tables_of_a_maker_are_counted(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(url(tmp_path))
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


def has_the_form_of_the_code(path: Path) -> bool:
    engine = sql.create_engine(database_url(str(path)))
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()
    return not differences


def test_the_steps_lead_to_what_the_code_expects(tmp_path: Path) -> None:
    assert has_the_form_of_the_code(lay(tmp_path / "x.db"))


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
            assert await storage.rights_of(name) == [Right(f"hash of {name}", name, SEAT, 0, None)]
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
    with pytest.raises(SetupError, match="has the form 9999, this version knows 0002"):
        Storage(database_url(str(path)), look=True)


def test_who_looks_changes_neither_the_form_nor_the_file(tmp_path: Path) -> None:
    path = old_database(tmp_path / "x.db")
    with pytest.raises(SetupError, match="has the form 0001, this version knows 0002: start `heliopolis serve`"):
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
    for wrong in ("postgresql://localhost/x", "sqlite://"):
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
