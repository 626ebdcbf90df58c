"""The database: its form, its file, and who may write to it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from heliopolis.errors import SetupError
from heliopolis.server.messages import Player
from heliopolis.server.settings import Settings, database_url
from heliopolis.server.storage import METADATA, SEAT, ConflictError, Entry, Right, Row, SqlStorage, set_up_sqlite
from tests.server.loop import complete

ROW = Row("t", 1, 2, "ra", "z-man", {}, "hidden", "sealed", True, [Player("Ann", "sky", "person", None)], "0" * 32)


def url(folder: Path) -> str:
    return database_url(str(folder / "some folder" / "tables.sqlite3"))


def test_the_steps_lead_to_what_the_code_expects(tmp_path: Path) -> None:
    complete(SqlStorage(url(tmp_path)).close())
    engine = sql.create_engine(url(tmp_path))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    async def work() -> None:
        storage = SqlStorage(url(tmp_path))
        right = Right("h", "t", SEAT, 0)
        entries = [Entry(1, 0, "draw", "id"), Entry(2, 0, "tile Ra", "id")]
        await storage.save([ROW], [right], entries)
        await storage.close()
        storage = SqlStorage(url(tmp_path))
        assert await storage.load("t") == (ROW, entries)
        assert await storage.load("u") is None
        assert await storage.find_rights(["h", "i"]) == [right]
        assert await storage.rights_of("t") == [right]
        assert await storage.rows(["t", "u"]) == [ROW]
        assert await storage.listed(5) == [ROW]
        assert await storage.waiting_for_bots() == []
        await storage.close()

    complete(work())


def test_a_line_is_written_once_and_all_or_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        storage = SqlStorage(url(tmp_path))
        await storage.save([ROW], entries=[Entry(1, 0, "draw", None)])
        with pytest.raises(ConflictError):
            await storage.save([Row(**{**ROW.__dict__, "lines": 9})], entries=[Entry(2, 0, "x", None)] * 2)
        assert await storage.load("t") == (ROW, [Entry(1, 0, "draw", None)])
        await storage.close()

    complete(work())


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x")
    set_up_sqlite(connection, None)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    connection.close()


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    storage = SqlStorage(url(tmp_path))
    path = str(tmp_path / "some folder" / "tables.sqlite3")
    command = [sys.executable, "-m", "heliopolis.cli", "serve", "--port", "0", "--no-open", "--database", path]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert "another server uses the database" in answer.stderr
    complete(storage.close())


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ra, " * 1000)
    with pytest.raises(SetupError, match="is not a database of Heliopolis"):
        SqlStorage(database_url(str(path)))
    assert path.read_text().startswith("Dear Ra")
    for wrong in ("postgresql://localhost/x", "sqlite://"):
        with pytest.raises(SetupError):
            SqlStorage(database_url(wrong))
    with pytest.raises(SetupError, match="cannot be used"):
        SqlStorage(database_url(str(tmp_path)))


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    complete(SqlStorage(url(tmp_path)).close())
    connection = sqlite3.connect(tmp_path / "some folder" / "tables.sqlite3")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(SetupError, match="newer Heliopolis"):
        SqlStorage(url(tmp_path))


def test_the_usual_place_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert database_url(Settings().database).startswith(f"sqlite:///{tmp_path}")
