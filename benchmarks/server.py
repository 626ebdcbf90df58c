"""Measure how many moves one server process takes: real WebSocket clients, from a process of their own.

    python benchmarks/server.py [--game ra] [--seats 4] [--tables 100] [--seconds 20]

Everybody at a table has a socket. Whoever is to act moves at once, so the server is never idle: what comes out is the
most it can do, how long people then wait for their move to be accepted, and how many bytes go out for each move. Beside
it stands how fast the views of such a table are made and encoded without any server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import itertools
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from heliopolis import Match
from heliopolis.server.messages import PROTOCOL
from heliopolis.server.settings import Limit, Limits

PLENTY = 1_000_000
PATIENCE = 60.0
#: Seconds for which tables play on before moves are counted, once every one of them has seen a move.
WARM_UP = 2.0
#: Seconds between two looks at what has happened so far.
GLANCE = 0.1
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
#: Views are timed at so many moments of random matches.
MOMENTS = 100


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        #: The tables at which somebody has moved.
        self.tables: set[str] = set()
        self.moves = 0
        self.bytes = 0
        self.waits: list[float] = []


class Player:
    """Somebody in a seat, who moves at once."""

    ids = itertools.count(1)

    def __init__(self, keys: Any, seat: Any, tally: Tally, numbers: random.Random) -> None:
        self.table, self.token, self.seat = keys["table"], seat["token"], seat["seat"]
        self.tally, self.numbers = tally, numbers
        self.sent = 0.0

    async def play(self, url: str) -> None:
        """Look at the table, and move whenever it is this seat's turn, until the match is over."""
        address = url.replace("http://", "ws://") + "/ws"
        async with connect(address, origin=Origin(url), proxy=None, compression=None, max_size=None) as socket:
            await say(socket, type="hello", protocol=PROTOCOL, table=self.table, tokens=[self.token])
            async for data in socket:
                message = msgspec.json.decode(data)
                self.tally.bytes += len(data)
                if message["type"] == "accepted":
                    self.tally.tables.add(self.table)
                    self.tally.moves += 1
                    self.tally.waits.append(time.perf_counter() - self.sent)
                elif message["type"] == "table":
                    (view,) = message["views"]
                    if view["view"]["result"]:
                        return
                    if view["view"]["moves"]:
                        self.sent = time.perf_counter()
                        word = self.numbers.choice(view["view"]["moves"])
                        move = {"version": message["version"], "seat": self.seat, "word": word}
                        await say(socket, type="move", id=str(next(self.ids)), **move)


async def happens(condition: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    end = time.perf_counter() + PATIENCE
    while not condition() and time.perf_counter() < end:
        await asyncio.sleep(GLANCE)


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message), text=True)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server without limits on a core of its own, if there are several, and say where it is."""
    command = [sys.executable, "-c", "from heliopolis.cli import main; main()", "serve", "--port", "0", "--no-open"]
    for limit in dataclasses.fields(Limits):
        plenty = f"{PLENTY}/{PLENTY}" if isinstance(limit.default, Limit) else str(PLENTY)
        if not isinstance(limit.default, float):
            command += ["--limit", f"{limit.name}={plenty}"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["--database", str(Path(folder) / "tables.sqlite3")]
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
        if cores[1:]:
            os.sched_setaffinity(0, cores[:1])  # the server inherits it
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if cores[1:]:
            os.sched_setaffinity(0, cores[1:])
        try:
            assert process.stdout is not None
            said = next(line for line in process.stdout if "http://" in line)
            yield next(word for word in said.split() if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def drive(url: str, arguments: argparse.Namespace) -> tuple[Tally, float]:
    """Let people play at many tables, and count once everyone sits."""
    tally, numbers = Tally(), random.Random(1)
    seats = [{"kind": "person", "name": name} for name in NAMES[: arguments.seats]]
    client = httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)
    async with client as http, asyncio.TaskGroup() as people:

        async def play_matches() -> None:
            while True:
                answer = await http.post("/api/tables", json={"game": arguments.game, "seats": seats})
                keys = answer.raise_for_status().json()
                await asyncio.gather(*(Player(keys, seat, tally, numbers).play(url) for seat in keys["seats"]))

        tasks = [people.create_task(play_matches()) for _ in range(arguments.tables)]
        await happens(lambda: len(tally.tables) >= arguments.tables)
        await asyncio.sleep(WARM_UP)
        tally.moves = tally.bytes = 0
        tally.waits.clear()
        began = time.perf_counter()
        await asyncio.sleep(arguments.seconds)
        await happens(lambda: tally.moves > 0)
        took = time.perf_counter() - began
        measured = Tally()
        measured.moves, measured.bytes, measured.waits = tally.moves, tally.bytes, tally.waits[:]
        for task in tasks:
            task.cancel()
    return measured, took


def views_per_second(game: str, seats: int) -> tuple[float, float]:
    """Make and encode the views of everybody at a table, at moments of random matches: views a second, bytes a view."""
    encode = msgspec.json.Encoder().encode
    numbers = random.Random(1)
    moments: list[Match] = []
    while len(moments) < MOMENTS:
        match = Match(game, NAMES[:seats], seed=numbers.getrandbits(64))
        while match.seat is not None:
            if numbers.random() < 0.1:
                moments.append(match.copy())
            match.play(numbers.choice(match.moves()))
    del moments[MOMENTS:]
    best = float("inf")
    size = 0
    for _ in range(5):
        began = time.perf_counter()
        size = sum(len(encode(match.view(seat))) for match in moments for seat in range(seats))
        best = min(best, time.perf_counter() - began)
    return MOMENTS * seats / best, size / MOMENTS / seats


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ra", help="ra or dice (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="people at a table (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=100, help="tables (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="for how long (default: %(default)s)")
    arguments = parser.parse_args()
    views, size = views_per_second(arguments.game, arguments.seats)
    print(f"{arguments.game}, {arguments.seats} seats: {views:,.0f} views/s made and encoded, {size:,.0f} bytes each")
    with server() as url:
        tally, took = asyncio.run(drive(url, arguments))
    if not tally.moves:
        print(f"no move was accepted in {PATIENCE:.0f} s: is the server running?", file=sys.stderr)
        return 1
    waits = sorted(tally.waits)
    print(
        f"{arguments.tables} tables: {tally.moves / took:,.0f} moves/s, accepted after "
        f"{1000 * statistics.median(waits):.1f} ms (median), {1000 * waits[int(0.99 * len(waits))]:.1f} ms (99 %), "
        f"{tally.bytes / tally.moves:,.0f} bytes a move to {arguments.seats} people"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
