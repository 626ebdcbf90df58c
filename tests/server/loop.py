from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from contextvars import ContextVar
from typing import Any, TypeVar

from heliopolis.server.house import House

Answer = TypeVar("Answer")
#: What is still to be done at the end of the work that runs.
AT_THE_END: ContextVar[AsyncExitStack] = ContextVar("AT_THE_END")


def complete(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine to its end, in a thread: where pages were tested, a loop of theirs stays in the main one.

    Every house that it opens is closed then, also when the work fails.
    """

    async def whole() -> Answer:
        async with AsyncExitStack() as stack:
            AT_THE_END.set(stack)
            return await work

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, whole()).result()


def opened(house: House) -> House:
    """Close a house at the end of the work that opens it, if it was not closed before."""
    AT_THE_END.get().push_async_callback(close, house)
    return house


async def close(house: House) -> None:
    await house.bots.close()
    await house.storage.close()
