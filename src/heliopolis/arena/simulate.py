"""Random games by the hundred thousand: how fast the engine is, and what random play looks like."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from heliopolis.bots.random_games import play_games
from heliopolis.games.contract import Game

#: Games are played in batches of so many. Each has its own random numbers: results do not depend on who plays which.
BATCH_GAMES = 2000


class Figures(Struct, frozen=True):
    """How fast random games were played, and how they went: what `heliopolis simulate --json` prints."""

    game: str
    players: int
    games: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    decisions_per_game: float
    mean_scores: list[float]
    """By seat."""
    epoch_ends: dict[str, int]
    """How many epochs ended, by why: see `Game.epoch_ends`."""


@dataclass
class Tally:
    """What came out of random games."""

    game: Game
    players: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    points: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    ends: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def __post_init__(self) -> None:
        self.points = np.zeros(self.players, np.int64)
        self.ends = np.zeros(len(self.game.epoch_ends), np.int64)

    def summary(self) -> Figures:
        """Turn the sums into figures."""
        games, seconds = max(self.games, 1), max(self.seconds, 1e-9)
        return Figures(
            game=self.game.name,
            players=self.players,
            games=self.games,
            seconds=round(self.seconds, 6),
            games_per_second=round(self.games / seconds, 1),
            decisions_per_second=round(self.decisions / seconds, 1),
            decisions_per_game=round(self.decisions / games, 3),
            mean_scores=[round(float(points) / games, 4) for points in self.points],
            epoch_ends=dict(zip(self.game.epoch_ends, self.ends.tolist(), strict=True)),
        )


def simulate(
    game: Game,
    openings: NDArray[Any],
    players: int,
    games: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int], None] = lambda played: None,
) -> Tally:
    """Play random games. Compiled code runs outside the interpreter's lock, so workers are threads.

    Interrupting it (Ctrl-C) ends it with what was played until then.
    """
    tally = Tally(game, players)
    play_batch(game, openings, players, seed, batch=0, games=0)  # the clock starts when the compiled code is loaded
    start = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        pending: set[Future[Tally]] = set()
        batches = _batches(games)
        try:
            while True:
                while len(pending) < 2 * workers and (batch := next(batches, None)) is not None:
                    pending.add(pool.submit(play_batch, game, openings, players, seed, *batch))
                if not pending:
                    break
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    _add(tally, future.result())
                progress(tally.games)
        except KeyboardInterrupt:
            for future in pending:
                future.cancel()
    tally.seconds = time.perf_counter() - start
    return tally


def _batches(games: int) -> Iterator[tuple[int, int]]:
    yield from ((number, min(BATCH_GAMES, games - number * BATCH_GAMES)) for number in range(-(-games // BATCH_GAMES)))


def play_batch(game: Game, openings: NDArray[Any], players: int, seed: int, batch: int, games: int) -> Tally:
    """Play one batch of games."""
    tally = Tally(game, players, games=games)
    points = np.zeros(players, np.int16)
    table = np.zeros(1, game.dtype)
    _, tally.decisions = play_games(
        table, openings, games, first_number(seed, batch), game.new_buffer(), points, tally.points, tally.ends
    )
    return tally


def first_number(seed: int, batch: int) -> np.uint64:
    """Start the random numbers of a batch."""
    return np.uint64(int.from_bytes(hashlib.sha256(f"simulate {seed} {batch}".encode()).digest()[:8], "big"))


def _add(tally: Tally, batch: Tally) -> None:
    tally.games += batch.games
    tally.decisions += batch.decisions
    tally.points += batch.points
    tally.ends += batch.ends
