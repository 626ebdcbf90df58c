"""Hostile messages over many sockets and connections, as quickly as the server takes them, and what it answers."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from tests.attacks import hostile
from tests.attacks.hostile import Keys
from tests.attacks.tally import Tally, dialled, make_table, person, together, tokens_of
from tests.attacks.wire import GONE, TEXT, Answer, Site, addresses, frame, kind_of

SOURCES = addresses(4, 100)
#: Lanes of each kind, and messages that are under way on a socket.
SOCKETS, CONNECTIONS, BATCH = 40, 32, 20
#: One message in so many goes over HTTP: that is slower to read for the server.
HTTP_SHARE = 8
#: One socket in so many begins with a hostile hello.
HOSTILE_HELLO = 4


async def fuzz(site: Site, tally: Tally, seconds: float, messages: int = 1_000_000, seed: int = 0) -> None:
    """Hostile messages of every kind, over HTTP and WebSocket."""
    over_http = messages // HTTP_SHARE
    requests, texts = iter(range(over_http)), iter(range(over_http, messages))

    async def lane(number: int) -> None:
        source = SOURCES[number % len(SOURCES)]
        if number < CONNECTIONS:
            await http_lane(site, tally, source, requests, seed)
        else:
            await socket_lane(site, tally, source, texts, seed)

    await asyncio.wait_for(together(CONNECTIONS + SOCKETS, lane), seconds)


async def own_keys(site: Site, source: str) -> Keys:
    """Make a table to be hostile at."""
    keys = await make_table(site, source, [person("Ann"), person("Ben")])
    tokens = tuple(tokens_of(keys))
    waiting = await make_table(site, source, [person("Ann"), {"kind": "open"}])
    return Keys(keys["table"], tokens, keys["spectate"], waiting["invite"])


# ---- HTTP ----


async def http_lane(site: Site, tally: Tally, source: str, numbers: Iterator[int], seed: int) -> None:
    """Send requests until there are none left."""
    keys = await own_keys(site, source)
    while True:
        try:
            async with dialled(site, source) as line:
                closes = False
                while not closes:
                    number = next(numbers, None)
                    if number is None:
                        return
                    what, data = hostile.for_http(seed, number, keys, site)
                    await line.send(data)
                    tally.sent["requests"] += 1
                    # What was spoiled as bytes may be half a request: the server waits for the rest of it.
                    answer = await line.answer(0.2 if what.startswith("bytes") else 30.0)
                    judge(tally, answer, f"message {number} of seed {seed}: {what}")
                    closes = answer.closes or what.startswith("bytes")
        except GONE as error:
            tally.lost(error)


def judge(tally: Tally, answer: Answer, what: str) -> None:
    """Count an answer. A fault of the server is one, unless it says in a sentence that it cannot serve now."""
    tally.got[str(answer.status)] += 1
    if answer.status >= 500 and not (answer.status == 503 and answer.sentence):
        tally.fault(f"{what}: {answer.status} {answer.body[:200]!r}")


# ---- WebSocket ----


async def socket_lane(site: Site, tally: Tally, source: str, numbers: Iterator[int], seed: int) -> None:
    """Open sockets, one after the other, and send messages until there are none left."""
    keys = await own_keys(site, source)
    last: int | None = 0
    for turn in itertools.count(int(source.rpartition(".")[2])):
        if last is None:
            return
        try:
            async with dialled(site, source) as line:
                if turn % HOSTILE_HELLO == 0:
                    last = next(numbers, None)
                    await line.upgrade()
                    await line.send(frame(TEXT, hostile.for_hello(seed, last or 0, keys)))
                    tally.sent["hellos"] += 1
                    tally.got[kind_of(await line.message()).decode()] += 1
                    continue
                keys = replace(keys, version=version_of(await line.enter(keys.table, keys.tokens)))
                while last is not None:
                    batch, closing, last = make_batch(numbers, seed, keys)
                    await line.send(b"".join(frame(TEXT, message) for message in batch))
                    tally.sent["messages"] += len(batch)
                    for _ in batch:
                        said = await line.until(b"accepted", b"refused", b"bye")
                        tally.got[kind_of(said).decode()] += 1
                        keys = replace(keys, version=version_of(said, keys.version))
                    if closing is not None:
                        await line.send(frame(TEXT, closing))
                        tally.sent["messages"] += 1
                        await line.until(b"bye")
        except TimeoutError:
            tally.fault(f"no answer to one of the {BATCH} messages up to {last} of seed {seed}")
        except GONE as error:
            tally.lost(error)


def make_batch(numbers: Iterator[int], seed: int, keys: Keys) -> tuple[list[bytes], bytes | None, int | None]:
    """Write messages to be answered, and perhaps one for which the socket is closed; and the last number, if any."""
    batch: list[bytes] = []
    number: int | None = None
    for number in itertools.islice(numbers, BATCH):
        message = hostile.for_socket(seed, number, keys)
        if hostile.closes(message):
            return batch, message, number
        batch.append(message)
    return batch, None, number


def version_of(message: bytes, usual: int = 0) -> int:
    """Find the version that a message tells."""
    found = re.search(rb'"version":(\d+)', message)
    return int(found[1]) if found else usual
