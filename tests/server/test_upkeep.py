"""`heliopolis tables`: a server's tables listed, written down and deleted, also while it runs."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from heliopolis import Match
from heliopolis.server.messages.base import PROTOCOL
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from heliopolis.server.upkeep import READ_AT_ONCE
from tests.conftest import run_command
from tests.server.driver import Server
from tests.server.loop import complete
from tests.server.rows import ask, begun, change, command, lay, new_row, old_database, people

DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    """Compile first, so that no command below has to, and to say so."""
    assert run_command("warm", "tables").returncode == 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of three tables: one waits, one goes on, one is over."""
    today = time.time_ns() // 1_000_000
    return lay(
        tmp_path / "x.db",
        new_row("waits", listed=True, changed=today - 3 * DAY),
        begun("goeson", 30, changed=today - 2 * DAY, own=False, seats=people("Ann", "greedy", "José")),
        begun("over", changed=today - DAY),
    )


def names(result: Result) -> list[str]:
    return [line.split()[0] for line in result.stdout.splitlines()[1:]]


def all_names(path: Path) -> set[str]:
    return {name for (name,) in ask(path, "SELECT id FROM tables")}


# ---- list ----


def test_tables_are_listed_the_latest_first(path: Path) -> None:
    done = command("tables", "list", "--database", path)
    assert done.exit_code == 0
    heading, over, goes_on, waits = done.stdout.splitlines()
    assert " ".join(heading.split()) == "table state game edition lines created last change listed made players"
    moment = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf"over +over +ra +z-man +\d+ +{moment}  {moment}  private +here +Ann, Ben", over)
    assert re.fullmatch(rf"goeson +running .*{moment}  private +elsewhere +Ann, greedy \(bot\), José", goes_on)
    assert re.fullmatch(rf"waits +waiting +ra +z-man +0 .*{moment}  listed +here +Ann, \(open\)", waits)
    assert len({line.index(word) for line, word in ((over, "Ann"), (goes_on, "Ann"), (waits, "Ann"))}) == 1
    assert done.stderr == "3 tables\n"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["--state", "waiting"], ["waits"]),
        (["--state", "over"], ["over"]),
        (["--listed"], ["waits"]),
        (["--private"], ["over", "goeson"]),
        (["--older", "1.5"], ["goeson", "waits"]),
        (["--older", "2.5", "--private"], []),
    ],
)
def test_tables_are_found_by_what_they_are_like(path: Path, wanted: list[str], found: list[str]) -> None:
    done = command("tables", "list", "--database", path, *wanted)
    assert (done.exit_code, names(done)) == (0, found)
    assert done.stderr == f"{len(found)} table{'s' * (len(found) != 1)}\n"


def test_a_damaged_table_is_named_and_the_others_are_listed(path: Path) -> None:
    change(path, "UPDATE tables SET seats = '[' WHERE id = 'goeson'")
    done = command("tables", "list", "--database", path)
    assert names(done) == ["over", "waits"]
    assert done.stderr.splitlines()[0].startswith("heliopolis: table goeson is damaged: seats cannot be read")
    assert done.stderr.splitlines()[1:] == ["3 tables"]


def test_what_is_listed_cannot_change_the_terminal(path: Path) -> None:
    change(path, "UPDATE tables SET edition = char(27) || '[2J' WHERE id = 'over'")
    assert "\x1b" not in command("tables", "list", "--database", path).output


def test_more_tables_are_listed_than_a_statement_can_name(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "x.db")))
        await storage.save([], new=[new_row(f"t{number}", changed=number) for number in range(2 * READ_AT_ONCE + 1)])
        await storage.close()

    complete(work())
    found = names(command("tables", "list", "--database", tmp_path / "x.db"))
    assert found == [f"t{number}" for number in reversed(range(2 * READ_AT_ONCE + 1))]


@pytest.mark.parametrize(
    "arguments",
    [["tables", "list"], ["tables", "export", "--all", "--to", "records"], ["tables", "delete", "t"], ["check"]],
)
def test_a_database_that_is_not_there_is_told_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for where in (["--database", "missing.db"], []):
        done = command(*arguments, *where)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert re.fullmatch(r"heliopolis: there is no database .*: give the one of your server .*\n", done.stderr)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ra, " * 1000)
    done = command(*arguments, "--database", letter)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is not a database of Heliopolis" in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["letter.txt"]


def test_a_database_of_another_version_is_left_to_it(tmp_path: Path) -> None:
    done = command("tables", "list", "--database", old_database(tmp_path / "x.db"))
    assert done.exit_code == 2
    assert "has the form 0001, this version knows" in done.stderr


# ---- export ----


def test_records_of_all_matches_that_have_begun_are_written(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "some" / "records"
    done = command("tables", "export", "--all", "--to", folder, "--database", path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"2 records written to {folder}; 1 table not begun\n"
    assert sorted(file.name for file in folder.iterdir()) == ["goeson.ra", "over.ra"]
    over, goes_on = Match.load(folder / "over.ra"), Match.load(folder / "goeson.ra")
    assert over.result is not None
    assert over.seed == 7
    assert goes_on.result is None
    assert not goes_on.knows_seed
    assert ask(path, "SELECT lines FROM tables WHERE id = 'goeson'") == [(len(goes_on),)]
    assert command("verify", folder / "over.ra").exit_code == 0


def test_the_record_of_a_match_that_goes_on_tells_nothing_that_is_hidden(tmp_path: Path) -> None:
    """Enough moves for an epoch to be scored, which happens in the open (R35); what is still drawn is sealed."""
    seats = people("Ann", "Ben")
    hidden, opened = (begun(scores, 60, scores=scores, seats=seats) for scores in ("hidden", "open"))
    assert hidden[0].state == "running"
    path = lay(tmp_path / "x.db", hidden, opened)
    command("tables", "export", "hidden", "open", "--to", tmp_path, "--database", path)
    told = {name: (tmp_path / f"{name}.ra").read_text() for name in ("hidden", "open")}
    for text in told.values():
        assert " scores " in text
        assert "\nresult: " not in text
        assert "\nseed hash: " in text
        assert "\nseed: " not in text
        assert "7".rjust(32, "0") not in text


def test_a_record_that_is_there_already_is_kept_unless_forced(path: Path, tmp_path: Path) -> None:
    mine = tmp_path / "over.ra"
    mine.write_text("mine")
    done = command("tables", "export", "over", "--to", tmp_path, "--database", path)
    assert done.stdout == f"0 records written to {tmp_path}; 1 there already: --force writes them anew\n"
    assert mine.read_text() == "mine"
    command("tables", "export", "over", "--to", tmp_path, "--database", path, "--force")
    assert Match.load(mine).result is not None
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_table_is_named_and_skipped(path: Path, tmp_path: Path) -> None:
    change(path, "UPDATE journal SET word = 'castle' WHERE table_id = 'goeson' AND number = 3")
    change(path, "UPDATE tables SET game = 'chess' WHERE id = 'waits'")
    done = command("tables", "export", "--all", "--to", tmp_path / "records", "--database", path)
    assert done.exit_code == 1
    assert done.stdout.startswith("1 record written")
    first, second = sorted(done.stderr.splitlines())
    assert first.startswith("heliopolis: table goeson is damaged: 'castle' is not a move")
    assert second.startswith("heliopolis: table waits is damaged: there is no game 'chess'")
    assert [file.name for file in (tmp_path / "records").iterdir()] == ["over.ra"]


@pytest.mark.parametrize(
    "damage",
    [
        "seed = 'x'",
        "created = 99999999999999999",
        "edition = '1999'",
        """settings = '{"seed": "3"}'""",
        """settings = '{"taxes": "high"}'""",
        "scores = 'secret'",
        "draws = 'loaded'",
    ],
)
def test_a_damaged_setup_is_told_in_a_sentence(path: Path, tmp_path: Path, damage: str) -> None:
    change(path, f"UPDATE tables SET {damage} WHERE id = 'over'")
    for arguments in (["tables", "export", "over", "--to", tmp_path], ["check"]):
        done = command(*arguments, "--database", path)
        assert done.exit_code == 1
        assert re.search(r"table over(:| is damaged:) ", done.output)


def test_a_table_with_the_name_of_another_folder_is_not_written(tmp_path: Path) -> None:
    path = lay(tmp_path / "x.db", begun("../outside", 3))
    done = command("tables", "export", "--all", "--to", tmp_path / "records", "--database", path)
    assert done.exit_code == 1
    assert "table ../outside is damaged: its name is not made of letters and digits" in done.stderr
    assert not (tmp_path / "outside.ra").exists()


@pytest.mark.parametrize("arguments", [[], ["--all", "over"]])
def test_it_has_to_be_said_which_records_are_wanted(path: Path, tmp_path: Path, arguments: list[str]) -> None:
    done = command("tables", "export", *arguments, "--to", tmp_path / "records", "--database", path)
    assert done.exit_code == 2
    assert done.stderr == "heliopolis: nothing is written: expected names of tables, or --all\n"
    assert not (tmp_path / "records").exists()


def test_a_folder_that_cannot_be_made_is_told(path: Path, tmp_path: Path) -> None:
    done = command("tables", "export", "--all", "--to", tmp_path / "x.db" / "records", "--database", path)
    assert done.exit_code == 2
    assert "x.db/records cannot be made" in done.stderr.replace(os.sep, "/")


# ---- delete ----


@pytest.mark.parametrize(
    ("chosen", "gone"),
    [
        (["over", "waits", "over"], {"over", "waits"}),
        (["--unstarted", "2.5"], {"waits"}),
        (["--unstarted", "3.5"], set()),
        (["--idle", "1.5"], {"goeson"}),
        (["--finished", "0"], {"over"}),
        (["--finished", "0.5", "--unstarted", "0"], {"over", "waits"}),
    ],
)
def test_tables_are_deleted_by_name_or_by_age(path: Path, chosen: list[str], gone: set[str]) -> None:
    before = all_names(path)
    done = command("tables", "delete", *chosen, "--database", path, "--yes")
    assert done.exit_code == 0
    assert set(names(done)) == gone  # it says which
    assert all_names(path) == before - gone
    for part in ("journal", "rights"):
        assert {name for (name,) in ask(path, f"SELECT DISTINCT table_id FROM {part}")} <= before - gone
    assert command("check", "--database", path).exit_code == 0


def test_a_damaged_table_can_be_deleted(path: Path) -> None:
    change(path, "UPDATE tables SET seats = '[' WHERE id = 'goeson'")
    done = command("tables", "delete", "goeson", "--database", path, "--yes")
    assert "table goeson is damaged" in done.stderr
    assert done.stderr.endswith("1 table deleted\n")
    assert all_names(path) == {"over", "waits"}


@pytest.mark.parametrize("verb", [["delete", "--yes"], ["export", "--to", "records"]])
def test_of_unknown_tables_none_is_touched(path: Path, monkeypatch: pytest.MonkeyPatch, verb: list[str]) -> None:
    monkeypatch.chdir(path.parent)
    done = command("tables", *verb, "over", "away", "gone", "--database", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "heliopolis: there is no table away, gone: `heliopolis tables list` names all\n"
    assert len(all_names(path)) == 3
    assert not (path.parent / "records").exists()


def test_where_nobody_can_be_asked_nothing_is_deleted(path: Path) -> None:
    done = command("tables", "delete", "over", "--database", path)
    assert done.exit_code == 2
    assert done.stderr == "heliopolis: nobody can be asked whether 1 table may go: expected --yes\n"
    assert len(all_names(path)) == 3


@pytest.mark.parametrize("arguments", [["--yes"], ["over", "--finished", "3", "--yes"]])
def test_it_has_to_be_said_which_tables_go(path: Path, arguments: list[str]) -> None:
    done = command("tables", "delete", *arguments, "--database", path)
    assert done.exit_code == 2
    assert "expected names of tables, or --unstarted, --idle or --finished DAYS" in done.stderr
    assert len(all_names(path)) == 3


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
@pytest.mark.parametrize(("answer", "code", "left"), [("y", 0, 2), ("n", 1, 3), ("", 1, 3)])
def test_whoever_deletes_is_asked(path: Path, answer: str, code: int, left: int) -> None:
    import pty

    ours, theirs = pty.openpty()
    arguments = [sys.executable, "-m", "heliopolis.cli", "tables", "delete", "over", "--database", str(path)]
    with subprocess.Popen(
        arguments, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        os.write(ours, f"{answer}\n".encode())
        said, asked = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == code
    assert said.splitlines()[1].startswith("over ")
    assert "Delete 1 table, with all moves? They cannot be brought back. [y/N]" in asked
    assert ("nothing is deleted" in asked) == (code == 1)
    assert len(all_names(path)) == left


def test_a_database_that_another_program_holds_is_told(path: Path) -> None:
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    done = command("tables", "delete", "over", "--database", path, "--yes")
    assert done.exit_code == 2
    assert done.stderr == (
        f"heliopolis: the database {path} cannot be used: another program holds it (database is locked)\n"
    )
    assert command("check", "--database", path).exit_code == 0  # reading goes on
    holder.close()
    assert len(all_names(path)) == 3


def test_all_of_it_works_beside_a_server(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    keys = server.create("Ann", "Ben")
    path = server.folder / "tables.sqlite3"
    with server.sit(keys) as screen:
        screen.move("draw")
        assert names(command("tables", "list", "--database", path)) == [keys["table"]]
        assert command("check", "--database", path).stdout == "1 table, all sound\n"
        assert command("tables", "export", keys["table"], "--to", tmp_path, "--database", path).exit_code == 0
        assert len(Match.load(tmp_path / f"{keys['table']}.ra")) == 2
        assert command("tables", "delete", keys["table"], "--database", path, "--yes").exit_code == 0
        seat, words = screen.moves() or (None, [])  # one tile in six is Ra: then there is an auction, and no draw
        screen.say(type="move", id="id", seat=seat, word=words[0], version=screen.last["version"])
        told = screen.until("bye")
        assert (told["error"], told["again"]) == ("the table has to be read anew: come again", True)
    with server.socket() as socket:
        socket.send(
            json.dumps({"type": "hello", "protocol": PROTOCOL, "table": keys["table"], "tokens": screen.tokens})
        )
        told = json.loads(socket.recv(60))
        assert (told["type"], told["again"]) == ("bye", False)
        assert "there is no such table" in told["error"]
