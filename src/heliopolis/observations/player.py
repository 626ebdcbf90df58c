"""The `pupil` player: a policy that was learned in an environment, as a file of plain numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.contract import Choice
from heliopolis.bots.neural.features import write_features
from heliopolis.errors import SetupError
from heliopolis.games.contract import Game, game_of, seats, to_act
from heliopolis.observations.layouts import Layout, first_chance, layout_of, raw_plan
from heliopolis.observations.writing import write_compact, write_raw

#: The policies that the package brings, one for each game.
TRAINED: Final = Path(__file__).parent / "trained"
#: What a file says of itself.
CARD: Final = ("game", "players", "observation")


class Policy(NamedTuple):
    """Layers of weights and biases, rectified but for the last; and what they are for."""

    weights: tuple[NDArray[np.float32], ...]
    biases: tuple[NDArray[np.float32], ...]
    game: str
    players: int
    observation: str


class Pupil:
    """Takes the action that its policy likes best.

    Args:
        file: a policy that an example wrote; that of the game where none is named. It plays at tables of any size, but
            knows only as many seats as it has learned with.
    """

    title = "Pupil"
    description = "Plays what an example of the environments has learned in some minutes: not strong, but its own."
    #: It needs no time to speak of.
    timed = False
    #: A game needs observations.
    needs = ("heliopolis.observations.compact.{game}", "heliopolis.observations.named.{game}")

    def __init__(self, file: str = "") -> None:
        self._file = Path(file) if file else None
        if self._file is not None:
            load(self._file)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Take what the policy likes best."""
        game = game_of(state)
        policy = load(self._file or TRAINED / f"{game.name}.npz")
        if game.name != policy.game:
            raise SetupError(f"{self._file} is a policy for {policy.game}, not for {game.name}")
        seen = observe(game, state, policy.observation)
        layer = np.zeros(len(policy.weights[0]), np.float32)
        common = min(len(layer), len(seen))  # seats that it has not learned with are left out
        layer[:common] = seen[:common]
        for weights, biases in zip(policy.weights[:-1], policy.biases[:-1], strict=True):
            layer = np.maximum(layer @ weights + biases, 0.0)
        liked = (layer @ policy.weights[-1] + policy.biases[-1])[list(moves)]
        return Choice(moves[int(liked.argmax())])


def observe(game: Game, state: Any, observation: str) -> NDArray[np.float32]:
    """Write what the seat to act observes."""
    layout = layout_of(observation, game.name, int(seats(state)))
    assert layout is not None
    into, viewer = np.zeros(layout.size, np.float32), int(to_act(state))
    if observation == "raw":
        write_raw(np.frombuffer(state.tobytes(), np.uint8), raw_plan(game.name), into)
    elif observation == "compact":
        most = max(int(edition.most_players) for edition in game.editions.values())
        write_compact(state, viewer, np.zeros((most, len(game.categories)), np.int16), into)
    else:
        write_features(state, viewer, into)
    return into


@cache
def load(path: Path) -> Policy:
    """Read a policy, and check that it is whole."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as numbers:
            card = dict(json.loads(str(numbers["card"])))
            count = sum(name.startswith("weights_") for name in numbers.files)
            weights = tuple(numbers[f"weights_{place}"].astype(np.float32) for place in range(count))
            biases = tuple(numbers[f"biases_{place}"].astype(np.float32) for place in range(count))
        game, players, observation = (card[name] for name in CARD)
        layout = layout_of(observation, game, players)
    except SetupError:
        raise
    except Exception as error:  # a damaged file can fail in a dozen ways
        raise SetupError(
            f"{path} is no policy: expected a file that an example of the environments wrote ({error})"
        ) from error
    check(path, layout, weights, biases, first_chance(game))
    return Policy(weights, biases, game, players, observation)


def check(
    path: Path, layout: Layout | None, weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]], actions: int
) -> None:
    """Raise a SetupError where layers do not fit each other, the observation, or the actions."""
    size = 0 if layout is None else layout.size
    for matrix, row in zip(weights, biases, strict=True):
        if matrix.ndim != 2 or row.ndim != 1 or matrix.shape != (size, len(row)):  # noqa: PLR2004
            raise SetupError(f"{path} has a layer of shape {matrix.shape}: expected {size} rows")
        size = len(row)
    if not weights:
        raise SetupError(f"{path} has no layers")
    if size != actions:
        raise SetupError(f"{path} has {size} outputs: expected one for each of {actions} actions")
