"""Honest people in a process of their own: they play, look in, and note how long they wait.

    python -m tests.attacks.people URL [--tables N] [--rate MOVES] [--seconds LONGEST]

Each sits at a real WebSocket, at a loopback address of their own. Lines on the standard input tell the process what
the time is called from now on ("phase beside") and when to stop ("end"); then it prints what was noted, as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import socket
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Origin

from tests.attacks.notes import Notes
from tests.attacks.tally import lobby, make_table, person
from tests.attacks.wire import GONE, PATIENCE, PROTOCOL, Line, LostError, Site, addresses

#: Seats by table, in turn.
SIZES = (3, 4)
NAMES = ("Ann", "Ben", "Cleo", "Dora")
#: Seconds between two who look in, and before somebody comes back after the socket was closed.
LOOK_SECONDS, BACK_SECONDS = 0.25, 0.5
PEOPLE, GUESTS = addresses(1, 200), addresses(1, 250)[200:]
TROUBLE = (*GONE, WebSocketException, InvalidHandshake)


class Person:
    """Somebody in a seat, with a socket, who sees the table."""

    def __init__(self, site: Site, source: str, notes: Notes) -> None:
        self.site, self.source, self.notes = site, source, notes
        self.table, self.token, self.seat = "", "", 0
        self.socket: ClientConnection | None = None
        self.staying: asyncio.Task[None] | None = None
        self.forget()

    def forget(self) -> None:
        """Begin to look at a table anew."""
        self.version = -1
        self.moves: list[str] = []
        self.over = False
        self.log: list[Any] = []
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[Any]] = {}

    async def sit(self, table: str, token: str, seat: int) -> None:
        """Go to a table, and stay there."""
        await self.leave()
        self.forget()
        self.table, self.token, self.seat = table, token, seat
        self.socket = await self.open()
        self.staying = asyncio.create_task(self.stay(self.socket))

    async def open(self) -> ClientConnection:
        """Open a socket from this person's own address, and see the table."""
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that asyncio sets TCP_NODELAY
        sock.setblocking(False)
        try:
            sock.bind((self.source, 0))
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().sock_connect(sock, (self.site.host, self.site.port))
                connection = await connect(
                    f"ws://{self.site.host}:{self.site.port}/ws",
                    sock=sock,
                    origin=Origin(self.site.origin),
                    proxy=None,
                    compression=None,
                    max_size=None,
                    ping_interval=None,
                )
                hello = {"type": "hello", "protocol": PROTOCOL, "table": self.table, "tokens": [self.token]}
                await connection.send(msgspec.json.encode(hello), text=True)
                self.take(await connection.recv())
        except BaseException:
            sock.close()
            raise
        return connection

    async def stay(self, connection: ClientConnection) -> None:
        """Take in what the server tells, and come back when it closes the socket."""
        while True:
            try:
                while True:
                    self.take(await connection.recv())
            except WebSocketException as error:
                self.notes.fail(f"socket closed: {error}")
            self.socket = None
            for waiting in self.answers.values():
                if not waiting.done():
                    waiting.set_exception(LostError("socket closed"))
            while self.socket is None:
                await asyncio.sleep(BACK_SECONDS)
                try:
                    self.socket = connection = await self.open()
                except TROUBLE as error:
                    self.notes.fail(f"cannot come back: {type(error).__name__} {error}")

    async def leave(self) -> None:
        """Go away without a word."""
        if self.staying is not None:
            self.staying.cancel()
            self.staying = None
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    def take(self, data: str | bytes) -> None:
        """Take in a message."""
        message = msgspec.json.decode(data)
        if message["type"] == "table":
            self.version = message["version"]
            self.log = self.log[: message["log_start"]] + message["log"]
            self.over = message["table"]["state"] == "over"
            view = next(view["view"] for view in message["views"] if view["seat"] == self.seat)
            self.moves = view["moves"]
            self.changed.set()
        elif message["type"] in ("accepted", "refused") and message["id"] in self.answers:
            waiting = self.answers[message["id"]]
            if not waiting.done():
                waiting.set_result(message)

    async def reach(self, version: int) -> None:
        """Wait until a version is shown: of several processes, another one than that of the mover shows it later."""
        async with asyncio.timeout(PATIENCE):
            while self.version < version:
                self.changed.clear()
                await self.changed.wait()

    async def ask(self, word: str, identity: str, version: int) -> Any:
        """Send a move and wait for the answer."""
        if self.socket is None:
            raise LostError("no socket")
        waiting = self.answers[identity] = asyncio.get_running_loop().create_future()
        try:
            move = {"type": "move", "id": identity, "version": version, "seat": self.seat, "word": word}
            async with asyncio.timeout(PATIENCE):
                await self.socket.send(msgspec.json.encode(move), text=True)
                return await waiting
        finally:
            del self.answers[identity]


class Party:
    """The people of one table, match after match. What was acknowledged is looked for in the end."""

    def __init__(self, site: Site, sources: Sequence[str], notes: Notes, numbers: random.Random, rest: float) -> None:
        self.site, self.notes, self.numbers, self.rest = site, notes, numbers, rest
        self.people = [Person(site, source, notes) for source in sources]
        self.ids = itertools.count(1)
        self.keys: Any = None
        self.done = False
        self.begin()

    def begin(self) -> None:
        """Forget the last match."""
        self.kept: list[tuple[int, int, str, str, int]] = []
        self.unsure = False

    async def gather(self) -> None:
        """Make a table, and sit down."""
        self.begin()
        seats = [person(name) for _, name in zip(self.people, NAMES, strict=False)]
        self.keys = await make_table(self.site, self.people[0].source, seats, listed=True)
        for key, somebody in zip(self.keys["seats"], self.people, strict=True):
            await somebody.sit(self.keys["table"], key["token"], key["seat"])

    async def play(self) -> None:
        """Move at a steady rate, until told that it is done."""
        due = time.monotonic() + self.numbers.random() * self.rest
        while not self.done:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due + self.rest, time.monotonic())
            try:
                if any(somebody.over for somebody in self.people):
                    await self.check()
                    await self.gather()
                await self.move()
            except TROUBLE as error:
                self.notes.fail(f"{type(error).__name__}: {error}")

    async def mover(self) -> Person | None:
        """Find who is to act, by what they see themselves; None when the match is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            newest = max(somebody.version for somebody in self.people)
            for somebody in self.people:
                if somebody.version == newest and (somebody.moves or somebody.over):
                    return None if somebody.over else somebody
                somebody.changed.clear()
            waits = [asyncio.create_task(somebody.changed.wait()) for somebody in self.people]
            await asyncio.wait(waits, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        raise TimeoutError("nobody can move: the table was not shown")

    async def move(self) -> None:
        """Let whoever is to act make any move."""
        somebody = await self.mover()
        if somebody is None:
            return
        word, identity, version = self.numbers.choice(somebody.moves), f"move-{next(self.ids)}", somebody.version
        phase, start = self.notes.phase, time.perf_counter()
        try:
            answer = await somebody.ask(word, identity, version)
        except TROUBLE as error:
            self.unsure = True
            raise LostError(f"no acknowledgement: {type(error).__name__} {error}") from error
        if answer["type"] == "accepted":
            self.notes.waited("moves", time.perf_counter() - start, phase)
            self.kept.append((version, somebody.seat, word, identity, answer["version"]))
            await somebody.reach(answer["version"])
        elif "gone on" not in answer["error"]:
            self.notes.fail(f"refused: {answer['error']}")

    async def check(self) -> None:
        """Look whether everything that was acknowledged is there."""
        if self.keys is None or not self.kept:
            return
        observer = Person(self.site, self.people[0].source, self.notes)
        try:
            key = self.keys["seats"][0]
            await observer.sit(self.keys["table"], key["token"], key["seat"])
            with contextlib.suppress(TimeoutError):  # then it is missing, and that is counted
                await observer.reach(self.kept[-1][-1])
            for version, seat, word, _, after in self.kept:
                line = observer.log[version] if version < len(observer.log) else {}
                there = (
                    line.get("seat") == seat
                    and line.get("deed", {}).get("verb") == word.split()[0]
                    and observer.version >= after
                )
                self.notes.checked(there)
            if not self.unsure and observer.version != self.kept[-1][-1]:
                self.notes.fail(f"version {observer.version}, expected {self.kept[-1][-1]}")
            mine = [kept for kept in self.kept if kept[1] == observer.seat]
            for version, _, word, identity, after in mine[-1:]:
                again = await observer.ask(word, identity, version)
                if again.get("version") != after or again["type"] != "accepted":
                    self.notes.fail(f"asked again, the server forgot that it had accepted: {again}")
        except TROUBLE as error:
            self.notes.fail(f"cannot look whether all is there: {type(error).__name__} {error}")
        finally:
            await observer.leave()


async def look_in(site: Site, notes: Notes) -> None:
    """Open the page, the lobby and a table in turn, each time on a connection of its own, as whoever comes anew."""
    for number in itertools.count():
        await asyncio.sleep(LOOK_SECONDS)
        source, what, phase = GUESTS[number % len(GUESTS)], ("/", "/api/tables", "watch")[number % 3], notes.phase
        start = time.perf_counter()
        try:
            if what == "watch":
                await watch_any(site, source)
            else:
                line = await Line.dial(site, source)
                try:
                    answer = await line.ask("GET", what)
                finally:
                    line.close()
                if answer.status >= 400:
                    raise LostError(f"status {answer.status}")
            notes.waited("visits", time.perf_counter() - start, phase)
        except TROUBLE as error:
            notes.fail(f"{what}: {type(error).__name__} {error}")


async def watch_any(site: Site, source: str) -> None:
    """Find a table in the lobby and look at it."""
    found = [line for line in await lobby(site, source) if line["spectate"]]
    if not found:
        raise LostError("the lobby lists no table to watch")
    line = await Line.dial(site, source)
    try:
        await line.enter(found[0]["table"], [found[0]["spectate"]])
    finally:
        line.close()


async def orders(notes: Notes) -> None:
    """Do what the standard input says, until it says to end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while True:
        line = (await reader.readline()).decode().split()
        if not line or line[0] == "end":
            return
        notes.phase = line[1]


async def live(site: Site, tables: int, rate: float, seconds: float) -> Notes:
    """Play at some tables until told to stop, then look whether everything is there."""
    notes, sources = Notes(), iter(PEOPLE)
    parties = [
        Party(site, list(itertools.islice(sources, SIZES[number % 2])), notes, random.Random(number), tables / rate)
        for number in range(tables)
    ]
    for party in parties:
        await party.gather()
    print("seated", flush=True)
    playing = [asyncio.create_task(party.play()) for party in parties]
    others = [asyncio.create_task(look_in(site, notes)), asyncio.create_task(orders(notes))]
    await asyncio.wait([*playing, *others], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for party in parties:
        party.done = True
    await asyncio.wait(playing, timeout=2 * PATIENCE)
    for task in (*playing, *others):
        task.cancel()
    for end in await asyncio.gather(*playing, *others, return_exceptions=True):
        if isinstance(end, Exception):
            notes.fail(f"the people's own program broke: {end!r}")
    await asyncio.gather(*(party.check() for party in parties))
    for somebody in (somebody for party in parties for somebody in party.people):
        await somebody.leave()
    return notes


def main() -> None:
    """Live, and print what was noted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second, over all tables")
    parser.add_argument("--seconds", type=float, default=3600.0, help="the longest they stay")
    given = parser.parse_args()
    notes = asyncio.run(live(Site.of(given.url), given.tables, given.rate, given.seconds))
    print(msgspec.json.encode(notes.report()).decode(), flush=True)


if __name__ == "__main__":
    main()
