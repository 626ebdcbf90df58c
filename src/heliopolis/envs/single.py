"""One game as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from heliopolis.envs.batch import Step
from heliopolis.envs.options import options
from heliopolis.envs.rendering import MODES, Renderer
from heliopolis.envs.vector import observation_space


class Env(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One game: a learner among bots of the house, or every seat the learner's.

    Args:
        game: which game.
        render_mode: how it is shown: "ansi", "human" or "rgb_array".
        copy: whether each step gives arrays of its own.
        given: everything else, see `options.Options`.

    In `info` are "action_mask", "seat" (who acts now), with `self_play` the "rewards" of each seat, and at the end the
    "points" of each. `action_masks()` says what is legal, as sb3-contrib asks for it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(self, game: str, *, render_mode: str | None = None, copy: bool = True, **given: Any) -> None:
        found = options(given)
        self.batch = found.batch(game, 1, "disabled", copy=copy)
        self._self_play = found.self_play
        self.render_mode = render_mode
        self._renderer = Renderer(self.batch, render_mode)
        assert self.batch.layout is not None
        self.observation_space: Any = observation_space(self.batch.layout)
        self.action_space = gymnasium.spaces.Discrete(self.batch.actions)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game: that of a seed, or else the next one."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << 62))
        self._begun = True
        step = self.batch.reset(seed=seed)
        self._renderer.shown()
        return step.observations[0], self._info(step)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Choose; the reward is the learner's or, with `self_play`, that of the seat that acted."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() before step()")
        paid = int(self.batch.seats[0] if self._self_play else self.batch.learners[0])
        step = self.batch.step_one(action)
        self._renderer.shown()
        over = bool(step.terminations[0])
        info = self._info(step)
        if over:
            info["points"] = self.batch.points[0].copy()
        return step.observations[0], float(step.rewards[0, paid]), over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Say what is legal, as sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self.batch.masks[0]
        return masks

    def render(self) -> Any:
        """Show the table."""
        return self._renderer.render()

    def close(self) -> None:
        """Nothing has to be closed."""
        self.batch.close()

    def _info(self, step: Step) -> dict[str, Any]:
        seat = int(step.seats[0] if self._self_play else self.batch.learners[0])
        info: dict[str, Any] = {"action_mask": step.masks[0], "seat": seat}
        if self._self_play:
            info["rewards"] = step.rewards[0]
        return info
