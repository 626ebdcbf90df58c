"""Backups, what they bring back, and the move between SQLite and PostgreSQL; tables that are closed."""

from __future__ import annotations

import itertools
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heliopolis.server import moving
from heliopolis.server.keyring import Right
from heliopolis.server.rows import Entry, Row
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from tests.server.driver import Server
from tests.server.loop import complete
from tests.server.postgres import the_postgres
from tests.server.rows import NOON, ask, begun, change, command, keep, lay, new_row, people

ROWS: list[tuple[Row, list[Entry]]] = [
    begun("over", maker="me"),
    begun("running", 30, listed=True, spectate="watch"),
    (new_row("waiting", seats=people("Ann", "?"), settings={"fewest-players": "2"}), []),
    (new_row("strange", seats=people("Zoë \N{CAT}", "?")), []),
]
Whole = dict[str, tuple[Row, list[Entry], list[Right]]]


def fill(database: str) -> None:
    async def work() -> None:
        storage = Storage(database_url(database))
        for row, entries in ROWS:
            await keep(storage, row, entries)
        await storage.secret("addresses")
        await storage.close()

    complete(work())


def whole(database: str | Path) -> tuple[Whole, str]:
    """Read all that there is, but the order of rights, and the secret."""

    async def work() -> tuple[Whole, str]:
        storage = Storage(database_url(str(database)))
        found: Whole = {}
        for name in await storage.names():
            row, entries = await storage.load(name) or (new_row(), [])
            rights = sorted(await storage.keys.at(name), key=lambda right: right.hash)
            found[name] = row, entries, rights
        secret = await storage.secret("addresses")
        await storage.close()
        return found, secret

    return complete(work())


def test_a_database_is_moved_there_and_back(tmp_path: Path, postgresql: str) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    fill(str(first))
    told = []
    for source, target in ((first, postgresql), (postgresql, last), (first, tmp_path / "again.db")):
        done = command("move", source, target)
        assert done.exit_code == 0, done.output
        assert "moved: 4 tables, " in done.stdout
        told.append(done.stdout)
        assert "the same on both sides (digest " in done.stdout
        assert whole(target) == whole(first)
        checked = command("check", "--database", target)
        assert "4 tables, " in checked.stdout
    assert len(set(told)) == 1  # the same digest: what is kept is the same
    assert "0 tables" not in command("move", first, postgresql).stdout  # all of it is compared, though nothing is new


def test_a_move_that_was_interrupted_goes_on(tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "x.db"
    fill(str(source))
    monkeypatch.setattr(moving, "BATCH", 1)

    def interrupt(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moving.move(str(source), postgresql, interrupt)
    assert len(whole(postgresql)[0]) == 2
    done = moving.move(str(source), postgresql, lambda done, total: None)
    assert (done.tables, done.there) == (2, 2)
    assert whole(postgresql) == whole(source)


def test_what_differs_after_a_move_is_told(tmp_path: Path, postgresql: str) -> None:
    source = tmp_path / "x.db"
    fill(str(source))
    assert command("move", source, postgresql).exit_code == 0
    change(source, "UPDATE journal SET word = 'draw' WHERE table_id = 'running' AND number = 2")
    done = command("move", source, postgresql)
    assert done.exit_code == 2
    assert "journal of " in done.stderr
    assert "differ after they were copied" in done.stderr


def test_a_database_in_use_is_not_moved(start: Callable[..., Server], tmp_path: Path, postgresql: str) -> None:
    server = start(database=postgresql)
    keys = server.create("Ann", "Ben")
    done = command("move", postgresql, tmp_path / "new.db")
    assert done.exit_code == 2
    assert "servers use the database postgresql://" in done.stderr
    # But it is backed up, closed, and brought back.
    file = tmp_path / "backup.db"
    with server.sit(keys) as screen:
        assert screen.move("draw")["type"] == "accepted"
        told = command("backup", file, "--database", postgresql)
        assert told.exit_code == 0, told.output
        assert "1 tables, 2 lines, 4 rights; the same on both sides" in told.stdout
        assert command("tables", "close", keys["table"], "--database", postgresql).stderr == "1 table closed\n"
        while "closed" not in str((answer := screen.ask(type="move", seat=screen.to_act, word="draw")).get("error")):
            assert answer["type"] == "refused"
            screen.catch_up(answer["version"])
        assert "has closed this table" in answer["error"]
        assert " closed " in command("tables", "list", "--database", postgresql).stdout
        assert command("tables", "delete", keys["table"], "--yes", "--database", postgresql).exit_code == 0
        assert screen.until("bye")["again"]
    told = command("restore", file, "--database", postgresql)
    assert told.stdout.startswith("1 tables brought back: 1 tables, 2 lines, 4 rights; the same")
    with server.sit(keys) as screen:
        assert len(screen.log) == 2
        choice = screen.moves()
        assert choice is not None
        assert screen.move(choice[1][0], choice[0])["type"] == "accepted"


def test_a_backup_belongs_to_its_owner_and_replaces_nothing(database: str, tmp_path: Path) -> None:
    fill(database)
    file = tmp_path / "backup.db"
    assert command("backup", file, "--database", database).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.db"]
    assert whole(file) == whole(database)
    again = command("backup", file, "--database", database)
    assert again.exit_code == 2
    assert "is there already: give the name of a new file" in again.stderr


def test_what_is_there_is_not_touched_by_a_restore(database: str, tmp_path: Path) -> None:
    fill(database)
    file = tmp_path / "backup.db"
    assert command("backup", file, "--database", database).exit_code == 0
    before, secret = whole(database)

    async def work() -> None:
        storage = Storage(database_url(database))
        assert await storage.delete(["over"]) == 1
        row, _ = await storage.load("waiting") or (new_row(), [])
        await storage.save([row_of(row, lines=7)])
        await storage.close()

    complete(work())
    told = command("restore", file, "--database", database)
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("1 tables brought back; 3 there already: 1 tables, ")
    after, same = whole(database)
    assert same == secret
    assert after["over"] == before["over"]
    assert after["waiting"][0].lines == 7


def row_of(row: Row, **changes: Any) -> Row:
    return Row(**{**vars(row), **changes})


def test_a_damaged_table_is_named_when_it_is_copied(tmp_path: Path, postgresql: str) -> None:
    source = tmp_path / "x.db"
    fill(str(source))
    change(source, "UPDATE tables SET seats = '[' WHERE id = 'strange'")
    done = command("move", source, postgresql)
    assert done.exit_code == 2
    assert "table strange is damaged: seats cannot be read" in done.stderr


def test_what_cannot_be_copied_is_told(tmp_path: Path) -> None:
    gone = the_postgres().new_database().replace("@/test", "@/no-test")
    fill(str(tmp_path / "x.db"))
    for arguments, told in (
        (("backup", tmp_path / "b.db", "--database", tmp_path / "none.db"), "there is no database"),
        (("move", tmp_path / "x.db", tmp_path / "x.db"), "both are the same database"),
        (("move", tmp_path / "x.db", gone), "does not exist"),
        (("move", tmp_path / "x.db", "mysql://x/y"), "is not supported"),
    ):
        done = command(*arguments)
        assert done.exit_code == 2, done.output
        assert told in done.stderr


def test_a_server_goes_on_while_tables_are_brought_back(tmp_path: Path) -> None:
    """SQLite has one writer: between any few tables others can write."""
    file, database = tmp_path / "backup.db", tmp_path / "tables.db"
    lay(file, *(begun(f"t{number:02}", 2) for number in range(30)))
    lay(database, new_row("mine"))
    moves: list[int] = []

    def move(done: int, total: int) -> None:
        moves.append(done)
        change(database, "UPDATE tables SET changed = changed + 1 WHERE id = 'mine'")

    done = moving.restore(file, str(database), move)
    assert done.tables == 30
    brought = [number for number in moves if number < 30]
    assert max(after - before for before, after in itertools.pairwise(brought)) <= 5
    assert ask(database, "SELECT changed FROM tables WHERE id = 'mine'") == [(NOON + len(moves),)]


def test_what_postgresql_does_not_keep_is_left_or_named(tmp_path: Path, postgresql: str) -> None:
    source = tmp_path / "x.db"
    fill(str(source))
    change(source, "UPDATE journal SET request = 'a' || char(0) WHERE table_id = 'running' AND number = 2")
    change(source, "UPDATE tables SET edition = 'a' || char(0) WHERE id = 'strange'")
    done = command("move", source, postgresql)
    assert done.exit_code == 2
    assert "table 'strange' is damaged: it holds a NUL. Delete it" in done.stderr
    assert command("tables", "delete", "strange", "--yes", "--database", source).exit_code == 0
    assert command("move", source, postgresql).exit_code == 0
    assert whole(postgresql)[0]["running"][1][1].request is None


def test_commands_find_the_tables_where_the_server_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed, named, told = (lay(tmp_path / f"{name}.db", new_row(name)) for name in ("typed", "named", "told"))
    config = tmp_path / "heliopolis.toml"
    config.write_text(f'database = "{named}"\nport = 9999\n')
    assert command("tables", "list", "--config", config).stdout.splitlines()[1].startswith("named ")
    monkeypatch.setenv("HELIOPOLIS_CONFIG", str(config))
    assert command("tables", "list").stdout.splitlines()[1].startswith("named ")
    assert "1 tables" in command("backup", tmp_path / "backup.db").stdout
    monkeypatch.setenv("HELIOPOLIS_DATABASE", str(told))
    assert command("tables", "list").stdout.splitlines()[1].startswith("told ")
    assert command("tables", "list", "--database", typed).stdout.splitlines()[1].startswith("typed ")
    monkeypatch.setenv("HELIOPOLIS_DATABASE", "mysql://x/y")
    assert "is not supported" in command("check").stderr
