"""The environments of PettingZoo: their tests, and who is rewarded when."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

from heliopolis.envs import Batch, dice_v0, ra_v0
from heliopolis.envs.zoo import mask_of
from heliopolis.errors import SetupError

GAMES = [ra_v0, dice_v0]
QUICK: dict[Any, dict[str, Any]] = {ra_v0: {"players": 2}, dice_v0: {"players": 2, "settings": {"sun-track": "5"}}}


@pytest.mark.parametrize("game", GAMES)
def test_their_api_test_passes(game: Any) -> None:
    api_test(game.env(**QUICK[game]), num_cycles=300)


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_their_api_test_passes_with_masks_in_the_observation() -> None:
    api_test(ra_v0.env(players=3, masks="observation"), num_cycles=100)


@pytest.mark.filterwarnings("ignore:No agents present:UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_their_parallel_api_test_passes(game: Any) -> None:
    parallel_api_test(game.parallel_env(illegal="replace", **QUICK[game]), num_cycles=200)


@pytest.mark.parametrize("payday", ["end", "epoch"])
def test_in_parallel_every_seat_gets_what_the_batch_pays_it(payday: str) -> None:
    options: dict[str, Any] = {"players": 3, "payday": payday, "reward": "score"}
    parallel = ra_v0.parallel_env(**options)
    twin = Batch("ra", 1, 3, observation="compact", payday=payday, reward="score", reset="disabled")
    parallel.reset(seed=6)
    step, numbers, got = twin.reset(seed=6), random.Random(6), np.zeros(3)
    while parallel.agents:
        action = numbers.choice(np.flatnonzero(step.masks[0]).tolist())
        _, rewards, _, _, _ = parallel.step(dict.fromkeys(parallel.agents, action))
        step = twin.step([action])
        assert [rewards[agent] for agent in parallel.possible_agents] == step.rewards[0].tolist()
        got += step.rewards[0]
    assert step.terminations[0]
    assert got.tolist() == twin.points[0].tolist()


@pytest.mark.parametrize("game", GAMES)
def test_their_seed_tests_pass(game: Any) -> None:
    seed_test(partial(game.env, **QUICK[game]), num_cycles=50)
    parallel_seed_test(partial(game.parallel_env, illegal="replace", **QUICK[game]), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_their_render_test_passes(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(game.env, masks="observation", **QUICK[game]))
    assert "epoch 1 of 3" in capsys.readouterr().out


def test_their_save_observation_test_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numbers are no pictures: the test says so, and saves nothing."""
    monkeypatch.chdir(tmp_path)
    save_obs_test(ra_v0.env(players=2))
    assert "did not save the observations:  Observations must be 0 to 255" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_truncated_after_so_many_moves(game: Any) -> None:
    """Their test of `max_cycles` wants every agent to act equally often, which nobody does at a table with auctions."""
    parallel = game.parallel_env(max_cycles=4, illegal="replace", **QUICK[game])
    parallel.reset(seed=1)
    cycles = 0
    truncations: dict[str, bool] = {}
    while parallel.agents:
        actions = {agent: parallel.action_space(agent).sample() for agent in parallel.agents}
        *_, truncations, _ = parallel.step(actions)
        cycles += 1
    assert cycles == 4
    assert all(truncations.values())
    env, moves, dead = game.env(max_cycles=4, illegal="replace", **QUICK[game]), 0, 0
    env.reset(seed=1)
    for agent in env.agent_iter():
        is_dead = env.truncations[agent]
        moves, dead = moves + (not is_dead), dead + is_dead
        env.step(None if is_dead else env.action_space(agent).sample())
    assert (moves, dead) == (4, 2)


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_it_is_in_their_registry(game: str) -> None:
    made: Any = SimpleNamespace(
        aec=make("aec", f"heliopolis/{game}_v0"), parallel=make("parallel", f"heliopolis/{game}_v0")
    )
    assert str(made.aec.unwrapped) == f"{game}_v0"
    assert made.parallel.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]


@pytest.mark.parametrize("payday", ["end", "epoch"])
@pytest.mark.parametrize("masks", ["info", "observation"])
def test_every_seat_gets_what_the_batch_pays_it_when_it_is_asked_next(payday: str, masks: str) -> None:
    """Rewards of seats that are not to move add up until they are; at the end each gets its own, dead or not."""
    options: dict[str, Any] = {"players": 3, "payday": payday, "reward": "score"}
    env, twin = (
        ra_v0.env(masks=masks, **options),
        Batch("ra", 1, 3, observation="compact", payday=payday, reward="score", reset="disabled"),
    )
    env.reset(seed=6)
    step, numbers = twin.reset(seed=6), random.Random(6)
    due, got, steps = np.zeros(3), np.zeros(3), 0
    for agent in env.agent_iter():
        seat = int(agent.rpartition("_")[2])
        observation, reward, terminated, truncated, info = env.last()
        assert reward == due[seat]
        got[seat] += reward
        due[seat] = 0
        assert not truncated
        if terminated:
            env.step(None)
            continue
        assert seat == step.seats[0]
        mask = mask_of(observation, info)
        seen = observation["observation"] if masks == "observation" else observation
        assert seen.tobytes() == step.observations[0].tobytes()
        assert (mask == step.masks[0]).all()
        other = env.possible_agents[(seat + 1) % 3]
        if masks == "observation":
            assert not env.observe(other)["action_mask"].any()
        action = numbers.choice(np.flatnonzero(mask).tolist())
        env.step(action)
        step = twin.step([action])
        due += step.rewards[0]
        steps += 1
    assert steps > 50
    assert got.tolist() == twin.points[0].tolist()


@pytest.mark.parametrize("action", [None, 1.7, "draw"])
def test_an_agent_who_is_alive_names_an_action(action: Any) -> None:
    env = ra_v0.env(players=3)
    env.reset(seed=1)
    agent, seen = env.agent_selection, env.observe(env.agent_selection)
    with pytest.raises(SetupError, match=f"action is {action!r}: expected a whole number"):
        env.step(action)
    assert env.agent_selection == agent
    assert env.observe(agent).tobytes() == seen.tobytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_cycles": 0}, "max_cycles is 0: expected 1 to"),
        ({"max_cycles": "5"}, "max_cycles is '5': expected 1 to"),
        ({"masks": "both"}, "masks is 'both': expected info or observation"),
        ({"opponents": "scribe"}, "these environments have no option 'opponents': expected players, edition, "),
        ({"learner": 2}, "these environments have no option 'learner'"),
    ],
)
def test_what_cannot_be_made_is_said(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        ra_v0.env(**options)


def test_any_agent_can_look_at_any_time() -> None:
    env = ra_v0.env(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    mine, others = env.observe(agent), [env.observe(other) for other in env.agents if other != agent]
    assert env.observe(agent).tobytes() == mine.tobytes()
    assert all(seen.tobytes() != mine.tobytes() for seen in others)


def test_without_the_extra_the_batch_works_and_the_rest_says_what_is_missing() -> None:
    program = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
from heliopolis.envs import Batch
from heliopolis.errors import SetupError
try:
    from heliopolis.envs import ra_v0
except SetupError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("pettingzoo is not installed here: pip install 'heliopolis[envs]' brings it")
