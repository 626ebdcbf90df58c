"""What waits is written together; who fails, fails alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from heliopolis.server.writing import MOST_TOGETHER, Writer
from tests.server.loop import complete


class Ledger:
    """A place to write to that keeps what was written in one transaction, or nothing of it."""

    def __init__(self) -> None:
        self.kept: list[list[int]] = []
        self.came = 0
        """So many transactions have begun."""
        self.open = threading.Event()
        self.open.set()

    def transact(self, work: Callable[[list[int]], Any]) -> Any:
        self.came += 1
        self.open.wait()
        page: list[int] = []
        result = work(page)
        self.kept.append(page)
        return result

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while self.came < count:
                await asyncio.sleep(0.001)


def write(number: int) -> Callable[[list[int]], int]:
    def work(page: list[int]) -> int:
        if number < 0:
            raise ValueError(number)
        page.append(number)
        return 10 * number

    return work


def test_what_waits_is_written_together_in_order() -> None:
    async def many() -> list[int]:
        ledger.open.clear()
        orders = [asyncio.create_task(writer.write(write(number))) for number in range(2 * MOST_TOGETHER)]
        await asyncio.sleep(0)
        ledger.open.set()
        return await asyncio.gather(*orders)

    ledger = Ledger()
    with ThreadPoolExecutor(1) as thread:
        writer: Writer[list[int]] = Writer(thread, ledger.transact)
        assert complete(many()) == [10 * number for number in range(2 * MOST_TOGETHER)]
    assert [number for page in ledger.kept for number in page] == list(range(2 * MOST_TOGETHER))
    assert len(ledger.kept) <= 3
    assert max(map(len, ledger.kept)) <= MOST_TOGETHER


def test_who_fails_fails_alone() -> None:
    async def three() -> list[Any]:
        ledger.open.clear()
        orders = [asyncio.create_task(writer.write(write(number))) for number in (1, 2, -3, 4)]
        await asyncio.sleep(0)
        ledger.open.set()
        return await asyncio.gather(*orders, return_exceptions=True)

    ledger = Ledger()
    with ThreadPoolExecutor(1) as thread:
        writer: Writer[list[int]] = Writer(thread, ledger.transact)
        first, second, failed, fourth = complete(three())
    assert (first, second, fourth) == (10, 20, 40)
    assert isinstance(failed, ValueError)
    assert sorted(number for page in ledger.kept for number in page) == [1, 2, 4]


def test_who_does_not_wait_any_more_holds_nobody_up() -> None:
    async def leave() -> None:
        ledger.open.clear()
        order = asyncio.create_task(writer.write(write(1)))
        await asyncio.sleep(0)
        order.cancel()

    ledger = Ledger()
    with ThreadPoolExecutor(1) as thread:
        writer: Writer[list[int]] = Writer(thread, ledger.transact)
        complete(leave())  # its loop is gone before anything is written
        ledger.open.set()
        assert complete(writer.write(write(2))) == 20
    assert [number for page in ledger.kept for number in page] == [1, 2]


def test_several_threads_write_at_once_and_what_waits_for_them_together() -> None:
    async def many() -> list[int]:
        ledger.open.clear()
        orders = []
        for number in range(2):
            orders.append(asyncio.create_task(writer.write(write(number))))
            await ledger.until(number + 1)
        orders += [asyncio.create_task(writer.write(write(number))) for number in range(2, 12)]
        await asyncio.sleep(0)
        ledger.open.set()
        return await asyncio.gather(*orders)

    ledger = Ledger()
    with ThreadPoolExecutor(2) as pool:
        writer: Writer[list[int]] = Writer(pool, ledger.transact, 2)
        assert complete(many()) == [10 * number for number in range(12)]
        assert complete(writer.write(write(12))) == 120  # its threads have ended meanwhile, and come back
    assert sorted(number for page in ledger.kept for number in page) == list(range(13))
    assert len(ledger.kept) == 4


def test_within_a_transaction_all_is_done_in_the_order_of_what_it_is_about() -> None:
    """Two processes that write to the same tables would otherwise wait for each other for ever."""

    async def some() -> None:
        ledger.open.clear()
        orders = [asyncio.create_task(writer.write(write(0)))]
        await ledger.until(1)
        orders += [asyncio.create_task(writer.write(write(ord(name)), about=name)) for name in "cab"]
        await asyncio.sleep(0)
        ledger.open.set()
        await asyncio.gather(*orders)

    ledger = Ledger()
    with ThreadPoolExecutor(1) as thread:
        writer: Writer[list[int]] = Writer(thread, ledger.transact)
        complete(some())
    assert ledger.kept == [[0], [ord("a"), ord("b"), ord("c")]]


def test_a_writer_that_is_closed_says_so() -> None:
    thread = ThreadPoolExecutor(1)
    writer: Writer[list[int]] = Writer(thread, Ledger().transact)
    thread.shutdown()
    with pytest.raises(RuntimeError):
        complete(writer.write(write(1)))
