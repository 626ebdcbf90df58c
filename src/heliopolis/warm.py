"""Compile everything once, before anything needs it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np
from filelock import FileLock
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from heliopolis.bots.players import CARD, PLAYER, play_cards, write_card
from heliopolis.bots.random import play_games
from heliopolis.bots.registry import BOT_NAMES, find_bot
from heliopolis.compiled import cache_folder, caches, compiles, stamp
from heliopolis.games import NAMES, find_game
from heliopolis.games.contract import Game
from heliopolis.table.match import Match, legal, outcomes
from heliopolis.terminal.face import face_of

#: Files of this name say for which copies of the sources everything is compiled.
MARK = "warm"
#: A cache that was not used for so long belongs to sources that are gone.
STALE_SECONDS = 30 * 24 * 3600


def warm() -> bool:
    """Compile whatever is not compiled yet, one process at a time; tell whether there was anything to do."""
    if not compiles():
        return False
    done = cache_folder() / f"{MARK}{stamp()}"
    if done.exists():
        with suppress(OSError):
            done.touch()  # in use: not stale
        return False
    caches().mkdir(parents=True, exist_ok=True)
    with FileLock(caches() / "warm.lock"):
        if done.exists():  # another process has just done it
            return False
        with Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        ) as progress:
            work = list(steps())
            bar = progress.add_task("compiling", total=len(work))
            for name, step in work:
                progress.update(bar, description=f"compiling {name}")
                step()
                progress.advance(bar)
            progress.update(bar, description="compiled")
        done.parent.mkdir(parents=True, exist_ok=True)
        done.touch()
        forget_stale()
    return True


def steps() -> Iterator[tuple[str, Callable[[], None]]]:
    """List what there is to compile: what a table uses of each game, and whole random games."""
    for name in NAMES:
        game = find_game(name)
        yield f"the rules of {game.title}", lambda game=game: use_table(game)  # type: ignore[misc]
        yield f"random play of {game.title}", lambda game=game: use_random(game)  # type: ignore[misc]
        yield f"the bots of {game.title}", lambda game=game: use_bots(game)  # type: ignore[misc]


def use_table(game: Game) -> None:
    """Play a match to its end, with all that a table does on the way."""
    match = Match(game.name, ["north", "east", "south"], seed=1)
    while match.seat is not None:
        if game.worth is not None:
            game.worth(match.state)
        moves = match.moves()
        match.play(moves[len(match) * 7919 % len(moves)])
    match.view(None)
    match.record()
    face_of(game).reasons(match.state, match.players, match.edition)
    first_chance = [line.is_chance for line in match.lines].index(True)
    outcomes(match.at(first_chance).state)


def use_random(game: Game) -> None:
    """Play one game at random."""
    table = np.zeros(1, game.dtype)
    openings = game.prepare(3, None, {}).openings
    points = np.zeros(table.dtype["points"].shape, np.int16)
    total_points, total_ends = np.zeros(len(points), np.int64), np.zeros(len(game.epoch_ends), np.int64)
    play_games(table, openings, 1, np.uint64(1), game.new_buffer(), points, total_points, total_ends)


def use_bots(game: Game) -> None:
    """Ask each bot for a move, and play one game of a tournament."""
    match = Match(game.name, ["north", "east", "south"], seed=1)
    for name in BOT_NAMES:
        find_bot(name).choose(match.state, legal(match.state), 1.0, 1)
    openings = game.prepare(3, None, {}).openings
    points, sheet = np.zeros(3, np.int16), np.zeros((3, len(game.categories)), np.int16)
    cards, table = np.zeros(1, CARD), np.zeros(1, game.dtype)
    play_cards(openings, np.zeros(1, PLAYER), cards, table, game.new_buffer(), points, sheet)
    write_card(table[0], cards[0], points, np.zeros(3), sheet)


def forget_stale() -> None:
    """Remove caches of sources that are long gone."""
    for folder in caches().iterdir():
        used = max((mark.stat().st_mtime for mark in folder.glob(f"{MARK}*")), default=None)
        if folder != cache_folder() and used is not None and time.time() - used > STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
