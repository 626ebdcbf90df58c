"""When the server looks for garbage: seldom, since everybody waits meanwhile.

Python frees an object when nothing refers to it. Objects that refer to each other are found by a search through all
that there are. With a hundred tables it takes 0.1 to 0.2 seconds, and Python would begin one every few seconds.
"""

from __future__ import annotations

import asyncio
import gc

EVERY_SECONDS = 600.0
#: So many searches among younger objects before Python searches all of its own accord: they never come together.
NEVER = 2**30


async def search_seldom(every: float = EVERY_SECONDS) -> None:
    """Search all objects at these times only, without those that are there from the start, until this is cancelled."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*usual[:2], NEVER)
    try:
        while True:
            await asyncio.sleep(every)
            gc.collect()
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
