"""A database that an earlier version made is brought to the present form, and every table of it goes on.

`fixtures/form-0001.sql` was written by the first server (form 0001), `form-0002.sql` by the one after it, and so on;
`form-0003-postgresql.sql` is what pg_dump wrote of the first form that PostgreSQL kept, too. They have tables of both
games that run, wait, are over, are listed or shared by one screen, one of them with a rematch, and the tokens of their
seats beside them. From form 0004 on two of them began from a position; in form 0005 bots play for who is away. 0006 is
the last one without clocks.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.driver import Server
from tests.server.postgres import database_of, the_postgres
from tests.server.rows import command

FIXTURES = Path("tests/server/fixtures")
FORMS = ["0001", "0002", "0003", "0003-postgresql", "0004", "0005", "0006", "0006-postgresql"]


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def keys_of(form: str) -> dict[str, Any]:
    """The keys of the tables of an old database."""
    keys: dict[str, Any] = json.loads((FIXTURES / f"form-{form}.json").read_text())
    return keys


@pytest.fixture(scope="module")
def old(form: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was started with the old database."""
    folder = tmp_path_factory.mktemp(f"old-{form}")
    database = str(folder / "tables.sqlite3")
    statements = (FIXTURES / f"form-{form}.sql").read_text()
    if form.endswith("postgresql"):
        database = the_postgres().new_database()
        the_postgres().execute(statements, database=database_of(database))
    else:
        connection = sqlite3.connect(database)
        connection.executescript(statements)
        connection.close()
    server = Server(folder, database=database)
    yield server
    server.stop()
    assert not server.logged()
    checked = command("check", "--database", database)
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize("name", ["running", "hot-seat", "dice", "listed running", "rematch"])
def test_a_running_table_is_played_to_its_end(old: Server, keys_of: dict[str, Any], name: str) -> None:
    with old.sit(keys_of[name]) as screen:
        assert screen.last["table"]["state"] == "running"
        lines = len(screen.log)
        seats = {key["seat"] for key in keys_of[name]["seats"]}
        if name == "rematch":  # the other one's token is that of the table before
            tokens = [key["token"] for key in keys_of["finished again"]["seats"]]
            screen.socket.close()
            screen.tokens = tokens
            screen.reconnect()
        assert seats <= set(screen.views)
        screen.play_on(random.Random(1))
        assert len(screen.log) > lines
        assert screen.last["table"]["state"] == "over"


def test_a_finished_table_shows_its_result_and_its_replay(old: Server, keys_of: dict[str, Any]) -> None:
    keys = keys_of["finished"]
    with old.sit(keys) as screen:
        assert screen.last["table"]["state"] == "over"
        assert screen.views[0]["result"]["winners"] == screen.last["table"]["winners"]
    replay = old.get(f"/api/tables/{keys['table']}/replay", token=keys["spectate"])
    assert len(replay["frames"]) == len(screen.log) + 1


def test_a_waiting_table_is_joined_by_the_old_invitation(old: Server, keys_of: dict[str, Any]) -> None:
    old.post("/api/join", {"invite": keys_of["listed"]["invite"], "name": "Kim"})
    with old.sit(keys_of["listed"]) as screen:
        assert screen.last["table"]["state"] == "running"


def test_lists_know_the_old_tables(old: Server, keys_of: dict[str, Any]) -> None:
    listed = {line["table"] for line in old.get("/api/tables")}
    assert {
        keys_of["listed running"]["table"],
        keys_of["finished again"]["table"],
        keys_of["rematch"]["table"],
    } <= listed
    tokens = [key["token"] for key in keys_of["running"]["seats"]]
    (mine,) = old.post("/api/mine", {"tokens": tokens}, status=200)
    assert mine["my_seats"] == [0, 1, 2]


def test_old_tables_are_kept(old: Server, keys_of: dict[str, Any]) -> None:
    listed = command("tables", "list", "--database", old.settings["database"])
    assert f"{len(keys_of)} tables" in listed.stderr
    assert listed.stdout.count(" here ") == len(keys_of)


def test_the_page_on_compatibility_names_the_present_form() -> None:
    newest = max(path.name[:4] for path in Path("src/heliopolis/server/migrations/versions").glob("0*.py"))
    assert f"| form {newest} (`server/migrations/`)" in Path("docs/compatibility.md").read_text(encoding="utf-8")
