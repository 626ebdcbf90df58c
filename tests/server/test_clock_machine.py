"""Whatever people do at a table with clocks, and whatever happens to its server, the clocks keep what they promise.

Hypothesis moves, takes back, comes and goes, lets time pass, stops the server, kills it while a bot is to move, and
starts it again. What each clock has to show is added up beside it, in seconds.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heliopolis.errors import HeliopolisError
from heliopolis.server.checkup import table_faults
from heliopolis.server.clocks import SECOND
from heliopolis.server.messages.tables import TableKeys
from heliopolis.server.tables import Table
from tests.server.evening import LIVE, Evening, Screen, play

SEATS = 3
BANK, INCREMENT, CAP = LIVE.bank * SECOND, LIVE.increment * SECOND, LIVE.cap * SECOND


class Clocks(RuleBasedStateMachine):
    """One table of three people, and its server."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.evening = Evening(Path(self.folder.name))
        self.screens: dict[int, Screen] = {}
        self.keys: TableKeys | None = None
        self.held: Table | None = None  # a table that nobody needs would be gone in the middle of a sentence
        self.seed = patch("heliopolis.server.house.new_seed", lambda: 7)
        self.seed.start()
        self.run(self.evening.begin())

    def run(self, work: Any) -> Any:
        return self.loop.run(work)

    @property
    def table(self) -> Table:
        assert self.keys is not None
        self.held = self.run(self.evening.table(self.keys))
        assert self.held is not None
        return self.held

    @property
    def is_over(self) -> bool:
        return self.table.row.state == "over"

    def teardown(self) -> None:
        self.seed.stop()
        try:
            self.run(self.evening.end())
        finally:
            self.loop.close()
            self.folder.cleanup()

    def left(self) -> list[int]:
        shown = self.table.timing.shown()
        assert shown is not None
        return shown.left

    @initialize(game=st.sampled_from(["ra", "dice"]))
    def make(self, game: str) -> None:
        self.keys = self.run(self.evening.make("Ann", "Ben", "Cleo", game=game))

    # ---- what can happen ----

    @rule(choice=st.integers(0, 20))
    @precondition(lambda self: not self.is_over)
    def somebody_moves(self, choice: int) -> None:
        before, table = self.left(), self.table
        lines = len(table.log)
        seat = self.run(play(table, choice))
        after = table.timing.marks[-1]  # at once: a bot may be the next
        assert after[seat] == min(CAP, before[seat] + INCREMENT), "the own move brings the increment, up to the cap"
        others = [place for place in range(SEATS) if place != seat]
        assert [after[place] for place in others] == [before[place] for place in others]
        assert len(table.log) > lines
        self.settle()

    @rule()
    @precondition(lambda self: not self.is_over)
    def somebody_takes_back(self) -> None:
        table = self.table
        seat = next((line.seat for line in reversed(table.log) if not line.chance), 0)
        marks, lines = list(table.timing.marks), len(table.log)
        played_for = table.log[-1].bot if table.log else None
        try:
            self.run(table.undo(seat, table.version, f"back {table.version}"))
        except HeliopolisError:
            assert table.timing.marks == marks
            return
        assert played_for is None, "what a bot has played for somebody stands"
        stand = len(marks) - (lines - len(table.log))
        assert table.timing.marks == marks[:stand]
        shown = table.timing.shown()  # at once: a bot may play for who has gone since
        assert shown is not None
        assert shown.left == (marks[stand - 1] if stand else [BANK] * SEATS)
        self.settle()

    @rule(seat=st.integers(0, SEATS - 1))
    def somebody_comes_or_goes(self, seat: int) -> None:
        before = self.left()
        if seat in self.screens:
            screen = self.screens.pop(seat)
            self.run(self.call(self.table.depart, screen))
        else:
            self.screens[seat] = Screen(seat)
            self.run(self.call(self.table.arrive, self.screens[seat]))
        self.settle()
        assert self.left() == before, "who comes or goes changes no clock"

    @rule(seat=st.integers(0, SEATS - 1))
    @precondition(lambda self: self.screens and not self.is_over)
    def somebody_asks_for_a_bot(self, seat: int) -> None:
        try:
            self.run(self.table.absences.ask(seat, 0.0))
        except HeliopolisError:
            assert seat in self.screens
            return
        assert seat not in self.screens
        self.settle()

    @rule(seconds=st.integers(1, 100))
    def time_passes(self, seconds: int) -> None:
        before, table = self.left(), self.table
        times, version = table.row.times, table.version
        assert times is not None
        self.run(self.evening.wait(seconds * SECOND))
        if table.version == version:
            expected = list(before)
            if times.seat is not None:
                expected[times.seat] = max(0, expected[times.seat] - seconds * SECOND)
            assert self.left() == expected, "only the clock of who is to move falls, second by second"
        else:
            assert times.seat is not None
            assert before[times.seat] <= seconds * SECOND, "nobody loses a move before their time has run out"
            first = next(line for line in table.log[-(table.version - version) :] if not line.chance)
            assert (first.seat, first.bot) == (times.seat, "random")

    @rule(down=st.integers(0, 100_000))
    def the_server_stops_and_starts(self, down: int) -> None:
        async def work() -> None:
            await self.evening.pulse.beat()
            await self.evening.restart(down * SECOND)
            await self.evening.deadlines.look()

        self.run(self.note_up())
        before = self.left()
        self.everyone_goes()
        self.run(work())
        self.settle()
        if self.table.row.times is not None and not self.table.row.times.out:
            assert self.left() == before, "no clock falls while the server is down"

    @rule(down=st.integers(0, 1000))
    @precondition(lambda self: not self.is_over)
    def the_server_is_killed_before_the_bot_has_moved(self, down: int) -> None:
        self.run(self.note_up())
        before, version = self.left(), self.table.version
        self.everyone_goes()

        async def work() -> None:
            await self.evening.house.bots.close()  # it will not let bots move any more
            table = await self.evening.table(self.keys)  # type: ignore[arg-type]
            if table.row.to_act is not None:
                await table.absences._stand_in(table.row.to_act)
            assert table.version == version
            await self.evening.restart(down * SECOND)
            await self.evening.wait(2 * SECOND)

        self.run(work())
        assert self.table.version > version or self.left() == before

    def everyone_goes(self) -> None:
        """Nobody looks at the table any more, and it is not kept in memory for the next house."""
        for screen in self.screens.values():
            self.run(self.call(self.table.depart, screen))
        self.screens.clear()
        self.held = None

    async def note_up(self) -> None:
        """The heartbeat of just now: what comes after it is a pause."""
        await self.evening.pulse.note()

    async def call(self, what: Any, *given: Any) -> None:
        what(*given)

    def settle(self) -> None:
        self.run(self.evening.settle())

    # ---- what always holds ----

    @invariant()
    def clocks_are_sound(self) -> None:
        if self.keys is None:
            return
        row = self.table.row
        assert all(0 <= left <= CAP for left in self.left())
        assert row.times is not None
        if row.state == "over":
            assert row.times.seat is None
            assert row.deadline is None
            return
        assert row.deadline is not None, "somebody looks at a table that goes on"
        if row.times.seat is not None:
            assert row.times.seat == row.to_act
            assert row.seats[row.times.seat].stand_in is None
        assert all(row.seats[seat].stand_in is None for seat in self.screens), "who is here has their seat"

    @invariant()
    def the_database_says_the_same(self) -> None:
        if self.keys is None:
            return

        async def work() -> None:
            assert self.keys is not None
            found = await self.evening.storage.load(self.keys.table)
            assert found is not None
            table = await self.evening.table(self.keys)
            assert found[0] == table.row
            assert await table_faults(self.evening.storage, self.keys.table, [self.keys.table]) == []
            assert table.match is not None
            again = await asyncio.to_thread(Table.restore, *found, self.evening.storage, self.evening.house.limits)
            assert again.timing.marks == table.timing.marks
            assert again.match is not None
            assert again.match.record() == table.match.record()

        self.run(work())


Clocks.TestCase.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
TestClocks = Clocks.TestCase
