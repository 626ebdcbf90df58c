"""The clocks of one table: what its row says of them after every change, and what happens when a time has run out.

`clocks.py` has the arithmetic, `pulse.py` what time it is. Here is what a table makes of them: whose clock counts, what
stands beside each line of the journal, and that the table's bot plays for whoever has run out of time.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo

from msgspec.structs import replace as changed

from heliopolis.errors import SetupError
from heliopolis.server import clocks
from heliopolis.server.absence import bot_at, stand_in_of
from heliopolis.server.clocks import HOUR, SECOND, Quiet, Rules, Span, Times
from heliopolis.server.messages.clocks import LONGEST_QUIET, Clock, Clocks, Correspondence, Live
from heliopolis.server.messages.replays import LogLine
from heliopolis.server.messages.tables import NewTable
from heliopolis.server.pulse import wall_clock
from heliopolis.server.refusals import DamagedError, NotNowError
from heliopolis.server.rows import RUNNING, Entry, Row
from heliopolis.table.match import TABLE

if TYPE_CHECKING:
    from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)
#: A bot should have moved after so many milliseconds; if not, the process that let it may be gone.
BOT_DUE = 1500
DAY_IN_MINUTES = 24 * 60


class Watch(Protocol):
    """What time it is, and when the server was down."""

    def now(self) -> int:
        """Tell the time."""

    async def beat(self) -> None:
        """Note that the server is up."""

    def pauses(self, since: int, until: int) -> list[Span]:
        """List the pauses that touch a time."""


class PlainWatch:
    """A watch for a table that no server serves."""

    def now(self) -> int:
        """Tell the time."""
        return wall_clock()

    async def beat(self) -> None:
        """Nobody asks."""

    def pauses(self, since: int, until: int) -> list[Span]:
        """There is no server that could have been down."""
        return []


# ---- which clocks a table has ----


def rules_of(clock: Clock) -> Rules:
    """Say in numbers how clocks go."""
    if isinstance(clock, Live):
        return Rules(clock.bank * SECOND, clock.increment * SECOND, clock.cap * SECOND)
    whole = clock.hours * HOUR
    quiet = Quiet(clock.zone, clock.quiet_from, clock.quiet_to, clock.weekends)
    return Rules(whole, whole, whole, quiet)


def check_clock(wanted: NewTable) -> None:
    """Refuse clocks that make no sense, or not at this table."""
    clock = wanted.clock
    if clock is None:
        return
    if wanted.draws == TABLE:
        raise SetupError("where people draw from their own bag there are no clocks: no bot could draw for them")
    if isinstance(clock, Live):
        if clock.cap < clock.bank:
            raise SetupError(f"clocks cannot begin with {clock.bank} seconds and never exceed {clock.cap}")
        return
    if wanted.away_after is not None:
        raise SetupError("with so many hours a move the clock says when a bot plays: leave away_after out")
    try:
        ZoneInfo(clock.zone)
    except (OSError, ValueError) as error:  # ZoneInfoNotFoundError is a KeyError, and that one no name at all
        raise SetupError(f"there is no time zone {clock.zone!r}: expected one like Europe/Vienna or UTC") from error
    except KeyError:
        raise SetupError(f"there is no time zone {clock.zone!r}: expected one like Europe/Vienna or UTC") from None
    begin, end = clock.quiet_from, clock.quiet_to
    if (begin is None) != (end is None):
        raise SetupError("quiet hours have a beginning and an end: give quiet_from and quiet_to, or neither")
    if begin is not None and end is not None and not 0 < (end - begin) % DAY_IN_MINUTES <= LONGEST_QUIET:
        raise SetupError(f"quiet hours last up to {LONGEST_QUIET // 60} hours of a day, and do not end as they begin")


# ---- what a row says of its clocks ----


def who_counts(row: Row) -> int | None:
    """Find the seat whose clock counts: a person's who is to move, and for whom no bot plays."""
    if row.state != RUNNING or row.to_act is None or row.seats[row.to_act].kind != "person":
        return None
    return None if bot_at(row.seats[row.to_act]) is not None else row.to_act


def arranged(row: Row, times: Times, watch: Watch) -> Row:
    """Let the clock of whoever is to move count, and say by when somebody has to look at the table."""
    assert row.clock is not None
    now = watch.now()
    times = clocks.hand_on(times, who_counts(row), now)
    if times.seat is not None:
        deadline = clocks.deadline(rules_of(row.clock), times)
    else:
        deadline = now + BOT_DUE if row.state == RUNNING else None
    return replace(row, times=times, deadline=deadline)


def begun(row: Row, watch: Watch) -> Row:
    """Set the clocks of a match that begins."""
    if row.clock is None:
        return row
    return arranged(row, clocks.begin(rules_of(row.clock), len(row.seats), watch.now()), watch)


def reseated(row: Row, watch: Watch) -> Row:
    """Say whose clock counts after somebody else plays in a seat."""
    if row.clock is None or row.times is None:
        return row
    now = watch.now()
    times = clocks.stop(rules_of(row.clock), row.times, now, watch.pauses(row.times.since, now))
    return arranged(row, times, watch)


def written(left: Sequence[int]) -> str:
    """Write what is left to each seat, for the journal."""
    return " ".join(map(str, left))


def read(row: Row, entry: Entry) -> list[int]:
    """Read what was left to each seat after a line of the journal."""
    left = [int(part) for part in (entry.clocks or "").split(" ") if part.isdecimal()]
    if len(left) != len(row.seats):
        raise DamagedError(
            f"line {entry.number} of its journal says of the clocks {entry.clocks!r}, "
            f"expected {len(row.seats)} numbers of milliseconds"
        )
    return left


def is_played_for(lines: Sequence[LogLine]) -> bool:
    """Tell whether a bot has made one of some moves for somebody else."""
    return any(line.bot is not None for line in lines)


class Timing:
    """The clocks of a table in memory."""

    def __init__(self, table: Table) -> None:
        self._known = weakref.ref(table)  # a table that nobody needs is gone at once
        self.watch: Watch = PlainWatch()
        self.marks: list[list[int]] = []
        """What was left after each line of the journal that stands; nothing at a table without clocks."""

    @property
    def _table(self) -> Table:
        table = self._known()
        assert table is not None
        return table

    async def ready(self) -> None:
        """See that it is known that the server is up, before a clock counts by it."""
        if self._table.row.clock is not None:
            await self.watch.beat()

    # ---- what a change does ----

    def after_move(self, row: Row, entries: Sequence[Entry]) -> tuple[Row, list[Entry]]:
        """Say what the clocks show after a move, in the row as it will be and beside the lines."""
        now = self.watch.now()
        if row.clock is None or row.times is None:
            return row, [replace(entry, at=now) for entry in entries]
        rules, pauses = rules_of(row.clock), self.watch.pauses(row.times.since, now)
        times = clocks.move(rules, row.times, entries[-1].seat, now, pauses)
        return self._noted(row, times, entries)

    def after_undo(self, row: Row, entries: Sequence[Entry]) -> tuple[Row, list[Entry]]:
        """Set the clocks as they stood before the moves that are taken back."""
        if row.clock is None:
            return row, [replace(entry, at=self.watch.now()) for entry in entries]
        stand = self.marks[: len(self.marks) - len(entries)]
        left = stand[-1] if stand else [rules_of(row.clock).bank] * len(row.seats)
        return self._noted(row, clocks.restore(left, self.watch.now()), entries)

    def _noted(self, row: Row, times: Times, entries: Sequence[Entry]) -> tuple[Row, list[Entry]]:
        text = written(times.left)
        return arranged(row, times, self.watch), [replace(one, at=times.since, clocks=text) for one in entries]

    def keep(self, row: Row, entries: Sequence[Entry], *, undone: bool) -> None:
        """Remember what stands beside lines that were written."""
        if row.clock is None:
            return
        if undone:
            del self.marks[len(self.marks) - len(entries) :]
        else:
            self.marks += [read(row, entry) for entry in entries]

    # ---- when a time runs out ----

    def is_out(self, seat: int) -> bool:
        """Tell whether the time of a seat has run out, and the move that was due is not made yet."""
        times = self._table.row.times
        return times is not None and times.out == seat

    def decides(self) -> bool:
        """Tell whether the clock alone says when a bot plays for somebody who is not here."""
        return isinstance(self._table.row.clock, Correspondence)

    def check_bot(self, seat: int) -> None:
        """Refuse a bot's move for somebody who is here, unless their time has run out."""
        table = self._table
        if table.row.times is not None and seat in table.online and not self.is_out(seat):
            raise NotNowError(f"{table.row.seats[seat].name} is back, and moves for themselves")

    def check_undo(self, lines: Sequence[LogLine]) -> None:
        """Refuse to take back what a bot has played for somebody: they would get their time back with it."""
        if self._table.row.clock is not None and is_played_for(lines):
            raise NotNowError("a bot has made this move for you, and with clocks such a move stands")

    async def look(self) -> None:
        """Let the table's bot play for whoever has run out of time."""
        await self.ready()
        await self._table.changing(self._look)

    async def _look(self) -> None:
        table = self._table
        row, times, now = table.row, table.row.times, self.watch.now()
        if row.clock is None or times is None or times.seat is None or row.state != RUNNING or row.closed:
            return
        rules, seat, pauses = rules_of(row.clock), times.seat, self.watch.pauses(times.since, now)
        end = clocks.deadline(rules, times, pauses)
        if end is not None and now < end:
            if end != row.deadline:  # the server was down meanwhile
                await table.rearrange(replace(row, deadline=end))
            return
        seats = list(row.seats)
        seats[seat] = changed(seats[seat], stand_in=stand_in_of(row))
        row = replace(row, seats=seats, bot_to_act=True, changed=wall_clock())
        await table.rearrange(arranged(row, clocks.run_out(rules, times, now, pauses), self.watch))

    # ---- what is shown ----

    def shown(self) -> Clocks | None:
        """Say where the clocks stand now."""
        row = self._table.row
        if row.clock is None or row.times is None:
            return None
        rules, times, now = rules_of(row.clock), row.times, self.watch.now()
        pauses = self.watch.pauses(times.since, now)
        return Clocks(
            left=clocks.left_at(rules, times, now, pauses),
            seat=times.seat,
            out=times.out,
            deadline=clocks.deadline(rules, times, pauses),
            resting=clocks.is_resting(rules, now),
        )
