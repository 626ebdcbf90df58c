"""Advice for people: what the expert would do now, and what cost most in a match that is over."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from heliopolis.coach.advice import advise
from heliopolis.coach.costliest import WORTH_NAMING, Decision, Report, review
from heliopolis.server.lines import option_line
from heliopolis.server.messages import DecisionLine, Hint, ReviewReport
from heliopolis.server.refusals import NotFairError, NotFoundError, NotNowError, RefusalError
from heliopolis.server.tables import Table
from heliopolis.server.thinking_queue import Desk, Payer, Rank
from heliopolis.table.match import Match

LOGGER = logging.getLogger(__name__)

#: Asked again for a hint for which it had no time, the expert gets so many times more, and at most so many seconds.
MORE_TIME = 4.0
MOST_SECONDS = 10.0
#: A look back that nobody has asked after for so long is given up.
NOBODY_SECONDS = 20.0
#: So many hints, and so many looks back, are kept; the oldest is forgotten first.
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


class LookBack:
    """A look back at a seat's decisions that is under way, or done."""

    def __init__(self, payer: Payer, match: Match, seat: int) -> None:
        self.payer = payer
        self.match = match
        self.seat = seat
        self.steps = review(match, seat)
        self.report = Report(0, 1)
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None

    def message(self) -> ReviewReport:
        """Say how far it has come."""
        report = self.report
        decisions = [decision_line(self.match, decision) for decision in report.decisions] if report.finished else None
        return ReviewReport(
            seat=self.seat,
            done=report.done,
            total=report.total,
            decisions=decisions,
            counts=report.counts,
            decided=report.decided,
            doubt=WORTH_NAMING,
        )


class Advisor:
    """Gives hints, and looks back, for all tables. It thinks when there is room among the bots."""

    def __init__(self, desk: Desk, seconds: float) -> None:
        self._desk = desk
        self._seconds = seconds
        """What the expert has for a hint that is asked for the first time."""
        self._hints: OrderedDict[str, HintAsked] = OrderedDict()
        self._looks: OrderedDict[tuple[str, int], LookBack] = OrderedDict()
        self._tables: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def hint(self, table: Table, seats: Collection[int | None]) -> Hint:
        """Say what the expert would do for the seat to act, if all people at the table sit at the asking screen."""
        elsewhere = [
            player.name or "a guest"
            for seat, player in enumerate(table.row.seats)
            if player.kind != "bot" and seat not in seats
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
        advice = await self._desk.think(advise, match, seconds, payer=payer, rank=lambda: Rank.NOW)
        options = [option_line(match, option) for option in advice.options]
        return Hint(version=version, seat=advice.seat, options=options, why=advice.why, judged=advice.judged)

    def review(self, table: Table, seat: int, begin: Callable[[], None]) -> ReviewReport:
        """Say how far the look back at a seat has come; begin it if nobody has, unless `begin` objects."""
        match = table.match
        if match is None or match.result is None:
            raise NotNowError("decisions can be looked back at when the match is over")
        if seat not in range(len(table.row.seats)):
            raise NotFoundError(f"there is no seat {seat} at this table")
        key = table.row.id, seat
        look = self._looks.get(key)
        if look is None:
            begin()
            look = LookBack(payer_of(table), match, seat)
            look.task = asyncio.create_task(self._look_back(look))
            keep(self._looks, key, look)
        elif look.task is not None and failed(look.task):
            del self._looks[key]
            raise RefusalError("the match could not be looked back at: try again")
        look.asked = time.monotonic()
        return look.message()

    async def _look_back(self, look: LookBack) -> None:
        """Look back step by step, one seat of a table at a time; between two steps others may think."""
        lock = self._tables.setdefault(look.payer.table, asyncio.Lock())
        async with lock:
            while not look.report.finished:
                if time.monotonic() - look.asked > NOBODY_SECONDS:
                    self._looks.pop((look.payer.table, look.seat), None)
                    return
                report = await self._desk.think(next, look.steps, None, payer=look.payer, rank=lambda: Rank.SOON)
                look.report = report or Report(0, 0)

    async def close(self) -> None:
        """Stop thinking."""
        tasks: list[asyncio.Task[Any]] = [asked.task for asked in self._hints.values()]
        tasks += [look.task for look in self._looks.values() if look.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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


def decision_line(match: Match, decision: Decision) -> DecisionLine:
    """Lay out a decision."""
    return DecisionLine(
        line=decision.line,
        epoch=decision.epoch,
        scene=decision.scene,
        played=option_line(match, decision.played),
        better=option_line(match, decision.better),
        why=decision.why,
    )
