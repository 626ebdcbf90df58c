"""Processes on one database of PostgreSQL, two of them in one test: who drives a table, who pauses, who may write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from heliopolis.errors import SetupError
from heliopolis.server import bot_runner
from heliopolis.server import neighbours as speaking
from heliopolis.server.bot_runner import BotRunner, urgency
from heliopolis.server.errands import Think
from heliopolis.server.house import House
from heliopolis.server.messages.tables import Player
from heliopolis.server.moving import nobody_else, reading
from heliopolis.server.neighbours import Here, Neighbours, Notice, lock_of, parts
from heliopolis.server.refusals import UnavailableError
from heliopolis.server.retention import delete_old
from heliopolis.server.rows import Entry
from heliopolis.server.security import Gate
from heliopolis.server.settings import Keep, Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from heliopolis.server.thinker import Thinker
from heliopolis.server.thinking_queue import Rank
from tests.server.loop import complete as run
from tests.server.postgres import database_of, the_postgres
from tests.server.rows import begun, keep, new_row
from tests.server.test_bot_runner import Looker, new_table

PATIENCE = 120.0
BOTS = [Player("One", "orange", "bot", "greedy"), Player("Two", "sky", "bot", "greedy")]


def complete(work: Coroutine[Any, Any, None]) -> None:
    """Do it, but not for ever: whoever waits for another process says so."""
    run(asyncio.wait_for(work, PATIENCE))


class Process:
    """What a process of a server is made of, but without its port."""

    def __init__(self, url: str, **how: Any) -> None:
        self.storage = Storage(database_url(url))
        self.bots = BotRunner(0.0, **how)
        self.house = House(self.storage, self.bots)
        self.neighbours = Neighbours(self.storage, Gate(Limits()))

    async def close(self) -> None:
        await self.bots.close()
        await self.neighbours.close()
        await self.storage.close()


@asynccontextmanager
async def processes(url: str, count: int, **how: Any) -> AsyncIterator[list[Process]]:
    """Let some processes serve a database that know each other."""
    started = [Process(url, **how) for _ in range(count)]
    try:
        for process in started:
            await process.house.join_others(process.neighbours)
        await until(lambda: all(process.neighbours._speaking is not None for process in started))
        await until(lambda: all(len(process.neighbours._heard) == count - 1 for process in started))
        yield started
    finally:
        for process in started:
            await process.close()


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def locks(url: str, mode: str = "ExclusiveLock") -> int:
    """Count the tables that some process drives, or the processes that serve (ShareLock)."""
    found = the_postgres().execute(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON database = pg_database.oid "
        "WHERE locktype = 'advisory' AND mode = %s AND datname = current_database()",
        mode,
        database=database_of(url),
    )
    return int(found[0][0])


def test_a_table_that_cannot_be_opened_keeps_no_other_waiting(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "BEAT_SECONDS", 3600.0)  # the test itself looks after the bots

    async def work() -> None:
        async with processes(postgresql, 1) as (process,):
            damaged, entries = begun("a", 3, seats=BOTS)
            await keep(process.storage, damaged, [*entries[:-1], Entry(entries[-1].number, 0, "castle", None)])
            await keep(process.storage, *begun("b", 3, seats=BOTS))
            monkeypatch.setattr(speaking, "LONGEST_PAUSE", 10**12)  # these tables are of another day
            await process.neighbours.look_after_bots()
            await until(lambda: process.house.find("b") is None and not locks(postgresql))
            found = await process.storage.load("b")
            assert found is not None
            assert found[0].state == "over"
            assert not process.neighbours.holds("a")
            await process.neighbours.look_after_bots()  # nobody tries the damaged one again and again
            assert process.house.tables() == []

    complete(work())


def test_bots_that_nobody_looks_at_pause_in_every_process(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "ABANDONED_SECONDS", -1.0)

    async def work() -> None:
        async with processes(postgresql, 2, unwatched=0.5) as (one, other):
            one.bots.pause = 0.2
            table = await new_table(one.house, "bot", "bot")
            name = table.row.id
            both = [one.neighbours, other.neighbours]
            await until(lambda: all(name in process._resting for process in both))
            version = table.version
            del table
            for process in both * 2:
                await process.look_after_bots()
                assert not any(one.bots._tasks)
                assert not any(other.bots._tasks)
            assert not locks(postgresql)
            # Somebody comes, and goes on with them.
            table = await one.house.open(name)
            table.arrive(Looker())
            await until(lambda: table.version > version and name not in other.neighbours._resting)

    complete(work())


def test_a_lease_that_is_taken_twice_is_released_once(postgresql: str) -> None:
    async def work() -> None:
        async with processes(postgresql, 2) as (one, other):
            assert await asyncio.gather(*(one.neighbours.take("t") for _ in range(3))) == [True] * 3
            assert not await other.neighbours.take("t")
            await one.neighbours.release("t")
            assert await other.neighbours.take("t")

    complete(work())


def test_a_lease_goes_with_the_connection_that_held_it(postgresql: str) -> None:
    """The answer comes when the connection is another one already."""

    async def work() -> None:
        async with processes(postgresql, 1) as (process,):
            ask = process.neighbours._ask

            async def slow(statement: str, values: tuple[Any, ...]) -> Any:
                found = await ask(statement, values)
                await process.neighbours._hang_up()
                return found

            process.neighbours._ask = slow  # type: ignore[method-assign]
            assert not await process.neighbours.take("t")
            assert not process.neighbours.holds("t")

    complete(work())


def test_who_ends_while_connecting_leaves_no_connection(postgresql: str) -> None:
    async def work() -> None:
        process = Process(postgresql)
        connect, made = process.neighbours._connect, []

        async def last() -> Any:
            made.append(await connect())
            task = asyncio.current_task()
            assert task is not None
            task.cancel()  # as the end of the process does, at just this moment
            return made[-1]

        process.neighbours._connect = last  # type: ignore[method-assign]
        try:
            await process.house.join_others(process.neighbours)
            await until(lambda: len(made) == 2)
        finally:
            await process.close()
        assert [connection.closed for connection in made] == [True, True]

    complete(work())


def test_nobody_writes_while_a_database_is_moved(postgresql: str) -> None:
    url = database_url(postgresql)

    async def work() -> None:
        async with processes(postgresql, 1) as (process,):
            await process.storage.save([], new=[new_row("a")])
            with pytest.raises(SetupError, match="servers use the database"), nobody_else(url, new=False, alone=True):
                pass
            # Its connection breaks, and before it is there again somebody begins to move the database.
            connect, may_connect = process.neighbours._connect, asyncio.Event()

            async def later() -> Any:
                await may_connect.wait()
                return await connect()

            process.neighbours._connect = later  # type: ignore[method-assign]
            await process.neighbours._hang_up()
            await until(lambda: not locks(postgresql, "ShareLock"))
            with nobody_else(url, new=False, alone=True):
                with pytest.raises(SetupError, match="another program moves the whole database"):
                    Storage(url)
                with reading(process.storage._engine, alone=True), pytest.raises(UnavailableError):
                    await process.storage.save([], new=[new_row("b")])
                may_connect.set()
                await until(lambda: process.storage.barred)
                with pytest.raises(UnavailableError, match="another program holds"):
                    await process.storage.save([], new=[new_row("c")])
            await until(lambda: not process.storage.barred)
            await until(lambda: process.neighbours._speaking is not None)
            await asyncio.sleep(0)
            await until_written(process.storage)
            assert set(await process.storage.names()) == {"a", "d"}

    complete(work())


async def until_written(storage: Storage) -> None:
    """Write, as soon as that is possible again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await storage.save([], new=[new_row("d")])
                return
            except UnavailableError:
                await asyncio.sleep(0.05)


def test_a_table_at_which_somebody_sits_elsewhere_is_not_deleted(postgresql: str) -> None:
    async def work() -> None:
        async with processes(postgresql, 2) as (one, other):
            for name in ("empty", "sat at"):
                await keep(one.storage, *begun(name, 2, own=False, changed=1))
            table = await other.house.open("sat at")
            table.arrive(Looker())
            assert await delete_old(one.storage, Keep(idle=1.0), one.house.in_use) == 1
            assert await one.storage.names() == ["sat at"]

    complete(work())


def test_a_bot_is_urgent_wherever_somebody_looks(postgresql: str) -> None:
    async def work() -> None:
        async with processes(postgresql, 1) as (process,):
            table = await new_table(process.house, "Ann", "bot")
            assert urgency(table) == Rank.LATER
            table.hear("another process", Here([0], 1.0, 0))
            assert urgency(table) == Rank.NOW

    complete(work())


def test_both_ends_notice_that_the_other_is_gone(postgresql: str) -> None:
    """Over a socket of the machine this means nothing, but PostgreSQL keeps what was asked for."""

    async def work() -> None:
        async with processes(postgresql, 1) as (process,):
            found = await process.neighbours._speaking.execute(
                "SELECT name, reset_val FROM pg_settings WHERE name LIKE 'tcp\\_%'"
            )
            assert dict(await found.fetchall()) == {
                "tcp_keepalives_count": "2",
                "tcp_keepalives_idle": "5",
                "tcp_keepalives_interval": "2",
                "tcp_user_timeout": "6000",
            }
            with process.storage._engine.connect() as written:
                told = written.exec_driver_sql("SELECT reset_val FROM pg_settings WHERE name = 'tcp_user_timeout'")
                assert told.scalar() == "6000"

    complete(work())


def test_a_long_notice_is_cut_and_loses_nothing() -> None:
    names = [f"{number:050}" for number in range(500)]
    cut = list(parts(Notice("me", resting=names, changed=dict.fromkeys(names, 1))))
    assert len(cut) > 1
    assert sorted(name for notice in cut for name in notice.resting) == names
    assert {name for notice in cut for name in notice.changed} == set(names)
    assert lock_of("a") != lock_of("b")


# ---- thinking elsewhere ----


@pytest.fixture
def all_think_deeply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let quick bots count as those that are worth asking others about."""
    monkeypatch.setattr(bot_runner, "looks_ahead", lambda _: True)


@asynccontextmanager
async def thinkers(url: str, count: int, think: Think | None = None) -> AsyncIterator[list[Thinker]]:
    """Let some processes think for those that serve a database."""
    started = [Thinker(Storage(database_url(url), look=True), 2) for _ in range(count)]
    try:
        for one in started:
            one._neighbours.errands.think = think or one.think
            await one.start()
        yield started
    finally:
        for one in started:
            await one.close()
            await one._storage.close()


def die(thinker: Thinker) -> None:
    """Say nothing any more."""
    for task in thinker._neighbours._tasks:
        task.cancel()


async def play_to_the_end(process: Process) -> Table:
    table = await new_table(process.house, "bot", "bot")
    await until(lambda: table.row.state == "over")
    return table


@pytest.mark.usefixtures("all_think_deeply")
def test_other_machines_think_for_the_bots_of_a_server(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(speaking, "SILENCE_SECONDS", PATIENCE)  # on a busy machine nobody is taken for dead
        async with processes(postgresql, 1) as (process,), thinkers(postgresql, 2) as helpers:
            await until(lambda: len(process.neighbours.errands._thinkers) == 2)
            table = await play_to_the_end(process)
            assert table.match is not None
            asked = sum(helper.done for helper in helpers)
            assert asked == sum(not line.is_chance for line in table.match.lines)
            assert all(helper.done for helper in helpers)
            # One says goodbye, the other one dies: the server goes on by itself.
            await helpers[0].close()
            die(helpers[1])
            monkeypatch.setattr(speaking, "SILENCE_SECONDS", 1.0)
            await until(lambda: not process.neighbours.errands._thinkers)
            await play_to_the_end(process)
            assert sum(helper.done for helper in helpers) == asked

    complete(work())


@pytest.mark.usefixtures("all_think_deeply")
def test_who_dies_while_thinking_is_not_waited_for(postgresql: str) -> None:
    async def work() -> None:
        asked = asyncio.Event()

        async def never(_table: str, _version: int, _bot: str) -> str:
            asked.set()
            await asyncio.Event().wait()
            return ""

        async with processes(postgresql, 1) as (process,), thinkers(postgresql, 1, never) as (helper,):
            await until(lambda: process.neighbours.errands._thinkers)
            table = await new_table(process.house, "bot", "bot")
            await asked.wait()
            assert table.version == 0
            die(helper)
            await until(lambda: table.row.state == "over")

    complete(work())


@pytest.mark.usefixtures("all_think_deeply")
def test_what_nobody_can_think_about_comes_back_at_once(postgresql: str, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with processes(postgresql, 1) as (process,), thinkers(postgresql, 1):
            await until(lambda: process.neighbours.errands._thinkers)
            table = await new_table(process.house, "Ann", "Ben")
            assert await process.neighbours.think("nowhere", 1, "greedy") == ""
            assert await process.neighbours.think(table.row.id, 0, "greedy") == ""  # it is no bot's move
            damaged, entries = begun("a", 3, seats=BOTS)
            await keep(process.storage, damaged, [*entries[:-1], Entry(entries[-1].number, 0, "castle", None)])
            assert await process.neighbours.think("a", entries[-1].number, "greedy") == ""
            assert "nobody could think for table a" in caplog.text

    complete(work())
