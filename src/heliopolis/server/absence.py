"""Seats whose people are away: since when, and the bot that plays for them until they are back.

Nobody's absence stops a table. Where it says after how long, a bot stands in by itself, as long as somebody is here who
waits for it. Everywhere else those who are here can ask for it. A person who comes back has the seat at once.

Who is here is known by open sockets, in all processes, and is not stored. So a process that has just read a table
counts from then on. That a bot stands in is stored: it goes on after a restart, also in another process.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as changed

from heliopolis.bots.registry import usual_bot
from heliopolis.errors import HeliopolisError
from heliopolis.server.messages.sockets import Away
from heliopolis.server.messages.tables import Player
from heliopolis.server.refusals import NotNowError
from heliopolis.server.rows import RUNNING, Row

if TYPE_CHECKING:
    from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)
#: After a change could not be stored.
RETRY_SECONDS = 2.0


@dataclass(frozen=True)
class Absence:
    """Since when somebody is away."""

    began: float
    """By this process's clock, which never jumps."""
    told: int
    """By the clock on the wall, in milliseconds since 1970."""


class Absences:
    """Who is away from a table."""

    def __init__(self, table: Table) -> None:
        self._known = weakref.ref(table)  # a table that nobody needs is gone at once
        self._away: dict[int, Absence] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def _table(self) -> Table:
        table = self._known()
        assert table is not None
        return table

    def list(self) -> list[Away]:
        """Tell who is away, and since when."""
        grace = None if self._table.timing.decides() else int(1000 * self._table.limits.grace)
        return [
            Away(seat, one.told, None if grace is None else one.told + grace)
            for seat, one in sorted(self._away.items())
        ]

    def look(self) -> None:
        """See who has gone and who is back, and wait for the moment at which a bot has to stand in."""
        row, here = self._table.row, set(self._table.online)
        people = people_of(row.seats)
        moment = Absence(time.monotonic(), time.time_ns() // 1_000_000)
        self._away = {seat: self._away.get(seat, moment) for seat in people - here}
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if row.state != RUNNING or row.closed or self._table.stale:
            return
        for seat in here:
            player = row.seats[seat]
            if player.stand_in is not None and not player.for_good and not self._table.timing.is_out(seat):
                self._begin(self._hand_back(seat))
        if row.away_after is None or not self._table.here().seats:
            return
        waiting = {seat: one for seat, one in self._away.items() if row.seats[seat].stand_in is None}
        if waiting:
            seat = min(waiting, key=lambda seat: waiting[seat].began)
            wait = waiting[seat].began + row.away_after - moment.began
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._let_stand_in, seat)

    def _let_stand_in(self, seat: int) -> None:
        self._timer = None
        if self._known() is not None:
            self._begin(self._stand_in(seat))

    async def ask(self, seat: int, grace: float) -> None:
        """Let a bot stand in for somebody, because another seat asks for it; or say why not."""
        player = self._table.row.seats[seat] if seat < len(self._table.row.seats) else None
        if player is None or player.kind != "person" or player.for_good:
            raise NotNowError(f"seat {seat} has no person for whom a bot could play")
        self._table.check_open()
        if self._table.row.state != RUNNING:
            raise NotNowError("a bot can play for somebody while a match is on")
        if self._table.timing.decides():
            raise NotNowError("the clock of this table says when a bot plays for somebody")
        absence = self._away.get(seat)
        if absence is None:
            raise NotNowError(f"{player.name} is here: a bot plays only for somebody who is away")
        gone = time.monotonic() - absence.began
        if gone < grace:
            raise NotNowError(
                f"{player.name} has been away for {gone:.0f} seconds: after {grace:.0f} you can let a bot play"
            )
        await self._stand_in(seat)

    async def _stand_in(self, seat: int) -> None:
        """Let the table's bot play for a seat, unless its person is back."""

        async def work() -> None:
            row = self._table.row
            player = row.seats[seat]
            if player.kind == "person" and player.stand_in is None and seat not in self._table.online:
                await self._table.reseat(seat, changed(player, stand_in=stand_in_of(row)))

        await self._table.changing(work)

    async def _hand_back(self, seat: int) -> None:
        """Give a seat back to its person."""

        async def work() -> None:
            player = self._table.row.seats[seat]
            kept = player.for_good or self._table.timing.is_out(seat)
            if player.stand_in is not None and seat in self._table.online and not kept:
                await self._table.reseat(seat, changed(player, stand_in=None))

        await self._table.changing(work)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guarded(self._table, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, table: Table, work: Coroutine[Any, Any, None]) -> None:
        """Do something; where it could not be stored, look again a little later."""
        try:
            await work
        except HeliopolisError as error:
            if table.stale:
                return
            LOGGER.error("a seat of table %s could not change hands: %s", table.row.id, error)
            await asyncio.sleep(RETRY_SECONDS)
            self.look()


def stand_in_of(row: Row) -> str:
    """Tell which bot plays for people who are away."""
    return row.away_bot or usual_bot(row.game)


def bot_at(player: Player) -> str | None:
    """Tell which bot plays in a seat now, if any does."""
    return player.bot if player.kind == "bot" else player.stand_in


def people_of(seats: Iterable[Player]) -> set[int]:
    """Find the seats of people: not of those who have left theirs to a bot for good."""
    return {seat for seat, player in enumerate(seats) if player.kind == "person" and not player.for_good}
