"""Kill one of three servers every few seconds, under load: `make outages`.

    python -m tests.outages [--seconds 120] [--every 10] [--tables 30] [--proxy nginx]

Three processes serve one database of PostgreSQL behind a proxy. At every table two people play, who usually sit at
different processes, and a bot. A process is killed with -9, and started anew a second later. Whoever loses the socket
comes back, and asks again for what was not answered, as a browser does.

In the end every acknowledged move has to be in the log of its table and in its record, which is read by the rules; no
line may be there twice; and no table may have stood still for longer than a few seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from heliopolis.server.checkup import check
from heliopolis.server.messages.base import PROTOCOL
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from tests.server.driver import Server
from tests.server.postgres import the_postgres
from tests.server.proxy import NGINX, NginxProxy, OwnProxy

PATIENCE = 20.0
#: A table that stands still for longer is noted.
LONG = 1.0
#: Before somebody comes back whose socket was closed.
BACK_SECONDS = 0.1
SEATS = (
    {"kind": "person", "name": "Ann"},
    {"kind": "person", "name": "Ben"},
    {"kind": "bot", "bot": "greedy"},
)
TROUBLE = (OSError, EOFError, TimeoutError, WebSocketException, httpx.HTTPError)


@dataclass
class Tally:
    """What was seen."""

    acknowledged: int = 0
    missing: list[str] = field(default_factory=list)
    stood_still: list[float] = field(default_factory=list)
    """How long each table stood still, at most."""
    closed: int = 0
    matches: int = 0
    notes: list[tuple[float, str]] = field(default_factory=list)
    """What happened when, in seconds since the beginning, for whoever asks why something took long."""
    began: float = field(default_factory=time.monotonic)

    def note(self, moment: float, what: str) -> None:
        """Note what happened."""
        self.notes.append((moment - self.began, what))


class Play:
    """A table: what its people know of it, together."""

    def __init__(self, url: str, keys: Any, numbers: random.Random, tally: Tally, rest: float) -> None:
        self.url, self.keys, self.numbers, self.tally, self.rest = url, keys, numbers, tally, rest
        self.accepted: dict[int, tuple[int, str]] = {}
        self.version, self.over = -1, False
        self.changed = time.monotonic()
        self.longest = 0.0

    async def person(self, seat: int, token: str) -> None:
        """Sit in a seat until the match is over."""
        unanswered: dict[str, Any] | None = None
        ids = itertools.count(1)
        while not self.over:
            try:
                async with asyncio.timeout(PATIENCE):
                    socket = await connect(
                        self.url.replace("http", "ws") + "/ws",
                        origin=Origin(self.url),
                        proxy=None,
                        compression=None,
                        max_size=None,
                        ping_interval=None,
                    )
                try:
                    hello = {"type": "hello", "protocol": PROTOCOL, "table": self.keys["table"], "tokens": [token]}
                    await socket.send(msgspec.json.encode(hello), text=True)
                    if unanswered is not None:
                        await socket.send(msgspec.json.encode(unanswered), text=True)
                    view, version = None, -1
                    async for data in socket:
                        message = msgspec.json.decode(data)
                        if message["type"] == "table":
                            self.see(message)
                            view, version = message["views"][0]["view"], message["version"]
                        elif unanswered is not None and message.get("id") == unanswered["id"]:
                            if message["type"] == "accepted":
                                self.tally.acknowledged += 1
                                self.accepted[unanswered["version"]] = seat, unanswered["word"]
                            unanswered = None
                        if view is None or unanswered is not None:
                            continue
                        if view["result"]:
                            return
                        if view["moves"]:
                            await asyncio.sleep(self.rest)
                            word, view["moves"] = self.numbers.choice(view["moves"]), []
                            unanswered = {"type": "move", "id": f"{seat}-{next(ids)}", "seat": seat, "word": word}
                            unanswered["version"] = version
                            await socket.send(msgspec.json.encode(unanswered), text=True)
                finally:
                    await socket.close()
            except TROUBLE:
                pass
            self.tally.closed += 1
            await asyncio.sleep(BACK_SECONDS)

    def see(self, message: Any) -> None:
        """Note that the table has gone on."""
        if message["version"] > self.version:
            now = time.monotonic()
            if now - self.changed > LONG:
                told = (
                    f"table {self.keys['table']} stood still until {now - self.tally.began:.1f}, version {self.version}"
                )
                self.tally.note(self.changed, told)
            self.longest = max(self.longest, now - self.changed)
            self.version, self.changed = message["version"], now
        self.over = self.over or message["table"]["state"] == "over"

    async def play(self) -> None:
        """Let both sit until the match is over."""
        await asyncio.gather(*(self.person(key["seat"], key["token"]) for key in self.keys["seats"]))

    def judge(self, log: list[Any]) -> None:
        """Look for every acknowledged move in the log of the table."""
        self.tally.stood_still.append(self.longest)
        for version, (seat, word) in self.accepted.items():
            line: dict[str, Any] = log[version] if version < len(log) else {"seat": None, "deed": {}}
            if (line["seat"], line["deed"].get("verb")) != (seat, word.split()[0]):
                self.tally.missing.append(f"table {self.keys['table']}: {word} of seat {seat}, but {version} is {line}")


async def play_on(
    url: str, tables: int, seconds: float, rest: float, tally: Tally, seats: Sequence[Mapping[str, str]] = SEATS
) -> None:
    """Play at many tables for a while, then look whether everything is there."""
    plays: list[Play] = []
    end = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False) as http:

        async def again_and_again(number: int) -> None:
            numbers = random.Random(number)
            while time.monotonic() < end:
                with contextlib.suppress(*TROUBLE):
                    answer = await http.post("/api/tables", json={"game": "ra", "seats": seats, "scores": "open"})
                    play = Play(url, answer.raise_for_status().json(), numbers, tally, rest)
                    plays.append(play)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(max(0.1, end - time.monotonic())):
                            await play.play()
                    play.longest = max(play.longest, 0.0 if play.over else time.monotonic() - play.changed)

        await asyncio.gather(*(again_and_again(number) for number in range(tables)))
    tally.matches = len(plays)
    for play in plays:
        play.judge(await read_log(url, play.keys, max(play.accepted, default=-1) + 1))


async def read_log(url: str, keys: Any, lines: int) -> list[Any]:
    """Read the whole log of a table, as somebody who comes to watch, until it has as many lines as it must have."""
    log: list[Any] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(*TROUBLE):
            address = url.replace("http", "ws") + "/ws"
            async with connect(address, origin=Origin(url), proxy=None, compression=None, max_size=None) as socket:
                hello = {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "table": keys["table"],
                    "tokens": [keys["spectate"]],
                }
                await socket.send(msgspec.json.encode(hello), text=True)
                while len(log) < lines or not log:
                    async with asyncio.timeout(PATIENCE):
                        message = msgspec.json.decode(await socket.recv())
                    if message["type"] == "table":
                        log = log[: message["log_start"]] + message["log"]
                return log
    return log


async def faults(url: str) -> list[str]:
    """Examine the database: every line by the rules, and by whoever had to play it."""
    storage = Storage(database_url(url), look=True)
    found: list[str] = []
    await check(storage, found.append, lambda done, total: None)
    await storage.close()
    return found


@contextlib.contextmanager
def three_servers(folder: Path, url: str, proxy: OwnProxy | NginxProxy, **settings: Any) -> Iterator[list[Server]]:
    """Start three servers on a database, behind a proxy; each keeps its port when it is started anew."""
    servers: list[Server] = []
    try:
        for number in range(3):
            place = folder / f"server-{number}"
            place.mkdir()
            servers.append(
                Server(place, database=url, origins=[proxy.url], proxies=["127.0.0.1"], bot_pause=0.05, **settings)
            )
        for server in servers:
            server.settings["port"] = port_of(server)
        proxy.serve([port_of(server) for server in servers])
        yield servers
    finally:
        proxy.close()
        for server in servers:
            if server.process.poll() is None:
                server.kill()


def port_of(server: Server) -> int:
    """Tell where a server listens."""
    return int(server.url.rpartition(":")[2])


async def outages(servers: list[Server], seconds: float, every: float, numbers: random.Random, tally: Tally) -> int:
    """Kill one server after the other; tell how often that was."""
    end, count = time.monotonic() + seconds, 0
    due = time.monotonic() + every / 2
    while due < end:
        await asyncio.sleep(due - time.monotonic())
        server = numbers.choice([one for one in servers if one.process.poll() is None])
        server.kill()
        tally.note(time.monotonic(), f"server {servers.index(server)} was killed")
        count += 1
        await asyncio.sleep(1.0)
        await asyncio.to_thread(server.start)
        tally.note(time.monotonic(), f"server {servers.index(server)} is there again")
        due = max(due + every, time.monotonic())
    return count


async def live(url: str, servers: list[Server], given: Any) -> tuple[Tally, int]:
    """Play while servers are killed."""
    tally = Tally()
    playing = asyncio.create_task(play_on(url, given.tables, given.seconds, given.rest, tally))
    killed = await outages(servers, given.seconds - 2.0, given.every, random.Random(1), tally)
    await playing
    return tally, killed


def main() -> int:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two kills")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rest", type=float, default=0.1, help="seconds before somebody moves")
    parser.add_argument("--still", type=float, default=3.0, help="the longest that a table may stand still")
    parser.add_argument("--notes", action="store_true", help="print when servers were killed, and tables stood still")
    parser.add_argument("--proxy", choices=["nginx", "own"], default="nginx" if NGINX else "own")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    url = the_postgres().new_database()
    proxy = NginxProxy() if given.proxy == "nginx" else OwnProxy()
    with (
        tempfile.TemporaryDirectory(prefix="heliopolis-outages-") as folder,
        three_servers(Path(folder), url, proxy) as servers,
    ):
        tally, killed = asyncio.run(live(proxy.url, servers, given))
        wrong = asyncio.run(faults(url))
    still = sorted(tally.stood_still)
    print(
        f"{killed} kills in {given.seconds:.0f} s behind {given.proxy}: {tally.acknowledged:,} moves acknowledged at "
        f"{tally.matches:,} tables, {len(tally.missing)} missing, {tally.closed:,} sockets closed; a table stood still "
        f"for {still[-1]:.1f} s at most, {still[len(still) // 2]:.1f} s in the median; "
        f"{'all tables are sound' if not wrong else f'{len(wrong)} things are wrong'}"
    )
    for moment, what in sorted(tally.notes) if given.notes else ():
        print(f"{moment:6.1f}  {what}")
    for sentence in [*tally.missing, *wrong][:20]:
        print(sentence)
    return 1 if tally.missing or wrong or still[-1] > given.still else 0


if __name__ == "__main__":
    sys.exit(main())
