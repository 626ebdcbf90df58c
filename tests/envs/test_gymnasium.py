"""The environments of Gymnasium: their checks, and the same games as the batch."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode

import heliopolis.envs  # noqa: F401 - registers them
from heliopolis.envs import Batch
from heliopolis.errors import HeliopolisError, SetupError

NAMES = ["heliopolis/Ra-v0", "heliopolis/RaDice-v0"]


def any_legal(masks: Any, numbers: random.Random) -> Any:
    return np.array([numbers.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{"opponents": "random"}, {"self_play": True}])
def test_their_checks_pass(name: str, options: dict[str, Any]) -> None:
    """They choose without a mask: so illegal actions are replaced."""
    env = gymnasium.make(name, illegal="replace", render_mode="rgb_array", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_plays_as_the_first_lane_of_a_vector_does(name: str) -> None:
    """Lane by lane, a vector of ours is a vector of single games: with their own vector, and their own comparison."""
    options: dict[str, Any] = {"opponents": "random", "players": 3, "learner": "rotate", "illegal": "replace"}
    ours = gymnasium.make_vec(name, num_envs=2, **options)
    theirs = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", **options)
    seen = [env.reset(seed=3)[0] for env in (ours, theirs)]
    assert data_equivalence(seen[0], seen[1], exact=True)
    for _ in range(60):
        actions = ours.action_space.sample()
        one, two = ours.step(actions), theirs.step(actions)
        assert data_equivalence(one[:4], two[:4], exact=True)
        assert (one[4]["action_mask"] == two[4]["action_mask"]).all()
    ours.close()
    theirs.close()
    check_environments_match(
        gymnasium.make(name, **options), gymnasium.make(name, **options), num_steps=20, seed=4, skip_render=True
    )


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("self_play", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_every_autoreset_mode_does_what_it_declares(name: str, mode: AutoresetMode, self_play: bool) -> None:
    against: dict[str, Any] = {"self_play": True} if self_play else {"opponents": "random"}
    if name == "heliopolis/RaDice-v0":
        against["settings"] = {"sun-track": "5"}
    envs = gymnasium.make_vec(name, num_envs=3, players=2, autoreset_mode=mode, **against)
    assert envs.metadata["autoreset_mode"] is mode
    _, infos = envs.reset(seed=1)
    numbers, ended, ends = random.Random(1), np.zeros(3, bool), 0
    while ends < 4:
        before = ended
        observations, rewards, terminations, truncations, infos = envs.step(any_legal(infos["action_mask"], numbers))
        assert observations in envs.observation_space
        assert not truncations.any()
        ended = terminations.copy()
        ends += int(ended.sum())
        if mode is AutoresetMode.SAME_STEP:
            assert infos["action_mask"].any(1).all()
            if ended.any():
                assert (infos["_final_obs"] == ended).all()
                for lane in np.flatnonzero(ended):
                    assert infos["final_obs"][lane] in envs.single_observation_space
                    assert infos["final_obs"][lane].tobytes() != observations[lane].tobytes()
                assert (infos["final_info"]["_points"] == ended).all()
        else:
            assert (infos["action_mask"].any(1) == ~ended).all()
            assert (not ended.any()) or (infos["_points"] == ended).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert not rewards[before].any()
            assert not terminations[before].any()
        if mode is AutoresetMode.DISABLED and ended.any():
            with pytest.raises(HeliopolisError, match="its game is over, expected a reset"):
                envs.step(any_legal(infos["action_mask"], numbers))
            observations, mine = envs.reset(options={"reset_mask": ended})
            assert (mine["_action_mask"] == ended).all()
            infos, ended = mine, np.zeros(3, bool)


def test_rewards_are_the_learners_and_in_self_play_those_of_the_seat_that_acted() -> None:
    envs = gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2, players=3, self_play=True, reward="score", payday="epoch")
    twin = Batch("ra", 2, 3, observation="compact", reward="score", payday="epoch", reset="next-step")
    numbers = random.Random(2)
    _, infos = envs.reset(seed=2)
    step = twin.reset(seed=2)
    paid = 0
    for _ in range(200):
        assert (infos["seat"] == step.seats).all()
        acted, actions = step.seats.copy(), any_legal(step.masks, numbers)
        observations, rewards, _, _, infos = envs.step(actions)
        step = twin.step(actions)
        assert observations.tobytes() == step.observations.tobytes()
        assert (infos["rewards"] == step.rewards).all()
        assert rewards.tolist() == [step.rewards[lane, max(seat, 0)] for lane, seat in enumerate(acted)]
        paid += int(step.rewards.any())
    assert paid > 0


def test_one_game_has_masks_for_sb3_contrib_and_tells_how_it_ended() -> None:
    env = gymnasium.make("heliopolis/Ra-v0", players=3, opponents=["random", "greedy:caution=2"], learner=1)
    _, info = env.reset(seed=5)
    numbers, over, steps = random.Random(5), False, 0
    reward: Any = 0
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert (masks == info["action_mask"]).all()
        assert info["seat"] == 1
        _, reward, over, truncated, info = env.step(any_legal([masks], numbers)[0])
        steps += 1
        assert not truncated
        assert reward == 0 or over
    assert sorted(info) == ["action_mask", "points", "seat"]
    assert reward == (info["points"][1] == info["points"].max())
    with pytest.raises(HeliopolisError, match="its game is over, expected a reset"):
        env.step(0)


def test_what_is_given_stays_as_it_is_unless_nobody_wants_copies() -> None:
    envs = gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2, opponents="random")
    first, infos = envs.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    envs.step(mask.argmax(1))
    assert first.tobytes() == kept.tobytes()
    assert infos["action_mask"].tobytes() == mask.tobytes()
    envs = gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2, opponents="random", copy=False)
    first, infos = envs.reset(seed=1)
    assert envs.step(infos["action_mask"].argmax(1))[0] is first


def test_some_lanes_have_a_seed_and_others_go_on() -> None:
    """As Gymnasium says it: `seed` may be a list, with None where a lane keeps its own."""
    envs: Any = gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2, self_play=True)
    first, _ = envs.reset(seed=[4, None])
    again, _ = envs.reset(seed=[4, None])
    alone, _ = gymnasium.make("heliopolis/Ra-v0", self_play=True).reset(seed=4)
    assert again[0].tobytes() == first[0].tobytes() == alone.tobytes()
    batch: Batch = envs.unwrapped.batch
    assert batch._rows.lanes["games"].tolist() == [1, 2], "of the second lane the next game has begun"


def test_masks_are_given_without_copying_all_the_rest() -> None:
    env: Any = gymnasium.make("heliopolis/Ra-v0", self_play=True).unwrapped
    env.reset(seed=1)
    batch, env.batch._views = env.batch, None  # nobody may look at it
    kept = batch.masks.copy()
    masks = env.action_masks()
    assert (masks == kept[0]).all()
    assert not np.shares_memory(masks, batch._rows.masks), "each caller has a copy"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"self_play": True, "opponents": "random"}, "self_play has no opponents"),
        ({"self_play": True, "learner": 1}, "learner is 1, and every seat learns"),
        ({"self_play": "no"}, "self_play is 'no': expected True or False"),
        ({"observation": "none"}, "observation is 'none': expected one of raw, compact, network"),
        ({"speed": 3}, "these environments have no option 'speed': expected players, edition"),
        ({"autoreset_mode": "Never"}, "autoreset_mode is 'Never': expected one of NextStep, SameStep, Disabled"),
        ({"render_mode": "film"}, "render_mode is 'film': expected one of ansi, human, rgb_array"),
    ],
)
def test_what_cannot_be_made_is_said(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2, **options)


def test_a_number_of_games_that_cannot_be_is_called_as_gymnasium_calls_it() -> None:
    with pytest.raises(SetupError, match="num_envs is 0: expected 1 to 65536"):
        gymnasium.make_vec("heliopolis/Ra-v0", num_envs=0)


def test_nobody_steps_before_a_game_has_begun() -> None:
    envs = gymnasium.make_vec("heliopolis/Ra-v0", num_envs=2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        gymnasium.make("heliopolis/Ra-v0").unwrapped.step(np.int64(0))
