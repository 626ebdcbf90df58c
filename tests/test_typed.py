"""The package brings its types along: what users write against it passes a strict type checker, and means the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import heliopolis
from heliopolis import Match
from heliopolis.facts.ra import RaView
from heliopolis.games import NAMES, contract
from heliopolis.games.dice import state as dice
from heliopolis.games.ra import state as ra
from tests.conftest import THREE, play_on

#: What somebody may write who has installed the package.
OUTSIDE = """
from heliopolis import Match, Result, View
from heliopolis.facts.dice import DiceView
from heliopolis.facts.ra import AuctionWon, RaBoard, RaView
from heliopolis.games import contract
from heliopolis.games.ra.state import read


def bag(view: View) -> dict[str, int] | None:
    match view:
        case RaView(board=board):
            return board.bag
        case DiceView():
            return None
    raise TypeError


def best_bid(view: RaView) -> int:
    auction = view.board.auction
    return 0 if auction is None or auction.best_bid is None else auction.best_bid


played = Match("ra", ["Ann", "Ben"], seed=1)
result: Result | None = played.result
points: list[int | None] = played.view(0).points
tiles: int = int(read(played.state).tiles[0][0])
over: bool = contract.is_over(played.state)
wins = [event.sun + 1 for _, events in played.events() for event in events if isinstance(event, AuctionWon)]
wrong: str = played.view(0).lines  # EXPECTED
played.view(0).nonsense  # EXPECTED
played.view(0).board.bag  # EXPECTED
"""


def test_the_package_says_that_it_has_types() -> None:
    assert (Path(heliopolis.__file__).parent / "py.typed").is_file()


def test_a_strict_type_checker_follows_users_and_finds_their_mistakes(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(OUTSIDE)
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = true\n[mypy-numba.*,llvmlite.*]\nignore_missing_imports = true\n"
    )
    source = Path(heliopolis.__file__).parents[1]
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", "mypy.ini", "user.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env={"MYPYPATH": str(source), "PATH": ""}
    )
    lines = [number for number, line in enumerate(OUTSIDE.splitlines(), 1) if "EXPECTED" in line]
    assert [int(line.split(":")[1]) for line in done.stdout.splitlines()] == lines, done.stdout + done.stderr


@pytest.mark.parametrize("game", NAMES)
def test_what_is_read_of_a_record_is_what_is_in_it(game: str) -> None:
    read: Callable[[contract.State], object] = ra.read if game == "ra" else dice.read
    for seed in range(4):
        match = play_on(Match(game, THREE, seed=seed), seed, 30 + 40 * seed)
        plain = read(match.state)
        for name in match.state.dtype.names or ():
            found = getattr(plain, name)
            assert np.array_equal(found, getattr(match.state, name)), name
            assert isinstance(found, int | tuple | list)


def test_a_view_is_read_by_attribute_or_by_name() -> None:
    view = Match("ra", THREE, seed=7).view(1)
    assert isinstance(view, RaView)
    assert view["board"]["seats"][1]["suns_up"] == view.board.seats[1].suns_up
    assert view["game"] == view.game == "ra"
    assert "board" in view
    assert "seed" not in view
    assert dict(view.board.items()) == {name: view.board[name] for name in view.board}
    assert len(view.board) == len(view.board.keys()) == len(list(view.board))
    assert view.get("seed", 7) == 7
    assert view.board == view.data()["board"]
    assert view.board != {}
    with pytest.raises(KeyError, match="RaBoard has no 'suns': it has epoch, phase"):
        view.board["suns"]
