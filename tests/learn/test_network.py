"""Networks: what they answer, what they remember, how they learn, and which files are refused."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliopolis import SetupError
from heliopolis.bots.neural.files import TRAINED, features_of, load, save
from heliopolis.bots.neural.network import POINTS_UNIT, Network, evaluate, forget, memory_size, network_size
from heliopolis.games import NAMES
from heliopolis.learn.network import Learner

SMALL = (9, 7, 12, 5)
SEATS = 3
INPUTS = SMALL[0] + SEATS * SMALL[1]


def learner(sizes: tuple[int, int, int, int] = SMALL) -> Learner:
    made = Learner(sizes, np.random.default_rng(1))
    made.flat += np.random.default_rng(2).normal(0, 0.2, len(made.flat)).astype(np.float32)
    return made


def answer(made: Learner, features: Any) -> Any:
    """Work out by hand what a network says."""
    own, common, first_biases, to_second, from_average, second_biases, out, out_biases = made.parts
    table, seats = features[: SMALL[0]], features[SMALL[0] :].reshape(-1, SMALL[1])
    first = [np.maximum(seat @ own + table @ common + first_biases, 0) for seat in seats]
    average = np.mean(first, axis=0) @ from_average
    said = np.array([np.maximum(seat @ to_second + average + second_biases, 0) @ out + out_biases for seat in first])
    shares = np.exp(said[:, 0] - said[:, 0].max())
    return np.concatenate([shares / shares.sum(), said[:, 1] * POINTS_UNIT])


def test_a_network_answers_as_worked_out_by_hand_and_remembers_rightly() -> None:
    made, numbers = learner(), np.random.default_rng(3)
    memory = np.zeros(memory_size(np.array(SMALL), SEATS), np.float32)
    weights = np.concatenate([np.ones(7, np.float32), made.flat])  # it need not be the first
    forget(weights, 7, np.array(SMALL), SEATS, memory)
    for _ in range(20):
        features = (numbers.random(INPUTS) * (numbers.random(INPUTS) < 0.4)).astype(np.float32)
        found = np.zeros(2 * SEATS, np.float32)
        evaluate(weights, 7, np.array(SMALL), features, memory, found)
        np.testing.assert_allclose(found, answer(made, features), rtol=1e-4)
        assert found[:SEATS].sum() == pytest.approx(1, abs=1e-5)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    made, numbers = learner(), np.random.default_rng(4)
    features = numbers.random((16, INPUTS)).astype(np.float32)
    targets = numbers.random((16, 2 * SEATS)).astype(np.float32)
    targets[:, :SEATS] /= targets[:, :SEATS].sum(axis=1, keepdims=True)

    def loss() -> float:
        said = np.array([answer(made, row) for row in features])
        win = -(targets[:, :SEATS] * np.log(said[:, :SEATS])).sum(axis=1).mean()
        off = ((said[:, SEATS:] / POINTS_UNIT - targets[:, SEATS:]) ** 2).sum(axis=1).mean()
        return float(win + off / 2)

    made.find_gradient(features, targets)
    gradient, step = made.gradient.copy(), np.float32(3e-3)
    for place in numbers.choice(len(made.flat), 60, replace=False):
        made.flat[place] += step
        higher = loss()
        made.flat[place] -= 2 * step
        lower = loss()
        made.flat[place] += step
        assert gradient[place] == pytest.approx((higher - lower) / (2 * step), abs=4e-3)


def test_learning_makes_a_network_say_what_it_should() -> None:
    made, numbers = learner(), np.random.default_rng(5)
    features = numbers.random((64, INPUTS)).astype(np.float32)
    seats = features[:, SMALL[0] :].reshape(64, SEATS, SMALL[1])
    targets = np.zeros((64, 2 * SEATS), np.float32)
    targets[np.arange(64), seats[:, :, 0].argmax(axis=1)] = 1  # who has most of the first
    targets[:, SEATS:] = seats[:, :, 1]
    losses = [made.learn(features, targets, 3e-3) for _ in range(1500)]
    assert losses[-1][0] < losses[0][0] / 4
    assert losses[-1][1] < losses[0][1] / 4


# ---- files ----


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    made = Learner((*features_of("ra"), 8, 8), np.random.default_rng(1))
    save(tmp_path / "ra.npz", "ra", Network(np.array(made.sizes), made.flat), {"games": 0})
    return tmp_path / "ra.npz"


def test_a_network_survives_its_file(kept: Path) -> None:
    network = load(kept, "ra")
    assert network.weights.dtype == np.float32
    assert len(network.weights) == network_size(*network.sizes)


def change(path: Path, **facts: Any) -> None:
    card = path.with_suffix(".json")
    card.write_text(json.dumps({**json.loads(card.read_text()), **facts}))


def test_networks_that_do_not_fit_are_refused(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="expected one for dice"):
        load(kept, "dice")
    whole = kept.with_suffix(".json").read_text()
    change(kept, features=99)
    with pytest.raises(SetupError, match="features 99"):
        load(kept, "ra")
    kept.with_suffix(".json").write_text(whole)
    change(kept, digest="0")
    with pytest.raises(SetupError, match="digest"):
        load(kept, "ra")
    np.savez(kept, weights=np.zeros(9, np.float16), sizes=np.array([*features_of("ra"), 8, 8]))
    with pytest.raises(SetupError, match="holds \\(9,\\) numbers"):
        load(kept, "ra")
    np.savez(kept, weights=np.zeros(9, np.float16), sizes=np.array([3, 8, 8, 3]))
    with pytest.raises(SetupError, match="shape"):
        load(kept, "ra")
    kept.with_suffix(".json").write_text("[1]")
    with pytest.raises(SetupError, match="is no network"):
        load(kept, "ra")
    with pytest.raises(SetupError, match="is no network"):
        load(tmp_path / "other.npz", "ra")


def test_a_damaged_network_is_refused_unless_its_numbers_are_whole(kept: Path) -> None:
    file = kept.read_bytes()
    whole = load(kept, "ra").weights
    for place in range(0, len(file), 61):
        load.cache_clear()
        kept.write_bytes(file[:place])
        with pytest.raises(SetupError, match="is no network"):
            load(kept, "ra")
        kept.write_bytes(file[:place] + bytes([file[place] ^ 64]) + file[place + 1 :])
        with suppress(SetupError):
            np.testing.assert_array_equal(load(kept, "ra").weights, whole)


def test_every_game_has_a_built_in_network() -> None:
    for name in NAMES:
        load(TRAINED / f"{name}.npz", name)
        card = json.loads((TRAINED / f"{name}.json").read_text())
        assert {"command", "games", "date", "results", "features"} <= set(card)
    assert sum(file.stat().st_size for file in TRAINED.iterdir()) < 5_000_000
