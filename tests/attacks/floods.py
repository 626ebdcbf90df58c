"""Attacks by asking too much, from one address: requests, tables, records, advice, sockets, moves, watchers."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from typing import Any

import msgspec

from tests.attacks.frames import first_move
from tests.attacks.holding import MANY, ONE, largest
from tests.attacks.tally import (
    Tally,
    again,
    ask_once,
    bot,
    dialled,
    lobby,
    make_table,
    person,
    together,
    tokens_of,
)
from tests.attacks.wire import Line, RefusedError, Site, kind_of, request, text

#: Connections over which one address floods.
LANES = 20
#: The head of a record that is in order: its moves are read.
RECORD = """heliopolis record 1
game: ra
edition: z-man
players: north | east | south
suns: 13-8-5-2 | 12-9-6-3 | 11-10-7-4
draws: table

"""
#: What people would roll at a table of dice is too much for a list: such a table is not made.
ROLLED = {"game": "dice", "draws": "table", "seats": [person(name) for name in ("Ann", "Ben", "Cleo", "Dora")]}


async def flood(
    site: Site, tally: Tally, seconds: float, what: str, asked: Callable[[int], bytes], lanes: int = LANES
) -> None:
    """Send requests over some connections, each as soon as the one before is answered."""
    numbers = itertools.count()

    async def one(_: int) -> None:
        async def work() -> None:
            async with dialled(site, ONE[0]) as line:
                closes = False
                while not closes:
                    await line.send(asked(next(numbers)))
                    tally.sent[what] += 1
                    answer = await line.answer(seconds)
                    tally.got[str(answer.status)] += 1
                    closes = answer.closes

        await again(tally, seconds, work)

    await together(lanes, one)


def post(site: Site, path: str, body: Any) -> bytes:
    """Write a request with a body."""
    return request(site, "POST", path, msgspec.json.encode(body))


async def lobbies(site: Site, tally: Tally, seconds: float) -> None:
    """The lobby, over and over."""
    asked = request(site, "GET", "/api/tables")
    await flood(site, tally, seconds, "lobbies", lambda _: asked)


async def pages(site: Site, tally: Tally, seconds: float) -> None:
    """The page and its largest file, compressed, over and over."""
    small = [("accept-encoding", "gzip")]
    asked = [request(site, "GET", path, headers=small) for path in ("/", await largest(site), "/nowhere/at/all")]
    await flood(site, tally, seconds, "pages", lambda number: asked[number % 3])


async def tables(site: Site, tally: Tally, seconds: float) -> None:
    """Listed tables where the strongest bots play against each other."""
    body = {"game": "ra", "seats": [bot("pharaoh") for _ in range(5)], "listed": True}
    await flood(site, tally, seconds, "tables", lambda _: post(site, "/api/tables", body), lanes=5)


async def dice(site: Site, tally: Tally, seconds: float) -> None:
    """Tables of dice that the server will not make: it says so only after some work."""
    await flood(site, tally, seconds, "tables", lambda _: post(site, "/api/tables", ROLLED), lanes=5)


async def records(site: Site, tally: Tally, seconds: float, blanks: int = 20_000) -> None:
    """Records with a line on which a careless reader goes to and fro for hours."""
    body = {"record": f"{RECORD}1.{' ' * blanks}x\n"}
    await flood(site, tally, seconds, "records", lambda _: post(site, "/api/replay", body), lanes=4)


async def hints(site: Site, tally: Tally, seconds: float, count: int = 30) -> None:
    """Hints, for many tables of one's own."""
    keys = [await make_table(site, ONE[0], [person("Ann"), person("Ben")]) for _ in range(count)]
    asked = [post(site, f"/api/tables/{key['table']}/hint", {"tokens": tokens_of(key)}) for key in keys]
    await flood(site, tally, seconds, "hints", lambda number: asked[number % count])


async def reviews(site: Site, tally: Tally, seconds: float, keys: Any = None) -> None:
    """The review of a match that is over; it is played first, if it was not before."""
    keys = keys or await finished_table(site)
    path, token = f"/api/tables/{keys['table']}/review?after=", [("authorization", f"Bearer {tokens_of(keys)[0]}")]
    asked = [request(site, "GET", f"{path}{line}", headers=token) for line in range(2)]
    await flood(site, tally, seconds, "reviews", lambda number: asked[number % 2])


#: Between two moves: a table has a budget of twenty a second.
PACE = 0.06


async def finished_table(site: Site, seconds: float = 60.0) -> Any:
    """Play a match to its end, so that there is something to look back at."""
    keys = await make_table(site, ONE[0], [person("Ann"), person("Ben")])
    await play_out(site, keys, seconds)
    return keys


async def play_out(site: Site, keys: Any, seconds: float, sockets: int = 8) -> None:
    """Play a match to its end, by sockets that take turns, so that none of them says too much."""
    end = time.monotonic() + seconds
    lines = [await Line.dial(site, ONE[0]) for _ in range(sockets)]
    try:
        shown = [await line.enter(keys["table"], tokens_of(keys)) for line in lines]
        table = msgspec.json.decode(shown[0])
        for number in itertools.count():
            if table["table"]["state"] == "over" or time.monotonic() > end:
                return
            line = lines[number % sockets]
            while table["version"] > (seen := msgspec.json.decode(shown[number % sockets]))["version"]:
                shown[number % sockets] = await line.until(b"table")
            move = first_move(seen, str(number), lambda words: words[-1] if "draw" not in words else "draw")
            if move is None:
                return
            await asyncio.sleep(PACE)
            await line.send(text(move))
            version = seen["version"]
            while seen["version"] == version:
                shown[number % sockets] = await line.until(b"table")
                seen = msgspec.json.decode(shown[number % sockets])
            table = seen
    finally:
        for line in lines:
            line.close()


async def hellos(site: Site, tally: Tally, seconds: float) -> None:
    """Sockets that come, look at a table, and go."""
    keys = await make_table(site, ONE[0], [person("Ann"), person("Ben")])

    async def one(_: int) -> None:
        async def work() -> None:
            async with dialled(site, ONE[0]) as line:
                tally.sent["hellos"] += 1
                await line.enter(keys["table"], tokens_of(keys))
                tally.got["let in"] += 1

        await again(tally, seconds, work)

    await together(LANES, one)


async def undos(site: Site, tally: Tally, seconds: float, sockets: int = 39) -> None:
    """Invoke and undo at a table of one's own, by sockets that take turns: each of them is sent every change."""
    keys = await make_table(site, ONE[0], [person("Ann"), person("Ben")])
    turns, taking_turns = itertools.count(), asyncio.Lock()
    latest: dict[str, Any] = {}
    stuck: list[bool] = []  # filled when something was refused: the next move is another one, and reveals something

    async def one(_: int) -> None:
        async def work() -> None:
            async with dialled(site, ONE[0]) as line:
                latest.update(msgspec.json.decode(await line.enter(keys["table"], tokens_of(keys))))
                while True:
                    async with taking_turns:
                        said = await act(line)
                        if said == b"refused":
                            raise RefusedError("refused")

        async def act(line: Line) -> bytes:
            offer, version = latest["undo"], latest["version"]
            kind = first_move(latest, "", lambda words: "invoke" if "invoke" in words and not stuck else words[0])
            if offer and not stuck:
                kind = {"type": "undo", "seat": offer["seat"], "version": version}
            await line.send(text({**(kind or {}), "id": str(next(turns))}))
            tally.sent["messages"] += 1
            said = b""
            while said not in (b"accepted", b"refused") or (said == b"accepted" and latest["version"] <= version):
                message = await line.message()
                if kind_of(message) == b"table":  # it may come before the answer, or after it
                    latest.update(msgspec.json.decode(message))
                else:
                    said = kind_of(message)
            tally.got[said.decode()] += 1
            stuck[:] = [True] if said == b"refused" else []
            return said

        await again(tally, seconds, work)

    await together(sockets, one)


async def watchers(
    site: Site, tally: Tally, seconds: float, count: int = 500, at: tuple[str, str] | None = None
) -> None:
    """Watchers from ten addresses, who come to one listed table of somebody else, or to a given one, and stay."""
    table, token = at or await listed_table(site)

    async def one(number: int) -> None:
        async def work() -> None:
            async with dialled(site, MANY[number % 10]) as line:
                tally.sent["watchers"] += 1
                await line.enter(table, [token])
                tally.got["let in"] += 1
                while True:
                    await line.message(seconds)

        await again(tally, seconds, work)

    await together(count, one)


async def listed_table(site: Site) -> tuple[str, str]:
    """Find a table that everyone may watch, and the token to do so."""
    for line in await lobby(site, ONE[0]):
        if line["spectate"] and line["state"] == "running":
            return line["table"], line["spectate"]
    raise RefusedError("no table to watch")


async def refused_dice(site: Site, source: str, count: int) -> list[int]:
    """Ask for so many tables of dice that the server will not make, one after the other; how it answered."""
    statuses = []
    for _ in range(count):
        try:
            await ask_once(site, source, "POST", "/api/tables", ROLLED)
            statuses.append(201)
        except RefusedError as error:
            statuses.append(int(str(error)))
    return statuses
