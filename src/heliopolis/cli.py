"""The command `heliopolis`: a verb for each door of the house. Nothing heavy is imported before a verb needs it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import NAMES

GAME = click.argument("game", type=click.Choice(NAMES), default=NAMES[0])
EDITION = click.option("--edition", help="Which edition to play, by name.")
SEED = click.option("--seed", type=click.IntRange(min=0), help="A number from which all chance follows.")


def main() -> None:
    """Run the command; what people got wrong is told in a sentence, with exit code 2."""
    try:
        commands(prog_name="heliopolis")
    except HeliopolisError as error:
        click.echo(f"heliopolis: {error}", err=True)
        sys.exit(2)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="heliopolis")
def commands() -> None:
    """Play, simulate and study Reiner Knizia's Ra."""


@commands.command()
@GAME
@click.option("--seats", default="you,greedy,greedy,greedy", show_default=True, help="Who plays: names and bots.")
@EDITION
@SEED
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Keep the match here, and go on with it.")
def play(game: str, seats: str, edition: str | None, seed: int | None, save: Path | None) -> None:
    r"""Play GAME in the terminal: people who share the keyboard, and bots.

    \b
    heliopolis play ra --seats Ann,greedy,random --edition alea
    heliopolis play ra --save evening.ra
    """
    warm_up()
    from heliopolis.table.match import Match
    from heliopolis.terminal.play import Terminal, seat_names

    if save is not None and save.exists():
        match = Match.load(save)
        if any(given("seats", "edition", "seed")) or match.game.name != game:
            raise SetupError(f"{save} holds a match of {match.game.name}: to go on with it, say nothing but its file")
    else:
        match = Match(game, seat_names(seats), edition=edition, seed=seed)
    Terminal(match, save).run()


@commands.command()
@GAME
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(min=1), default=100_000, show_default=True, help="How many games.")
@EDITION
@SEED
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="How many cores.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output.")
def simulate(
    game: str, players: int, games: int, edition: str | None, seed: int | None, workers: int, as_json: bool
) -> None:
    r"""Play many random games of GAME and say how fast, and how they went.

    \b
    heliopolis simulate ra --players 4 --games 100000
    """
    from heliopolis.games import find_game

    found = find_game(game)
    setup = found.prepare(players, edition, {})
    warm_up()
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
    summary = {"edition": setup.edition.name, "seed": seed, "workers": workers, **tally.summary()}
    if as_json:
        click.echo(json.dumps(summary))
    else:
        print_summary(summary)
    if tally.games < games:
        click.echo(f"interrupted after {tally.games:,} of {games:,} games", err=True)
        sys.exit(130)


@commands.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0: for others, too.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--database", help="Where tables are kept: a file. [default: in your data folder]")
@click.option("--origin", "origins", multiple=True, help="A further address that browsers see, behind a proxy.")
@click.option(
    "--bot-pause", type=click.FloatRange(min=0), default=0.9, show_default=True, help="Seconds before a bot moves."
)
@click.option("--open/--no-open", "browser", default=None, help="Open the page. [default: where there is a screen]")
def serve(
    host: str, port: int, database: str | None, origins: tuple[str, ...], bot_pause: float, browser: bool | None
) -> None:
    r"""Play in the browser: start the server, and open its page.

    \b
    heliopolis serve
    heliopolis serve --host 0.0.0.0 --no-open
    """
    warm_up()
    from heliopolis.server import app
    from heliopolis.server.settings import Settings

    settings = Settings(host, port, database, origins, bot_pause)
    app.serve(settings, click.echo, browser=browser)


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "line", type=int, help="After so many lines of the record. [default: all]")
@click.option("--depth", type=click.IntRange(min=1), default=4, show_default=True, help="How many moves.")
def perft(file: Path, line: int | None, depth: int) -> None:
    r"""Count the sequences of moves that can follow any moment of the record FILE.

    \b
    heliopolis perft evening.ra --at 57 --depth 5
    """
    from heliopolis.arena.perft import print_counts

    print_counts(file, line, depth)


def print_summary(summary: dict[str, Any]) -> None:
    """Print the figures of random games for people."""
    scores = "  ".join(f"{score:.2f}" for score in summary["mean_scores"])
    ends = ", ".join(f"{count:,} by {why}" for why, count in summary["epoch_ends"].items())
    click.echo(
        f"{summary['games']:,} games of {summary['game']} ({summary['edition']}) with {summary['players']} players"
    )
    click.echo(
        f"  {summary['games_per_second']:,.0f} games/s, {summary['decisions_per_second'] / 1e6:.1f} M decisions/s"
    )
    click.echo(f"  {summary['decisions_per_game']:.1f} decisions a game, mean scores {scores}")
    click.echo(f"  epochs ended {ends}")


def given(*options: str) -> Iterator[bool]:
    """Tell which options of the running command were typed by the user."""
    context = click.get_current_context()
    return (context.get_parameter_source(option) is not ParameterSource.DEFAULT for option in options)


@commands.command()
def warm() -> None:
    """Compile everything once, so that all else starts at once."""
    if not warm_up():
        click.echo("everything is compiled already", err=True)


def warm_up() -> bool:
    """Compile what is not compiled yet, before it is needed."""
    from heliopolis.warm import warm

    return warm()


if __name__ == "__main__":
    main()
