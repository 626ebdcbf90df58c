"""`heliopolis think`: a process without a port that thinks for the bots of servers, on any machine.

It takes part as a neighbour of the servers on a database of PostgreSQL. Tables are driven by the servers; they only ask
here what a bot would do. If this process dies, they think for themselves.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from heliopolis.bots.ending import end_thinking
from heliopolis.compiled import give_up
from heliopolis.errors import SetupError
from heliopolis.server.bot_runner import choose
from heliopolis.server.neighbours import Neighbours
from heliopolis.server.quiet import log_quietly
from heliopolis.server.security import Gate
from heliopolis.server.settings import Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from heliopolis.server.thinking_queue import Desk, Payer, Rank


class Thinker:
    """Thinks for the bots of other processes, at a number of places."""

    def __init__(self, storage: Storage, places: int) -> None:
        self.done = 0
        """How often somebody was answered."""
        self._storage = storage
        self._desk = Desk(places, "deep")
        self._neighbours = Neighbours(storage, Gate(Limits()))
        self._neighbours.errands.places = places
        self._neighbours.errands.think = self.think

    async def start(self) -> None:
        """Begin to listen for whoever asks."""
        await self._neighbours.start(self)

    async def think(self, table: str, version: int, bot: str) -> str:
        """Find the move of a bot."""
        found = await self._storage.load(table)
        if found is None:
            return ""
        row, journal = found
        loaded = await asyncio.to_thread(Table.restore, row, journal, self._storage)
        match = loaded.match
        if match is None or (loaded.bot_to_act(), loaded.version) != (bot, version):
            return ""  # the table has gone on
        payer = Payer(row.maker or "", row.id)
        word = await self._desk.think(choose, bot, match, payer=payer, rank=lambda: Rank.NOW)
        self.done += 1
        return word

    async def close(self) -> None:
        """End; whoever waits for an answer is told."""
        await self._neighbours.close()
        await self._desk.close()

    # ---- it has no tables of its own ----

    def tables(self) -> list[Table]:
        """List no tables."""
        return []

    def find(self, _: str) -> None:
        """Find no table."""

    async def take_up(self, _: str) -> None:
        """Leave tables to the servers."""


def think(database: str | None, places: int | None, say: Callable[[str], Any]) -> None:
    """Think for servers until this process is stopped."""
    log_quietly()
    storage = Storage(database_url(database, make=False), look=True)
    if not storage.shared:
        asyncio.run(storage.close())
        raise SetupError("only servers on PostgreSQL can be helped: give --database postgresql+psycopg://...")
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(storage, places or os.cpu_count() or 1, say))


async def serve(storage: Storage, places: int, say: Callable[[str], Any]) -> None:
    """Think until somebody says that it is enough."""
    thinker, enough = Thinker(storage, places), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows ends it by Ctrl+C
            asyncio.get_running_loop().add_signal_handler(number, enough.set)
    try:
        await thinker.start()
        say(f"Thinking for the servers on this database, for {places} at a time  (stop it with Ctrl+C)")
        await enough.wait()
    finally:
        give_up()  # whoever waits for what is being compiled
        end_thinking()
        await thinker.close()
        await storage.close()
