"""Requests take turns, and so do addresses."""

from __future__ import annotations

import asyncio

from heliopolis.server.turnstile import AT_ONCE, Turnstile
from tests.server.loop import complete


def test_few_begin_in_a_turn_and_addresses_take_turns() -> None:
    begun: list[str] = []
    most = 0

    async def request(turnstile: Turnstile, address: str) -> None:
        await turnstile.enter(address)
        begun.append(address)

    async def work() -> None:
        nonlocal most
        turnstile = Turnstile()
        crowd = [asyncio.create_task(request(turnstile, "crowd")) for _ in range(60)]
        await asyncio.sleep(0)
        guest = asyncio.create_task(request(turnstile, "guest"))
        while not all(task.done() for task in (*crowd, guest)):
            before = len(begun)
            await asyncio.sleep(0)
            most = max(most, len(begun) - before)

    complete(work())
    assert len(begun) == 61
    assert begun.index("guest") <= 4 * AT_ONCE
    assert most <= 2 * AT_ONCE


def test_who_goes_away_costs_nobody_a_turn() -> None:
    async def work() -> None:
        turnstile = Turnstile()
        waiting = [asyncio.create_task(turnstile.enter("a")) for _ in range(20)]
        await asyncio.sleep(0)
        for task in waiting[5:]:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.wait_for(turnstile.enter("b"), 1)

    complete(work())
