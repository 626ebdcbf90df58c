"""`heliopolis train`: networks that learn by playing."""

from __future__ import annotations

import datetime
import json
import math
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from heliopolis.cli.options import GAME, WholeNumber, examples, warm_up
from heliopolis.errors import SetupError

if TYPE_CHECKING:
    from heliopolis.learn.batches import Batch, Order
    from heliopolis.learn.training import Training
    from heliopolis.workers import Way

#: What has to be compiled.
PARTS = ("tournaments", "training")


@click.command(
    epilog=examples(
        "heliopolis train ra --minutes 60 --workers 2",
        "heliopolis train ra --players 4 --minutes 60 --out four",
        "heliopolis train --resume four --minutes 120",
        "heliopolis arena ra --bots net:file=four/ra.npz,net --games 400",
    )
)
@GAME
@click.option("--players", type=int, help="How many sit at its tables; by default all numbers, by turns.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True, help="In all.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Its folder; by default like the game.")
@click.option("--resume", type=click.Path(file_okay=False, path_type=Path), help="Go on with a folder's training.")
@click.option(
    "--broad", type=WholeNumber(8, 1024), default=128, show_default=True, help="Width of the first hidden layer."
)
@click.option(
    "--narrow", type=WholeNumber(8, 256), default=64, show_default=True, help="Width of the second hidden layer."
)
@click.option("--seed", type=WholeNumber(min=0), default=0, show_default=True, help="From which chance follows.")
@click.option("--workers", type=WholeNumber(min=1), default=1, show_default=True, help="How many cores play.")
@click.option("--cluster", metavar="ADDRESS", help="Play on Ray: `local`, or the address of a cluster.")
def train(  # noqa: PLR0913, PLR0917
    game: str,
    players: int | None,
    minutes: float,
    out: Path | None,
    resume: Path | None,
    broad: int,
    narrow: int,
    seed: int,
    workers: int,
    cluster: str | None,
) -> None:
    """Train a network for GAME, by play against itself; interrupt it at will."""
    from heliopolis.extras import require
    from heliopolis.learn.training import Training, TrainingPlan

    require("matplotlib", "arena")
    if resume is not None:
        if out is not None:
            raise SetupError("--out and --resume name two folders: expected one of them")
        training = Training.resume(resume)
        check_plan(training, click.get_current_context())
    else:
        folder = out or Path(game)
        if (folder / "plan.json").exists():
            raise SetupError(f"{folder} holds a training already: expected --resume {folder}, or another --out")
        training = Training(TrainingPlan(game, tables_of(game, players), broad, narrow, seed), folder)
    training.check_folder()
    if training.progress.seconds >= 60 * minutes:
        tell_over(training, workers, cluster)
        return
    warm_up(*PARTS, games=[training.plan.game])
    whole = run(training, choose_way(training.plan.game, cluster, workers), 60 * minutes)
    path = finish(training, minutes, workers, cluster)
    if not whole:
        click.echo(f"interrupted: heliopolis train --resume {training.folder} --minutes {minutes:g} goes on", err=True)
        sys.exit(130)
    tell_measured(training)
    click.echo(f"the network is {path}: heliopolis arena {training.plan.game} --bots net:file={path},net")


def tell_over(training: Training, workers: int, cluster: str | None) -> None:
    """Say that a training has lasted longer already. Its network is written only if a crash kept it from that."""
    progress, folder = training.progress, training.folder
    lasted = progress.seconds / 60
    path = folder / f"{training.plan.game}.npz"
    if not is_written(training):
        finish(training, progress.until / 60, workers, cluster)
    click.echo(
        f"its time is over already: {folder} has lasted {lasted:.1f} minutes, and --minutes is its whole length. "
        f"The network is {path}; to go on: heliopolis train --resume {folder} --minutes {math.ceil(lasted) + 10}",
        err=True,
    )


def is_written(training: Training) -> bool:
    """Tell whether the network of a training, with its card, is as far as the training."""
    try:
        card = json.loads((training.folder / f"{training.plan.game}.json").read_text(encoding="utf-8"))
        return bool(card["games"] == training.progress.games)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def tell_measured(training: Training) -> None:
    """Say how strong the network was when it was measured last, and in how many games."""
    from heliopolis.learn.measure import DEALS

    curve, players = training.progress.curve, training.plan.players
    if not curve or "deals" not in curve[-1]:
        return
    last = curve[-1]
    told = ", ".join(
        f"{100 * last[f'among_{count - 1}_greedy']:.0f} % among {count - 1} (fair: {100 / count:.0f} %)"
        for count in players
    )
    deals = int(last["deals"])
    few = "" if deals >= DEALS else "; that few say little, a longer training is measured in more"
    click.echo(f"games won among greedy, in {deals} deals with every seat: {told}{few}")


def check_plan(training: Training, context: click.Context) -> None:
    """Refuse to go on with a training as another than it is; what nobody asked for is as it was."""
    for name in ("game", "players", "broad", "narrow", "seed"):
        if context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        asked, planned = context.params[name], getattr(training.plan, name)
        if planned not in {asked, (asked,)}:  # a training for one number of players is one for a list of it
            told = ", ".join(map(str, planned)) if name == "players" else planned
            raise SetupError(f"{training.folder} is a training with {name} {told}: expected that, or another folder")


def tables_of(game: str, players: int | None) -> tuple[int, ...]:
    """Say how many may sit at the tables of a training; all that can play, unless somebody says how many."""
    from heliopolis.games import find_game

    rules = find_game(game)
    if players is not None:
        rules.prepare(players, None, {})
        return (players,)
    usual = next(iter(rules.editions.values()))
    return tuple(range(usual.fewest_players, usual.most_players + 1))


def choose_way(game: str, cluster: str | None, workers: int) -> Way[Order, Batch]:
    """Choose who plays."""
    from heliopolis.extras import require
    from heliopolis.learn.batches import play
    from heliopolis.workers import in_threads, on_ray

    if cluster is None:
        return in_threads(play, workers)
    require("ray", "cluster")
    return on_ray(play, cluster, workers, partial(warm_up, *PARTS, games=[game]))


def run(training: Training, way: Way[Order, Batch], seconds: float) -> bool:
    """Train, and show how it goes; tell whether it came to its end."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("training"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
    ) as bar:
        task = bar.add_task("", total=seconds)

        def tell(_: Training) -> None:
            progress = training.progress
            told = f"{progress.games:,} games, off by {progress.win_loss:.3f}"
            players = training.plan.players[-1]
            if progress.curve:
                told += f", {100 * progress.curve[-1][f'among_{players - 1}_greedy']:.0f} % among {players - 1} greedy"
            bar.update(task, completed=progress.seconds, description=told)

        return training.run(way, seconds, tell)


def finish(training: Training, minutes: float, workers: int, cluster: str | None) -> Path:
    """Write the network with its card, and the picture of how it learned."""
    from heliopolis.bots.neural.files import save
    from heliopolis.learn.measure import draw_curve

    plan, progress = training.plan, training.progress
    draw_curve(training, training.folder / "curve.png")
    command = f"heliopolis train {plan.game} --minutes {minutes:g} --workers {workers} --seed {plan.seed}"
    command += f" --broad {plan.broad} --narrow {plan.narrow}"
    if len(plan.players) == 1:
        command += f" --players {plan.players[0]}"
    if cluster is not None:
        command += f" --cluster {cluster}"
    results = {name: round(value, 4) for name, value in (progress.curve[-1] if progress.curve else {}).items()}
    card = {
        "command": command,
        "players": plan.players,
        "games": progress.games,
        "seconds": round(progress.seconds),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "results": results,
    }
    path = training.folder / f"{plan.game}.npz"
    save(path, plan.game, training.network, card)
    return path
