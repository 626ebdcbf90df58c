"""Many games as one vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from heliopolis.envs.batch import MOST_LANES, Step, within
from heliopolis.envs.options import options
from heliopolis.envs.rendering import MODES, Renderer
from heliopolis.errors import SetupError
from heliopolis.observations.layouts import Layout

Infos = dict[str, Any]

RESETS = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}


def observation_space(layout: Layout) -> gymnasium.spaces.Box:
    """Say between what all numbers of an observation lie."""
    return gymnasium.spaces.Box(*layout.bounds(), dtype=np.float32)


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Games that are stepped together: one learner among bots of the house, or every seat the learner's.

    Args:
        game: which game.
        num_envs: how many are played at once.
        autoreset_mode: when the next game begins, as Gymnasium says it.
        copy: whether each step gives arrays of its own. Without copies they are valid until the next step.
        render_mode: how the first of the games is shown: "ansi", "human" or "rgb_array".
        given: everything else, see `options.Options`.

    In `infos` are "action_mask", and "seat": who acts now. With `self_play` there are "rewards" of each seat, and the
    reward is that of the seat that acted. Where a game has ended there are its final "points".
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **given: Any,
    ) -> None:
        self._mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode, "render_modes": list(MODES), "render_fps": 2}
        found = options(given)
        within("num_envs", num_envs, 1, MOST_LANES)
        self.batch = found.batch(game, num_envs, RESETS[self._mode], copy=copy)
        self._self_play = found.self_play
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._renderer = Renderer(self.batch, render_mode)
        assert self.batch.layout is not None
        self.single_observation_space = observation_space(self.batch.layout)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lanes = np.arange(num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Infos]:
        """Begin a game in each lane, or in those of `options["reset_mask"]`.

        A seed is that of the first lane; the next has the next one, and plays as a single environment with that seed
        does. Without one, or where it is None, lanes go on with the next of their games.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = self._all if not options or "reset_mask" not in options else _reset_mask(options, self.num_envs)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << 62))
        elif isinstance(seed, Sequence) and not self._begun:
            seed = [int(self.np_random.integers(1 << 62)) if one is None else one for one in seed]
        self._begun = True
        step = self.batch.reset(seed=seed, lanes=which)
        self._renderer.shown()
        return step.observations, self._infos(step, which)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Choose in each lane; the reward is the learner's or, with `self_play`, that of the seat that acted."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() before step()")
        paid = self.batch.learners.copy() if not self._self_play else self.batch.seats.astype(np.int64)
        step = self.batch.step(actions)
        rewards = step.rewards[self._lanes, np.maximum(paid, 0)].astype(np.float64)
        infos = self._infos(step, self._all)
        if step.terminations.any():
            self._add_ends(infos, step)
        self._renderer.shown()
        return step.observations, rewards, step.terminations, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Say what is legal in each lane."""
        return self.batch.masks

    def render(self) -> Any:
        """Show the first of the games; one picture or text in a tuple, as vector environments do."""
        shown = self._renderer.render()
        return None if shown is None else (shown,)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _infos(self, step: Step, which: NDArray[np.bool_]) -> Infos:
        seats = step.seats if self._self_play else self.batch.learners.copy()
        infos: Infos = {"action_mask": step.masks, "seat": seats}
        if self._self_play:
            infos["rewards"] = step.rewards
        return infos | {f"_{name}": which.copy() for name in infos}

    def _add_ends(self, infos: Infos, step: Step) -> None:
        ended = step.terminations
        ends: Infos = {"points": self.batch.points.copy(), "_points": ended.copy()}
        if self._mode is not AutoresetMode.SAME_STEP:
            infos.update(ends)
            return
        finals = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(ended):
            finals[lane] = self.batch.final_observations[lane].copy()
        infos.update(final_obs=finals, _final_obs=ended.copy(), final_info=ends, _final_info=ended.copy())


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(one.value for one in AutoresetMode)
        raise SetupError(f"autoreset_mode is {mode!r}: expected one of {known}") from None


def _reset_mask(given: dict[str, Any], lanes: int) -> NDArray[np.bool_]:
    mask = np.asarray(given["reset_mask"])
    if mask.shape != (lanes,) or mask.dtype != np.bool_ or not mask.any():
        raise SetupError(f"reset_mask is {mask.dtype} of shape {mask.shape}: expected {lanes} truth values, one true")
    return mask
