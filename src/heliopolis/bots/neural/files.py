"""Networks in files: what they know, and a card that says where it comes from.

A network is a file of numbers (`ra.npz`) and a card beside it (`ra.json`). The built-in ones lie in `trained/`, one
for each game. Nothing is believed: shape, version of the features and digest are checked.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.neural.features import layout
from heliopolis.bots.neural.network import Network, Weights, network_size
from heliopolis.errors import SetupError
from heliopolis.games import find_game

TRAINED: Final = Path(__file__).parent / "trained"


def built_in_network(game: str) -> Network:
    """Load the built-in network of a game."""
    return load(TRAINED / f"{game}.npz", game)


@cache
def load(path: Path, game: str) -> Network:
    """Load a network, and check that it is whole, for this game, and of these features."""
    card_path = path.with_suffix(".json")
    try:
        card = dict(json.loads(card_path.read_text(encoding="utf-8")))
        numbers = read_numbers(path)
        weights, sizes = numbers["weights"], numbers["sizes"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SetupError(f"{path} is no network with a card: {error}") from error
    if card.get("game") != game:
        raise SetupError(f"{path} is a network for {card.get('game')}: expected one for {game}")
    table, seat, version = layout(opening(game))
    if card.get("features") != version:
        raise SetupError(f"{path} was made for features {card.get('features')}, these are {version}: train a new one")
    if sizes.shape != (4,) or sizes.tolist()[:2] != [table, seat]:
        wanted = f"{table} features of the table and {seat} of a seat"
        raise SetupError(f"{path} has the shape {sizes.tolist()}: expected {wanted}")
    if weights.shape != (network_size(*sizes.tolist()),):
        raise SetupError(f"{path} holds {weights.shape} numbers: expected {network_size(*sizes.tolist())}")
    if card.get("digest") != digest(weights):
        raise SetupError(f"{path} is not the network of its card: the digest is {digest(weights)}")
    return Network(sizes.astype(np.int64), weights.astype(np.float32))


def read_numbers(path: Path) -> dict[str, NDArray[Any]]:
    """Read all that is in a file of numbers."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as numbers:
            return {name: numbers[name] for name in numbers.files}
    except OSError:
        raise
    except Exception as error:  # a damaged file can fail in a dozen ways
        raise ValueError(f"{path.name} is damaged: {error}") from error


def save(path: Path, game: str, network: Network, card: dict[str, Any]) -> None:
    """Write a network, in half precision, and its card."""
    half = network.weights.astype(np.float16)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, weights=half, sizes=network.sizes)
    facts = {"game": game, "features": features_version(game), **card}
    text = json.dumps({**facts, "digest": digest(half)}, indent=2) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")


def digest(weights: Weights | NDArray[np.float16]) -> str:
    """Name the numbers of a network."""
    return hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()[:32]


@cache
def opening(game: str) -> Any:
    """Find any position of a game."""
    return find_game(game).prepare(2, None, {}).openings[0]


def features_of(game: str) -> tuple[int, int]:
    """Count the features of a game: those of the table, and those of a seat."""
    return layout(opening(game))[:2]


def features_version(game: str) -> int:
    """Say of which version the features of a game are."""
    return layout(opening(game))[2]
