"""How good the bots are: one among several of another, at every number of players, in every game.

    python benchmarks/bots.py [bots|levels] [--games N] [--slow N] [--workers N] [--write]

Prints tables in Markdown, with the command that makes each figure; `--write` puts them into docs/bots.md.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress

from heliopolis.arena.plan import make_plan
from heliopolis.arena.report import share
from heliopolis.arena.statistics import summary
from heliopolis.arena.tournament import Tournament
from heliopolis.bots.players import CompiledBot
from heliopolis.bots.registry import LEVELS, find_bot
from heliopolis.games import NAMES, find_game
from heliopolis.warm import warm

DOCS: Final = Path(__file__).parents[1] / "docs" / "bots.md"

BOTS: Final = ("random", "greedy", "net", "expert:seconds=0.05")
#: Who meets whom: every two bots; of the levels, those that follow each other.
PAIRS: Final = {"bots": list(itertools.combinations(BOTS, 2)), "levels": list(itertools.pairwise(LEVELS))}


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=[*PAIRS, []], metavar="TABLE", help="which tables (default: all)")
    parser.add_argument("--games", type=int, default=2000, help="games of one among others (default: %(default)s)")
    parser.add_argument("--slow", type=int, default=200, help="where one thinks by the clock (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="(default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    arguments = parser.parse_args()
    warm()
    for table in arguments.tables or PAIRS:
        lines = [line for name in NAMES for line in cross_table(name, PAIRS[table], arguments)]
        print("\n".join(lines))
        if arguments.write:
            begin, end = f"<!-- {table}: written by benchmarks/bots.py -->", f"<!-- end of {table} -->"
            before, _, rest = DOCS.read_text(encoding="utf-8").partition(begin)
            text = "\n".join([begin, "", *lines, end])
            DOCS.write_text(f"{before}{text}{rest.partition(end)[2]}", encoding="utf-8")
    return 0


def cross_table(name: str, pairs: Iterable[tuple[str, str]], arguments: argparse.Namespace) -> Iterator[str]:
    """Let every bot of a pair sit alone among several of the other."""
    edition = next(iter(find_game(name).editions.values()))
    counts = range(edition.fewest_players, edition.most_players + 1)
    yield f"**{find_game(name).title}** ({edition.title}), seed 0:"
    yield ""
    yield f"| one | among | games | {' | '.join(f'{players} players' for players in counts)} |"
    yield "|---|---|---|" + "---|" * len(counts)
    for one, other in (order for pair in pairs for order in (pair, pair[::-1])):
        quick = all(isinstance(find_bot(bot), CompiledBot) for bot in (one, other))
        games = arguments.games if quick else arguments.slow
        cells = [measure(name, players, one, other, games, arguments.workers) for players in counts]
        yield f"| `{one}` | `{other}` | {games:,} | {' | '.join(share(cell) for cell in cells)} |"
    yield f"| | fair share | | {' | '.join(f'{100 / players:.1f} %' for players in counts)} |"
    yield ""
    yield "```sh"
    yield f"heliopolis arena {name} --players PLAYERS --bots ONE --among OTHER --games GAMES"
    yield "```"
    yield ""


def measure(name: str, players: int, one: str, other: str, games: int, workers: int) -> dict[str, Any]:
    """Let one sit among others."""
    plan = make_plan(name, [one], players=players, among=[other])
    tournament = Tournament(plan, plan.whole(games))
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(f"{name}, {players} players: {one} among {other}", total=tournament.games)
        tournament.run(workers=workers, progress=lambda _: progress.update(bar, completed=tournament.played))
    found: dict[str, Any] = summary(plan, tournament.rows)["among"][0]
    return found


if __name__ == "__main__":
    sys.exit(main())
