"""Compile everything once, before anything needs it."""

from __future__ import annotations

import os
import random
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

from heliopolis.arena.simulate import simulate
from heliopolis.bots.compiled_bot import line_up
from heliopolis.bots.games import CARD, play_cards, write_card
from heliopolis.bots.random import Random
from heliopolis.bots.registry import BOT_NAMES, built_in_bot, usual_bot
from heliopolis.bots.search.policy import NEEDS
from heliopolis.compiled import cache_folder, caches, compiles, stamp
from heliopolis.games import NAMES, describe, find_game
from heliopolis.games.about import has_room
from heliopolis.learn.batches import play
from heliopolis.learn.games import SELF_PLAY
from heliopolis.learn.training import Training, TrainingPlan
from heliopolis.table.match import Match, legal, outcomes

#: What can be compiled by itself: what a table needs but bots with a network, random games, those bots, their
#: tournaments, and how they learn.
TABLES: Final = "tables"
THINKERS: Final = "thinkers"
TOURNAMENTS: Final = "tournaments"
TRAINING: Final = "training"
SIMULATION: Final = "simulation"
PARTS: Final = (TABLES, SIMULATION, THINKERS, TOURNAMENTS, TRAINING)
TITLES: Final = {
    TABLES: "tables of",
    SIMULATION: "random games of",
    THINKERS: "bots that think ahead in",
    TOURNAMENTS: "tournaments of",
    TRAINING: "training for",
}

#: Files whose names begin so say which parts are compiled, and from which copies of the sources.
MARK = "warm"
#: A cache that was not used for so long belongs to sources that are gone.
STALE_SECONDS = 30 * 24 * 3600
#: How long a bot thinks, in seconds: just long enough to use everything.
A_MOMENT: Final = 0.05


def warm(parts: Sequence[str] = PARTS, games: Sequence[str] = NAMES) -> bool:
    """Compile what is not compiled yet of some PARTS of some games, one caller at a time; tell whether that was any."""
    if not compiles() or not missing(parts, games):
        return False
    caches().mkdir(parents=True, exist_ok=True)
    with FileLock(caches() / "warm.lock"):
        left = missing(parts, games)  # another process may have done it meanwhile
        compile_all(left)
        for step in left:
            step.mark.parent.mkdir(parents=True, exist_ok=True)
            step.mark.touch()
        forget_stale()
    return bool(left)


def missing(parts: Sequence[str] = PARTS, games: Sequence[str] = NAMES) -> list[Step]:
    """List the steps that were not taken yet; note that what the others compiled is in use, and so not stale."""
    left = []
    for step in steps():
        if step.part in parts and step.game in games:
            with suppress(OSError):
                os.utime(step.mark)
            if not step.mark.exists():
                left.append(step)
    return left


@dataclass(frozen=True)
class Step:
    """Something to be compiled, by using it."""

    part: str
    game: str
    use: Callable[[str], None]
    """Given the name of the game."""

    @property
    def title(self) -> str:
        """Say what it is, for people."""
        return f"{TITLES[self.part]} {describe(self.game).title}"

    @property
    def mark(self) -> Path:
        """Find the file that says that it was taken."""
        return cache_folder() / f"{MARK}-{self.part}-{self.game}-{stamp()}"


def steps() -> Iterator[Step]:
    """List what there is to compile: a game without heuristics, or without a network, has less."""
    for game in NAMES:
        yield Step(TABLES, game, use_table)
        yield Step(SIMULATION, game, use_simulation)
        if all(has_room(room, game) for room in NEEDS):
            yield Step(THINKERS, game, use_thinkers)
            yield Step(TOURNAMENTS, game, use_tournament)
            yield Step(TRAINING, game, use_training)


def compile_all(work: Sequence[Step]) -> None:
    """Take all steps, side by side where there is more than one processor, and show how it goes."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    by_game = {step.game: [one for one in work if one.game == step.game] for step in work}
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("compiling", total=2 * len(work))
        if (os.cpu_count() or 1) > 1 and len(by_game) > 1:
            # A game is one process's work: what its tables have compiled, its tournaments find.
            with ProcessPoolExecutor(len(by_game), mp_context=get_context("spawn")) as pool:
                for done in as_completed([pool.submit(take, own) for own in by_game.values()]):
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
    match, numbers = Match(name, ["north", "east", "south"], seed=1), random.Random(1)
    built_in_bot(usual_bot(name)).choose(match.state, legal(match.state), A_MOMENT, 1)
    match.view(0)
    while match.seat is not None:
        if game.worth is not None:
            game.worth(match.state)
        match.play(numbers.choice(match.moves()))
    match.view(None)
    match.record()
    game.views.reasons(match.state)
    drawn = next((number for number, line in enumerate(match.lines) if line.is_chance), None)
    if drawn is not None:
        outcomes(match.at(drawn).state)


def use_thinkers(name: str) -> None:
    """Ask all bots for a move."""
    match = Match(name, ["north", "east", "south"], seed=1)
    for bot in BOT_NAMES:
        built_in_bot(bot).choose(match.state, legal(match.state), A_MOMENT, 1)


def use_simulation(name: str) -> None:
    """Play one game at random."""
    game = find_game(name)
    simulate(game, game.prepare(3, None, {}).openings, players=3, games=1, seed=1)


def use_tournament(name: str) -> None:
    """Play one game of a tournament."""
    game = find_game(name)
    cards = np.zeros(1, CARD)
    players, workspace = line_up([Random()], game, 3)
    play_cards(game, game.prepare(3, None, {}).openings, players, workspace, cards)
    points, sheet = np.zeros(3, np.int16), np.zeros((3, len(game.categories)), np.int16)
    write_card(np.zeros(1, game.dtype)[0], cards[0], points, np.zeros(3), sheet)


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
