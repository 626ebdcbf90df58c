"""What several tests need: matches in any state, and the command as a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import os
import random
import subprocess
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import strategies as st

import heliopolis
from heliopolis import compiled
from heliopolis.cli import commands
from tests.chromium import chromium  # noqa: F401 - a fixture for all

NAMES = ["north", "east", "south", "west", "centre"]
THREE = NAMES[:3]
SUNS = [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]]
DATE = datetime.date(2026, 11, 15)
FEWEST = {"z-man": 2, "rio-grande": 2, "alea": 3, "25th-century": 2}
SEEDS = st.integers(0, 2**128 - 1)
WHOLE_GAME = 10_000


@contextlib.contextmanager
def _loop_of_pages_aside(item: pytest.Item) -> Iterator[None]:
    """Let a test run a loop of its own: where pages were tested before, Playwright's stays in the thread."""
    loop = asyncio._get_running_loop()
    if "chromium" not in getattr(item, "fixturenames", ()):
        asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop or asyncio._get_running_loop())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    with _loop_of_pages_aside(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    with _loop_of_pages_aside(item):
        return (yield)


def table_match(*moves: str, **options: Any) -> heliopolis.Match:
    """Set up three players with known suns and tiles that are named, north to begin, and play some moves."""
    match = heliopolis.Match("ra", THREE, **{"draws": "table", "suns": SUNS, "date": DATE, **options})
    for move in moves:
        match.play(move)
    return match


def play_on(match: heliopolis.Match, choice: int, lines: int = WHOLE_GAME) -> heliopolis.Match:
    """Play at random until the record has so many lines, or the match is over."""
    numbers = random.Random(choice)
    while match.seat is not None and len(match) < lines:
        match.play(numbers.choice(match.moves()))
    return match


@st.composite
def setups(draw: st.DrawFn, /, **fixed: Any) -> dict[str, Any]:
    """Any match that can be set up, as arguments of `Match`."""
    edition = draw(st.sampled_from(sorted(FEWEST)))
    chosen: dict[str, Any] = {"edition": edition, "date": DATE, "seed": draw(SEEDS)}
    if draw(st.booleans()):
        chosen["god_disasters"] = draw(st.sampled_from(["at-once", "after-action"]))
    fewest = FEWEST[edition]
    if draw(st.booleans()):
        fewest = chosen["fewest_players"] = draw(st.sampled_from([2, 3]))
    chosen["players"] = NAMES[: draw(st.integers(fewest, 5))]
    chosen["draws"] = draw(st.sampled_from(["sealed", "table"]))
    chosen["scores"] = draw(st.sampled_from(["hidden", "open"]))
    return chosen | fixed


@st.composite
def matches(draw: st.DrawFn, /, **fixed: Any) -> heliopolis.Match:
    """Any match after any number of moves, finished or not."""
    match = heliopolis.Match("ra", **draw(setups(**fixed)))
    lines = draw(st.one_of(st.integers(0, 150), st.just(WHOLE_GAME)))
    return play_on(match, draw(st.integers(0, 2**32)), lines)


def run_command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `heliopolis` as a process."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "heliopolis.cli", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
        **options,
    )


def invoke(*arguments: str, input: str | None = None) -> Result:
    """Run `heliopolis` in this process, which is quicker. Nothing may escape it but what Click ends a command with."""
    done = CliRunner().invoke(commands, list(arguments), input=input, prog_name="heliopolis")
    compiled.wake()  # a process of its own would end now, whatever the command put to sleep
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done
