"""Hints for people: what the expert would do now."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection, Coroutine
from typing import Any

from heliopolis.coach.advice import Advice, advise
from heliopolis.coach.values import Worth, worths
from heliopolis.server.lines import option_line, worth_line
from heliopolis.server.messages.advice import Hint
from heliopolis.server.refusals import NotFairError, NotNowError
from heliopolis.server.tables import Table
from heliopolis.server.thinking_queue import Desk, Payer, Rank
from heliopolis.table.match import Match

LOGGER = logging.getLogger(__name__)

#: Asked again for a hint for which it had no time, the expert gets so many times more, and at most so many seconds.
MORE_TIME = 4.0
MOST_SECONDS = 10.0
#: So many hints are kept; the oldest is forgotten first.
MOST_KEPT = 200


class HintAsked:
    """A hint that was asked for: for which version of a table, and with how much time."""

    def __init__(self, version: int, seconds: float, thought: Coroutine[Any, Any, Hint]) -> None:
        self.version = version
        self.seconds = seconds
        self.task = asyncio.create_task(thought)

    def unjudged(self) -> bool:
        """Tell whether the time was not enough."""
        return self.task.done() and not failed(self.task) and not self.task.result().judged


class Advisor:
    """Gives hints for all tables. It thinks when there is room among the bots."""

    def __init__(self, desk: Desk, seconds: float) -> None:
        self._desk = desk
        self._seconds = seconds
        """What the expert has for a hint that is asked for the first time."""
        self._hints: OrderedDict[str, HintAsked] = OrderedDict()

    async def hint(self, table: Table, seats: Collection[int | None]) -> Hint:
        """Say what the expert would do for the seat to act, if all people at the table sit at the asking screen."""
        elsewhere = [
            player.name or "a guest"
            for seat, player in enumerate(table.row.seats)
            if player.kind != "bot" and not player.for_good and seat not in seats
        ]
        if elsewhere:
            raise NotFairError(f"there are no hints at this table: {' and '.join(elsewhere)} could feel cheated")
        match = table.match
        if match is None or match.result is not None or match.is_chance or match.seat not in seats:
            raise NotNowError("there is a hint when it is your move")
        name, version = table.row.id, table.version
        known = self._hints.get(name)
        again = known is not None and known.version == version
        if known is None or not again or failed(known.task) or known.unjudged():
            seconds = min(MOST_SECONDS, MORE_TIME * known.seconds) if known is not None and again else self._seconds
            known = HintAsked(version, seconds, self._think(match.copy(), version, seconds, payer_of(table)))
            keep(self._hints, name, known)
        return await asyncio.shield(known.task)

    async def _think(self, match: Match, version: int, seconds: float, payer: Payer) -> Hint:
        advice, found = await self._desk.think(advised, match, seconds, payer=payer, rank=lambda: Rank.NOW)
        return Hint(
            version=version,
            seat=advice.seat,
            options=[option_line(match, option) for option in advice.options],
            why=advice.why,
            judged=advice.judged,
            worths=[worth_line(worth) for worth in found],
        )

    async def close(self) -> None:
        """Stop thinking."""
        tasks: list[asyncio.Task[Any]] = [asked.task for asked in self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def advised(match: Match, seconds: float) -> tuple[Advice, list[Worth]]:
    """Advise the seat to act; where its moves are judged, say also what is worth how much to whom."""
    advice = advise(match, seconds)
    return advice, worths(match) if advice.judged else []


def payer_of(table: Table) -> Payer:
    """Say for whom the expert thinks."""
    return Payer(table.row.maker or "", table.row.id)


def failed(task: asyncio.Task[Any]) -> bool:
    """Tell whether something went wrong, and keep it in the log."""
    error = None if not task.done() or task.cancelled() else task.exception()
    if error is not None:
        LOGGER.error("advice could not be given", exc_info=error)
    return error is not None or task.cancelled()


def keep(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    """Keep something, and forget the oldest."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
