"""Attacks by frames: pings, pongs, pieces, what is no text, and sockets that do not read."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from typing import Any

import msgspec

from tests.attacks.holding import MANY, ONE, SMALL_WINDOW
from tests.attacks.tally import BREATH, Tally, again, dialled, make_table, person, together, tokens_of
from tests.attacks.wire import BINARY, CONTINUATION, GONE, PING, PONG, TEXT, Line, Site, frame, text

#: Frames that go out in one piece.
BATCH = 500


async def pour(
    site: Site, tally: Tally, seconds: float, what: str, first: bytes, batch: bytes, sockets: int, frames: int
) -> None:
    """Watch a table of one's own, and send frames as quickly as the server takes them; half of the sockets read."""
    keys = await make_table(site, ONE[0], [person("Ann"), person("Ben")])

    async def one(number: int) -> None:
        async def work() -> None:
            async with dialled(site, ONE[0]) as line:
                await line.enter(keys["table"], [keys["spectate"]])
                await line.send(first)
                if number % 2:
                    line.stop_reading()
                    ending = None
                else:
                    ending = asyncio.create_task(line.ended())
                try:
                    while ending is None or not ending.done():
                        await line.send(batch)
                        tally.sent[what] += frames
                        await asyncio.sleep(0)
                    tally.got["closed"] += 1
                finally:
                    if ending is not None:
                        ending.cancel()

        await again(tally, seconds, work)

    await together(sockets, one)


async def pings(site: Site, tally: Tally, seconds: float, sockets: int = 10) -> None:
    """Pings without end."""
    await pour(site, tally, seconds, "pings", b"", frame(PING, b"x" * 100) * BATCH, sockets, BATCH)


async def pongs(site: Site, tally: Tally, seconds: float, sockets: int = 10) -> None:
    """Pongs that nobody asked for."""
    await pour(site, tally, seconds, "pongs", b"", frame(PONG, b"x" * 100) * BATCH, sockets, BATCH)


async def continuations(site: Site, tally: Tally, seconds: float, sockets: int = 10) -> None:
    """A message of empty pieces that never ends."""
    pieces = frame(CONTINUATION, b"", fin=False) * BATCH
    await pour(site, tally, seconds, "pieces", frame(TEXT, b"{", fin=False), pieces, sockets, BATCH)


async def fragments(site: Site, tally: Tally, seconds: float, sockets: int = 10) -> None:
    """Messages in pieces of a byte."""
    said = msgspec.json.encode({"type": "move", "id": "1", "version": 0, "seat": 0, "word": "draw"})
    pieces = [frame(CONTINUATION, said[place : place + 1], fin=False) for place in range(1, len(said) - 1)]
    whole = b"".join([frame(TEXT, said[:1], fin=False), *pieces, frame(CONTINUATION, said[-1:])])
    await pour(site, tally, seconds, "pieces", b"", whole * 10, sockets, 10 * len(said))


async def invalid_text(site: Site, tally: Tally, seconds: float, sockets: int = 20) -> None:
    """Texts that are not UTF-8, on sockets that are opened again and again."""
    wrong = (b"\xff\xfe", b"\xc3(", b"\xed\xa0\x80", b'{"type":"\xf5\x80\x80\x80"}')

    async def one(number: int) -> None:
        turns = itertools.count(number)

        async def work() -> None:
            async with dialled(site, MANY[number % len(MANY)]) as line:
                await line.upgrade()
                await line.send(frame(TEXT, wrong[next(turns) % len(wrong)]))
                tally.sent["texts"] += 1
                while True:
                    await line.message()

        await again(tally, seconds, work)

    await together(sockets, one)


async def oversized(site: Site, tally: Tally, seconds: float, sockets: int = 20) -> None:
    """Frames that claim to have, or have, far more bytes than a message may."""
    claims = (frame(TEXT, b"x", length=2**62), frame(TEXT, b"x" * 100_000), frame(BINARY, length=2**31), b"\x81\xff")

    async def one(number: int) -> None:
        turns = itertools.count(number)

        async def work() -> None:
            async with dialled(site, MANY[number % len(MANY)]) as line:
                await line.upgrade()
                await line.send(claims[next(turns) % len(claims)])
                tally.sent["frames"] += 1
                while True:
                    await line.message(2.0)

        await again(tally, seconds, work)

    await together(sockets, one)


async def slow_readers(site: Site, tally: Tally, seconds: float, count: int = 90) -> None:
    """Watchers who never read, at a table where somebody moves ten times a second."""
    keys = await make_table(site, ONE[0], [person("Ann"), person("Ben")])
    lines: list[Line] = []

    async def one(number: int) -> None:
        try:
            line = await Line.dial(site, MANY[number % 3], window=SMALL_WINDOW)
            lines.append(line)
            await line.enter(keys["table"], [keys["spectate"]])
            line.stop_reading()
            tally.sent["watchers"] += 1
        except GONE as error:
            tally.lost(error)

    try:
        await together(count, one)
        await busy_table(site, tally, ONE[0], keys, seconds - 2)
        for _ in range(2):
            for line in lines:
                if not line.writer.transport.is_closing():
                    line.writer.write(frame(PONG))
            await asyncio.sleep(0.3)
    finally:
        for line in lines:
            tally.got["closed" if line.writer.transport.is_closing() else "still open"] += 1
            line.close()


async def busy_table(site: Site, tally: Tally, source: str, keys: Any, seconds: float, rest: float = 0.1) -> None:
    """Play at a table of one's own, one move after the other."""
    end = time.monotonic() + seconds

    async def play() -> None:
        async with dialled(site, source) as line:
            table = msgspec.json.decode(await line.enter(keys["table"], tokens_of(keys)))
            for number in itertools.count():
                if time.monotonic() > end or table["table"]["state"] == "over":
                    return
                move = first_move(table, str(number))
                if move is not None:
                    await line.send(text(move))
                    tally.sent["moves"] += 1
                table = msgspec.json.decode(await line.until(b"table"))
                await asyncio.sleep(rest)

    while time.monotonic() < end:
        try:
            await play()
            return
        except GONE as error:
            tally.lost(error)
            await asyncio.sleep(BREATH)


def first_move(
    table: Any, identity: str, choose: Callable[[list[str]], str] = lambda words: words[0]
) -> dict[str, Any] | None:
    """Find a move that one of the seats can make."""
    for view in table["views"]:
        if view["view"] and view["view"]["moves"]:
            word = choose(view["view"]["moves"])
            version, seat = table["version"], view["seat"]
            return {"type": "move", "id": f"{version}-{identity}", "version": version, "seat": seat, "word": word}
    return None
