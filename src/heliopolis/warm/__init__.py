"""Compile everything once, before anything needs it.

A process for each game compiles its parts, in the order in which people need them, and marks each that is done. So it
can be interrupted at any time, and goes on from there. Such a process is `python -m heliopolis.warm GAME PART ...`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from heliopolis.bots.search.policy import NEEDS
from heliopolis.compiled import (
    ENVIRONMENTS,
    MARK,
    PACKAGE,
    PARTS,
    POLL,
    SIMULATION,
    TABLES,
    THINKERS,
    TOURNAMENTS,
    TRAINING,
    cache_folder,
    caches,
    compiles,
    mark,
    wake,
)
from heliopolis.errors import HeliopolisError
from heliopolis.games import NAMES, describe
from heliopolis.games.about import has_room
from heliopolis.observations.writing import ROOM
from heliopolis.processes import apart_from_terminal

#: What people are told, and how many seconds a part takes on a machine of 2024, with nothing else to do.
TITLES: Final = {
    TABLES: "tables",
    SIMULATION: "random games",
    THINKERS: "bots that think ahead",
    TOURNAMENTS: "tournaments",
    TRAINING: "training",
    ENVIRONMENTS: "environments",
}
SECONDS: Final = {TABLES: 12.0, SIMULATION: 2.0, THINKERS: 11.0, TOURNAMENTS: 4.0, TRAINING: 3.0, ENVIRONMENTS: 12.0}
#: How many columns it takes to show a bar, too, and to name the game.
WITH_BAR, WITH_GAME = 112, 72
#: How hard LLVM tries, of 0 to 3. Here 3 takes a fifth longer to compile, and what it makes is no faster.
OPTIMISATION: Final = "2"
#: A cache that was not used for so long belongs to sources that are gone.
STALE_SECONDS = 30 * 24 * 3600


def warm(parts: Sequence[str] = PARTS, games: Sequence[str] = NAMES) -> bool:
    """Compile what is not compiled yet of some PARTS of some games; tell whether that was anything."""
    if not compiles():
        return False
    left = missing(parts, games)
    if not left:
        return False
    compilers = start_compilers(parts, games)
    try:
        with new_progress(Console(stderr=True)) as progress:
            watch(left, compilers, progress)
    finally:
        for compiler in compilers:
            compiler.terminate()
            with suppress(BrokenPipeError), compiler:  # waits for its end
                pass
    wake()
    still = missing(parts, games)
    if still:
        raise HeliopolisError(f"{title(*still[0])} could not be compiled: `heliopolis warm` says why")
    forget_stale()
    return True


def missing(parts: Sequence[str] = PARTS, games: Sequence[str] = NAMES) -> list[tuple[str, str]]:
    """List the games and parts that are not compiled yet; note that the others are in use, and so not stale."""
    left = []
    for game, part in whole():
        if part in parts and game in games:
            with suppress(OSError):
                os.utime(mark(part, game))
            if not mark(part, game).exists():
                left.append((game, part))
    return left


def whole() -> Iterator[tuple[str, str]]:
    """List what there is to compile: a game without heuristics, a network or observations has less."""
    for game in NAMES:
        complete = all(has_room(room, game) for room in NEEDS)
        for part in PARTS if complete else (TABLES, SIMULATION):
            if part != ENVIRONMENTS or has_room(ROOM, game):
                yield game, part


def new_progress(console: Console) -> Progress:
    """Lay out what is shown meanwhile; a bar only where there is room for it."""
    bar = [BarColumn()] if console.width >= WITH_BAR else []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *bar, TextColumn("{task.fields[left]}"))
    return Progress(*columns, console=console)


def now_compiling(game: str, part: str, console: Console) -> str:
    """Say what is being compiled just now; not of which game where there is little room."""
    return f"compiling {title(game, part) if console.width >= WITH_GAME else TITLES[part]}"


def title(game: str, part: str) -> str:
    """Say what is compiled, for people."""
    return f"{TITLES[part]} of {describe(game).title}"


def watch(left: Sequence[tuple[str, str]], compilers: Sequence[subprocess.Popen[bytes]], progress: Progress) -> None:
    """Show how far it has come, until all is compiled or nobody compiles any more."""
    total = sum(SECONDS[part] for _, part in left)
    side_by_side = min(len({game for game, _ in left}), os.cpu_count() or 1)
    bar = progress.add_task(now_compiling(*left[0], progress.console), total=total, left="")
    start = last = time.monotonic()
    done = 0.0
    while True:
        ended = all(compiler.poll() is not None for compiler in compilers)
        open_steps = [(game, part) for game, part in left if not mark(part, game).exists()]
        now, before = time.monotonic(), done
        done = total - sum(SECONDS[part] for _, part in open_steps)
        last = now if done > before else last
        usual = [SECONDS[part] for _, part in open_steps]
        guess, seconds = estimate(usual, done, last - start, now - start, side_by_side)
        if not open_steps or ended:
            progress.update(bar, description="compiled", completed=total, left="")
            return
        told = f"about {seconds} s left"
        doing = now_compiling(*open_steps[0], progress.console)
        progress.update(bar, description=doing, completed=done + guess, left=told)
        time.sleep(POLL)


def estimate(usual: Sequence[float], done: float, last: float, now: float, side_by_side: int) -> tuple[float, int]:
    """Guess how far compiling has come beyond what is done, and how many seconds are left.

    Given are how long the open parts usually take, how long all that are done usually take, when the last of these was
    done, and what time it is, in seconds since the start. What is done says how fast this machine is just now.
    """
    pace = max(0.1, last * side_by_side / done) if done else 1.0
    under_way = sum(usual[:side_by_side])
    guess = min(0.9 * under_way, (now - last) * side_by_side / pace)
    return guess, max(1, round((sum(usual) - guess) * pace / side_by_side))


def start_compilers(
    parts: Sequence[str] = PARTS, games: Sequence[str] = NAMES, *, quietly: bool = False
) -> list[subprocess.Popen[bytes]]:
    """Start a process for each game that has something to compile; quietly, it leaves the processor to others first."""
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    environment = {"NUMBA_OPT": OPTIMISATION, **os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    found = []
    for game in dict.fromkeys(game for game, _ in missing(parts, games)):
        wanted = [part for _, part in missing(parts, [game])]
        found.append(
            subprocess.Popen(
                [sys.executable, "-m", "heliopolis.warm", *(["--quietly"] if quietly else []), game, *wanted],
                env=environment,
                stdin=subprocess.PIPE,  # nothing is written there: it is closed when this process ends
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL if quietly else None,
                **apart_from_terminal(),
            )
        )
    return found


def forget_stale() -> None:
    """Remove caches of sources that are long gone."""
    for folder in caches().iterdir():
        used = max((mark.stat().st_mtime for mark in folder.glob(f"{MARK}*")), default=None)
        if folder != cache_folder() and used is not None and time.time() - used > STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
