"""Reviews of matches that are over: made while somebody watches, kept step by step, and gone on with.

What is kept is the truth. Of several processes the one that holds the lease of a review works at it; the others read
what it keeps. A review that nobody watches any more stops, and whoever asks next goes on where it was left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Final

import msgspec

from heliopolis.coach.analysis import Account, Judged, Progress, Review, Step, Valued, key_of, review
from heliopolis.coach.judge import Depth
from heliopolis.coach.levels import figures
from heliopolis.errors import HeliopolisError
from heliopolis.server.lines import option_type, worth_line
from heliopolis.server.messages.advice import OptionLine
from heliopolis.server.messages.reviews import (
    AccountLine,
    DecisionLine,
    LevelLine,
    LossLine,
    ReviewedLine,
    ReviewReport,
    ReviewSummary,
    SeatSummary,
)
from heliopolis.server.neighbours import Alone, Leases
from heliopolis.server.refusals import NotNowError, RefusalError, TooManyError, UnavailableError
from heliopolis.server.rows import Row
from heliopolis.server.settings import Limits
from heliopolis.server.storage import Kept, Storage
from heliopolis.server.tables import Table, now
from heliopolis.server.thinking_queue import Desk, Payer, Rank
from heliopolis.table.match import Match

LOGGER = logging.getLogger(__name__)

#: An answer waits so long for something new; and looks so often for what another process has kept.
WAIT_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 0.5
#: A review that nobody has asked after for so long is left.
NOBODY_SECONDS: Final = 20.0
#: That somebody waits here is told to other processes so often.
TELL_SECONDS: Final = 5.0
#: So many keys are remembered: to make one takes some milliseconds.
MOST_KEYS: Final = 200


class Work:
    """A review that is under way in this process."""

    def __init__(self, table: Table, match: Match, key: str, client: str) -> None:
        self.table = table.row.id
        self.payer = Payer(table.row.maker or "", table.row.id)
        self.match = match
        self.key = key
        self.client = client
        self.asked = time.monotonic()
        self.failed = False
        self.task: asyncio.Task[None] | None = None
        self._new = asyncio.Event()

    def tell(self) -> None:
        """Wake those who wait for something new."""
        self._new.set()
        self._new = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait for something new."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._new.wait(), seconds)


class Reviewer:
    """Makes reviews for all tables. It thinks where there is room among the bots."""

    def __init__(self, desk: Desk, storage: Storage, limits: Limits, depth: Depth | None = None) -> None:
        self.leases: Leases = Alone()
        """Which reviews are made here, where several processes serve the same tables."""
        self._desk = desk
        self._storage = storage
        self._limits = limits
        self._depth = depth or Depth()
        self._keys: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._works: dict[str, Work] = {}
        self._told: OrderedDict[str, float] = OrderedDict()

    async def report(self, table: Table, after: int, client: str, begin: Callable[[], None]) -> ReviewReport:
        """Say what is new after a line of the record; begin the work if nobody does it, unless `begin` objects."""
        match = table.match
        if match is None or match.result is None:
            raise NotNowError("a match can be reviewed when it is over")
        after = min(after, len(match))
        key = await self._key(table, match)
        end = time.monotonic() + WAIT_SECONDS
        while True:
            work = self._works.get(table.row.id)
            kept = await self._storage.review(table.row.id, key, max(0, after - 1))
            report = await asyncio.to_thread(report_of, table.row, match, kept or NOTHING, after)
            if report.done > after or report.summary is not None or time.monotonic() > end:
                return report
            if work is not None and self._works.get(table.row.id) is not work:
                continue  # it ended while we looked: nothing has to be begun again
            await self._wait(table, match, key, client, begin, end - time.monotonic())

    async def _key(self, table: Table, match: Match) -> str:
        """Name the review of a table; an undo is not possible any more, so the number of lines says which it is."""
        where = table.row.id, len(match)
        if where not in self._keys:
            self._keys[where] = await asyncio.to_thread(key_of, match, self._depth)
            while len(self._keys) > MOST_KEYS:
                self._keys.popitem(last=False)
        return self._keys[where]

    async def _wait(
        self, table: Table, match: Match, key: str, client: str, begin: Callable[[], None], seconds: float
    ) -> None:
        """Wait for something new, from here or from another process."""
        name = table.row.id
        await self._tell(name, key)
        work = self._works.get(name)
        if work is None and await self.leases.take(lease_of(name)):
            work = self._works.get(name) or await self._begin(Work(table, match, key, client), begin)
        if work is None:
            await asyncio.sleep(min(LOOK_SECONDS, max(0.0, seconds)))
            return
        work.asked = time.monotonic()
        await work.wait(max(0.0, seconds))
        work.asked = time.monotonic()
        if work.failed:
            raise RefusalError("the match could not be reviewed: try again")

    async def _tell(self, table: str, key: str) -> None:
        """Note in the storage that somebody waits: whoever works at it may be another process."""
        if time.monotonic() - self._told.get(table, -TELL_SECONDS) < TELL_SECONDS:
            return
        self._told[table] = time.monotonic()
        self._told.move_to_end(table)
        while len(self._told) > MOST_KEYS:
            self._told.popitem(last=False)
        await self._storage.ask_review(table, key, now())

    # ---- the work ----

    async def _begin(self, work: Work, begin: Callable[[], None]) -> Work:
        try:
            if len(self._works) >= self._limits.all_reviews:
                raise UnavailableError("too many reviews are under way: try again in a moment")
            if Counter(one.client for one in self._works.values())[work.client] >= self._limits.reviews_at_once:
                raise TooManyError("too many reviews from your address are under way: wait until one of them is done")
            begin()
        except HeliopolisError:
            await self.leases.release(lease_of(work.table))
            raise
        self._works[work.table] = work
        work.task = asyncio.create_task(self._run(work), name=f"review of {work.table}")
        return work

    async def _run(self, work: Work) -> None:
        try:
            await self._go_on(work)
        except Exception:
            LOGGER.exception("the review of table %s failed", work.table)
            work.failed = True
        finally:
            del self._works[work.table]
            work.tell()
            await self.leases.release(lease_of(work.table))

    async def _go_on(self, work: Work) -> None:
        """Look at line after line, as long as somebody watches; between two of them others may think."""
        kept = await self._storage.review(work.table, work.key)
        if kept is None:
            raise NotNowError("the table was deleted")
        if kept.summary is not None:
            return
        known = {step.line: step for step in known_steps(kept)}
        if len(known) == len(work.match):
            known.popitem()  # the last step comes with the whole
        steps = review(work.match, self._depth, known, workers=0)
        while True:
            progress = await self._think(work, steps)
            written = msgspec.json.encode(progress.step).decode()
            await self._storage.keep_step(work.table, work.key, progress.step.line, written)
            if progress.review is not None:
                summary = msgspec.json.encode(await asyncio.to_thread(summed_up, progress.review)).decode()
                await self._storage.finish_review(work.table, work.key, summary)
                return
            work.tell()
            if not (self.leases.holds(lease_of(work.table)) and await self._is_watched(work)):
                return

    async def _think(self, work: Work, steps: Iterator[Progress]) -> Progress:
        return await self._desk.think(next, steps, payer=work.payer, rank=lambda: Rank.SOON)

    async def _is_watched(self, work: Work) -> bool:
        if time.monotonic() - work.asked < NOBODY_SECONDS:
            return True
        kept = await self._storage.review(work.table, work.key, len(work.match))
        return kept is not None and now() - kept.asked < 1000 * NOBODY_SECONDS

    async def close(self) -> None:
        """Stop: what is kept is gone on with after the next start."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def lease_of(table: str) -> str:
    """Name the lease of a table's review. No table has such a name."""
    return f"review {table}"


# ---- what was kept ----


def known_steps(kept: Kept, after: int = 0) -> list[Step]:
    """Read steps that follow each other, up to the first that is missing or makes no sense: it is made again."""
    steps: list[Step] = []
    with suppress(msgspec.DecodeError):
        for line, written in kept.steps:
            if line != after + len(steps) + 1:
                break
            steps.append(msgspec.json.decode(written, type=Step))
    return steps


# ---- what is sent ----


NOTHING: Final = Kept(0, None, [])


def report_of(row: Row, match: Match, kept: Kept, after: int) -> ReviewReport:
    """Lay out what is kept from a line on; the one before it is there, too, since what follows may need it."""
    steps = known_steps(kept, max(0, after - 1))
    done = max(after, steps[-1].line if steps else 0)
    whole = kept.summary if done == len(match) else None
    return ReviewReport(
        game=row.game,
        edition=row.edition,
        players=row.seats,
        done=done,
        total=len(match),
        lines=list(reviewed(match, steps, after)),
        summary=None if whole is None else msgspec.json.decode(whole, type=ReviewSummary),
    )


def reviewed(match: Match, steps: Sequence[Step], after: int) -> Iterator[ReviewedLine]:
    """Lay out the steps after a line."""
    count = len(match.players)
    for place, step in enumerate(steps):
        if step.line > after:
            value = step.value or steps[place - 1].after
            yield ReviewedLine(
                line=step.line,
                wins=[round(win, 4) for win in value[:count]],
                points=[round(points, 2) for points in value[count:]],
                decision=None if step.judged is None else decision_line(match, step.judged),
            )


def decision_line(match: Match, judged: Judged) -> DecisionLine:
    """Lay out a decision."""
    return DecisionLine(
        seat=judged.seat,
        epoch=judged.epoch,
        kind=judged.kind,
        scene=judged.scene,
        options=[valued_line(match, option) for option in judged.options],
        played=judged.played,
        richest=judged.options.index(judged.richest),
        rival=judged.options.index(judged.rival),
        clear=judged.is_clear,
        clear_in_points=judged.is_clear_in_points,
        insight=judged.is_insight,
        points_error=round(judged.points_error, 2),
        exact=judged.exact,
        why=judged.why,
        why_points=judged.why_points,
        worths=[worth_line(worth) for worth in judged.worths],
    )


def valued_line(match: Match, valued: Valued) -> OptionLine:
    """Lay out a move with its value."""
    words = match.game.words
    line: OptionLine = option_type(match.game.name)(
        word=valued.word,
        win=round(valued.win, 4),
        points=round(valued.points, 2),
        win_error=round(valued.win_error, 4),
        points_error=round(valued.points_error, 2),
        exact=valued.exact,
        deed=words.deed(words.moves(valued.word, match.edition)),
    )
    return line


def summed_up(review: Review) -> ReviewSummary:
    """Say what a whole review comes to."""
    count = len(review.players)
    return ReviewSummary(
        seats=[seat_summary(review, seat) for seat in range(count)],
        levels=level_lines(review),
        wins=list(review.values[-1][:count]),
        points=list(review.values[-1][count:]),
    )


def level_lines(review: Review) -> list[LevelLine]:
    """Lay out what levels lose, where the coach has measured it."""
    return [
        LevelLine(
            bot=bot,
            losses=[LossLine(kind=kind, **asdict(figure)) for kind, figure in sorted(kinds.items())],
        )
        for bot, kinds in figures(review.game).items()
    ]


def seat_summary(review: Review, seat: int) -> SeatSummary:
    """Say what it comes to for a seat."""
    named = review.named(seat)
    return SeatSummary(
        win=account_line(review.account(seat)),
        points=account_line(review.account(seat, points=True)),
        losses=[
            LossLine(kind=kind, decisions=decisions, win=win, points=points)
            for kind, (decisions, win, points) in sorted(review.mean_loss(seat).items())
        ],
        costliest=[one.line for one in named.costliest],
        dearest=[one.line for one in named.dearest],
        seen=[one.line for one in named.seen],
        decided=review.decided(seat),
    )


def account_line(account: Account) -> AccountLine:
    """Lay out an account."""
    return AccountLine(
        start=account.start, luck=account.luck, own=account.own, others=account.others, result=account.result
    )
