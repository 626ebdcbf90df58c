"""Who may think next: a fair share for every address and table, however much is asked for.

Thinking takes a place for as long as it lasts. When a place is free, the most urgent of those who wait gets it; among
them whoever's address has used least of late, then whoever's table has, then who came first.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from heliopolis.server.metrics import METRICS

Answer = TypeVar("Answer")

#: What was used counts half after so many seconds.
HALF_LIFE = 30.0
#: So many addresses and tables are remembered at the least; those that used least are forgotten first.
MOST_REMEMBERED = 1_000


class Rank(IntEnum):
    """How urgent it is."""

    NOW = 0
    """Somebody waits for it."""
    SOON = 1
    """Somebody will look at it when it is there."""
    LATER = 2
    """Nobody looks."""


@dataclass(frozen=True)
class Payer:
    """For whom somebody thinks: an address, or its hash, and a table."""

    address: str
    table: str = ""


@dataclass
class _Waiting:
    payer: Payer
    rank: Callable[[], Rank]
    order: int
    turn: asyncio.Future[None]


class Desk:
    """A number of places to think at, in threads of their own."""

    def __init__(self, places: int, name: str) -> None:
        self.name = name
        self._free = places
        self._threads = ThreadPoolExecutor(places, f"{name} thought")
        self._waiting: list[_Waiting] = []
        self._order = itertools.count()
        self._used: dict[str, float] = {}
        self._moment = time.monotonic()

    async def think(self, work: Callable[..., Answer], *what: Any, payer: Payer, rank: Callable[[], Rank]) -> Answer:
        """Wait for a place, then think; what it takes counts for the payer. How urgent it is may change meanwhile."""
        await self._sit_down(payer, rank)
        began = time.monotonic()
        # A thread cannot be stopped: a place is free when the thread is, even if nobody waits for the answer any more.
        thought = asyncio.get_running_loop().run_in_executor(self._threads, work, *what)
        thought.add_done_callback(lambda _: self._get_up(payer, began))
        return await asyncio.shield(thought)

    def queue(self) -> int:
        """Count those who wait for a place."""
        return len(self._waiting)

    async def _sit_down(self, payer: Payer, rank: Callable[[], Rank]) -> None:
        waiting = _Waiting(payer, rank, next(self._order), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._call_next()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting.turn.cancelled():  # it was called at the same moment
                self._free += 1
                self._call_next()
            raise

    def _call_next(self) -> None:
        while self._free and self._waiting:
            self._fade()
            first = min(self._waiting, key=self._place_in_line)
            self._waiting.remove(first)
            if not first.turn.done():
                self._free -= 1
                first.turn.set_result(None)

    def _place_in_line(self, waiting: _Waiting) -> tuple[int, float, float, int]:
        payer = waiting.payer
        used = self._used.get(payer.address, 0.0), self._used.get(f"{payer.address} {payer.table}", 0.0)
        return waiting.rank(), *used, waiting.order

    def _get_up(self, payer: Payer, began: float) -> None:
        taken = time.monotonic() - began
        METRICS.thinking_seconds.note(taken, self.name)
        for who in (payer.address, f"{payer.address} {payer.table}"):
            self._used[who] = self._used.get(who, 0.0) + taken
        self._free += 1
        self._call_next()

    def _fade(self) -> None:
        """Let what was used long ago count less."""
        now = time.monotonic()
        if now - self._moment < 1:
            return
        kept = 0.5 ** ((now - self._moment) / HALF_LIFE)
        self._moment = now
        self._used = {who: used * kept for who, used in self._used.items()}
        if len(self._used) > 2 * MOST_REMEMBERED:
            most = sorted(self._used.items(), key=lambda one: one[1], reverse=True)[:MOST_REMEMBERED]
            self._used = dict(most)

    async def close(self) -> None:
        """Wait until nobody thinks any more."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


class Desks:
    """Two desks: those who look far ahead never keep those waiting who answer at once."""

    def __init__(self, processes: int = 1, number: int = 0) -> None:
        """Take this process's share of the machine: it is one of so many, and has a number from 0 on."""
        cores = os.cpu_count() or 1
        self.deep = Desk(share(cores - 1, processes, number), "deep")  # one core is left for those who make moves
        self.quick = Desk(share(cores, processes, number), "quick")

    async def close(self) -> None:
        """Wait until nobody thinks any more."""
        await self.deep.close()
        await self.quick.close()


def share(places: int, processes: int, number: int) -> int:
    """Share places out among processes, one at least for each.

    >>> [share(7, 3, number) for number in range(3)]
    [2, 2, 3]
    """
    return max(1, (places + number) // processes)
