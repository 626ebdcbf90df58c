"""Pictures and texts of a table: made of the one file of drawings, without a browser."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import heliopolis.envs  # noqa: F401 - registers them
from heliopolis.envs import Batch, drawing
from heliopolis.envs.rendering import Renderer
from heliopolis.errors import SetupError
from heliopolis.games.ra.components import KIND_NAMES

ROOT = Path(__file__).parents[2]


def shown(game: str, players: int, moves: int, mode: str) -> Any:
    batch, numbers = Batch(game, 1, players, seed=3, reset="disabled"), random.Random(4)
    for _ in range(moves):
        if not batch.now.terminations[0]:
            batch.step([numbers.choice(np.flatnonzero(batch.now.masks[0]).tolist())])
    return Renderer(batch, mode).render()


@pytest.mark.parametrize(("game", "players"), [("ra", 2), ("ra", 5), ("dice", 2), ("dice", 4)])
def test_a_picture_shows_what_has_changed(game: str, players: int) -> None:
    first, later, over = (shown(game, players, moves, "rgb_array") for moves in (0, 40, 1000))
    for picture in (first, later, over):
        assert picture.dtype == np.uint8
        assert picture.shape[1:] == (760, 3)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    assert first.shape == later.shape
    assert (first != later).any()


def test_every_tile_is_drawn_with_the_drawings_of_the_browser() -> None:
    assert drawing.PLACES[1] == ROOT / "web" / "src" / "art" / "art.svg"
    pictures = [drawing.rasterise([drawing.tile(kind, 0, 0, 64)], 64, 64) for kind in KIND_NAMES]
    assert len({picture.tobytes() for picture in pictures}) == len(KIND_NAMES)
    for kind in KIND_NAMES:
        assert "currentColor" not in drawing.tile(kind, 0, 0, 64)
        assert "var(" not in drawing.tile(kind, 0, 0, 64)


def test_a_text_has_the_words_of_the_edition() -> None:
    assert "seat 0" in shown("ra", 3, 10, "ansi")
    assert "Sun track" in shown("dice", 3, 10, "ansi")


def test_people_see_the_table_of_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("heliopolis/Ra-v0", opponents="random", render_mode="human")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert env.render() is None
    assert capsys.readouterr().out.count("epoch 1 of 3") >= 2


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(SetupError, match="render_mode is 'film': expected one of ansi, human, rgb_array"):
        Renderer(Batch("ra"), "film")
