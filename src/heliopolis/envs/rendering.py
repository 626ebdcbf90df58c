"""How an environment is shown: as text, at the terminal, or as a picture."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np
from rich.console import Console, Group

from heliopolis.envs.batch import NOBODY, Batch
from heliopolis.envs.drawing import rasterise
from heliopolis.errors import SetupError
from heliopolis.games import contract
from heliopolis.games.about import has_room
from heliopolis.table.match import Match
from heliopolis.terminal.face import face_of

ANSI: Final = "ansi"
HUMAN: Final = "human"
PICTURE: Final = "rgb_array"
MODES: Final = (ANSI, HUMAN, PICTURE)
#: Where a game draws its table as a picture.
ROOM: Final = "heliopolis.envs.scenes.{game}"


class Renderer:
    """Shows the first lane of a batch. Seats are called `seat 0`, `seat 1`, and all points lie open."""

    def __init__(self, batch: Batch, mode: str | None) -> None:
        if mode not in (None, *MODES):
            raise SetupError(f"render_mode is {mode!r}: expected one of {', '.join(MODES)}")
        game = batch.game
        if mode == PICTURE and not has_room(ROOM, game.name):
            raise SetupError(f"there are no pictures of {game.title}: it has no {ROOM.format(game=game.name)}")
        self._batch, self._mode = batch, mode
        self._names = [f"seat {seat}" for seat in range(batch.players)]

    def shown(self) -> None:
        """Show what has changed, where a person looks on."""
        if self._mode == HUMAN:
            self._print()

    def render(self) -> Any:
        """Show the table in the mode that was chosen: a text, a picture, or None where it is printed already."""
        if self._mode == ANSI:
            return self._text()
        return self._picture() if self._mode == PICTURE else None

    def _text(self) -> str:
        batch = self._batch
        text: str = batch.game.words.text(batch.states[0], self._names, self._points(), batch.setup.edition)
        return text + "\n"

    def _print(self) -> None:
        batch = self._batch
        given: dict[str, Any] = {"edition": batch.setup.edition.name, **batch.setup.settings}
        table = Match(batch.game.name, self._names, seed=0, scores="open", **given).showing(batch.states[0])
        Console().print(Group(*face_of(batch.game).draw(table, None)))

    def _picture(self) -> Any:
        batch = self._batch
        scenes: Any = import_module(ROOM.format(game=batch.game.name))
        board, seat = batch.game.views.board(batch.states[0]), int(batch.seats[0])
        points = [point or 0 for point in self._points()]
        parts = list(scenes.scene(board, points, None if seat == NOBODY else seat))
        return rasterise(parts, *scenes.size(board))

    def _points(self) -> list[int | None]:
        points = np.zeros(self._batch.players, np.int16)
        contract.scores(self._batch.states[0], points)
        return [int(point) for point in points]
