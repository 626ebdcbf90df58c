"""Training: a network imitates games of `greedy`, then plays itself, and learns from what came of it.

Everything that a training is lies in its folder. It is written every few seconds, so that an interrupted training goes
on where it was; one that has ended can be prolonged.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

import numpy as np

from heliopolis.bots.neural.files import features_of, features_version, read_numbers
from heliopolis.bots.neural.network import Network, Weights
from heliopolis.bots.search.policy import NEEDS
from heliopolis.errors import SetupError
from heliopolis.games import describe
from heliopolis.games.about import has_room
from heliopolis.learn.batches import Batch, Order
from heliopolis.learn.games import HEURISTIC, IMITATION, OPPONENT, SELF_PLAY
from heliopolis.learn.network import Learner
from heliopolis.workers import Way

#: From how many positions one step is taken, and how often each is learned from: those of its own games are dear.
MINIBATCH: Final = 128
PASSES: Final = 2
IMITATION_PASSES: Final = 1
#: The rate of learning falls from the first to the last along half a cosine.
FIRST_LEARNING_RATE: Final = 1e-3
LAST_LEARNING_RATE: Final = 2e-5
#: The share of random moves falls from the first to the last in the first part of a training.
FIRST_EPSILON: Final = 0.10
LAST_EPSILON: Final = 0.02
EPSILON_PART: Final = 0.25
#: Lambda, how far what happens later reaches back, falls as the network's own word becomes worth more.
FIRST_LAMBDA: Final = 0.97
LAST_LAMBDA: Final = 0.85
#: For such a part of the training games of `greedy` are imitated, with such a share of random moves at their beginning.
IMITATION_PART: Final = 0.4
IMITATION_EPSILON: Final = 0.15
#: In such a share of the orders some seats are taken by `greedy`, or by a network of the opponent pool.
HEURISTIC_SHARE: Final = 0.25
POOL_SHARE: Final = 0.25
#: So many networks of the opponent pool are played against, the latest. One is added whenever another such part of the
#: training is over.
POOL_SIZE: Final = 8
MARKS: Final = 12
#: Measuring takes at most such a share of the time.
MEASURING_SHARE: Final = 0.2
SAVE_SECONDS: Final = 20.0


@dataclass(frozen=True)
class TrainingPlan:
    """What is trained: fixed for good when a training begins."""

    game: str
    players: tuple[int, ...]
    """How many sit at its tables: one table may have more than the next."""
    broad: int = 128
    """The width of the first hidden layer, by its name in stored plans."""
    narrow: int = 64
    """The width of the second hidden layer."""
    seed: int = 0


@dataclass
class Progress:
    """How far a training has come."""

    seconds: float = 0.0
    until: float = 0.0
    """How many seconds it is to last."""
    since: float = 0.0
    """When that was settled, and how much of the training was over then."""
    reached: float = 0.0
    games: int = 0
    positions: int = 0
    win_loss: float = 0.0
    """How far off the network's shares of the win were lately, as cross-entropy."""
    points_loss: float = 0.0
    """How far off its points were, squared, in units of 40 points."""
    curve: list[dict[str, float]] = field(default_factory=list)
    """What it was like at some moments: seconds, games, losses, and shares of the win against others."""
    marks: int = 0
    """How many parts of the training were over when that was noted last."""
    measured: float = 0.0
    """At which second it was measured last."""
    deal_seconds: float = 0.0
    """How long a deal took then, at all tables."""

    @property
    def done(self) -> float:
        """How much of the training is over, from 0 to 1."""
        if self.seconds >= self.until:
            return 1.0 if self.until else 0.0
        return self.reached + (1 - self.reached) * (self.seconds - self.since) / (self.until - self.since)

    def last(self, seconds: float) -> None:
        """Let the training last so long in all.

        Whatever is prolonged goes on in self-play, not in imitation, and with a high learning rate at first.
        """
        if seconds == self.until:
            return
        self.since, self.reached = self.seconds, min(self.done, IMITATION_PART)
        self.marks = int(self.reached * MARKS)
        self.until = seconds


class Training:
    """One network in the making."""

    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        missing = [room.format(game=plan.game) for room in NEEDS if not has_room(room, plan.game)]
        if missing:
            raise SetupError(f"nothing can learn {describe(plan.game).title} yet: there is no {missing[0]}")
        sizes = (*features_of(plan.game), plan.broad, plan.narrow)
        self.numbers = np.random.default_rng(plan.seed)
        self.learner = Learner(sizes, self.numbers)
        self.pool: list[Weights] = []
        self.progress = Progress()
        self._saved = -math.inf  # the first batch is written at once: a short training loses nothing, either

    @property
    def network(self) -> Network:
        """The network as it is now."""
        return Network(np.array(self.learner.sizes), self.learner.flat.copy())

    # ---- the folder ----

    @classmethod
    def resume(cls, folder: Path) -> Training:
        """Go on with the training of a folder."""
        try:
            plan = dict(json.loads((folder / "plan.json").read_text(encoding="utf-8")))
            version = plan.pop("features", None)
            training = cls(TrainingPlan(**{**plan, "players": tuple(plan["players"])}), folder)
            training._restore(read_numbers(folder / "checkpoint.npz"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SetupError(f"{folder} holds no training to go on with: {error}") from error
        if version != features_version(training.plan.game):
            now = features_version(training.plan.game)
            raise SetupError(f"{folder} learned from features {version}, these are {now}: expected a new training")
        return training

    def _restore(self, file: Any) -> None:
        learner = self.learner
        learner.flat[:] = file["weights"]
        learner.first_moment[:], learner.second_moment[:] = file["direction"], file["size"]
        learner.steps = int(file["steps"])
        self.pool = list(file["forebears"])
        state = json.loads(str(file["state"]))
        self.progress = Progress(**state["progress"])
        self.numbers.bit_generator.state = state["numbers"]

    def check_folder(self) -> None:
        """Raise a SetupError where the folder cannot be written to: now, not after the first minutes."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise self._refusal(error) from error

    def _refusal(self, error: OSError) -> SetupError:
        return SetupError(f"{self.folder} cannot be used for a training: {error.strerror or error}; choose another")

    def save(self) -> None:
        """Write all that is needed to go on, so that a cut at any moment leaves the old or the new."""
        try:
            self._save()
        except OSError as error:
            raise self._refusal(error) from error

    def _save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        plan = self.folder / "plan.json"
        if not plan.exists():
            facts = {**dataclasses.asdict(self.plan), "features": features_version(self.plan.game)}
            plan.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
        state = {"progress": dataclasses.asdict(self.progress), "numbers": self.numbers.bit_generator.state}
        learner = self.learner
        draft = self.folder / "draft.npz"
        np.savez(
            draft,
            weights=learner.flat,
            direction=learner.first_moment,
            size=learner.second_moment,
            steps=learner.steps,
            forebears=np.array(self.pool, np.float32).reshape(-1, len(learner.flat)),
            state=json.dumps(state),
        )
        os.replace(draft, self.folder / "checkpoint.npz")
        self._saved = time.monotonic()

    # ---- the work ----

    def run(self, way: Way[Order, Batch], seconds: float, tell: Callable[[Training], None]) -> bool:
        """Train until so many seconds are over in all; tell whether that was reached. Ctrl-C keeps what was learned."""
        progress = self.progress
        progress.last(seconds)
        start = time.monotonic() - progress.seconds
        try:
            with closing(way(self.orders())) as batches:  # type: ignore[type-var]
                for batch in batches:
                    self.learn(batch)
                    progress.seconds = time.monotonic() - start
                    self._keep_opponent()
                    tell(self)
                    if time.monotonic() - self._saved > SAVE_SECONDS:
                        self.save()
        except KeyboardInterrupt:
            return False
        finally:
            self.save()
        return True

    def orders(self) -> Iterator[Order]:
        """Ask for games as long as the training lasts.

        Who sits beside the network is drawn here, once for all games of an order. In which seats is drawn for each game
        (`learn/games.py`, `draw_seats`). Whose opinion counts in a seat is in `who_thinks` there.
        """
        progress = self.progress
        while progress.done < 1:
            if progress.done < IMITATION_PART:
                yield self.order(IMITATION, self.learner.flat, IMITATION_EPSILON)
                continue
            drawn = self.numbers.random()
            opponents = HEURISTIC if drawn < HEURISTIC_SHARE else SELF_PLAY
            opponent = self.learner.flat
            if self.pool and HEURISTIC_SHARE <= drawn < HEURISTIC_SHARE + POOL_SHARE:
                latest = self.pool[-POOL_SIZE:]
                opponents, opponent = OPPONENT, latest[int(self.numbers.integers(len(latest)))]
            epsilon = falling(FIRST_EPSILON, LAST_EPSILON, (progress.done - IMITATION_PART) / EPSILON_PART)
            yield self.order(opponents, opponent, epsilon)

    def order(self, opponents: int, opponent: Weights, epsilon: float) -> Order:
        """Ask for games of the network as it is."""
        plan = self.plan
        return Order(
            plan.game,
            plan.players[self.numbers.integers(len(plan.players))],
            self.network,
            Network(np.array(self.learner.sizes), opponent.copy()),
            opponents,
            int(self.numbers.integers(1 << 62)),
            epsilon,
            falling(FIRST_LAMBDA, LAST_LAMBDA, self.progress.done),
        )

    def learn(self, batch: Batch) -> None:
        """Learn from every position of a batch, in any order."""
        progress = self.progress
        cosine = 0.5 * (1 + np.cos(np.pi * progress.done))
        rate = LAST_LEARNING_RATE + (FIRST_LEARNING_RATE - LAST_LEARNING_RATE) * cosine
        count = len(batch.features)
        losses = [
            self.learner.learn(batch.features[rows], batch.targets[rows], rate)
            for _ in range(IMITATION_PASSES if progress.done < IMITATION_PART else PASSES)
            for rows in np.array_split(self.numbers.permutation(count), count // MINIBATCH + 1)
        ]
        progress.win_loss, progress.points_loss = np.mean(losses, axis=0).tolist()
        progress.games += batch.games
        progress.positions += count

    def _keep_opponent(self) -> None:
        marks = int(self.progress.done * MARKS)
        if marks > self.progress.marks:
            self.progress.marks = marks
            self._measure()
            self.pool.append(self.learner.flat.copy())

    def _measure(self) -> None:
        """Measure as many deals as there is time for; where there is none, only at the end."""
        from heliopolis.learn.measure import DEALS_AT_ONCE, measure

        progress, start = self.progress, time.monotonic()
        learned = max(0.0, progress.seconds - progress.measured)
        seconds = learned * MEASURING_SHARE / (1 - MEASURING_SHARE)
        if progress.done < 1 and seconds < progress.deal_seconds * DEALS_AT_ONCE:
            return
        mark = measure(self, seconds)
        progress.curve.append(mark)
        taken = time.monotonic() - start
        progress.measured = progress.seconds + taken
        progress.deal_seconds = taken / mark["deals"]


def falling(first: float, last: float, part: float) -> float:
    """Go from the first number to the last, in a straight line."""
    return first + (last - first) * min(1.0, part)
