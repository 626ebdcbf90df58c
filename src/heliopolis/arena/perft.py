"""How many sequences of moves follow any moment of a record: the numbers by which rules are compared."""

from __future__ import annotations

from functools import partial

from filelock import FileLock
from rich.console import Console
from rich.progress import Progress, TaskID

from heliopolis.compiled import caches
from heliopolis.games.contract import Game
from heliopolis.games.perft import Count, perft
from heliopolis.table.match import Match

TITLES = f"{'depth':>5} {'sequences':>20} {'weighted':>28}"


def get_ready(game: Game) -> None:
    """Compile the counting for a game, one process at a time.

    `heliopolis warm` leaves it out: only those who count should wait for it.
    """
    with FileLock(caches() / "perft.lock"):
        perft(game.prepare(3, None, {}).openings[0], 2)


def row(depth: int, count: Count) -> str:
    """Write one line of the table."""
    return f"{depth:>5} {count.sequences:>20} {count.weighted:>28}"


def print_counts(match: Match, depth: int) -> None:
    """Print the counts for every depth up to one, each as soon as it is known: interrupting it loses only the last."""
    console = Console(stderr=True)
    with console.status("compiling"):
        get_ready(match.game)
    where = "at a position" if match.begins_at is not None and len(match) == 0 else f"after line {len(match)}"
    print(f"{match.game.title} ({match.edition.title}), {where}: {awaits(match)}")
    print(TITLES)
    for moves in range(1, depth + 1):
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task(f"depth {moves}", total=1.0)
            count = perft(match.state, moves, partial(_show, progress, bar))
        print(row(moves, count), flush=True)


def _show(progress: Progress, bar: TaskID, share: float) -> None:
    progress.update(bar, completed=share)


def awaits(match: Match) -> str:
    """Say what a match waits for."""
    if match.seat is None:
        return "the match is over"
    name = match.players[match.seat]
    return f"chance, for {name}" if match.is_chance else f"{name} to move"
