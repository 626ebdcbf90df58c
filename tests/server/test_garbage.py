from __future__ import annotations

import asyncio
import gc
import weakref

from heliopolis.server.garbage import NEVER, search_seldom
from tests.server.loop import complete


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.self = self


async def an_old_ring_is_found() -> None:
    searching = asyncio.create_task(search_seldom(0.05))
    await asyncio.sleep(0)
    assert gc.get_threshold()[2] == NEVER
    assert gc.get_freeze_count() > 0
    ring = Ring()
    gc.collect(1)  # now it is old
    there = weakref.ref(ring)
    del ring
    while there() is not None:
        await asyncio.sleep(0.01)
    searching.cancel()
    await asyncio.gather(searching, return_exceptions=True)


def test_garbage_is_searched_for_at_its_time_only() -> None:
    usual = gc.get_threshold()
    complete(an_old_ring_is_found())
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0
