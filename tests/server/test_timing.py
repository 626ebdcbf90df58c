"""Clocks at a table: whose counts, what is kept of them, and what happens when a time has run out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as changed

from heliopolis.errors import HeliopolisError, UndoError
from heliopolis.server.checkup import table_faults
from heliopolis.server.clocks import DAY, HOUR, MINUTE, SECOND
from heliopolis.server.messages.clocks import Correspondence, Live
from heliopolis.server.refusals import NotNowError
from tests.server.evening import LETTERS, LIVE, Evening, Screen, left, play, until
from tests.server.loop import complete


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def run(evening: Evening, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        await evening.begin()
        try:
            await work()
        finally:
            await evening.end()

    complete(whole())


def test_only_the_clock_of_who_is_to_move_falls_and_it_is_kept(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben")
        table = await evening.table(keys)
        first = table.row.to_act or 0
        other = 1 - first
        await evening.wait(25 * SECOND)
        assert (left(table)[first], left(table)[other]) == (35, 60)
        await play(table)
        assert (left(table)[first], left(table)[other]) == (45, 60)
        await evening.wait(4 * SECOND)
        await play(table)
        assert (left(table)[first], left(table)[other]) == (45, 66)
        entries = (await evening.storage.load(keys.table))[1]  # type: ignore[index]
        assert [entry.at for entry in entries][-1] == evening.now
        assert entries[-1].clocks == " ".join(str(one * 1000) for one in left(table))
        shown = table.timing.shown()
        assert shown is not None
        assert shown.deadline == evening.now + shown.left[first] == table.row.deadline
        await evening.restart(2 * SECOND)
        table = await evening.table(keys)
        assert (left(table)[first], left(table)[other]) == (45, 66), "the server was down for two seconds"
        await evening.wait(5 * SECOND)
        assert (left(table)[first], left(table)[other]) == (40, 66)
        assert await table_faults(evening.storage, keys.table, [keys.table]) == []

    run(evening, work)


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_a_table_that_nobody_watches_goes_on_to_its_end(evening: Evening, game: str) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben", "bot", game=game)
        table = await evening.table(keys)
        name, first = table.row.id, table.row.to_act
        del table
        await evening.restart(HOUR)
        assert evening.house.find(name) is None
        for _ in range(2):  # both people run out; then bots play for both
            await evening.wait(59 * SECOND)
            row = (await evening.storage.rows([name]))[0]
            assert row.seats[0].stand_in is None or row.seats[1].stand_in is None
            await evening.wait(11 * SECOND)
        row = (await evening.storage.rows([name]))[0]
        for _ in range(100):
            if row.state == "over":
                break
            await evening.wait(90 * SECOND)
            row = (await evening.storage.rows([name]))[0]
        assert row.state == "over"
        assert first is not None
        table = await evening.table(keys)
        assert {line.bot for line in table.log if line.seat in (0, 1) and not line.chance} == {"random"}
        assert table.match is not None
        assert "random" not in table.match.record().partition("\n\n")[0].replace("Random", "")
        assert row.deadline is None

    run(evening, work)


def test_who_is_here_and_runs_out_gets_the_seat_back_after_one_move(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben", game="dice")
        table = await evening.table(keys)
        first = table.row.to_act or 0
        table.arrive(Screen(0))
        table.arrive(Screen(1))
        await evening.wait(59 * SECOND)
        assert table.version == 0
        await evening.wait(3 * SECOND)
        played = [line for line in table.log if line.bot is not None]
        assert [line.seat for line in played] == [first], "one move, and no more"
        assert all(player.stand_in is None for player in table.row.seats)
        assert left(table)[first] == 10, "that move has brought the increment"
        assert table.row.times is not None
        assert table.row.times.out is None

    run(evening, work)


def test_who_comes_back_before_the_bot_has_moved_may_move(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben")
        table = await evening.table(keys)
        first = table.row.to_act or 0
        table.arrive(Screen(first))
        evening.house.bots.pause = 3600.0
        for _ in range(61):
            evening.now += SECOND
            await evening.pulse.beat()
        await table.timing.look()
        assert table.timing.is_out(first)
        assert table.row.seats[first].stand_in == "random"
        await play(table)
        await until(lambda: table.row.seats[first].stand_in is None)
        assert left(table)[first] == 10

    run(evening, work)


def test_no_clock_falls_while_the_server_is_down(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben")
        table = await evening.table(keys)
        first = table.row.to_act or 0
        await evening.wait(20 * SECOND)
        await evening.restart(10 * HOUR)
        await evening.deadlines.look()
        table = await evening.table(keys)
        assert left(table)[first] == 40
        assert table.row.deadline == evening.now + 40 * SECOND
        evening.now += HOUR  # the process stands still, as that of a laptop that is closed
        assert left(table)[first] == 40
        await evening.pulse.beat()
        await evening.wait(10 * SECOND)
        assert left(table)[first] == 30
        await evening.wait(35 * SECOND)
        assert table.row.seats[first].stand_in == "random"

    run(evening, work)


def test_an_undo_sets_the_clocks_as_they_stood(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben", game="ra")
        table = await evening.table(keys)
        assert table.match is not None
        seat = table.row.to_act or 0
        await evening.wait(10 * SECOND)
        await table.move(seat, "invoke", table.version, "one")  # reveals nothing
        await evening.wait(5 * SECOND)
        assert left(table)[seat] == 60
        assert left(table)[1 - seat] == 55
        await table.undo(seat, table.version, "back")
        assert left(table) == [60, 60]
        assert table.timing.marks == []
        await evening.wait(4 * SECOND)
        await evening.restart(1)
        table = await evening.table(keys)
        assert left(table)[seat] == 56
        await table.move(seat, "invoke", table.version, "two")
        assert left(table)[seat] == 66
        assert await table_faults(evening.storage, keys.table, [keys.table]) == []

    run(evening, work)


def test_what_a_bot_has_played_for_who_was_out_of_time_is_not_taken_back(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben")
        table = await evening.table(keys)
        seat = table.row.to_act or 0
        evening.house.bots.pause = 3600.0
        await table.reseat(seat, changed(table.row.seats[seat], stand_in="random"))
        await table.move(seat, "invoke", table.version, bot="random")  # it reveals nothing
        assert table.row.to_act == 1 - seat
        with pytest.raises((NotNowError, UndoError), match="a bot has made this move for you"):
            await table.undo(seat, table.version, "back")
        assert b'"undo":null' in table.frame(Screen(seat))

    run(evening, work)


def test_the_record_is_the_same_with_clocks_and_without(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.server.house.new_seed", lambda: 7)

    async def work() -> None:
        records = []
        for clock in (None, LIVE, LETTERS):
            keys = await evening.make("Ann", "Ben", clock=clock)
            table = await evening.table(keys)
            while table.row.state != "over":
                await play(table)
                evening.now += SECOND
            assert table.match is not None
            records.append(table.match.record().encode())
            assert (table.timing.marks == []) == (clock is None)
        assert records[0] == records[1] == records[2]

    run(evening, work)


def test_a_day_a_move_does_not_count_at_night_and_only_the_clock_lets_a_bot_play(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben", clock=LETTERS)  # at 13:00 in Vienna
        table = await evening.table(keys)
        first = table.row.to_act or 0
        table.arrive(Screen(1 - first))
        assert [one.ask_from for one in table.absences.list()] == [None]
        with pytest.raises(NotNowError, match="the clock of this table says when"):
            await table.absences.ask(first, 0.0)
        # Nine hours this day, fourteen the next, one more the day after.
        assert table.row.deadline == evening.now + 9 * HOUR + 10 * HOUR + 14 * HOUR + 10 * HOUR + HOUR
        await evening.wait(12 * HOUR)
        shown = table.timing.shown()
        assert shown is not None
        assert shown.resting
        assert shown.left[first] == 15 * HOUR
        await evening.wait(2 * DAY)
        assert [line.bot for line in table.log if not line.chance] == ["random"]
        assert table.row.seats[first].stand_in == "random"
        assert left(table)[first] == 24 * 3600
        table.arrive(Screen(first))
        await until(lambda: table.row.seats[first].stand_in is None)

    run(evening, work)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"clock": Live(bank=600, increment=10, cap=60)}, "begin with 600 seconds and never exceed 60"),
        ({"clock": LIVE, "draws": "table"}, "where people draw from their own bag there are no clocks"),
        ({"clock": LETTERS, "away_after": 60}, "the clock says when a bot plays: leave away_after out"),
        ({"clock": Correspondence(hours=1, zone="Europe/Atlantis")}, "there is no time zone 'Europe/Atlantis'"),
        ({"clock": Correspondence(hours=1, zone="../etc/passwd")}, "there is no time zone"),
        ({"clock": Correspondence(hours=1, zone="Europe")}, "there is no time zone"),
        ({"clock": Correspondence(hours=1, zone="UTC", quiet_from=1)}, "give quiet_from and quiet_to, or neither"),
        ({"clock": Correspondence(hours=1, zone="UTC", quiet_from=1, quiet_to=1)}, "do not end as they begin"),
        ({"clock": Correspondence(hours=1, zone="UTC", quiet_from=480, quiet_to=1)}, "quiet hours last up to 16 hours"),
    ],
)
def test_clocks_that_make_no_sense_are_refused(evening: Evening, wanted: dict[str, Any], said: str) -> None:
    async def work() -> None:
        with pytest.raises(HeliopolisError, match=said):
            await evening.make("Ann", "Ben", **wanted)

    run(evening, work)


def test_a_rematch_begins_with_full_clocks(evening: Evening) -> None:
    async def work() -> None:
        keys = await evening.make("Ann", "Ben", game="dice")
        table = await evening.table(keys)
        while table.row.state != "over":
            await play(table)
            evening.now += SECOND
        assert table.row.times is not None
        assert table.row.deadline is None
        again = await evening.house.rematch(table.row.id, keys.seats[0].token)
        new = await evening.house.open(again.table)
        assert left(new) == [60, 60]
        assert new.row.deadline == evening.now + MINUTE

    run(evening, work)
