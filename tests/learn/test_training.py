"""Training: it learns, can be interrupted at any time, goes on, and leaves a network that plays."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from heliopolis import SetupError
from heliopolis.bots.neural.files import load
from heliopolis.learn.batches import play
from heliopolis.learn.games import HEURISTIC, IMITATION, OPPONENT, SELF_PLAY, Trajectory, write_targets
from heliopolis.learn.measure import DEALS, DEALS_AT_ONCE, measure
from heliopolis.learn.training import IMITATION_PART, MARKS, Progress, Training, TrainingPlan
from heliopolis.workers import in_threads

SMALL = {"broad": 16, "narrow": 8}


def heliopolis(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "heliopolis.cli", "train", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_what_should_have_been_said_follows_from_what_came_later() -> None:
    end = np.array([1, 0, 40, 20], np.float32)
    said = np.array([[0.5, 0.5, 10, 10], [0.6, 0.4, 20, 20]], np.float32)
    viewers, shown, targets = np.array([0, 1]), np.array([0, 1]), np.zeros((2, 4), np.float32)
    trajectory = Trajectory(said, np.array([False, False]), viewers, shown)
    write_targets(trajectory, 2, end, 0.5, targets)
    np.testing.assert_allclose(targets[1], [0, 1, 0.5, 1])  # as the second seat sees it
    np.testing.assert_allclose(targets[0], [0.8, 0.2, 0.75, 0.5])
    write_targets(trajectory._replace(explored=np.array([False, True])), 2, end, 0.5, targets)
    np.testing.assert_allclose(targets[0], [0.6, 0.4, 0.5, 0.5])  # a random move tells nothing of what came before


@pytest.mark.parametrize("game", ["ra", "dice"])
@pytest.mark.parametrize("opponents", [IMITATION, SELF_PLAY, OPPONENT, HEURISTIC])
def test_a_batch_has_positions_and_how_they_ended(game: str, opponents: int, tmp_path: Path) -> None:
    training = Training(TrainingPlan(game, (2,), **SMALL), tmp_path)
    batch = play(training.order(opponents, training.learner.flat, 0.05))
    again = play(training.order(opponents, training.learner.flat, 0.05))
    assert batch.games > 5
    assert len(batch.features) == len(batch.targets) > 1000
    np.testing.assert_allclose(batch.targets[:, :2].sum(axis=1), 1, atol=1e-4)
    assert len(again.features) != len(batch.features) or not np.array_equal(again.features, batch.features)


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    training = Training(TrainingPlan("ra", (2,), **SMALL), tmp_path)
    first = training.learner.flat.copy()
    assert training.run(in_threads(play, 1), 6, lambda now: None)
    assert training.progress.games > 100
    assert training.learner.steps > 100
    assert not np.allclose(training.learner.flat, first, atol=1e-3)
    resumed = Training.resume(tmp_path)
    np.testing.assert_array_equal(resumed.learner.flat, training.learner.flat)
    assert resumed.progress == training.progress
    assert resumed.numbers.random() == training.numbers.random()
    assert resumed.run(in_threads(play, 1), training.progress.seconds + 1, lambda now: None)
    assert resumed.progress.games > training.progress.games


def test_what_is_prolonged_does_not_study_again_and_is_measured_again(tmp_path: Path) -> None:
    training = Training(TrainingPlan("ra", (2,), **SMALL), tmp_path)
    training.progress = Progress(seconds=60, until=60, marks=MARKS)
    training.progress.last(600)
    assert training.progress.done == pytest.approx(IMITATION_PART)
    assert next(training.orders()).opponents != IMITATION
    training.progress.seconds = 330
    assert IMITATION_PART < training.progress.done < 1
    training.progress.last(600)  # it was interrupted, and goes on
    assert training.progress.since == 60
    training.progress.seconds = 599.9
    assert training.run(in_threads(play, 1), 600, lambda now: None)
    assert training.progress.done == 1
    assert training.progress.marks == MARKS
    assert len(training.progress.curve) == len(training.pool) == 1


def test_what_was_interrupted_before_it_played_studies_on() -> None:
    progress = Progress()
    progress.last(100)
    progress.seconds = 20
    progress.last(1020)
    assert progress.done == pytest.approx(0.2)
    progress.seconds = 520
    assert progress.done == pytest.approx(0.6)


def test_the_command_can_be_interrupted_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "heliopolis.cli", "train", "ra", "--players", "2", "--broad", "8", "--narrow", "8"]
    process = subprocess.Popen([*command, "--minutes", "5"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if (tmp_path / "ra" / "checkpoint.npz").exists():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume ra" in said
    load(tmp_path / "ra" / "ra.npz", "ra")
    assert (tmp_path / "ra" / "curve.png").read_bytes().startswith(b"\x89PNG")
    games = json.loads((tmp_path / "ra" / "ra.json").read_text())["games"]
    done = heliopolis("--resume", "ra", "--minutes", "0.01", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "ra" / "ra.json").read_text())["games"] >= games


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["ra", "--players", "7"], "7"),
        (["--resume", "nowhere"], "holds no training"),
        (["--resume", "a", "--out", "b"], "expected one of them"),
        (["chess"], "chess"),
    ],
)
def test_bad_orders_are_refused(words: list[str], told: str, tmp_path: Path) -> None:
    done = heliopolis(*words, "--minutes", "0.01", folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dice"], "game ra"),
        (["--players", "3"], "players 2"),
        (["--broad", "32"], "broad 16"),
        (["--seed", "4"], "seed 0"),
    ],
)
def test_a_training_goes_on_as_what_it_is(words: list[str], told: str, tmp_path: Path) -> None:
    Training(TrainingPlan("ra", (2,), **SMALL), tmp_path / "kept").save()
    done = heliopolis(*words, "--resume", "kept", "--minutes", "0.01", folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_training_whose_time_is_over_says_so_and_keeps_its_card(tmp_path: Path) -> None:
    training = Training(TrainingPlan("ra", (2,), **SMALL), tmp_path / "kept")
    training.progress = Progress(seconds=90.0, until=90.0, games=7, marks=MARKS)
    training.save()
    first = heliopolis("--resume", "kept", "--minutes", "1", folder=tmp_path)
    card = tmp_path / "kept" / "ra.json"
    assert json.loads(card.read_text())["games"] == 7, "it had been killed before it wrote its network"
    card.write_text(card.read_text().replace("--minutes 1.5", "--minutes 77"))
    before = {path: path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    second = heliopolis("--resume", "kept", "--minutes", "1", folder=tmp_path)
    for done in (first, second):
        assert done.returncode == 0, done.stderr
        assert "its time is over already: kept has lasted 1.5 minutes, and --minutes is its whole length" in done.stderr
    assert {path: path.read_bytes() for path in (tmp_path / "kept").iterdir()} == before


@pytest.mark.parametrize("words", [["ra", "--out", "file/x"], ["--resume", "kept"]])
def test_a_folder_that_cannot_be_written_to_is_refused_at_the_start(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    Training(TrainingPlan("ra", (2,), **SMALL), tmp_path / "kept").save()
    (tmp_path / "kept").chmod(0o500)
    if words[0] == "--resume" and os.access(tmp_path / "kept", os.W_OK):
        pytest.skip("whoever runs this may write everywhere")
    done = heliopolis(*words, "--minutes", "5", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be used for a training: " in done.stderr


def test_measuring_takes_a_share_of_a_short_training(tmp_path: Path) -> None:
    training = Training(TrainingPlan("ra", (2, 3), **SMALL), tmp_path)
    few, all_of_them = measure(training, 0.0), measure(training)
    assert few["deals"] == DEALS_AT_ONCE
    assert all_of_them["deals"] == DEALS
    training.progress = Progress(seconds=8.0, until=80.0)
    given: list[float] = []

    def note(_: Training, seconds: float) -> dict[str, float]:
        given.append(seconds)
        return {"deals": 40.0}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("heliopolis.learn.measure.measure", note)
        for seconds in (8.0, 16.0):
            training.progress.seconds = seconds
            training._keep_opponent()
        assert given == [pytest.approx(2.0), pytest.approx(2.0, abs=0.1)]
        training.progress.deal_seconds = 1.5  # so slow a machine waits until there is time for two deals
        for seconds in (24.0, 32.0):
            training.progress.seconds = seconds
            training._keep_opponent()
    assert given[2:] == [pytest.approx(4.0, abs=0.2)]


def test_what_was_measured_is_said(tmp_path: Path) -> None:
    done = heliopolis("ra", "--players", "2", "--broad", "8", "--narrow", "8", "--minutes", "0.02", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"games won among greedy, in \d+ deals with every seat: \d+ % among 1 \(fair: 50 %\)", done.stdout)


def test_a_training_of_other_features_or_a_damaged_one_does_not_go_on(tmp_path: Path) -> None:
    Training(TrainingPlan("ra", (2,), **SMALL), tmp_path).save()
    plan, checkpoint = tmp_path / "plan.json", tmp_path / "checkpoint.npz"
    whole = json.loads(plan.read_text())
    plan.write_text(json.dumps({**whole, "features": 0}))
    with pytest.raises(SetupError, match="learned from features 0"):
        Training.resume(tmp_path)
    plan.write_text(json.dumps(whole))
    Training.resume(tmp_path)
    checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
    with pytest.raises(SetupError, match="is damaged"):
        Training.resume(tmp_path)


def test_a_folder_is_not_trained_twice(tmp_path: Path) -> None:
    Training(TrainingPlan("ra", (2,), **SMALL), tmp_path / "ra").save()
    done = heliopolis("ra", "--players", "2", folder=tmp_path)
    assert done.returncode == 2
    assert "--resume ra" in done.stderr
    with pytest.raises(SetupError, match="holds no training"):
        Training.resume(tmp_path)
