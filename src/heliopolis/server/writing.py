"""Writes to a database: all that wait are written together.

A transaction costs as much as what is done in it and, where a disk has to confirm it, far more. So while as many are
under way as there are threads, others gather for the next. Nobody waits for more to come.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")
Place = TypeVar("Place")

#: So many are written together at most: who comes first waits for no more than that.
MOST_TOGETHER = 50


@dataclass(eq=False)
class Order(Generic[Place]):
    """Something to be written, and who waits for it."""

    work: Callable[[Place], Any]
    about: str
    answer: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        """Give the answer, if anybody still waits for it."""
        if self.answer.done():
            return
        if self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class Writer(Generic[Place]):
    """Does what is to be written in the order in which it came. With several threads, each has its transaction."""

    def __init__(self, pool: Executor, transact: Callable[[Callable[[Place], Any]], Any], threads: int = 1) -> None:
        """Write in some threads of a pool; `transact` does something in a transaction, or raises."""
        self._pool = pool
        self._transact = transact
        self._threads = threads
        self._waiting: deque[Order[Place]] = deque()
        self._lock = threading.Lock()
        self._writing = 0
        """So many threads write now."""

    async def write(self, work: Callable[[Place], Answer], about: str = "") -> Answer:
        """Do something in a transaction, all of it or nothing. It may be begun twice, so it changes nothing else.

        Within a transaction, all is done in the order of what it is about: two processes that write to the same tables
        then wait for each other one after the other, and never both at once.
        """
        order: Order[Place] = Order(work, about, asyncio.get_running_loop().create_future())
        with self._lock:
            self._waiting.append(order)
            begins = self._writing < self._threads
            self._writing += begins
        if begins:
            self._pool.submit(self._write_all)
        answer: Answer = await order.answer
        return answer

    def _write_all(self) -> None:
        """Write until nothing waits any more."""
        while True:
            with self._lock:
                together = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
                if not together:
                    self._writing -= 1
                    return
            self._do(sorted(together, key=lambda order: order.about))
            for loop in {order.answer.get_loop() for order in together}:
                with suppress(RuntimeError):  # it has ended, and nobody waits there any more
                    loop.call_soon_threadsafe(_tell, loop, together)

    def _do(self, together: list[Order[Place]]) -> None:
        """Do all in one transaction. Where one of them fails, nothing is done, and each is tried for itself."""
        try:
            results = self._transact(lambda place: [order.work(place) for order in together])
        except Exception as error:
            if len(together) == 1:
                together[0].error = error
                return
            for order in together:
                self._do([order])
        else:
            for order, result in zip(together, results, strict=True):
                order.result = result


def _tell(loop: asyncio.AbstractEventLoop, together: list[Order[Any]]) -> None:
    for order in together:
        if order.answer.get_loop() is loop:
            order.tell()
