"""`heliopolis simulate`: many random games."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import EDITION, GAME, SEED, WholeNumber, examples, start_at_once, warm_up

if TYPE_CHECKING:
    from heliopolis.arena.simulate import Figures


@click.command(
    epilog=examples(
        "heliopolis simulate ra --players 4 --games 100000",
    )
)
@GAME
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option("--games", type=WholeNumber(min=1), default=100_000, show_default=True, help="How many games.")
@EDITION
@SEED
@click.option("--workers", type=WholeNumber(min=1), default=1, show_default=True, help="How many cores.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output.")
def simulate(
    game: str, players: int, games: int, edition: str | None, seed: int | None, workers: int, as_json: bool
) -> None:
    """Play many random games of GAME and say how fast, and how they went."""
    start_at_once()  # to set up the first table, nobody compiles beside those who do
    from heliopolis.games import find_game

    found = find_game(game)
    setup = found.prepare(players, edition, {})
    warm_up("simulation", games=[game])
    from msgspec.structs import asdict
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    from heliopolis.arena import simulate as arena

    seed = 0 if seed is None else seed
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[played]} games"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("simulating", total=games, played="0")

        def show(played: int) -> None:
            progress.update(bar, completed=played, played=f"{played:,}")

        tally = arena.simulate(found, setup.openings, players, games, seed, workers, show)
    figures = tally.summary()
    if as_json:
        start = {"edition": setup.edition.name, "seed": seed, "workers": workers}
        click.echo(json.dumps({**start, **asdict(figures)}))
    else:
        print_figures(figures, setup.edition.name)
    if tally.games < games:
        click.echo(f"interrupted after {tally.games:,} of {games:,} games", err=True)
        sys.exit(130)


def print_figures(figures: Figures, edition: str) -> None:
    """Print the figures of random games for people."""
    scores = "  ".join(f"{score:.2f}" for score in figures.mean_scores)
    ends = ", ".join(f"{count:,} by {why}" for why, count in figures.epoch_ends.items())
    click.echo(f"{figures.games:,} games of {figures.game} ({edition}) with {figures.players} players")
    click.echo(f"  {figures.games_per_second:,.0f} games/s, {figures.decisions_per_second / 1e6:.1f} M decisions/s")
    click.echo(f"  {figures.decisions_per_game:.1f} decisions a game, mean scores {scores}")
    click.echo(f"  epochs ended {ends}")
