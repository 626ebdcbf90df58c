"""Clocks as arithmetic: what counts, what a move brings, when a time runs out."""

from __future__ import annotations

import itertools
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliopolis.server import clocks
from heliopolis.server.clocks import DAY, HOUR, MINUTE, SECOND, Quiet, Rules, Span, Times

LIVE = Rules(bank=10 * MINUTE, increment=20 * SECOND, cap=12 * MINUTE)
ZONES = ("UTC", "Europe/Vienna", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
#: 2026-03-20, 12:00 UTC: clocks are put forward in Europe nine days later, and back in New York's sense before.
SPRING = 1_774_008_000_000


def at(text: str, zone: str = "Europe/Vienna") -> int:
    """Give the moment at which the clocks of a zone show a time."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * SECOND


def days(count: float, **quiet: object) -> Rules:
    whole = int(count * DAY)
    return Rules(whole, whole, whole, Quiet(**quiet) if quiet else None)  # type: ignore[arg-type]


# ---- by example ----


def test_a_move_brings_the_increment_and_never_more_than_the_cap() -> None:
    times = clocks.hand_on(clocks.begin(LIVE, 2, 0), 0, 0)
    times = clocks.move(LIVE, times, 0, 50 * SECOND)
    assert times.left == [9 * MINUTE + 30 * SECOND, 10 * MINUTE]
    for now in range(50 * SECOND, 60 * SECOND, SECOND):  # who answers at once gains, up to the cap
        times = clocks.move(LIVE, clocks.hand_on(times, 0, now), 0, now)
    assert times.left == [12 * MINUTE, 10 * MINUTE]


def test_who_has_run_out_has_nothing_left_and_gets_the_increment_for_the_move_that_is_made_for_them() -> None:
    times = clocks.hand_on(clocks.begin(LIVE, 2, 0), 1, 0)
    assert clocks.deadline(LIVE, times) == 10 * MINUTE
    times = clocks.run_out(LIVE, times, 11 * MINUTE)
    assert (times.left[1], times.seat, times.out) == (0, None, 1)
    assert clocks.deadline(LIVE, times) is None
    times = clocks.move(LIVE, times, 1, 12 * MINUTE)
    assert (times.left[1], times.out) == (20 * SECOND, None)


def test_no_clock_counts_while_the_server_is_down() -> None:
    times = clocks.hand_on(clocks.begin(LIVE, 2, 0), 0, 0)
    pauses = [(MINUTE, HOUR), (2 * HOUR, 3 * HOUR)]
    assert clocks.left_at(LIVE, times, HOUR, pauses) == [9 * MINUTE, 10 * MINUTE]
    assert clocks.deadline(LIVE, times, pauses) == HOUR + 9 * MINUTE


@pytest.mark.parametrize(
    ("begun", "ends", "rules"),
    [
        ("2026-11-18 20:00", "2026-11-19 20:00", days(1)),
        # From ten at night to eight in the morning nobody has to play.
        ("2026-11-18 20:00", "2026-11-20 16:00", days(1, zone="Europe/Vienna", begin=22 * 60, end=8 * 60)),
        ("2026-11-18 23:00", "2026-11-19 20:00", days(0.5, zone="Europe/Vienna", begin=22 * 60, end=8 * 60)),
        # A lunch break, which does not pass midnight.
        ("2026-11-18 11:00", "2026-11-19 12:00", days(1, zone="Europe/Vienna", begin=12 * 60, end=13 * 60)),
        # Friday the 20th, and a weekend.
        ("2026-11-20 20:00", "2026-11-23 20:00", days(1, zone="Europe/Vienna", weekends=True)),
        ("2026-11-21 09:00", "2026-11-24 00:00", days(1, zone="Europe/Vienna", weekends=True)),
        # Both: Friday 20:00 to 22:00, then Monday from 8:00 on.
        ("2026-11-20 20:00", "2026-11-23 18:00", days(0.5, zone="Europe/Vienna", begin=1320, end=480, weekends=True)),
        # The night in which clocks are put forward is an hour shorter, and nobody loses anything by it.
        ("2026-03-28 20:00", "2026-03-29 18:00", days(0.5, zone="Europe/Vienna", begin=22 * 60, end=8 * 60)),
    ],
)
def test_a_time_runs_out_by_the_wall_clock_of_the_table(begun: str, ends: str, rules: Rules) -> None:
    times = clocks.hand_on(clocks.begin(rules, 1, at(begun)), 0, at(begun))
    found = clocks.deadline(rules, times)
    assert found is not None
    assert datetime.fromtimestamp(found / SECOND, ZoneInfo("Europe/Vienna")).isoformat(" ")[:16] == ends


def test_it_is_known_whether_clocks_rest() -> None:
    rules = days(1, zone="Europe/Vienna", begin=22 * 60, end=8 * 60)
    resting = {hour: clocks.is_resting(rules, at(f"2026-11-18 {hour:02}:00")) for hour in range(24)}
    assert {hour for hour, rests in resting.items() if rests} == {*range(8), 22, 23}
    assert not clocks.is_resting(LIVE, 0)


# ---- whatever is chosen ----

moments = st.integers(0, 40 * DAY).map(lambda after: SPRING + after)


@st.composite
def quiets(draw: st.DrawFn) -> Quiet | None:
    if draw(st.booleans()):
        return None
    begin = draw(st.none() | st.integers(0, 24 * 60 - 1))
    end = None if begin is None else (begin + draw(st.integers(1, 16 * 60))) % (24 * 60)
    return Quiet(draw(st.sampled_from(ZONES)), begin, end, weekends=draw(st.booleans()))


@st.composite
def some_pauses(draw: st.DrawFn) -> list[Span]:
    begins = draw(st.lists(moments, max_size=4, unique=True))
    return [(begin, begin + draw(st.integers(1, 5 * DAY))) for begin in sorted(begins)]


def slow_count(quiet: Quiet | None, since: int, until: int, pauses: list[Span], step: int) -> int:
    """Count a time step by step, by looking at a wall clock at each."""
    found = 0
    for moment in range(since, until, step):
        rests = any(begin <= moment < end for begin, end in pauses)
        if quiet is not None and not rests:
            shown = datetime.fromtimestamp(moment / SECOND, ZoneInfo(quiet.zone))
            minute = shown.hour * 60 + shown.minute
            rests = quiet.weekends and shown.weekday() >= 5
            if quiet.begin is not None and quiet.end is not None:
                inside = quiet.begin <= minute < quiet.end
                over = quiet.end <= quiet.begin and (minute >= quiet.begin or minute < quiet.end)
                rests = rests or inside or over
        found += 0 if rests else step
    return found


@given(quiets(), moments, st.integers(0, 60), some_pauses())
def test_what_counts_is_what_a_look_at_the_wall_clock_finds(
    quiet: Quiet | None, since: int, hours: int, pauses: list[Span]
) -> None:
    rules = Rules(DAY, DAY, DAY, quiet)
    step = 10 * MINUTE
    until = since + hours * HOUR
    # A step may lie across a border, and an hour may be there twice or not at all, twice in these weeks.
    margin = step * 2 * (hours // 6 + 2 + len(pauses)) + 2 * HOUR
    assert abs(clocks.counted(rules, since, until, pauses) - slow_count(quiet, since, until, pauses, step)) <= margin


@given(quiets(), moments, st.lists(st.integers(0, 3 * DAY), min_size=2, max_size=2), some_pauses())
def test_parts_of_a_time_count_as_much_as_the_whole(
    quiet: Quiet | None, since: int, lengths: list[int], pauses: list[Span]
) -> None:
    rules = Rules(DAY, DAY, DAY, quiet)
    middle, until = since + lengths[0], since + sum(lengths)
    parts = clocks.counted(rules, since, middle, pauses) + clocks.counted(rules, middle, until, pauses)
    assert parts == clocks.counted(rules, since, until, pauses)
    assert 0 <= parts <= until - since
    spans = list(clocks.counting(rules, since, until, pauses))
    assert all(begin < end for begin, end in spans)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(spans))


@given(quiets(), moments, st.integers(0, 3 * DAY), some_pauses())
def test_at_the_deadline_nothing_is_left_and_before_it_something(
    quiet: Quiet | None, since: int, left: int, pauses: list[Span]
) -> None:
    rules = Rules(3 * DAY, 3 * DAY, 3 * DAY, quiet)
    times = Times([left, 7], since, 0)
    end = clocks.deadline(rules, times, pauses)
    assert end is not None
    assert clocks.left_at(rules, times, end, pauses) == [0, 7]
    assert left == 0 or clocks.left_at(rules, times, end - 1, pauses)[0] > 0


@given(st.data())
def test_only_the_own_clock_falls_and_only_the_own_move_lets_it_rise(data: st.DataObject) -> None:
    bank = data.draw(st.integers(1, DAY))
    rules = Rules(bank, data.draw(st.integers(1, HOUR)), bank + data.draw(st.integers(0, DAY)), data.draw(quiets()))
    now, seats = SPRING, data.draw(st.integers(2, 5))
    times = clocks.begin(rules, seats, now)
    for _ in range(data.draw(st.integers(1, 8))):
        seat = data.draw(st.none() | st.integers(0, seats - 1))
        times = clocks.hand_on(times, seat, now)
        before = list(times.left)
        passed = data.draw(st.integers(0, 2 * DAY))
        pauses = [(now, now + passed)] if data.draw(st.booleans()) else []
        now += passed
        shown = clocks.left_at(rules, times, now, pauses)
        assert all(shown[other] == before[other] for other in range(seats) if other != seat)
        assert shown == before or not pauses
        assert all(0 <= after <= earlier for after, earlier in zip(shown, before, strict=True))
        if seat is None:
            times = clocks.stop(rules, times, now, pauses)
            assert times.left == shown
        else:
            times = clocks.move(rules, times, seat, now, pauses)
            assert times.left[seat] == min(rules.cap, shown[seat] + rules.increment)
            assert [left for place, left in enumerate(times.left) if place != seat] == [
                left for place, left in enumerate(shown) if place != seat
            ]
