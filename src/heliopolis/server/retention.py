"""Old tables are deleted, by a rule that whoever runs the server can set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from heliopolis.errors import HeliopolisError
from heliopolis.server.rows import OVER, RUNNING, WAITING
from heliopolis.server.settings import Keep
from heliopolis.server.storage import DELETED_AT_ONCE, Storage
from heliopolis.server.tables import now

LOGGER = logging.getLogger(__name__)
EVERY_SECONDS = 3600.0
#: Between two batches: moves come first.
BREATHER_SECONDS = 0.05
DAY = 24 * 3600 * 1000


#: Finds those of some tables at which somebody sits.
InUse = Callable[[Collection[str]], Awaitable[Collection[str]]]


async def nobody(_: Collection[str]) -> Collection[str]:
    """Find that nobody sits anywhere: no server is running."""
    return ()


async def tidy(storage: Storage, keep: Keep, in_use: InUse) -> None:
    """Delete old tables now and every hour."""
    while True:
        try:
            await delete_old(storage, keep, in_use)
        except HeliopolisError as error:
            LOGGER.warning("old tables were not deleted: %s", error)
        await asyncio.sleep(EVERY_SECONDS)


async def delete_old(storage: Storage, keep: Keep, in_use: InUse = nobody) -> int:
    """Delete the tables whose time is over, a batch at a time, but none at which somebody sits; tell how many."""
    deleted = 0
    # A table that never begins is nobody's keepsake: those of the server's own machine go, too.
    rules = ((WAITING, keep.unstarted, keep.unstarted), (RUNNING, keep.idle, keep.own), (OVER, keep.finished, keep.own))
    for state, days, own_days in rules:
        for own, limit in ((False, days), (True, own_days)):
            if limit is None:
                continue
            before = now() - int(limit * DAY)
            names = await storage.old(state, own, before)
            for start in range(0, len(names), DELETED_AT_ONCE):
                batch = names[start : start + DELETED_AT_ONCE]
                kept = await in_use(batch)
                deleted += await storage.delete([name for name in batch if name not in kept])
                await asyncio.sleep(BREATHER_SECONDS)
    return deleted
