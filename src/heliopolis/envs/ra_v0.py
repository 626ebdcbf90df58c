"""Ra for PettingZoo: `env`, `raw_env` and `parallel_env`; `zoo.RawEnv` says with which arguments."""

from __future__ import annotations

from functools import partial

from heliopolis.extras import require

require("pettingzoo", "envs")

from heliopolis.envs import zoo  # noqa: E402 - who lacks PettingZoo is told which extra brings it

raw_env = partial(zoo.RawEnv, "ra")
env = partial(zoo.env, "ra")
parallel_env = partial(zoo.parallel_env, "ra")
