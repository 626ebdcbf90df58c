"""`heliopolis check`: a database examined, and nothing called damaged that is sound."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from heliopolis.cli import progress
from heliopolis.server.checkup import check
from heliopolis.server.rows import Entry
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from tests.conftest import run_command
from tests.server.driver import Server
from tests.server.loop import complete
from tests.server.rows import ask, begun, change, command, lay, new_row, people


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    """Compile first, so that no command below has to, and to say so."""
    assert run_command("warm", "tables").returncode == 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of three tables: one waits, one goes on, one is over."""
    return lay(
        tmp_path / "x.db",
        new_row("waits", listed=True),
        begun("goeson", 30, seats=people("Ann", "greedy", "José")),
        begun("over"),
    )


def test_a_sound_database_is_sound(path: Path) -> None:
    before = path.read_bytes()
    done = command("check", "--database", path)
    assert (done.exit_code, done.output) == (0, "3 tables, all sound\n")
    assert path.read_bytes() == before


def test_tables_as_the_server_makes_them_are_sound(start: Callable[..., Server]) -> None:
    """With moves taken back, people who draw for bots, an open seat, a listed table, and a rematch."""
    server = start()
    server.create("Ann", "?", listed=True)
    joined = server.create("Ann", "?", listed=True)
    server.post("/api/join", {"invite": joined["invite"], "name": "Ben"})
    for game in ("ra", "dice"):
        keys = server.create("Ann", "Ben", game=game)
        with server.sit(keys) as screen:
            for _ in range(2):
                seat = screen.to_act
                assert seat is not None
                if game == "ra":
                    screen.move("invoke")
                    screen.undo(seat)
                screen.play_on(random.Random(1), 5)
            screen.play_on(random.Random(2))
        server.post("/api/rematch", {"table": keys["table"], "token": keys["seats"][0]["token"]})
    drawn = server.create("Ann", "random", draws="table")
    with server.sit(drawn) as screen:
        screen.play_on(random.Random(3), 20)
    server.stop()
    done = command("check", "--database", server.folder / "tables.sqlite3")
    assert (done.exit_code, done.output) == (0, "7 tables, all sound\n")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE tables SET seats = '[' WHERE id = 'over'", "table over is damaged: seats cannot be read"),
        ("UPDATE tables SET game = 'chess' WHERE id = 'over'", "table over is damaged: there is no game 'chess'"),
        ("UPDATE tables SET lines = 3 WHERE id = 'over'", "table over: its row has lines 3, but "),
        ("UPDATE tables SET state = 'running' WHERE id = 'over'", "its row has state running, but over follows"),
        ("UPDATE tables SET state = 'over' WHERE id = 'goeson'", "its row has state over, but running follows"),
        ("UPDATE tables SET state = 'waiting' WHERE id = 'over'", "its match has not begun, but its journal has "),
        ("UPDATE tables SET state = 'waiting' WHERE id = 'over'", "it waits for people, but no seat is open"),
        ("UPDATE tables SET state = 'running' WHERE id = 'waits'", "table waits: '' is not a name"),
        ("UPDATE tables SET to_act = 1 WHERE id = 'waits'", "its row has to_act 1, but nobody follows"),
        ("UPDATE tables SET bot_to_act = NOT bot_to_act WHERE id = 'goeson'", "table goeson: its row has bot_to_act "),
        ("UPDATE tables SET winners = '[]' WHERE id = 'over'", "table over: its row has winners [], but ["),
        ("UPDATE tables SET seed = '1' WHERE id = 'over'", "table over: line 1 of its journal is a move of seat "),
        ("DELETE FROM journal WHERE table_id = 'over' AND number = 3", "table over: line 3 of its journal is missing"),
        ("UPDATE journal SET seat = 9 WHERE table_id = 'over' AND number = 3", "line 3 of its journal names seat 9"),
        (
            "UPDATE journal SET seat = 1 - seat WHERE table_id = 'over' AND number = 1",
            "table over: line 1 of its journal is a move of seat ",
        ),
        (
            "UPDATE journal SET word = 'undo' WHERE table_id = 'over' AND number = 3",
            "table over: line 3 of its journal: the last move cannot be taken back: something was revealed since",
        ),
        (
            "UPDATE journal SET word = 'castle' WHERE table_id = 'over' AND number = 3",
            "table over: line 3 of its journal: 'castle' is not a move of Ra",
        ),
        (
            "DELETE FROM rights WHERE table_id = 'over' AND seat = 0",
            "table over: no token opens seat 0, so that Ann cannot come back",
        ),
        ("UPDATE rights SET seat = 7 WHERE table_id = 'over' AND seat = 0", "a token opens seat 7, where no person"),
        ("UPDATE rights SET seat = 1 WHERE table_id = 'goeson' AND seat = 0", "a token opens seat 1, where no person"),
        (
            "UPDATE rights SET kind = 'king' WHERE table_id = 'over' AND seat = 0",
            "a token is for 'king', expected seat",
        ),
        ("UPDATE tables SET spectate = 'x' WHERE id = 'waits'", "the token to watch that it shows in the lobby opens"),
        ("UPDATE tables SET invite = 'x' WHERE id = 'waits'", "the token to join that it shows in the lobby opens"),
        ("UPDATE tables SET next = 'away' WHERE id = 'over'", "table over: its rematch, table away, is not there"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(path: Path, damage: str, told: str) -> None:
    change(path, damage)
    done = command("check", "--database", path)
    assert done.exit_code == 1
    *found, last = done.stdout.splitlines()
    assert any(told in line for line in found), found
    assert all(line.startswith("table ") for line in found)
    assert last == "3 tables, 1 damaged"
    assert done.stderr == ""


def test_what_belongs_to_no_table_is_told(path: Path) -> None:
    change(path, "DELETE FROM tables WHERE id = 'over'")
    done = command("check", "--database", path)
    assert done.exit_code == 1
    lines, rights, last = done.stdout.splitlines()
    assert re.fullmatch(r"\d+ lines of a journal belong to no table", lines)
    assert rights == "3 rights belong to no table"
    assert last == "2 tables, all sound, but the database is not"


def test_a_file_that_is_damaged_in_the_middle_is_told(path: Path) -> None:
    """What can still be read is checked."""
    overwrite(path, "rights")
    done = command("check", "--database", path)
    assert done.exit_code == 1
    first, *others, last = done.stdout.splitlines()
    assert first.startswith("the file: ")
    found = [line.split(" cannot be read: it is damaged")[0] for line in others if not line.startswith("the file: ")]
    assert sorted(found) == ["table goeson", "table over", "table waits"]
    assert last == "3 tables, 3 damaged"


def test_a_file_whose_tables_cannot_be_read_is_told(path: Path) -> None:
    overwrite(path, "tables")
    done = command("check", "--database", path)
    assert done.exit_code == 2
    assert done.stdout.splitlines()[0].startswith("the file: ")
    assert done.stderr == (
        f"heliopolis: the database {path} cannot be used: it is damaged (database disk image is malformed)\n"
    )


def overwrite(path: Path, part: str) -> None:
    """Write nonsense over the first pages of a table and its indexes."""
    pages = ask(path, f"SELECT rootpage FROM sqlite_master WHERE tbl_name = '{part}'")
    with path.open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * 4096)
            file.write(b"\xff" * 4096)


def test_a_table_that_moves_on_meanwhile_is_not_called_damaged(path: Path) -> None:
    """A row is read before its journal, and a server may write between them."""

    class Moving(Storage):
        """Gives a row that is behind its journal, each time by another number of lines."""

        looks = 0

        async def load(self, table: str) -> tuple[object, list[Entry]] | None:  # type: ignore[override]
            found = await super().load(table)
            self.looks += 1
            if found is not None and table == "goeson" and self.looks < 4:
                return replace(found[0], lines=found[0].lines - self.looks), found[1]
            return found

    async def work() -> list[str]:
        storage = Moving(database_url(str(path)), look=True)
        told: list[str] = []
        report = await check(storage, told.append, lambda *_: None)
        await storage.close()
        assert report.is_sound()
        return told

    assert complete(work()) == []


@pytest.mark.skipif(os.name != "posix", reason="sends a signal of POSIX")
def test_a_check_can_be_interrupted(tmp_path: Path) -> None:
    row, entries = begun("t")

    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "x.db")))
        rows = [replace(row, id=f"t{number}") for number in range(1500)]
        await storage.save(rows[:1], entries=entries, new=rows)
        await storage.close()

    complete(work())
    with closing(sqlite3.connect(tmp_path / "x.db")) as database, database:
        database.execute(
            "INSERT INTO journal (table_id, number, seat, word, request) SELECT id, number, seat, word, request"
            " FROM tables JOIN journal ON id != table_id"
        )
    arguments = [sys.executable, "-m", "heliopolis.cli", "check", "--database", str(tmp_path / "x.db")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # nobody can come back to these seats, so that the first is told at once
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(r"interrupted after \d+ of 1,500 tables\n", said)


# ---- the bar ----


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_appears_when_somebody_has_waited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for patience, shown in ((1000.0, False), (0.0, True)):
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(progress, "PATIENCE_SECONDS", patience)
        with progress.Bar("checking") as bar:
            time.sleep(0.01)
            bar.show(3, 7)
            bar.say("table t: something is wrong")
            bar.show(4, 7)
        assert (bar.done, bar.total) == (4, 7)
        assert ("checking" in screen.getvalue()) == shown
        assert capsys.readouterr().out == "table t: something is wrong\n"


def test_where_nobody_looks_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 0.0)
    with progress.Bar("checking") as bar:
        time.sleep(0.01)
        bar.show(3, 7)
    assert pipe.getvalue() == ""
