"""A game over days: five people who look in now and then, servers that stop and die, and a clock that a test moves on.

The servers are real. Their time is ahead by what a file says. When it is moved on, the heartbeat that is stored says
that they were up all the while, as it would if the days had passed.
"""

from __future__ import annotations

import csv
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.server.clocks import HOUR, SECOND
from tests.server.driver import PATIENCE, Server
from tests.server.postgres import database_of, the_postgres
from tests.server.rows import command

#: Seconds for what has to happen at last, however busy the machine is.
LONGEST = 10 * PATIENCE
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
DAY_A_MOVE = {"kind": "correspondence", "hours": 24, "zone": "UTC", "quiet_from": None, "quiet_to": None}


class Days:
    """Servers on one database, and what time it is there."""

    def __init__(self, folder: Path, start: Callable[..., Server], database: str) -> None:
        self.file, self.ahead, self.database = folder / "ahead", 0, database
        self.file.write_text("0")
        self.start = start

    def server(self, **settings: Any) -> Server:
        import os

        environment = {**os.environ, "TESTS_AHEAD": str(self.file)}
        return self.start(database=self.database, environment=environment, **settings)

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead

    def wait(self, milliseconds: int) -> None:
        """Let time pass while a server is up."""
        until = self.now() + milliseconds
        statement = f"UPDATE uptimes SET ended = {until} WHERE began = (SELECT max(began) FROM uptimes)"
        if self.database.startswith("postgresql"):
            the_postgres().execute(statement, database=database_of(self.database))
        else:
            connection = sqlite3.connect(self.database, timeout=PATIENCE)
            with connection:
                connection.execute(statement)
            connection.close()
        self.sleep(milliseconds)

    def sleep(self, milliseconds: int) -> None:
        """Let time pass, whether a server is up or not."""
        self.ahead += milliseconds
        part = self.file.with_suffix(".part")
        part.write_text(str(self.ahead))
        part.replace(self.file)


@pytest.fixture
def days(tmp_path: Path, start: Callable[..., Server], database: str) -> Iterator[Days]:
    return Days(tmp_path, start, database)  # type: ignore[return-value]


def line_of(server: Server, keys: Any) -> Any:
    """Read a table as lists show it: nobody looks at the table itself."""
    (line,) = server.post("/api/mine", {"tokens": [keys["seats"][0]["token"]]}, status=200)
    return line


def wait_for_bot(server: Server, keys: Any, seat: int, lines: int) -> None:
    """Wait until a bot has moved for somebody who has run out of time, and stays, since they are not here."""
    end = time.monotonic() + LONGEST
    while (line := line_of(server, keys))["lines"] <= lines:
        assert time.monotonic() < end, line
        time.sleep(0.05)
    assert line["players"][seat]["stand_in"] == "random"


def look_in(server: Server, keys: Any, seat: int, numbers: random.Random) -> None:
    """Come by, make the move that is due, and go."""
    with server.sit(keys, seat) as screen:
        while screen.last["table"]["players"][seat]["stand_in"] is not None:
            screen.hear(LONGEST)
        choice = screen.moves()
        assert choice is not None
        assert screen.last["clocks"]["seat"] == seat
        assert 0 < screen.last["clocks"]["left"][seat] <= 24 * HOUR
        answer = screen.move(numbers.choice(choice[1]), seat)
        assert answer["type"] == "accepted", answer


def test_five_people_play_over_days_though_servers_stop_and_die(days: Days, tmp_path: Path) -> None:
    numbers = random.Random(5)
    shared = days.database.startswith("postgresql")
    server = days.server()
    other = days.server() if shared else None
    keys = server.create(*NAMES, clock=DAY_A_MOVE, away_bot="random")
    began = days.now()
    for round_ in range(10):
        line = line_of(server, keys)
        seat, lines = line["to_act"], line["lines"]
        assert abs(line["deadline"] - days.now()) <= 24 * HOUR
        if round_ in (2, 6):  # nobody looks in: a day later a bot has moved
            days.wait(23 * HOUR)
            assert line_of(server, keys)["lines"] == lines
            if round_ == 6:  # the server that people used is killed; here another one goes on, or a new one
                server.kill()
                if other is not None:
                    server, other = other, None
                else:
                    days.sleep(100 * HOUR)  # nobody loses anything by that
                    server.start()
            days.wait(2 * HOUR)
            wait_for_bot(server, keys, seat, lines)
            with server.sit(keys, seat) as screen:
                while screen.last["table"]["players"][seat]["stand_in"] is not None:
                    screen.hear(LONGEST)
                assert any(one["bot"] == "random" and one["seat"] == seat for one in screen.log)
        else:
            days.wait(numbers.randrange(20) * HOUR)
            look_in(server, keys, seat, numbers)
        if round_ == 4:
            server.stop()
            days.sleep(48 * HOUR)
            server.start()
    # Everyone forgets about it. It is played to its end all the same.
    end = time.monotonic() + LONGEST
    while line_of(server, keys)["state"] != "over":
        assert time.monotonic() < end
        days.wait(25 * HOUR)
        time.sleep(0.3)
    assert line_of(server, keys)["deadline"] is None

    # The record has nothing of all that; the times stand in a file of their own.
    record = server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])
    match = Match.read(record)
    assert record == match.record()
    done = command("tables", "export", keys["table"], "--times", "--to", tmp_path / "out", "--database", days.database)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / f"{keys['table']}.ra").read_text() == record
    with (tmp_path / "out" / f"{keys['table']}.times.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["line"]) for row in rows] == list(range(len(match) - len(rows) + 1, len(match) + 1))
    moments = [datetime.fromisoformat(row["at"]).timestamp() * SECOND for row in rows]
    assert all(earlier <= later for earlier, later in pairwise(moments))
    assert moments[-1] - moments[0] > 5 * 24 * HOUR
    assert moments[0] >= began
    assert {row["bot"] for row in rows} == {"", "random"}
    assert all(0 < float(row[f"left {seat}"]) <= 24 * 3600 for row in rows for seat in range(5))
    checked = command("check", "--database", days.database)
    assert checked.exit_code == 0, checked.output
