"""Compile everything once, before anything needs it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
from filelock import FileLock
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from heliopolis.bots.compiled_bot import line_up
from heliopolis.bots.games import CARD, play_cards, write_card
from heliopolis.bots.random import Random, play_games
from heliopolis.bots.registry import BOT_NAMES, find_bot
from heliopolis.compiled import cache_folder, caches, compiles, stamp
from heliopolis.games import NAMES, find_game
from heliopolis.learn.batches import play
from heliopolis.learn.games import SELF_PLAY
from heliopolis.learn.training import Training, TrainingPlan
from heliopolis.table.match import Match, legal, outcomes

#: What can be compiled by itself: what a table needs but bots with a network, those bots, and games by the thousand.
TABLES: Final = "tables"
THINKERS: Final = "thinkers"
TOURNAMENTS: Final = "tournaments"
TRAINING: Final = "training"
PARTS: Final = (TABLES, THINKERS, TOURNAMENTS, TRAINING)

#: Files whose names begin so say which parts are compiled, and from which copies of the sources.
MARK = "warm"
#: A cache that was not used for so long belongs to sources that are gone.
STALE_SECONDS = 30 * 24 * 3600
#: How long a bot thinks, in seconds: just long enough to use everything.
A_MOMENT: Final = 0.05


def warm(parts: Sequence[str] = PARTS) -> bool:
    """Compile what is not compiled yet of some PARTS, one caller at a time; tell whether there was anything to do."""
    if not compiles() or not missing(parts):
        return False
    caches().mkdir(parents=True, exist_ok=True)
    with FileLock(caches() / "warm.lock"):
        left = missing(parts)  # another process may have done it meanwhile
        if left:
            compile_all([step for step in steps() if step.part in left])
        for part in left:
            mark_of(part).parent.mkdir(parents=True, exist_ok=True)
            mark_of(part).touch()
        forget_stale()
    return bool(left)


def missing(parts: Sequence[str] = PARTS) -> list[str]:
    """List the parts that are not compiled; note that the others are in use, and so not stale."""
    for part in parts:
        with suppress(OSError):
            os.utime(mark_of(part))
    return [part for part in parts if not mark_of(part).exists()]


def mark_of(part: str) -> Path:
    """Find the file that says that a part is compiled."""
    return cache_folder() / f"{MARK}-{part}-{stamp()}"


@dataclass(frozen=True)
class Step:
    """Something to be compiled, by using it."""

    part: str
    title: str
    use: Callable[[str], None]
    """Given the name of a game."""
    game: str


def steps() -> Iterator[Step]:
    """List what there is to compile."""
    for name in NAMES:
        title = find_game(name).title
        yield Step(TABLES, f"tables of {title}", use_table, name)
        yield Step(THINKERS, f"bots that think ahead in {title}", use_thinkers, name)
        yield Step(TOURNAMENTS, f"tournaments of {title}", use_tournament, name)
        yield Step(TRAINING, f"training for {title}", use_training, name)


def compile_all(work: Sequence[Step]) -> None:
    """Take all steps, side by side where there is more than one processor, and show how it goes."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("compiling", total=2 * len(work))
        if (os.cpu_count() or 1) > 1:
            # A game is one process's work: what its tables have compiled, its tournaments find.
            with ProcessPoolExecutor(len(NAMES), mp_context=get_context("spawn")) as pool:
                games = [pool.submit(take, [step for step in work if step.game == name]) for name in NAMES]
                for done in as_completed(games):
                    progress.advance(bar, done.result())
        # Two processes may have overwritten each other's lists of what is compiled: what was lost is made up for here.
        for step in work:
            progress.update(bar, description=f"compiling {step.title}")
            step.use(step.game)
            progress.advance(bar)
        progress.update(bar, description="compiled", completed=2 * len(work))


def take(work: Sequence[Step]) -> int:
    """Take steps one after another; return how many."""
    for step in work:
        step.use(step.game)
    return len(work)


def use_table(name: str) -> None:
    """Play a match to its end, with all that a table does on the way, and ask a bot for a move."""
    game = find_game(name)
    match = Match(name, ["north", "east", "south"], seed=1)
    find_bot("greedy").choose(match.state, legal(match.state), A_MOMENT, 1)
    match.view(0)
    while match.seat is not None:
        if game.worth is not None:
            game.worth(match.state)
        moves = match.moves()
        match.play(moves[len(match) * 7919 % len(moves)])
    match.view(None)
    match.record()
    game.views.reasons(match.state)
    first_chance = [line.is_chance for line in match.lines].index(True)
    outcomes(match.at(first_chance).state)


def use_thinkers(name: str) -> None:
    """Ask all bots for a move."""
    match = Match(name, ["north", "east", "south"], seed=1)
    for bot in BOT_NAMES:
        find_bot(bot).choose(match.state, legal(match.state), A_MOMENT, 1)


def use_tournament(name: str) -> None:
    """Play one game at random, and one game of a tournament."""
    game = find_game(name)
    table, moves = np.zeros(1, game.dtype), game.new_buffer()
    openings = game.prepare(3, None, {}).openings
    points = np.zeros(table.dtype["points"].shape, np.int16)
    total_points, total_ends = np.zeros(len(points), np.int64), np.zeros(len(game.epoch_ends), np.int64)
    play_games(table, openings, 1, np.uint64(1), moves, points, total_points, total_ends)
    cards = np.zeros(1, CARD)
    players, desk = line_up([Random()], game, 3)
    play_cards(game, openings, players, desk, cards)
    points, sheet = np.zeros(3, np.int16), np.zeros((3, len(game.categories)), np.int16)
    write_card(table[0], cards[0], points, np.zeros(3), sheet)


def use_training(name: str) -> None:
    """Learn from one game."""
    training = Training(TrainingPlan(name, (2,), broad=8, narrow=8), Path())
    training.learn(play(training.order(SELF_PLAY, training.learner.flat, 0.0), positions=1))


def forget_stale() -> None:
    """Remove caches of sources that are long gone."""
    for folder in caches().iterdir():
        used = max((mark.stat().st_mtime for mark in folder.glob(f"{MARK}*")), default=None)
        if folder != cache_folder() and used is not None and time.time() - used > STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
