"""What clocks do: what is left to each seat, when a time runs out, what a move or an undo changes. Plain arithmetic.

Times are in milliseconds; moments count from 1970. Nothing here knows what time it is, reads anything or keeps it.

A clock *counts* while its seat is to act, apart from two kinds of rest. At quiet hours and weekends nobody has to play:
they are said when the table is made, in a time zone of its own. And the server's pauses, in which it was down, are
nobody's fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

SECOND = 1000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 24 * 3600 * SECOND
#: Monday is 0.
SATURDAY = 5
#: So many days a time that is left may be spread over at most: nights and weekends make no month of it a year.
MOST_DAYS = 1000

#: From a moment on, and up to another.
Span = tuple[int, int]


@dataclass(frozen=True)
class Quiet:
    """When nobody has to play, by the wall clock of a time zone."""

    zone: str
    begin: int | None = None
    """From this minute of each day on ..."""
    end: int | None = None
    """... up to this one, perhaps of the next day."""
    weekends: bool = False
    """Whether all of Saturday and Sunday is quiet."""


@dataclass(frozen=True)
class Rules:
    """How the clocks of a table go."""

    bank: int
    """What everyone begins with."""
    increment: int
    """What a move brings to whoever made it."""
    cap: int
    """No clock ever shows more."""
    quiet: Quiet | None = None


class Times(Struct, frozen=True):
    """Where the clocks of a table stand."""

    left: list[int]
    """What was left to each seat at a moment."""
    since: int
    """That moment."""
    seat: int | None = None
    """Whose clock has been counting from then on; nobody's where a bot is to act."""
    out: int | None = None
    """Whose time has run out: a bot makes the move that is due."""


# ---- what happens to clocks ----


def begin(rules: Rules, seats: int, now: int) -> Times:
    """Set all clocks."""
    return Times([rules.bank] * seats, now)


def stop(rules: Rules, times: Times, now: int, pauses: Sequence[Span] = ()) -> Times:
    """Stop the clock that counts."""
    return Times(left_at(rules, times, now, pauses), now, None, times.out)


def hand_on(times: Times, seat: int | None, now: int) -> Times:
    """Let the clock of another seat count from now on, or nobody's."""
    return replace(times, seat=seat, since=now)


def move(rules: Rules, times: Times, seat: int, now: int, pauses: Sequence[Span] = ()) -> Times:
    """Stop the clock of a seat that has moved, or for which a bot has: its move brings the increment."""
    left = left_at(rules, times, now, pauses)
    left[seat] = min(rules.cap, left[seat] + rules.increment)
    return Times(left, now, None, None)


def run_out(rules: Rules, times: Times, now: int, pauses: Sequence[Span] = ()) -> Times:
    """Note that the time of the seat whose clock counts has run out."""
    return replace(stop(rules, times, now, pauses), out=times.seat)


def restore(left: Sequence[int], now: int) -> Times:
    """Set the clocks as they stood before moves that were taken back."""
    return Times(list(left), now)


# ---- what clocks show ----


def left_at(rules: Rules, times: Times, now: int, pauses: Sequence[Span] = ()) -> list[int]:
    """Tell what is left to each seat at a moment."""
    left = list(times.left)
    if times.seat is not None:
        left[times.seat] = max(0, left[times.seat] - counted(rules, times.since, now, pauses))
    return left


def counted(rules: Rules, since: int, until: int, pauses: Sequence[Span] = ()) -> int:
    """Tell how much of a time counts."""
    return sum(end - start for start, end in counting(rules, since, until, pauses))


def deadline(rules: Rules, times: Times, pauses: Sequence[Span] = ()) -> int | None:
    """Tell when the clock that counts runs out, if the server does not pause any more; None where none counts."""
    if times.seat is None:
        return None
    left = times.left[times.seat]
    if left <= 0:
        return times.since
    end = times.since
    for start, end in counting(rules, times.since, times.since + MOST_DAYS * DAY, pauses):
        if end - start >= left:
            return start + left
        left -= end - start
    return end


def is_resting(rules: Rules, now: int) -> bool:
    """Tell whether no clock counts, since it is night or a weekend."""
    return not counted(rules, now, now + 1)


# ---- what of a time counts ----


def counting(rules: Rules, since: int, until: int, pauses: Sequence[Span] = ()) -> Iterator[Span]:
    """List the parts of a time that count, in their order."""
    start = since
    for rest_begin, rest_end in in_order(quiet_spans(rules.quiet, since, until), sorted(pauses)):
        if rest_begin >= until:
            break
        if rest_begin > start:
            yield start, rest_begin
        start = max(start, rest_begin, rest_end)
    if start < until:
        yield start, until


def in_order(first: Iterator[Span], second: Sequence[Span]) -> Iterator[Span]:
    """Merge spans by when they begin."""
    waiting = list(reversed(second))
    for span in first:
        while waiting and waiting[-1] <= span:
            yield waiting.pop()
        yield span
    yield from reversed(waiting)


def quiet_spans(quiet: Quiet | None, since: int, until: int) -> Iterator[Span]:
    """List nights and weekends that touch a time, by when they begin; they may overlap."""
    if quiet is None:
        return
    zone = ZoneInfo(quiet.zone)
    day = datetime.fromtimestamp(since / SECOND, zone).date() - timedelta(days=1)
    while (morning := moment(day, 0, zone)) < until:
        if quiet.weekends and day.weekday() >= SATURDAY:
            yield morning, moment(day + timedelta(days=1), 0, zone)
        if quiet.begin is not None and quiet.end is not None:
            over_midnight = quiet.end <= quiet.begin
            last = day + timedelta(days=over_midnight)
            yield moment(day, quiet.begin, zone), moment(last, quiet.end, zone)
        day += timedelta(days=1)


def moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """Tell when the clocks of a zone show a minute of a day; where they are put forward, the minute after that."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return round(shown.timestamp()) * SECOND
