"""The examples learn, in short; and what was learned plays without PyTorch."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.registry import check_plays, find_bot, players_of
from heliopolis.errors import SetupError
from heliopolis.games import find_game
from heliopolis.observations.layouts import first_chance, layout_of
from heliopolis.observations.player import TRAINED, load
from heliopolis.table.match import legal
from tests.conftest import NAMES, invoke

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


@pytest.fixture
def ppo() -> Any:
    pytest.importorskip("torch", reason="PyTorch is not installed: examples/ppo.py says how to get it")
    spec = spec_from_file_location("ppo", EXAMPLES / "ppo.py")
    assert spec is not None and spec.loader is not None  # noqa: PT018
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_learns_nothing_from_choices_of_which_it_knows_nothing(ppo: Any) -> None:
    """Where a seat does not choose again, its last choice is in no batch: as a zero it would weigh on all others."""
    torch = ppo.torch
    args = Namespace(lambda_=1.0)
    seats = np.array([[0, 0], [1, 1], [0, 0], [2, 1]])
    ends = np.array([[False, False], [False, False], [False, True], [False, False]])
    rewards = np.zeros((4, 2, 3), np.float32)
    rewards[2, 1] = 5, 7, 9
    values = np.zeros((4, 2), np.float32)
    agent = SimpleNamespace(value=lambda seen: torch.full((len(seen), 1), 3.0))
    now = (np.zeros((2, 4), np.float32), {"seat": np.array([0, 1])})
    advantages, known = ppo.estimate(args, agent, rewards, values, seats, ends, now)
    assert known.tolist() == [[True, True], [False, True], [True, True], [False, True]]
    assert advantages[known].tolist() == [3, 5, 7, 3, 5, 3]


def test_ppo_measures_as_many_games_of_every_lane(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short games are over sooner: who stops after so many games has counted too many of them."""
    lengths, step, games = np.array([1, 4]), np.zeros(2, int), {"closed": False}

    class Games:
        def reset(self, seed: int) -> Any:
            return np.zeros((2, 3), np.float32), {"action_mask": np.ones((2, 5), bool)}

        def step(self, actions: Any) -> Any:
            step[:] += 1
            ends = step % lengths == 0
            won = np.where(ends, [1.0, 0.0], 0.0)  # who loses takes longer
            return np.zeros((2, 3), np.float32), won, ends, None, {"action_mask": np.ones((2, 5), bool)}

        def close(self) -> None:
            games["closed"] = True

    monkeypatch.setattr(ppo, "make", lambda *_, **__: Games())
    agent = ppo.Agent(3, 5, 4)
    assert ppo.measure(Namespace(games=2), agent, "random") == 0.5
    assert games["closed"]


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


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy for the dice game as the examples write it, that has learned nothing."""
    game, path = find_game("dice"), tmp_path_factory.mktemp("policy") / "agent.npz"
    layout = layout_of("compact", "dice", 2)
    assert layout is not None
    numbers = np.random.default_rng(1)
    card = json.dumps({"game": "dice", "players": 2, "observation": "compact"})
    weights = numbers.normal(size=(layout.size, first_chance(game.name)))
    np.savez(path, card=np.array(card), weights_0=weights, biases_0=np.zeros(weights.shape[1]))
    return path


def test_a_file_plays_in_the_arena(policy: Path, tmp_path: Path) -> None:
    bots = f"pupil:file={policy},random"
    done = invoke("arena", "dice", "--bots", bots, "--games", "4", "--workers", "1", "--out", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    assert "pupil" in done.output


def test_a_file_plays_in_the_terminal(policy: Path) -> None:
    """Ann takes the first of her moves, from the first to the last."""
    told = invoke("play", "dice", "--seats", f"Ann,pupil:file={policy}", "--set", "sun-track=3", input="1\n" * 900)
    assert told.exit_code == 0, told.output
    assert re.search(r"(wins|win)\b.*\.\s*$", told.output), told.output[-300:]


def test_a_policy_for_another_game_is_refused() -> None:
    match = Match("dice", NAMES[:4], seed=1)
    with pytest.raises(SetupError, match="is a policy for ra, not for dice"):
        find_bot(f"pupil:file={TRAINED / 'ra.npz'}").choose(match.state, legal(match.state), 1.0, 1)


@pytest.mark.parametrize("damage", ["missing", "noise", "short", "shape", "outputs"])
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
    elif damage == "outputs":
        with np.load(TRAINED / "ra.npz") as numbers:
            kept = {name: numbers[name] for name in numbers.files}
        fewer = {name: array[..., :40] for name, array in kept.items() if name.endswith("_2")}
        np.savez(path, **{**kept, **fewer})
    with pytest.raises(
        SetupError, match=r"agent\.npz (is no policy|has a layer of shape|has 40 outputs: expected one)"
    ):
        load(path)
