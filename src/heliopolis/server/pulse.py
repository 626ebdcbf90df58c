"""The heartbeat of the server: what time it is, and when it was down, so that no clock counts then.

While a clock counts anywhere, every process notes at least every two seconds that the server is up. What lies between
two such notes is a pause if it is longer than five seconds; where one process has the database for itself, so is the
time before it started. Where no clock counts, nothing is written.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Protocol

from heliopolis.server.clocks import SECOND, Span

#: The server is noted to be up so often.
BEAT = 2 * SECOND
#: A longer time without a note is a pause.
MOST_SILENCE = 5 * SECOND


def wall_clock() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Uptimes(Protocol):
    """Where is kept when the server was up."""

    shared: bool

    async def uptimes(self, since: int = 0) -> list[Span]:
        """Tell when the server was up."""

    async def due(self, now: int) -> tuple[list[str], bool]:
        """Tell also whether any clock counts."""

    async def is_up(self, now: int, most: int, *, anew: bool = False) -> None:
        """Note that it is up."""


class Pulse:
    """The heartbeat, as this process knows it."""

    def __init__(self, kept: Uptimes, clock: Callable[[], int] | None = None) -> None:
        """Begin to tell the time by a clock: the machine's own, if no other is given."""
        self._kept = kept
        self._clock = clock or wall_clock
        self._spans: list[Span] = []
        self._begins: list[int] = []

    def now(self) -> int:
        """Tell the time."""
        return self._clock()

    async def start(self) -> None:
        """Begin: the server was down until now, unless another process may have been up."""
        if (await self._kept.due(0))[1]:
            await self.note(anew=not self._kept.shared)

    async def beat(self) -> None:
        """Note that the server is up, if that was not noted just now."""
        if not self._spans or self.now() - self._spans[-1][1] >= BEAT:
            await self.note()

    @property
    def up_since(self) -> int:
        """When the last pause ended, as far as is known."""
        return self._begins[-1] if self._begins else 0

    async def note(self, *, anew: bool = False) -> None:
        """Note that the server is up, and read what other processes have noted."""
        now = self.now()
        await self._kept.is_up(now, MOST_SILENCE, anew=anew)
        known = self._begins[-1] if self._begins else 0
        spans = [span for span in self._spans if span[0] < known] + await self._kept.uptimes(known)
        self._spans, self._begins = spans, [began for began, _ in spans]

    def pauses(self, since: int, until: int) -> list[Span]:
        """List the pauses that touch a time. What nobody knows is one, too."""
        place = bisect_right(self._begins, since)
        last = self._spans[place - 1][1] if place else 0
        found: list[Span] = []
        for began, ended in self._spans[place:]:
            if began > last:
                found.append((last, began))
            last = max(last, ended)
        if until - last > MOST_SILENCE:
            found.append((last, until))
        return found
