"""Fair shares of thinking."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from heliopolis import Match
from heliopolis.bots import ending
from heliopolis.bots.search.expert import Expert
from heliopolis.server.bot_runner import looks_ahead
from heliopolis.server.thinking_queue import Desk, Desks, Payer, Rank
from heliopolis.table.match import legal
from tests.server.loop import complete


def now() -> Rank:
    return Rank.NOW


def later() -> Rank:
    return Rank.LATER


def test_who_used_less_comes_first_however_many_wait_before() -> None:
    order: list[str] = []

    def think(who: str) -> None:
        order.append(who)
        time.sleep(0.02)

    async def work() -> None:
        desk = Desk(1, "test")
        greedy = [
            asyncio.create_task(desk.think(think, f"greedy {number}", payer=Payer("a", str(number)), rank=now))
            for number in range(10)
        ]
        await asyncio.sleep(0.05)
        await desk.think(think, "modest", payer=Payer("b", "x"), rank=now)
        await asyncio.gather(*greedy)
        await desk.close()

    complete(work())
    assert order.index("modest") <= 4
    assert len(order) == 11


def test_what_nobody_looks_at_comes_last() -> None:
    order: list[str] = []

    async def work() -> None:
        desk = Desk(1, "test")
        may_end = threading.Event()
        first = asyncio.create_task(desk.think(may_end.wait, payer=Payer("a"), rank=now))
        await asyncio.sleep(0)
        waiting = [
            asyncio.create_task(desk.think(order.append, "unwatched", payer=Payer("b", "1"), rank=later)),
            asyncio.create_task(desk.think(order.append, "watched", payer=Payer("b", "2"), rank=now)),
        ]
        await asyncio.sleep(0)
        may_end.set()
        await asyncio.gather(first, *waiting)
        await desk.close()

    complete(work())
    assert order == ["watched", "unwatched"]


def test_a_place_is_free_again_when_the_thread_is_whoever_waited_for_it() -> None:
    async def work() -> None:
        desk = Desk(1, "test")
        may_end = threading.Event()
        thinking = asyncio.create_task(desk.think(may_end.wait, payer=Payer("a"), rank=now))
        waiting = asyncio.create_task(desk.think(time.time, payer=Payer("b"), rank=now))
        await asyncio.sleep(0.01)
        thinking.cancel()
        waiting.cancel()
        last = asyncio.create_task(desk.think(lambda: "done", payer=Payer("c"), rank=now))
        await asyncio.sleep(0.05)
        assert not last.done()  # the first still thinks
        may_end.set()
        assert await last == "done"
        await desk.close()

    complete(work())


def test_bots_that_answer_at_once_have_a_desk_of_their_own() -> None:
    assert [name for name in ("random", "greedy", "apprentice", "scribe", "priest", "net") if looks_ahead(name)] == []
    assert all(map(looks_ahead, ("vizier", "pharaoh", "expert")))


def test_processes_of_a_machine_share_its_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)

    def places(processes: int) -> list[tuple[int, int]]:
        desks = [Desks(processes, number) for number in range(processes)]
        return [(desk.deep._free, desk.quick._free) for desk in desks]

    assert places(1) == [(7, 8)]
    assert places(3) == [(2, 2), (2, 3), (3, 3)]
    assert places(10) == [(1, 1)] * 10  # everyone can think


def test_who_ends_does_not_wait_for_those_who_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "_ENDED", threading.Event())
    match = Match("ra", ["Ann", "Ben", "Cleo"], seed=1)
    for _ in range(2):  # now there is more than one good move
        match.play(match.moves()[0])
    state = match.state.copy()
    Expert(seconds=0.01).choose(state, legal(state), 1.0, 1)  # all that it needs is loaded now
    expert = Expert(seconds=1000.0, rounds=10**9)

    async def work() -> None:
        desk = Desk(1, "test")
        thinking = asyncio.create_task(
            desk.think(expert.choose, state, legal(state), 1000.0, 1, payer=Payer("a"), rank=now)
        )
        await asyncio.sleep(0.1)  # it thinks, or loads what it needs for that
        assert not thinking.done()
        ending.end_thinking()
        async with asyncio.timeout(300.0):
            await thinking
            await desk.close()

    complete(work())
