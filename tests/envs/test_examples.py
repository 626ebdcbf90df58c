"""The examples learn, in short; and what was learned plays without PyTorch."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.registry import check_plays, find_bot, players_of
from heliopolis.errors import SetupError
from heliopolis.games import find_game
from heliopolis.observations.player import TRAINED, load
from heliopolis.table.match import legal
from tests.conftest import NAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
TORCH = find_spec("torch") is not None


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_self_play_on_pettingzoo_learns_the_dice_game(tmp_path: Path) -> None:
    """It beats random seats after a few games: so rewards come to those who earned them."""
    told = run("self_play.py", "--games", "120", "--measured", "50", "--out", str(tmp_path / "agent.npz"))
    before, after = (float(found) for found in re.findall(r"wins ([0-9.]+) %", told))
    assert before < 70
    assert after > 80
    assert load(tmp_path / "agent.npz").game == "dice"


@pytest.mark.skipif(not TORCH, reason="PyTorch is not installed: examples/ppo.py says how to get it")
def test_ppo_learns_and_writes_a_policy_that_a_bot_plays(tmp_path: Path) -> None:
    policy = tmp_path / "agent.npz"
    short = ("--minutes", "0.05", "--envs", "8", "--steps", "16", "--games", "10", "--width", "16")
    assert f"written to {policy}" in run("ppo.py", *short, "--out", str(policy))
    assert find_bot(f"pupil:file={policy}").title == "Pupil"


def test_the_example_says_how_to_get_pytorch_without_cuda() -> None:
    told = (EXAMPLES / "ppo.py").read_text()
    assert "torch==2.13.0 --index-url CPU_INDEX" in told
    assert "its index of CPU builds" in told


# ---- what was learned ----


@pytest.mark.parametrize("game", ["ra", "dice"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_pupil_plays_whole_games_at_tables_of_any_size(game: str, players: int) -> None:
    assert "pupil" in players_of(game)
    bot = find_bot("pupil")
    check_plays(bot, "pupil", find_game(game))
    match = Match(game, NAMES[:players], seed=players)
    while match.seat is not None:
        moves = legal(match.state)
        choice = bot.choose(match.state, moves, 1.0, 1)
        assert choice.move in moves
        match.play(match.game.words.word([choice.move]))


def test_a_policy_for_another_game_is_refused() -> None:
    match = Match("dice", NAMES[:4], seed=1)
    with pytest.raises(SetupError, match="is a policy for ra, not for dice"):
        find_bot(f"pupil:file={TRAINED / 'ra.npz'}").choose(match.state, legal(match.state), 1.0, 1)


@pytest.mark.parametrize("damage", ["missing", "noise", "short", "shape"])
def test_a_damaged_policy_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "agent.npz"
    whole = (TRAINED / "ra.npz").read_bytes()
    if damage == "noise":
        path.write_bytes(b"noise")
    elif damage == "short":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "shape":
        with np.load(TRAINED / "ra.npz") as numbers:
            kept = {name: numbers[name] for name in numbers.files}
        np.savez(path, **{**kept, "weights_0": kept["weights_0"][:-1]})
    with pytest.raises(SetupError, match=r"agent\.npz (is no policy|has a layer of shape)"):
        load(path)
