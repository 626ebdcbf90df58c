"""How good the bots are: one among several of another, at every number of players, in every game.

    python benchmarks/bots.py [--games N] [--workers N] [--write]

Prints tables in Markdown, with the command that makes each figure; `--write` puts them into docs/bots.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from heliopolis.arena.plan import make_plan
from heliopolis.arena.report import share
from heliopolis.arena.statistics import summary
from heliopolis.arena.tournament import Tournament
from heliopolis.bots.registry import BOT_NAMES
from heliopolis.games import NAMES, find_game
from heliopolis.warm import warm

DOCS = Path(__file__).parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- cross-table: written by benchmarks/bots.py -->", "<!-- end of cross-table -->"


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each pair (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="(default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    arguments = parser.parse_args()
    warm()
    text = "\n".join(line for name in NAMES for line in cross_table(name, arguments.games, arguments.workers))
    print(text)
    if arguments.write:
        before, _, rest = DOCS.read_text(encoding="utf-8").partition(BEGIN)
        DOCS.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


def cross_table(name: str, games: int, workers: int) -> Iterator[str]:
    """Let every bot sit alone among several of every other."""
    edition = next(iter(find_game(name).editions.values()))
    counts = range(edition.fewest_players, edition.most_players + 1)
    pairs = len(BOT_NAMES) * (len(BOT_NAMES) - 1)
    found: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for players in counts:
            plan = make_plan(name, BOT_NAMES, players=players, among=BOT_NAMES)
            tournament = Tournament(plan, plan.whole(games * pairs))
            bar = progress.add_task(f"{name}, {players} players", total=tournament.games)
            tournament.run(workers=workers, progress=lambda _: progress.update(bar, completed=tournament.played))  # noqa: B023
            for cell in summary(plan, tournament.rows)["among"]:
                found.setdefault((cell["bot"], cell["among"]), {})[players] = cell
    bots = ",".join(BOT_NAMES)
    yield f"**{find_game(name).title}** ({edition.title}), {games:,} games of each pair and more, seed 0:"
    yield ""
    yield f"| one | among | {' | '.join(f'{players} players' for players in counts)} |"
    yield "|---|---|" + "---|" * len(counts)
    for (bot, other), cells in found.items():
        yield f"| `{bot}` | `{other}` | {' | '.join(share(cells[players]) for players in counts)} |"
    yield f"| | fair share | {' | '.join(f'{100 / players:.1f} %' for players in counts)} |"
    yield ""
    yield "```sh"
    for players in counts:
        yield f"heliopolis arena {name} --players {players} --bots {bots} --among {bots} --games {games * pairs}"
    yield "```"
    yield ""


if __name__ == "__main__":
    sys.exit(main())
