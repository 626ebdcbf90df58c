from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def complete(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine to its end, in a thread: where pages were tested, a loop of theirs stays in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
