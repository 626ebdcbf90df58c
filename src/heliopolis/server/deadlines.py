"""Deadlines: rows that are found by query, so that a table moves on though nobody looks at it.

A table with clocks says in its row when somebody has to look at it: when the time of whoever is to move runs out, or a
moment after a bot should have moved. Every process looks once a second for tables where that has passed, and takes up
those that no other process drives. So they go on after a restart, and when a process dies.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace

from heliopolis.errors import HeliopolisError
from heliopolis.server import clocks
from heliopolis.server.house import House
from heliopolis.server.pulse import Pulse
from heliopolis.server.refusals import UnavailableError
from heliopolis.server.storage import ConflictError, Storage
from heliopolis.server.timing import rules_of

LOGGER = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
#: A table that could not be taken up is tried again after so long.
AGAIN_SECONDS = 30.0


class Deadlines:
    """What looks after the tables with clocks, in one process."""

    def __init__(self, house: House, storage: Storage, pulse: Pulse) -> None:
        self._house, self._storage, self._pulse = house, storage, pulse
        self._up_since = 0
        self._troubled: dict[str, float] = {}

    async def run(self) -> None:
        """Look once a second."""
        while True:
            try:
                await self.look()
            except UnavailableError as error:
                LOGGER.debug("nobody could look after the clocks: %s", error)  # the storage has said so itself
            except Exception:
                LOGGER.exception("nobody could look after the clocks")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Go on with all tables whose deadline has passed."""
        names, counting = await self._storage.due(self._pulse.now())
        if not counting:
            return
        await self._pulse.beat()
        if self._up_since != self._pulse.up_since:
            await self._move_on()
            self._up_since = self._pulse.up_since
        now = time.monotonic()
        self._troubled = {name: since for name, since in self._troubled.items() if now < since + AGAIN_SECONDS}
        for name in names:
            if name in self._troubled:
                continue
            try:
                await self._house.take_up(name)
            except UnavailableError:
                raise
            except Exception as error:  # whatever is wrong with one table, the others go on
                self._troubled[name] = now
                LOGGER.error("table %s cannot go on: %s", name, error)

    async def _move_on(self) -> None:
        """Move the deadlines by a pause of the server that has just ended."""
        now = self._pulse.now()
        for row in await self._storage.clocked():
            if row.clock is None or row.times is None or row.times.seat is None:
                continue
            pauses = self._pulse.pauses(row.times.since, now)
            deadline = clocks.deadline(rules_of(row.clock), row.times, pauses)
            if deadline == row.deadline:
                continue
            try:
                await self._storage.save([replace(row, deadline=deadline)])
            except ConflictError:  # somebody was at it meanwhile, and knows of the pause
                continue
            table = self._house.find(row.id)
            if table is not None:
                try:
                    await table.catch_up()
                except HeliopolisError as error:
                    LOGGER.warning("table %s could not be read anew: %s", row.id, error)
