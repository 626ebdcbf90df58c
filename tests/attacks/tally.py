"""What attacks have in common: counts of what was sent and what came of it, and many lanes at once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from tests.attacks.wire import GONE, Line, RefusedError, Site

#: So many connections are being opened at the same time.
AT_ONCE = 100
#: Seconds before a lane tries again after it was turned away: nobody learns anything from trying faster.
BREATH = 0.05
#: So many faults are told in full.
MOST_FAULTS = 20


class Tally:
    """What was sent, and what came of it, by kind."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.got: Counter[str] = Counter()
        self.faults: list[str] = []

    def fault(self, what: str) -> None:
        """Remember what must not happen."""
        self.got["faults"] += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(what)

    def lost(self, error: BaseException) -> None:
        """Count a connection that came to an end."""
        if isinstance(error, RefusedError):
            self.got[str(error)] += 1
        elif isinstance(error, TimeoutError):
            self.got["no answer"] += 1
        else:
            self.got["closed"] += 1

    def as_json(self) -> bytes:
        """Write it for another process."""
        return msgspec.json.encode({"sent": self.sent, "got": self.got, "faults": self.faults})


Lane = Callable[[int], Awaitable[Any]]


async def together(lanes: int, work: Lane) -> None:
    """Let many work at once; if the time is over, all of them stop."""
    tasks = [asyncio.create_task(one(work, number)) for number in range(lanes)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def one(work: Lane, number: int) -> None:
    """Work in a lane."""
    await work(number)


async def again(tally: Tally, seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
    """Do something over and over until the time is over, also after the server has closed the connection."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            await work()
        except GONE as error:
            tally.lost(error)
            await asyncio.sleep(BREATH)


async def for_seconds(seconds: float, work: Awaitable[Any]) -> None:
    """Work, but no longer than this."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await work


@asynccontextmanager
async def dialled(site: Site, source: str, *, window: int | None = None) -> AsyncIterator[Line]:
    """Open a connection, and hang up in the end."""
    line = await Line.dial(site, source, window=window)
    try:
        yield line
    finally:
        line.close()


# ---- tables of one's own ----


def person(name: str) -> dict[str, str]:
    """Ask for a seat for a person."""
    return {"kind": "person", "name": name}


def bot(name: str) -> dict[str, str]:
    """Ask for a seat for a bot."""
    return {"kind": "bot", "bot": name}


async def ask_once(site: Site, source: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """Ask on a connection of its own; what the server answers, if it does what it is asked for."""
    async with dialled(site, source) as line:
        answer = await line.ask(method, path, body, token)
    if answer.status >= 400:
        raise RefusedError(f"{answer.status}")
    return msgspec.json.decode(answer.body) if answer.body[:1] in b"[{" else answer.body


async def make_table(site: Site, source: str, seats: Sequence[dict[str, str]], **wanted: Any) -> Any:
    """Make a table; its tokens."""
    return await ask_once(site, source, "POST", "/api/tables", {"game": "ra", "seats": list(seats), **wanted})


async def lobby(site: Site, source: str) -> list[Any]:
    """Fetch the listed tables, as a list or as the first page of one."""
    found = await ask_once(site, source, "GET", "/api/tables")
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), [])
    assert isinstance(found, list)
    return found


def tokens_of(keys: Any) -> list[str]:
    """List the tokens of all seats that keys hold."""
    return [str(key["token"]) for key in keys["seats"]]
