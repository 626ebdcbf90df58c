"""Runs a tournament: gives out what is still to be played, keeps what is finished, and can stop at any time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.arena.plan import Plan
from heliopolis.arena.play import Played, Unit, is_compiled, play_unit, row_dtype
from heliopolis.arena.store import Store, sort
from heliopolis.errors import SetupError
from heliopolis.workers import Way, in_processes, in_threads

#: Compiled games are given out so many at a time. Others take so long that each is given out by itself.
UNIT_GAMES: Final = 500
#: Finished games are written so often.
KEEP_SECONDS: Final = 2.0

#: Is shown the results of games that have just finished.
Progress = Callable[[NDArray[Any]], None]


@dataclass
class Tournament:
    """A plan, how far it is to be played, and what came out so far."""

    plan: Plan
    games: int
    store: Store | None = None
    records: int = 0
    folder: str = field(default_factory=lambda: str(Path.cwd()))
    interrupted: bool = False

    def __post_init__(self) -> None:
        rows = np.zeros(0, row_dtype(self.plan)) if self.store is None else self.store.load()
        self._rows = [rows[rows["game"] < self.games]]
        self._finished = set(np.unique(rows["game"]).tolist())
        self._new: list[Played] = []
        self._kept = time.monotonic()

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(len(rows) for rows in self._rows) // self.plan.players

    @property
    def rows(self) -> NDArray[Any]:
        """The results by number of game and seat: the same whoever played them, and in whichever order."""
        return sort(np.concatenate(self._rows))

    def units(self) -> Iterator[Unit]:
        """List what is still to be played."""
        size = UNIT_GAMES if is_compiled(self.plan, self.folder) else 1
        first = None
        for number in range(self.games + 1):
            missing = number < self.games and number not in self._finished
            if first is not None and (not missing or number - first == size):
                yield Unit(self.plan, self.folder, first, number, self.records)
                first = None
            if missing and first is None:
                first = number

    def run(self, way: Way[Unit, Played] | None = None, workers: int = 1, progress: Progress | None = None) -> None:
        """Play what is still to be played. Interrupting it (Ctrl-C) keeps what is finished."""
        if self.store is not None and self.store.has_other_code and self.played < self.games:
            raise SetupError(
                f"{self.store.folder} has {self.played} games of other rules or bots than today's: "
                f"they can be shown, not gone on with; choose another folder, or at most {self.played} games"
            )
        if way is None:
            way = (in_threads if is_compiled(self.plan, self.folder) else in_processes)(play_unit, workers)
        try:
            with closing(way(self.units())) as results:  # type: ignore[type-var]
                for played in results:
                    self._rows.append(played.rows)
                    self._new.append(played)
                    if time.monotonic() - self._kept > KEEP_SECONDS:
                        self._keep()
                    if progress is not None:
                        progress(played.rows)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            self._keep()
        if not self.interrupted and self.played != self.games:
            raise AssertionError(f"{self.played} of {self.games} games were played, and no more were given out")
        if self.store is not None and not self.interrupted:
            self.store.finish(self.store.load())

    def _keep(self) -> None:
        if self.store is not None and self._new:
            self.store.add(self._new)
            self._new.clear()
        self._kept = time.monotonic()
