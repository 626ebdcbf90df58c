"""A game as an environment of PettingZoo: all seats are agents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import OrderEnforcingWrapper
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from heliopolis.envs.batch import within
from heliopolis.envs.options import options
from heliopolis.envs.rendering import MODES, Renderer
from heliopolis.envs.vector import observation_space
from heliopolis.errors import SetupError

IN_INFO = "info"
IN_OBSERVATION = "observation"
#: Where every seat is an agent, nobody is an opponent, and one game needs no threads.
OF_AGENTS: Final = ("players", "edition", "settings", "observation", "reward", "payday", "illegal")
#: No game is longer.
MOST_CYCLES: Final = 1 << 31


class RawEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo brings no types
    """A game, seat by seat: agent `seat_0` is the first of the table.

    Args:
        game: which game.
        render_mode: how it is shown: "ansi", "human" or "rgb_array".
        max_cycles: after so many moves of all seats together a game is truncated; none where it is left out.
        masks: where the legal actions are: in the "info" of the agent to act, or in its "observation", which then is a
            dict with "observation" and "action_mask".
        given: players, edition, settings, observation, reward, payday and illegal, see `options.Options`.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        masks: str = IN_INFO,
        **given: Any,
    ) -> None:
        super().__init__()
        if masks not in (IN_INFO, IN_OBSERVATION):
            raise SetupError(f"masks is {masks!r}: expected {IN_INFO} or {IN_OBSERVATION}")
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "is_parallelizable": True, "render_fps": 2}
        if max_cycles is not None:
            within("max_cycles", max_cycles, 1, MOST_CYCLES)
        found = replace(options(given, OF_AGENTS), self_play=True)
        self._batch = found.batch(game, 1, "disabled", copy=False)
        self._in_observation = masks == IN_OBSERVATION
        self._most = max_cycles
        self.render_mode = render_mode
        self._renderer = Renderer(self._batch, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(found.players)]
        self._places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        assert self._batch.layout is not None
        box, size = observation_space(self._batch.layout), self._batch.actions
        self._spaces = {agent: self._space(box, size) for agent in self.possible_agents}
        self._action_spaces = {agent: gymnasium.spaces.Discrete(size) for agent in self.possible_agents}
        self._nothing = np.zeros(size, np.int8)
        self._begun = False
        self.agent_selection = self.possible_agents[0]

    def _space(self, box: gymnasium.spaces.Box, size: int) -> Any:
        if not self._in_observation:
            return gymnasium.spaces.Box(box.low, box.high, dtype=np.float32)
        mask = gymnasium.spaces.Box(0, 1, (size,), np.int8)
        return gymnasium.spaces.Dict({"observation": box, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Say what an agent observes."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Say how many actions there are."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of a seed, or else the next one."""
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(1 << 62))
        self._begun = True
        self._batch.reset(seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._paid = False
        self._moves = 0
        self._select()
        self._renderer.shown()

    def step(self, action: Any) -> None:
        """Choose for the agent to act; agents whose game is over take None, one after the other."""
        agent: str = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rows = self._batch.step_one(action)
        self._moves += 1
        if not self._in_observation:
            self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        rewards = rows.rewards[0].tolist()
        if self._paid or any(rewards):
            self._paid = any(rewards)
            for place, other in enumerate(self.possible_agents):
                self.rewards[other] = rewards[place]
                self._cumulative_rewards[other] += rewards[place]
        if rows.terminations[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            if self._moves == self._most:
                self.truncations = dict.fromkeys(self.agents, True)
            self._select()
        self._renderer.shown()

    def _select(self) -> None:
        """Turn to the agent to act."""
        agent = self.agent_selection = self.possible_agents[self._batch.seats[0]]
        self._observed = self._places[agent]
        if not self._in_observation:
            self.infos[agent] = {"action_mask": self._batch.now.masks[0].astype(np.int8)}

    def observe(self, agent: str) -> Any:
        """Say what an agent observes, whoever is to act."""
        seat = self._places[agent]
        over = self.terminations.get(agent, True)
        if seat == self._observed and not over:  # what the step has shown
            seen = self._batch.now.observations[0].copy()
        else:
            self._observed = seat
            seen = self._batch.observe(seat)[0].copy()
        if not self._in_observation:
            return seen
        acts = agent == self.agent_selection and not over
        return {
            "observation": seen,
            "action_mask": self._batch.now.masks[0].astype(np.int8) if acts else self._nothing.copy(),
        }

    def render(self) -> Any:
        """Show the table."""
        return self._renderer.render()

    def close(self) -> None:
        """Nothing has to be closed."""


def env(game: str, **given: Any) -> AECEnv[str, Any, Any]:
    """Make an environment that tells whoever uses it in a wrong order."""
    return OrderEnforcingWrapper(RawEnv(game, **given))


def parallel_env(game: str, **given: Any) -> ParallelEnv[str, Any, Any]:
    """Make one of their parallel environments: all agents name an action, that of the one to act counts."""
    return turn_based_aec_to_parallel_wrapper(env(game, **given))


def mask_of(observation: NDArray[Any] | dict[str, Any], info: dict[str, Any]) -> NDArray[np.int8]:
    """Find the legal actions, wherever they are."""
    found: NDArray[np.int8] = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
    return found
