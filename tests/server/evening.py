"""A house whose time a test moves on, without sleeping: tables with clocks, restarts, outages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.deadlines import Deadlines
from heliopolis.server.house import House
from heliopolis.server.messages.clocks import Correspondence, Live
from heliopolis.server.messages.tables import NewSeat, NewTable, TableKeys
from heliopolis.server.pulse import MOST_SILENCE, Pulse
from heliopolis.server.settings import Limit, Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from tests.server.rows import NOON
from tests.server.test_bot_runner import ANN, Looker

LIVE = Live(bank=60, increment=10, cap=90)
LETTERS = Correspondence(hours=24, zone="Europe/Vienna", quiet_from=22 * 60, quiet_to=8 * 60)


#: Tests play fast.
FREE = Limits(grace=0.0, changes=Limit(1e6, 1e6), bot_moves=Limit(1e6, 1e6), undos=10_000)


class Screen(Looker):
    """A screen at which a seat is played, or somebody watches."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__()
        self.seats = [seat]


class Evening:
    """A server's house on a database, and what time it is there."""

    def __init__(self, folder: Path, now: int = NOON) -> None:
        self.folder, self.now = folder, now

    async def begin(self) -> None:
        """Start the server."""
        self.storage = Storage(database_url(str(self.folder / "tables.sqlite3")))
        self.pulse = Pulse(self.storage, lambda: self.now)
        await self.pulse.start()
        self.house = House(self.storage, BotRunner(0.0), FREE, self.pulse)
        self.deadlines = Deadlines(self.house, self.storage, self.pulse)

    async def end(self) -> None:
        """Stop it."""
        await self.house.bots.close()
        await self.storage.close()

    async def restart(self, down: int) -> None:
        """Stop it, and start it again after a while."""
        await self.end()
        self.now += down
        await self.begin()

    async def wait(self, milliseconds: int) -> None:
        """Let time pass, while the server is up: it has noted that all the while."""
        self.now += milliseconds
        await self.storage.is_up(self.now, milliseconds + MOST_SILENCE)
        await self.pulse.note()
        await self.deadlines.look()
        await self.settle()

    async def settle(self) -> None:
        """Wait until no bot is to move any more, and whoever is here has their seat."""
        await until(lambda: not any(map(self.is_busy, self.house.tables())))

    def is_busy(self, table: Table) -> bool:
        back = [seat for seat in table.online if table.row.seats[seat].stand_in and not table.timing.is_out(seat)]
        return bool((table.bot_to_act() is not None or back) and table.row.state == "running")

    async def make(self, *names: str, clock: Any = LIVE, **wanted: Any) -> TableKeys:
        """Make a table for people."""
        seats = [NewSeat("bot", bot="random") if name == "bot" else NewSeat("person", name) for name in names]
        wanted = {"game": "ra", "away_bot": "random", **wanted}
        return await self.house.create(NewTable(seats=seats, clock=clock, **wanted), ANN)

    async def table(self, keys: TableKeys) -> Table:
        return await self.house.open(keys.table)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.002)


async def play(table: Table, choice: int = 0) -> int:
    """Make a move for whoever is to act; tell who that was."""
    seat = table.row.to_act
    assert seat is not None
    assert table.match is not None
    moves = table.match.moves()
    await table.move(seat, moves[choice % len(moves)], table.version, f"id {table.version}")
    return seat


def left(table: Table) -> list[int]:
    """Tell what is left to each seat, in seconds."""
    shown = table.timing.shown()
    assert shown is not None
    return [one // 1000 for one in shown.left]
