"""Attacks by holding connections open: silence, drips, answers that nobody fetches, sockets without a hello."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from tests.attacks.tally import AT_ONCE, Tally, ask_once, together
from tests.attacks.wire import GONE, PROTOCOL, Line, RefusedError, Site, addresses, handshake, request, text

#: One attacker, and one with many machines.
ONE, MANY = addresses(2, 1), addresses(3, 250)
CONNECTIONS = 2_000
#: A window so small that the server cannot hand over much of an answer that nobody reads.
SMALL_WINDOW = 4_096

Drip = Callable[[Site], tuple[bytes, Iterator[bytes]]]


async def hold(
    site: Site,
    tally: Tally,
    count: int,
    sources: Sequence[str],
    opening: Drip,
    seconds: float,
    what: str = "connections",
) -> None:
    """Open connections, send something at once and then a little each second, and see which the server closes."""
    opened = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        first, drips = opening(site)
        async with opened:
            try:
                line = await Line.dial(site, sources[number % len(sources)])
            except GONE:
                tally.got["no connection"] += 1
                return
        tally.sent[what] += 1
        ending = asyncio.create_task(line.ended())
        try:
            line.push(first)
            for drip in itertools.islice(drips, int(seconds)):
                await asyncio.wait([ending], timeout=1.0)
                if ending.done():
                    break
                line.push(drip)
            tally.got[await ending] += 1
        except GONE as error:
            tally.lost(error)
        except asyncio.CancelledError:
            tally.got["still open"] += 1
            raise
        finally:
            ending.cancel()
            line.close()

    await together(count, one)


def nothing(_: Site) -> tuple[bytes, Iterator[bytes]]:
    """Send nothing, ever."""
    return b"", iter(())


def header(site: Site) -> tuple[bytes, Iterator[bytes]]:
    """Send a header that never ends, a byte a second."""
    return f"GET / HTTP/1.1\r\nhost: {site.host}:{site.port}\r\nx-long: ".encode(), itertools.repeat(b"x")


def body(site: Site) -> tuple[bytes, Iterator[bytes]]:
    """Send a whole head, and then the body a byte a second."""
    return request(site, "POST", "/api/mine", length=10_000), itertools.repeat(b" ")


def half_handshake(site: Site) -> tuple[bytes, Iterator[bytes]]:
    """Begin to open a WebSocket, and stop in the middle."""
    return handshake(site)[:-2], iter(())


def no_hello(site: Site) -> tuple[bytes, Iterator[bytes]]:
    """Open a WebSocket, and say nothing."""
    return handshake(site), iter(())


def half_frame(site: Site) -> tuple[bytes, Iterator[bytes]]:
    """Open a WebSocket, and say hello a byte a second."""
    said = text({"type": "hello", "protocol": PROTOCOL, "table": "x", "tokens": ["x"]})
    return handshake(site), (said[place : place + 1] for place in range(len(said)))


async def silent(site: Site, tally: Tally, seconds: float, count: int = CONNECTIONS) -> None:
    """Connections that send nothing, from one address."""
    await hold(site, tally, count, ONE, nothing, seconds)


async def silent_crowd(site: Site, tally: Tally, seconds: float, count: int = CONNECTIONS) -> None:
    """Connections that send nothing, from 250 addresses."""
    await hold(site, tally, count, MANY, nothing, seconds)


async def drip_header(site: Site, tally: Tally, seconds: float, count: int = CONNECTIONS) -> None:
    """Requests whose header comes a byte a second."""
    await hold(site, tally, count, MANY, header, seconds)


async def drip_body(site: Site, tally: Tally, seconds: float, count: int = CONNECTIONS) -> None:
    """Requests whose body comes a byte a second."""
    await hold(site, tally, count, MANY, body, seconds)


async def half_handshakes(site: Site, tally: Tally, seconds: float, count: int = 600) -> None:
    """WebSockets that are half open, that never say hello, or say it a byte a second."""
    openings = (half_handshake, no_hello, half_frame)
    await asyncio.gather(
        *(hold(site, tally, count // 3, MANY, opening, seconds, opening.__name__) for opening in openings)
    )


async def never_read(site: Site, tally: Tally, seconds: float, count: int = 400) -> None:
    """Requests for the largest file, a hundred at once, whose answers nobody fetches."""
    path, opened = await largest(site), asyncio.Semaphore(AT_ONCE)
    lines: list[Line] = []

    async def one(number: int) -> None:
        async with opened:
            try:
                line = await Line.dial(site, MANY[number % len(MANY)], window=SMALL_WINDOW)
            except GONE:
                tally.got["no connection"] += 1
                return
        lines.append(line)
        line.stop_reading()
        line.push(request(site, "GET", path) * 100)
        tally.sent["requests"] += 100

    try:
        await together(count, one)
        await asyncio.sleep(max(0.0, seconds - 3))
        # Who does not read learns only by writing that the other side has gone, and only the second time.
        for _ in range(2):
            for line in lines:
                if not line.writer.transport.is_closing():
                    line.writer.write(b"\r\n")
            await asyncio.sleep(0.5)
    finally:
        for line in lines:
            tally.got["closed" if line.writer.transport.is_closing() else "still open"] += 1
            line.close()


async def largest(site: Site) -> str:
    """Find a large file that the page names."""
    page = await ask_once(site, ONE[0], "GET", "/")
    if not isinstance(page, bytes):
        raise RefusedError("no page")
    found = re.search(rb'"(/[^"]*\.js)"', page)
    return found[1].decode() if found else "/api/catalogue"
