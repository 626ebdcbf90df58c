"""Measure how much one server process holds: real WebSocket clients, from a process of their own.

    python benchmarks/server.py                          as many moves as it takes: 100 tables of 4
    python benchmarks/server.py --rate 600 --seats 5     so many moves a second: how long do people wait?
    python benchmarks/server.py --tables 1 --watchers 500 --rate 10
    python benchmarks/server.py --tables 10 --idle 2000 --rate 50

Everybody at a table has a socket. Whoever is to act moves at once or, with --rate, when it is time for the next move of
all tables. Printed is: the rate; how long people wait for their move to be accepted, and, with watchers, until the last
of them has seen it; the bytes that go out for a move; and the processor's time that the server takes for a move, which
stays true on a busy machine. The same clients then speak to an echo: a server of the same libraries that answers each
message with texts of the same sizes, to the same people, and knows no game. It is the limit.
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
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from heliopolis.server.messages.base import PROTOCOL
from heliopolis.server.settings import Limit, Limits

PLENTY = 1_000_000
PATIENCE = 60.0
#: Seconds for which tables play on before moves are counted, once every one of them has seen a move.
WARM_UP = 2.0
#: Seconds between two looks at what has happened so far.
GLANCE = 0.1
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
#: So many sockets are opened at once.
AT_ONCE = 50
ECHO = Path(__file__).with_name("echo.py")
SERVER = ("-c", "from heliopolis.cli import main; main()", "serve", "--port", "0", "--no-open")


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        #: The tables at which somebody has moved.
        self.tables: set[str] = set()
        self.moves = 0
        self.bytes = 0
        self.waits: list[float] = []
        #: When the table of a version was asked for, and how long until the last watcher had it.
        self.asked: dict[int, float] = {}
        self.seen: dict[int, float] = {}

    def clear(self) -> None:
        """Begin to count."""
        self.moves = self.bytes = 0
        for kept in (self.waits, self.asked, self.seen):
            kept.clear()


class Conductor:
    """Says when it is time for the next move of all tables: at once, or so many a second."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.following = time.perf_counter()

    async def turn(self) -> None:
        """Wait for a turn."""
        if self.rate:
            now = time.perf_counter()
            self.following = max(self.following, now - 1) + 1 / self.rate
            await asyncio.sleep(max(0.0, self.following - now))


class What(msgspec.Struct):
    """The parts of a view that a player without eyes needs."""

    moves: list[str]
    result: Any = None


class Seat(msgspec.Struct):
    """What a seat sees."""

    view: What


class Heard(msgspec.Struct):
    """The parts of a message that are looked at here."""

    type: str
    id: str | None = None
    version: int = 0
    views: list[Seat] = []


DECODE = msgspec.json.Decoder(Heard).decode


class Player:
    """Somebody in a seat."""

    ids = itertools.count(1)

    def __init__(self, keys: Any, seat: Any, tally: Tally, conductor: Conductor) -> None:
        self.table, self.token, self.seat = keys["table"], seat["token"], seat["seat"]
        self.tally, self.conductor = tally, conductor
        self.numbers = random.Random(self.seat)
        self.sent: dict[str | None, float] = {}
        """When each move was made that was not answered yet."""

    async def play(self, url: str) -> None:
        """Look at the table, and move whenever it is this seat's turn, until the match is over."""
        async with at_table(url, self.table, self.token) as socket, asyncio.TaskGroup() as moves:
            async for data in socket:
                now, message = time.perf_counter(), DECODE(data)
                self.tally.bytes += len(data)
                if message.type == "accepted":
                    self.tally.tables.add(self.table)
                    self.tally.moves += 1
                    self.tally.waits.append(now - self.sent.pop(message.id))
                elif message.type == "table":
                    view = message.views[0].view
                    if view.result:
                        return
                    if view.moves:  # the answer to the last move may still be on its way: it is listened for meanwhile
                        moves.create_task(self.move(socket, message.version, self.numbers.choice(view.moves)))

    async def move(self, socket: ClientConnection, version: int, word: str) -> None:
        """Make a move when it is time."""
        await self.conductor.turn()
        request = str(next(self.ids))
        self.sent[request] = self.tally.asked[version] = time.perf_counter()
        await say(socket, type="move", id=request, version=version, seat=self.seat, word=word)


class Watcher:
    """Somebody who looks on."""

    def __init__(self, keys: Any, tally: Tally) -> None:
        self.table, self.token, self.tally = keys["table"], keys["spectate"], tally

    async def play(self, url: str) -> None:
        """Look on, until the match is over."""
        async with at_table(url, self.table, self.token) as socket:
            before = 0
            async for data in socket:
                message = DECODE(data)
                self.tally.bytes += len(data)
                if message.type != "table":
                    continue
                if before in self.tally.asked:
                    self.tally.seen[before] = time.perf_counter() - self.tally.asked[before]
                before = message.version
                if message.views[0].view.result:
                    return


@contextlib.asynccontextmanager
async def at_table(url: str, table: str, token: str) -> AsyncIterator[ClientConnection]:
    """Open a socket, and say hello."""
    address = url.replace("http://", "ws://") + "/ws"
    async with connect(
        address, origin=Origin(url), proxy=None, compression=None, max_size=None, open_timeout=PATIENCE
    ) as socket:
        await say(socket, type="hello", protocol=PROTOCOL, table=table, tokens=[token])
        yield socket


async def happens(condition: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    end = time.perf_counter() + PATIENCE
    while not condition() and time.perf_counter() < end:
        await asyncio.sleep(GLANCE)


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message), text=True)


@dataclasses.dataclass(frozen=True)
class Running:
    """A server that runs."""

    url: str
    process: int

    def seconds(self) -> float:
        """Tell how much of the processor's time all its threads have taken; nothing where the system does not say."""
        try:
            numbers = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Tell how much memory it holds."""
        try:
            return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            return 0.0


@contextlib.contextmanager
def running(*command: str) -> Iterator[Running]:
    """Run a server on a core of its own, if there are several, and say where it is."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    if cores[1:]:
        os.sched_setaffinity(0, cores[:1])  # the server inherits it
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    if cores[1:]:
        os.sched_setaffinity(0, cores[1:])
    try:
        assert process.stdout is not None
        said = next(line for line in process.stdout if "http://" in line)
        yield Running(next(word for word in said.split() if word.startswith("http://")), process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if cores:
            os.sched_setaffinity(0, cores)


def without_limits() -> list[str]:
    """Lift all limits that people have."""
    options = []
    for limit in dataclasses.fields(Limits):
        plenty = f"{PLENTY}/{PLENTY}" if isinstance(limit.default, Limit) else str(PLENTY)
        if not isinstance(limit.default, float):
            options += ["--limit", f"{limit.name}={plenty}"]
    return options


class Crowd:
    """Everybody who speaks to a server: those who play, those who look on, and those who sit there and do nothing."""

    def __init__(self, server: Running, arguments: argparse.Namespace) -> None:
        self.server, self.arguments = server, arguments
        self.tally = Tally()
        self.conductor = Conductor(arguments.rate)
        self.door = asyncio.Semaphore(AT_ONCE)
        self.idle = 0
        self.http = httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, trust_env=False)

    async def new_table(self) -> Any:
        """Make a table."""
        seats = [{"kind": "person", "name": name} for name in NAMES[: self.arguments.seats]]
        async with self.door:
            answer = await self.http.post("/api/tables", json={"game": self.arguments.game, "seats": seats})
        return answer.raise_for_status().json()

    async def play_matches(self) -> None:
        """Play one match after the other."""
        while True:
            keys = await self.new_table()
            people: list[Player | Watcher] = [Player(keys, seat, self.tally, self.conductor) for seat in keys["seats"]]
            people += [Watcher(keys, self.tally) for _ in range(self.arguments.watchers)]
            await asyncio.gather(*(one.play(self.server.url) for one in people))

    async def sit_still(self, keys: Any, token: str) -> None:
        """Hold a socket, and take what comes."""
        async with contextlib.AsyncExitStack() as held:
            async with self.door:
                socket = await held.enter_async_context(at_table(self.server.url, keys["table"], token))
                await socket.recv()
                self.idle += 1
            async for _ in socket:
                pass

    async def measure(self) -> tuple[float, float]:
        """Count once everyone plays; tell how long was counted, and how much of the processor's time it took."""
        async with self.http, asyncio.TaskGroup() as people:
            tasks: list[asyncio.Task[None]] = []
            while len(tasks) < self.arguments.idle:
                keys = await self.new_table()
                for seat in keys["seats"]:
                    tasks.append(people.create_task(self.sit_still(keys, seat["token"])))
            await happens(lambda: self.idle >= self.arguments.idle)
            tasks += [people.create_task(self.play_matches()) for _ in range(self.arguments.tables)]
            await happens(lambda: len(self.tally.tables) >= self.arguments.tables)
            await asyncio.sleep(WARM_UP)
            self.tally.clear()
            print(
                f"(process {self.server.process} is measured now)", file=sys.stderr
            )  # to profile it: py-spy -p PROCESS
            began, used = time.perf_counter(), self.server.seconds()
            await asyncio.sleep(self.arguments.seconds)
            await happens(lambda: self.tally.moves > 0)
            took, used = time.perf_counter() - began, self.server.seconds() - used
            measured = self.tally
            self.tally = Tally()
            for task in tasks:
                task.cancel()
        self.tally = measured
        return took, used


def times(waits: Sequence[float]) -> str:
    """Write the median of times, and what 99 % are under."""
    ordered = sorted(waits)
    return (
        f"{1000 * statistics.median(ordered):.1f} ms (median), {1000 * ordered[int(0.99 * len(ordered))]:.1f} ms (99 %)"
    )


def report(name: str, server: Running, arguments: argparse.Namespace) -> Tally:
    """Measure a server and print what came out."""
    crowd = Crowd(server, arguments)
    took, used = asyncio.run(crowd.measure())
    tally = crowd.tally
    if not tally.moves:
        raise SystemExit(f"no move was accepted in {PATIENCE:.0f} s: is the server running?")
    print(
        f"{name}: {tally.moves / took:,.0f} moves/s, accepted after {times(tally.waits)}, "
        f"{tally.bytes / tally.moves:,.0f} bytes a move, {1000 * used / tally.moves:.2f} ms of the processor a move "
        f"({100 * used / took:.0f} % of a core), {server.megabytes():.0f} MB"
    )
    if tally.seen:
        last = times(list(tally.seen.values()))
        print(f"{'':{len(name)}}  the last of {arguments.watchers} watchers had it after {last}")
    return tally


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ra", help="ra or dice (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="people at a table (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=100, help="tables (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="for how long (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=0, help="moves a second in all; 0: as many as it takes")
    parser.add_argument("--watchers", type=int, default=0, help="who look on at each table (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=0, help="sockets at which nothing happens (default: %(default)s)")
    arguments = parser.parse_args()
    print(f"{arguments.game}, {arguments.tables} tables of {arguments.seats}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        database = ["--database", str(Path(folder) / "tables.sqlite3")]
        with running(*SERVER, *database, *without_limits()) as server:
            tally = report("server", server, arguments)
    heard = arguments.seats + arguments.watchers
    size = round(tally.bytes / tally.moves / heard)
    with running(str(ECHO), str(size)) as server:
        report("echo  ", server, arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
