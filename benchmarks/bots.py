"""How good the bots are, and how long they think: at every number of players, in every game.

    python benchmarks/bots.py [bots|levels|time|scores|speed] [--deals N] [--slow N] [--workers N]
                              [--stored] [--write]

Prints tables in Markdown, with the command that makes each figure; `--write` puts them into docs/measurements.md. Each
deal is played once for every seat that the one can have. Games are kept in benchmarks/results/bots: what was
interrupted goes on, and with more deals it adds to what is there. `--stored` plays nothing, and shows what is there so
far; nothing is kept of the table of speed.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import Progress, track

from heliopolis.arena.plan import make_plan
from heliopolis.arena.report import duration, number, share
from heliopolis.arena.statistics import summary
from heliopolis.arena.store import Store
from heliopolis.arena.summary import Summary
from heliopolis.arena.tournament import Tournament
from heliopolis.bots.contract import FAULTS
from heliopolis.bots.registry import LEVELS, find_bot
from heliopolis.games import NAMES, contract, find_game
from heliopolis.table.match import legal
from heliopolis.warm import warm

DOCS: Final = Path(__file__).parents[1] / "docs" / "measurements.md"
RESULTS: Final = Path(__file__).parent / "results" / "bots"

QUICK: Final = "expert:seconds=0.05"
SLOW: Final = "expert:seconds=1"
#: `expert` that works by the piece, and little: soon enough for 1,000 deals, and the same on every machine
#: on which that takes less than its usual time.
BRISK: Final = {"ra": "expert:rounds=8", "dice": "expert:nodes=3000"}
#: These take the time they are given.
BY_THE_CLOCK: Final = {QUICK, SLOW, "pharaoh"}
BOTS: Final = ("random", "greedy", "net", QUICK)
#: Whose thinking is timed, and in how many decisions.
THINKERS: Final = ("greedy", "net", "vizier", QUICK, "expert")
DECISIONS: Final = 200
#: Against `random` that many times fewer games will do.
FEWER: Final = 4


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"which of {', '.join(TABLES)} (default: all)")
    parser.add_argument("--deals", type=int, default=1000, help="of one among others (default: %(default)s)")
    parser.add_argument("--slow", type=int, default=50, help="where one thinks by the clock (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="(default: %(default)s)")
    parser.add_argument("--stored", action="store_true", help="play nothing: show what was played before")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/measurements.md")
    arguments = parser.parse_args()
    for table in arguments.tables:
        if table not in TABLES:
            parser.error(f"there is no table {table!r}: expected {', '.join(TABLES)}")
    tables = arguments.tables or list(TABLES)
    if arguments.stored:
        if SPEED in arguments.tables:
            parser.error(f"nothing is kept of the table of {SPEED}: leave --stored out, and it is measured")
        if not any(RESULTS.glob("*/plan.json")):
            parser.error(f"{RESULTS} holds no games yet: leave --stored out, and they are played")
        tables = [table for table in tables if table != SPEED]
    else:
        warm()
    for table in tables:
        lines = [line for name in NAMES for line in TABLES[table](name, arguments)]
        print("\n".join(lines))
        if arguments.write:
            write(table, lines)
    return 0


def write(table: str, lines: list[str]) -> None:
    """Put a table into the page of figures, between its marks."""
    begin, end = f"<!-- {table}: written by benchmarks/bots.py -->", f"<!-- end of {table} -->"
    before, first, rest = DOCS.read_text(encoding="utf-8").partition(begin)
    _, last, after = rest.partition(end)
    if not (first and last):
        sys.exit(f"{DOCS.name} has no place for the table of {table}: expected the lines {begin!r} and {end!r}")
    text = "\n".join([begin, "", *lines, end])
    DOCS.write_text(f"{before}{text}{after}", encoding="utf-8")


# ---- the tables ----


def bots_table(name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Let every two bots meet."""
    return one_among_others(name, itertools.permutations(BOTS, 2), arguments)


def levels_table(name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Let each level meet the one below it; the highest also with less time, for the sake of more games."""
    pairs = list(itertools.pairwise(reversed(LEVELS)))
    return one_among_others(name, [pairs[0], (BRISK[name], pairs[0][1]), *pairs[1:]], arguments)


def time_table(name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Let one that thinks longer meet others that think less."""
    return one_among_others(name, [(SLOW, QUICK)], arguments)


def one_among_others(name: str, pairs: Iterable[tuple[str, str]], arguments: argparse.Namespace) -> Iterator[str]:
    """Let the first bot of each pair sit alone among several of the second."""
    yield from headed(name, "one | among")
    for one, other in pairs:
        found = [play(name, players, one, other, arguments).among[0] for players in counts(name)]
        cells = [f"{share(cell)} of {cell.games:,}" if cell.games else share(cell) for cell in found]
        yield f"| `{one}` | `{other}` | {' | '.join(cells)} |"
    yield f"| | fair share | {' | '.join(f'{100 / players:.1f} %' for players in counts(name))} |"
    yield from command(f"heliopolis arena {name} --players PLAYERS --bots ONE --among OTHER --games GAMES")


def scores_table(name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Let bots play among themselves, and see with how many points they win."""
    yield from headed(name, "all seats")
    for bot in BOTS:
        found = [play(name, players, bot, None, arguments) for players in counts(name)]
        cells = [f"{number(cell.winning_score)} in {cell.games:,}" if cell.games else "–" for cell in found]
        yield f"| `{bot}` | {' | '.join(cells)} |"
    yield from command(f"heliopolis arena {name} --players PLAYERS --bots BOT,BOT --games GAMES")


def speed_table(name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Ask bots in positions of whole games."""
    yield from headed(name, "bot")
    for bot in THINKERS:
        found = [time_moves(name, players, bot) for players in counts(name)]
        yield f"| `{bot}` | {' | '.join(f'{duration(mean)}, {duration(most)}' for mean, most in found)} |"
    yield from command("python benchmarks/bots.py speed")


SPEED: Final = "speed"
TABLES: Final[dict[str, Callable[[str, argparse.Namespace], Iterator[str]]]] = {
    "bots": bots_table,
    "levels": levels_table,
    "time": time_table,
    "scores": scores_table,
    SPEED: speed_table,
}


def counts(name: str) -> range:
    """List how many can play."""
    edition = next(iter(find_game(name).editions.values()))
    return range(edition.fewest_players, edition.most_players + 1)


def headed(name: str, columns: str) -> Iterator[str]:
    """Write what a table is about, and its head."""
    edition = next(iter(find_game(name).editions.values()))
    yield f"**{find_game(name).title}** ({edition.title}):"
    yield ""
    yield f"| {columns} | {' | '.join(f'{players} players' for players in counts(name))} |"
    yield "|---|" + "---|" * (columns.count("|") + len(counts(name)))


def command(line: str) -> Iterator[str]:
    """Write what makes the figures of a table."""
    yield from ("", "```sh", line, "```", "")


# ---- measuring ----


def how_many(bots: Set[str], arguments: argparse.Namespace) -> int:
    """Say how many deals are played."""
    if bots.isdisjoint(BY_THE_CLOCK):
        return int(arguments.deals)
    return int(arguments.slow) // (FEWER if "random" in bots else 1)  # nobody wonders who is better


def play(name: str, players: int, one: str, other: str | None, arguments: argparse.Namespace) -> Summary:
    """Let one sit among others, or among its like; go on where that was interrupted."""
    label = re.sub("[^a-z0-9.]+", "-", f"{name} {players} {one} among {other or 'its like'}")
    with Console(stderr=True).status(f"reading {label}"):
        plan = make_plan(name, [one] if other else [one, one], players=players, among=[other] if other else [])
        if arguments.stored:
            is_there = (RESULTS / label).exists()
            return figures(Tournament(plan, sys.maxsize, Store(RESULTS / label, plan) if is_there else None), label)
        store = Store(RESULTS / label, plan)
    deals = how_many({one, other or one}, arguments)
    tournament = Tournament(plan, plan.whole(deals * players), store)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(label, total=tournament.games)
        tournament.run(workers=arguments.workers, progress=lambda _: progress.update(bar, completed=tournament.played))
    if tournament.interrupted:
        raise KeyboardInterrupt
    return figures(tournament, label)


def figures(tournament: Tournament, label: str) -> Summary:
    """Sum up what was played, and say if a bot failed: `random` moved for it, and the figures are not all its own."""
    rows = tournament.rows
    if faults := {fault: int(rows[fault].sum()) for fault in FAULTS if rows[fault].any()}:
        print(f"{label}: moves that `random` made: {faults}", file=sys.stderr)
    return summary(tournament.plan, rows)


def time_moves(name: str, players: int, bot: str) -> tuple[float, float]:
    """Say how long a bot thinks where it has a choice: on average, and in all but 5 of 100 decisions."""
    thinker, taken = find_bot(bot), []
    first = next(choices(name, players))
    thinker.choose(first, legal(first), 5.0, 0)  # what is loaded at the first question is not counted
    every_third = itertools.islice(choices(name, players), 0, 3 * DECISIONS, 3)  # neighbours are much alike
    label = f"{name}, {players} players: {bot}"
    for state in track(every_third, label, DECISIONS, console=Console(stderr=True), transient=True):
        moves = legal(state)
        start = time.perf_counter()
        thinker.choose(state, moves, 5.0, 0)
        taken.append(time.perf_counter() - start)
    return float(np.mean(taken)), float(np.quantile(taken, 0.95))


def choices(name: str, players: int) -> Iterator[Any]:
    """Go through games of `greedy`, to wherever there is a choice."""
    guide, numbers = find_bot("greedy"), np.random.default_rng(0)
    openings = find_game(name).prepare(players, None, {}).openings
    while True:
        state = openings[numbers.integers(len(openings))].copy()
        while not contract.is_over(state):
            if contract.is_chance(state):
                contract.apply(
                    state, contract.chance_outcome(state, int(numbers.integers(contract.chance_weight(state))))
                )
                continue
            moves = legal(state)
            if len(moves) > 1:
                yield state.copy()
            contract.apply(state, guide.choose(state, moves, 1.0, int(numbers.integers(1 << 62))).move)


if __name__ == "__main__":
    sys.exit(main())
