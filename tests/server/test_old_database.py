"""A database that an earlier version made is brought to the present form, and every table of it goes on.

`fixtures/form-0001.sql` was written by the first server (form 0001): running, finished, hot-seat, listed and waiting
tables of both games, one of them with a rematch, and the tokens of their seats beside it.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import invoke
from tests.server.driver import Server

FIXTURES = Path("tests/server/fixtures")
KEYS: dict[str, Any] = json.loads((FIXTURES / "form-0001.json").read_text())


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was started with the old database."""
    folder = tmp_path_factory.mktemp("old")
    connection = sqlite3.connect(folder / "tables.sqlite3")
    connection.executescript((FIXTURES / "form-0001.sql").read_text())
    connection.close()
    server = Server(folder)
    yield server
    server.stop()
    assert not server.logged()
    checked = invoke("check", "--database", str(folder / "tables.sqlite3"))
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize("name", ["running", "hot-seat", "dice", "listed running", "rematch"])
def test_a_running_table_is_played_to_its_end(old: Server, name: str) -> None:
    with old.sit(KEYS[name]) as screen:
        assert screen.last["table"]["state"] == "running"
        lines = len(screen.log)
        seats = {key["seat"] for key in KEYS[name]["seats"]}
        if name == "rematch":  # the other one's token is that of the table before
            tokens = [key["token"] for key in KEYS["finished again"]["seats"]]
            screen.socket.close()
            screen.tokens = tokens
            screen.reconnect()
        assert seats <= set(screen.views)
        screen.play_on(random.Random(1))
        assert len(screen.log) > lines
        assert screen.last["table"]["state"] == "over"


def test_a_finished_table_shows_its_result_and_its_replay(old: Server) -> None:
    keys = KEYS["finished"]
    with old.sit(keys) as screen:
        assert screen.last["table"]["state"] == "over"
        assert screen.views[0]["result"]["winners"] == screen.last["table"]["winners"]
    replay = old.get(f"/api/tables/{keys['table']}/replay", token=keys["spectate"])
    assert len(replay["frames"]) == len(screen.log) + 1


def test_a_waiting_table_is_joined_by_the_old_invitation(old: Server) -> None:
    old.post("/api/join", {"invite": KEYS["listed"]["invite"], "name": "Kim"})
    with old.sit(KEYS["listed"]) as screen:
        assert screen.last["table"]["state"] == "running"


def test_lists_know_the_old_tables(old: Server) -> None:
    listed = {line["table"] for line in old.get("/api/tables")}
    assert {KEYS["listed running"]["table"], KEYS["finished again"]["table"], KEYS["rematch"]["table"]} <= listed
    tokens = [key["token"] for key in KEYS["running"]["seats"]]
    (mine,) = old.post("/api/mine", {"tokens": tokens}, status=200)
    assert mine["my_seats"] == [0, 1, 2]


def test_old_tables_are_kept(old: Server) -> None:
    connection = sqlite3.connect(old.folder / "tables.sqlite3")
    assert connection.execute("SELECT count(*) FROM tables WHERE own AND maker IS NULL").fetchone() == (len(KEYS),)
    connection.close()
