"""Where Gymnasium and PettingZoo find the environments, if they are installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from heliopolis.games import NAMES
from heliopolis.games.about import has_room
from heliopolis.observations.layouts import ROOM, named

NAMESPACE: Final = "heliopolis"


def register_all() -> None:
    """Tell them: `heliopolis/Ra-v0` is a game for Gymnasium, `heliopolis/ra_v0` for PettingZoo."""
    for game in NAMES:
        if has_room(ROOM, game):
            register(game)


def register(game: str) -> None:
    """Tell them of a game, once."""
    if find_spec("gymnasium") is not None:
        import gymnasium

        name = f"{NAMESPACE}/{named(game).ENVIRONMENT}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="heliopolis.envs.single:Env",
                vector_entry_point="heliopolis.envs.vector:VectorEnv",
                disable_env_checker=True,
                kwargs={"game": game},
            )
    if find_spec("pettingzoo") is not None:
        from pettingzoo.env_registry.registration import register

        register("aec", f"{NAMESPACE}/{game}_v0", "heliopolis.envs.zoo:env", kwargs={"game": game})
        register("parallel", f"{NAMESPACE}/{game}_v0", "heliopolis.envs.zoo:parallel_env", kwargs={"game": game})
