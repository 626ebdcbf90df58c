"""`heliopolis arena`: tournaments of bots."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heliopolis.bots.specs import split_bots
from heliopolis.cli.options import (
    EDITION,
    GAME,
    PLAIN,
    SET,
    WholeNumber,
    complete_bots,
    examples,
    read_settings,
    start_at_once,
    warm_up,
)
from heliopolis.errors import SetupError, quoted

if TYPE_CHECKING:
    from heliopolis.arena.play import Played, Unit
    from heliopolis.arena.tournament import Tournament
    from heliopolis.workers import Way

ALL = "all"
#: Nobody waits for a number of games with more digits.
MOST_DIGITS = 18
#: Where there is no screen that says how wide it is.
WIDTH = 120


@click.command(
    epilog=examples(
        "heliopolis arena ra --bots greedy,greedy:caution=2,random --workers 2",
        "heliopolis arena ra --players 3 --bots greedy --among random --out results",
        'heliopolis arena ra --players 2 --bots "run:node bot.js,random" --games 20',
    )
)
@GAME
@click.option(
    "--bots",
    required=True,
    shell_complete=complete_bots,
    help="Who plays, separated by commas: greedy:caution=2,random. `heliopolis bots` lists them.",
)
@click.option(
    "--among", default="", shell_complete=complete_bots, help="Seat each bot alone among several of each of these."
)
@click.option("--players", type=int, default=4, show_default=True, help="How many sit at a table.")
@click.option("--games", type=WholeNumber(min=1), default=2000, show_default=True, help="How many games.")
@EDITION
@SET
@click.option("--seed", type=WholeNumber(min=0), default=0, show_default=True, help="From which chance follows.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=1.0, show_default=True, help="Time a move.")
@click.option("--workers", type=WholeNumber(min=1), default=1, show_default=True, help="How many cores.")
@click.option("--cluster", metavar="ADDRESS", help="Play on Ray: `local`, or the address of a cluster.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep results here, and go on with them.")
@click.option("--records", metavar="N", default="0", help="Keep records of so many games, or of `all`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output.")
@PLAIN
def arena(  # noqa: PLR0913, PLR0917
    game: str,
    bots: str,
    among: str,
    players: int,
    games: int,
    edition: str | None,
    settings: tuple[str, ...],
    seed: int,
    seconds: float,
    workers: int,
    cluster: str | None,
    out: Path | None,
    records: str,
    as_json: bool,
    plain: bool,
) -> None:
    """Let bots play a tournament of GAME, and say who is better and how sure that is."""
    start_at_once()  # to set up the first table, nobody compiles beside those who do
    from heliopolis.arena.plan import make_plan
    from heliopolis.arena.play import check_programs, needed
    from heliopolis.arena.store import PLAN, Store
    from heliopolis.arena.tournament import Tournament

    plan = make_plan(
        game,
        list(filter(None, split_bots(bots))),
        players=players,
        edition=edition,
        settings=read_settings(settings),
        among=list(filter(None, split_bots(among))),
        seed=seed,
        seconds=seconds,
    )
    check_extras(cluster)
    recorded = count_records(records, out)
    is_new = out is None or not (out / PLAN).exists()
    if is_new:
        check_programs(plan)  # before there is a folder that has to be cleared away
    store = None if out is None else Store(out, plan)
    tournament = Tournament(plan, plan.whole(games), store, recorded)
    if tournament.played < tournament.games:
        if not is_new:
            check_programs(plan)
        prepare = partial(warm_up, *needed(plan, str(Path.cwd()), recorded=recorded > 0), games=[game])
        prepare()
        play(tournament, workers, choose_way(cluster, workers, prepare), plain=plain)
    finish(tournament, out, as_json=as_json, plain=plain)


def check_extras(cluster: str | None) -> None:
    """Say now, not after an hour of play, what has to be installed."""
    from heliopolis.extras import require

    for module in ("pyarrow", "openskill", "matplotlib"):
        require(module, "arena")
    if cluster is not None:
        require("ray", "cluster")


def choose_way(cluster: str | None, workers: int, prepare: Callable[[], object]) -> Way[Unit, Played] | None:
    """Choose who plays; None leaves it to the tournament."""
    if cluster is None:
        return None
    from heliopolis.arena.play import play_unit
    from heliopolis.workers import on_ray

    return on_ray(play_unit, cluster, workers, prepare)


def count_records(text: str, out: Path | None) -> int:
    """Read of how many games records are wanted."""
    if text != ALL and not (text.isdecimal() and len(text) <= MOST_DIGITS):
        raise SetupError(f"--records {quoted(text)} is not a number of games: expected one, or {ALL!r}")
    wanted = sys.maxsize if text == ALL else int(text)
    if wanted and out is None:
        raise SetupError("--records needs a folder to keep them: expected --out DIR, too")
    return wanted


def play(tournament: Tournament, workers: int, way: Way[Unit, Played] | None, *, plain: bool) -> None:
    """Play, and show how it goes; plainly, say only how it went."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from heliopolis.arena.report import Standings

    standings = Standings(tournament.plan)
    standings.add(tournament.rows)
    bar = Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games,"),
        TimeElapsedColumn(),
        TextColumn("gone, about"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    task = bar.add_task("", total=tournament.games, completed=tournament.played)
    before, start = tournament.played, time.perf_counter()
    with Live(console=Console(stderr=True, quiet=plain), transient=True, refresh_per_second=4) as live:

        def progress(rows: object) -> None:
            standings.add(rows)  # type: ignore[arg-type]
            bar.update(task, completed=tournament.played)
            live.update(Group(bar, standings.table()))

        tournament.run(way, workers, progress)
    seconds = time.perf_counter() - start
    count = tournament.played - before
    click.echo(f"{count:,} games in {seconds:.1f} s, {count / max(seconds, 1e-9):,.1f} games/s", err=True)


def finish(tournament: Tournament, out: Path | None, *, as_json: bool, plain: bool) -> None:
    """Print the figures, keep them, and say how to go on with what was interrupted."""
    from rich.console import Console

    from heliopolis.arena import plots, report, statistics, store

    if tournament.played:
        found = statistics.summary(tournament.plan, tournament.rows, interrupted=tournament.interrupted)
        if out is not None:
            store.write(out / "summary.json", json.dumps(found.data(), indent=2) + "\n")
            plots.draw(found, out)
        if as_json:
            click.echo(json.dumps(found.data()))
        else:
            width = None if sys.stdout.isatty() else WIDTH
            report.show(found, Console(highlight=False, width=width), plain=plain)
    if tournament.interrupted:
        kept = "nothing is kept: expected --out DIR for that"
        if out is not None:
            kept = f"kept in {out}: the same command goes on from there"
        click.echo(f"interrupted after {tournament.played:,} of {tournament.games:,} games, {kept}", err=True)
        sys.exit(130)
