"""How fast the games run, beside the same rules in C.

    python benchmarks/speed.py [--games N] [--runs N]

Random legal play on one core; a decision is a seat's choice, never chance or an automatic pass. C and Python take
turns, both pinned to one core, and the medians of their runs are compared. Both make the same moves from the same
random numbers: their decisions and points must agree exactly. Then the bots: games of a tournament in which one bot has
all four seats. Prints tables and writes results/speed.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from heliopolis.arena.plan import make_plan
from heliopolis.arena.play import make_cards, play_compiled
from heliopolis.bots.compiled_bot import CompiledBot
from heliopolis.bots.random_games import play_games
from heliopolis.bots.registry import BOT_NAMES, find_bot
from heliopolis.games import NAMES, find_game
from heliopolis.warm import warm

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "speed.json"
FLAGS = ("-O3", "-march=native")
#: A run is played in so many slices, here and in C by turns: what else the machine does then hits both alike.
SLICES = 10
#: A game of bots is timed with so many of a kind, and for so long at least.
BOT_SEATS = 4
LEAST_SECONDS = 0.1

#: The yardstick of each game.
SOURCES = {"ra": HERE / "limit.c", "dice": HERE / "limit_dice.c"}


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games in a run (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the figures go (default: %(default)s)")
    arguments = parser.parse_args()
    warm()
    pinned = pin()
    with tempfile.TemporaryDirectory() as folder, Progress(transient=True) as progress:
        rows = []
        tables = [
            (name, players)
            for name in NAMES
            for edition in [next(iter(find_game(name).editions.values()))]
            for players in range(edition.fewest_players, edition.most_players + 1)
        ]
        bar = progress.add_task("measuring", total=len(tables))
        for name, players in tables:
            progress.update(bar, description=f"{name}, {players} players")
            limit = build(SOURCES[name], Path(folder))
            rows.append(compare(name, players, arguments.games, arguments.runs, limit))
            progress.advance(bar)
        copies = {name: copy_nanoseconds(name) for name in NAMES}
        results = describe(arguments, pinned, rows, copies)
        write(results, arguments.out)  # what is measured is kept, whatever happens later
        timed = [(name, bot) for name in NAMES for bot in BOT_NAMES if isinstance(find_bot(bot), CompiledBot)]
        bar = progress.add_task("bots", total=len(timed))
        bots = []
        for name, bot in timed:
            progress.update(bar, description=f"{name}, {bot}")
            bots.append(bot_speed(name, bot, arguments.runs))
            progress.advance(bar)
    report(rows, copies)
    report_bots(bots)
    write(results | {"bots": bots}, arguments.out)
    print(f"written to {os.path.relpath(arguments.out)}")
    return 0


def describe(
    arguments: argparse.Namespace, pinned: int | None, rows: list[dict[str, Any]], copies: dict[str, float]
) -> dict[str, Any]:
    """Say what was measured, and where."""
    return {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "cores_pinned_to": pinned,
        "c_flags": " ".join(FLAGS),
        "games_a_run": arguments.games,
        "runs": arguments.runs,
        "speed": rows,
        "copy_nanoseconds": copies,
    }


def write(results: dict[str, Any], out: Path) -> None:
    """Keep the figures."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=2) + "\n")


def pin() -> int | None:
    """Keep this process, and those it starts, on one core, where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def build(source: Path, folder: Path) -> Path | None:
    """Compile the yardstick; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / source.stem
    if not program.exists():
        subprocess.run([compiler, *FLAGS, "-o", str(program), str(source)], check=True)
    return program


def compare(name: str, players: int, games: int, runs: int, limit: Path | None) -> dict[str, Any]:
    """Let C and Python take turns, and compare."""
    ours, theirs = [], []
    decisions = 0
    for _ in range(runs):
        slices = [compare_slice(name, players, games // SLICES, seed, limit) for seed in range(SLICES)]
        ours.append(sum(seconds for seconds, _, _ in slices))
        theirs.append(sum(seconds for _, seconds, _ in slices))
        decisions = sum(made for _, _, made in slices)
    middle = statistics.median(ours)
    row = {
        "game": name,
        "players": players,
        "games_per_second": round(games / middle),
        "decisions_per_second": round(decisions / middle),
    }
    if limit is not None:
        c_middle = statistics.median(theirs)
        row |= {"c_decisions_per_second": round(decisions / c_middle), "ratio": round(c_middle / middle, 3)}
    return row


def compare_slice(name: str, players: int, games: int, seed: int, limit: Path | None) -> tuple[float, float, int]:
    """Play the same games here and in C; seconds here, seconds in C, and decisions."""
    seconds, decisions, points = play(name, players, games, seed)
    if limit is None:
        return seconds, 0.0, decisions
    command = [str(limit), str(players), str(games), str(seed)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if (int(said[1]), int(said[2])) != (decisions, points):
        sys.exit(
            f"{name}, {players} players: C made {said[1]} decisions and {said[2]} points, "
            f"Python {decisions} and {points}: they do not play the same rules"
        )
    return seconds, float(said[0]), decisions


def play(name: str, players: int, games: int, seed: int) -> tuple[float, int, int]:
    """Play random games; seconds, decisions and points of all seats."""
    game = find_game(name)
    openings = game.prepare(players, None, {}).openings
    table, moves = np.zeros(1, game.dtype), game.new_buffer()
    points, total, ends = (
        np.zeros(players, np.int16),
        np.zeros(players, np.int64),
        np.zeros(len(game.epoch_ends), np.int64),
    )
    start = time.perf_counter()
    _, decisions = play_games(table, openings, games, np.uint64(seed), moves, points, total, ends)
    return time.perf_counter() - start, decisions, int(total.sum())


@numba.njit
def copy_states(states: NDArray[Any], times: int) -> None:
    """Copy states to and fro."""
    for turn in range(times):
        states[turn & 1] = states[2 + (turn & 1)]


def copy_nanoseconds(name: str) -> float:
    """Time the copy of a state in compiled code."""
    states = np.zeros(4, find_game(name).dtype)
    copy_states(states, 1)
    start = time.perf_counter()
    copy_states(states, 5_000_000)
    return round((time.perf_counter() - start) / 5e6 * 1e9, 1)


def bot_speed(name: str, bot: str, runs: int) -> dict[str, Any]:
    """Time tournament games of four of a kind, for a tenth of a second or more a run; the median of the runs.

    Only bots whose games are compiled are timed: the others take the time that they are given.
    """
    plan = make_plan(name, [bot], players=BOT_SEATS)
    bots, games = [find_bot(bot)], 10
    found: list[tuple[float, float]] = []
    while len(found) < runs:
        cards = make_cards(plan, [plan.pairing(number) for number in range(games)], 0)
        start = time.perf_counter()
        play_compiled(plan, bots, cards)
        seconds = time.perf_counter() - start
        if seconds < LEAST_SECONDS:
            games *= 4
        else:
            found.append((games / seconds, float(cards["decisions"].sum()) / seconds))
    rate, decisions = (statistics.median(figures) for figures in zip(*found, strict=True))
    return {"game": name, "bot": bot, "games_per_second": round(rate), "decisions_per_second": round(decisions)}


def report_bots(rows: list[dict[str, Any]]) -> None:
    """Print how fast bots play tournaments."""
    table = Table(title=f"tournament games of {BOT_SEATS} of a kind on one core")
    for column in ("game", "bot", "games/s", "M decisions/s"):
        table.add_column(column, justify="right")
    for row in rows:
        decisions = f"{row['decisions_per_second'] / 1e6:.2f}"
        table.add_row(row["game"], row["bot"], f"{row['games_per_second']:,}", decisions)
    Console().print(table)


def report(rows: list[dict[str, Any]], copies: dict[str, float]) -> None:
    """Print the table."""
    table = Table(title="random legal play on one core")
    for column in ("game", "players", "games/s", "M decisions/s", "C, M decisions/s", "of C"):
        table.add_column(column, justify="right")
    for row in rows:
        c_speed = row.get("c_decisions_per_second")
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['games_per_second']:,}",
            f"{row['decisions_per_second'] / 1e6:.1f}",
            "no compiler" if c_speed is None else f"{c_speed / 1e6:.1f}",
            "" if c_speed is None else f"{row['ratio']:.2f}",
        )
    console = Console()
    console.print(table)
    for name, nanoseconds in copies.items():
        console.print(f"a copy of a state of {name}: {nanoseconds} ns")


if __name__ == "__main__":
    sys.exit(main())
