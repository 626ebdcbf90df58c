"""The folder of a tournament: its plan, the results so far, and what was asked for besides.

plan.json         what is played; another plan is refused
parts/*.parquet   results of finished games, until all are played
results.parquet   all results: one row for a game and a seat
records/*.ra      records of games, on demand
logs/*.log        what bots did wrong, and what programs wrote to their standard error
summary.json, *.png
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.arena.plan import Plan
from heliopolis.arena.play import Played, row_dtype
from heliopolis.errors import SetupError
from heliopolis.extras import require

PLAN: Final = "plan.json"
RESULTS: Final = "results.parquet"
#: The folder of finished games that are not in one file yet.
PARTS_FOLDER: Final = "parts"


class Store:
    """The folder of one tournament."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.has_other_code = False
        """Whether its games were played by other rules or bots than today's: they are shown, and not gone on with.

        The field `code` of the two plans is compared. `arena/plan.py`, `code_digest`, says what it covers, and
        `Tournament.run` refuses to add games.
        """
        self._arrow = require("pyarrow", "arena")
        self._parquet = require("pyarrow.parquet", "arena")
        try:
            (folder / PARTS_FOLDER).mkdir(parents=True, exist_ok=True)
            self._check_plan()
        except OSError as error:
            raise SetupError(f"{folder} cannot be used for results: {error.strerror}") from error

    def _check_plan(self) -> None:
        path = self.folder / PLAN
        wanted = json.loads(json.dumps(asdict(self.plan)))
        if not path.exists():
            if (self.folder / RESULTS).exists() or any((self.folder / PARTS_FOLDER).iterdir()):
                raise SetupError(f"{self.folder} has results but no {PLAN}: choose another folder")
            write(path, json.dumps(wanted, indent=2) + "\n")
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise SetupError(f"{path} cannot be read: {error}") from error
        different = [part.name for part in fields(Plan) if found.get(part.name) != wanted[part.name]]
        self.has_other_code = different == ["code"]
        if different and not self.has_other_code:
            told = "; ".join(f"{name} {found.get(name)}, not {wanted[name]}" for name in different if name != "code")
            raise SetupError(f"{self.folder} has another tournament ({told}): choose another folder, or play that one")

    # ---- results ----

    def load(self) -> NDArray[Any]:
        """Read the results of all games that are finished, by number and seat."""
        parts = [
            path
            for path in [self.folder / RESULTS, *sorted((self.folder / PARTS_FOLDER).glob("*.parquet"))]
            if path.exists()
        ]
        try:
            found = [self._rows(self._parquet.read_table(path)) for path in parts]
        except (self._arrow.ArrowException, KeyError, OSError) as error:
            raise SetupError(f"{self.folder} has results that cannot be read: {error}") from error
        return sort(np.concatenate([np.zeros(0, row_dtype(self.plan)), *found]))

    def add(self, finished: Iterable[Played]) -> None:
        """Keep finished games: in one step, so that a crash leaves all of them or none."""
        finished = list(finished)
        for played in finished:
            self._keep_texts(played)
        rows = sort(np.concatenate([played.rows for played in finished]))
        self._write(rows, self.folder / PARTS_FOLDER / f"{rows['game'][0]:09d}-{len(rows)}.parquet")

    def finish(self, rows: NDArray[Any]) -> None:
        """Put all results into one file."""
        parts = list((self.folder / PARTS_FOLDER).glob("*.parquet"))
        if parts or not (self.folder / RESULTS).exists():
            self._write(rows, self.folder / RESULTS)
        for path in parts:
            path.unlink()

    def _write(self, rows: NDArray[Any], path: Path) -> None:
        columns = {name: rows[name] for name in rows.dtype.names or ()}
        names = self._arrow.array(self.plan.entrants)
        columns["bot"] = self._arrow.DictionaryArray.from_arrays(self._arrow.array(rows["bot"]), names)
        part = path.with_name(path.name + ".part")
        try:
            self._parquet.write_table(self._arrow.table(columns), part)
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise SetupError(f"{path} cannot be written: {error.strerror}") from error

    def _rows(self, table: Any) -> NDArray[Any]:
        rows = np.zeros(len(table), row_dtype(self.plan))
        for name in rows.dtype.names or ():
            column = table.column(name)
            if name == "bot":
                rows[name] = [self.plan.entrants.index(bot) for bot in column.to_pylist()]
            else:
                rows[name] = column.to_numpy()
        return rows

    # ---- texts ----

    def _keep_texts(self, played: Played) -> None:
        for number, record in played.records.items():
            (self.folder / "records").mkdir(exist_ok=True)
            write(self.folder / "records" / f"{number:06d}.{self.plan.game}", record)
        for bot, text in played.log:
            (self.folder / "logs").mkdir(exist_ok=True)
            name = re.sub(r"[^\w.=-]+", "-", bot).strip("-")[:80]
            with (self.folder / "logs" / f"{name}.log").open("a", encoding="utf-8") as file:
                file.write(text + "\n")


def sort(rows: NDArray[Any]) -> NDArray[Any]:
    """Put rows in the order of games and seats, each once: the order in which they were played does not matter."""
    rows = rows[np.lexsort((rows["seat"], rows["game"]))]
    if not len(rows):
        return rows
    fresh = np.ones(len(rows), bool)
    fresh[1:] = (rows["game"][1:] != rows["game"][:-1]) | (rows["seat"][1:] != rows["seat"][:-1])
    return rows[fresh]


def write(path: Path, text: str) -> None:
    """Write a text in one step."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
