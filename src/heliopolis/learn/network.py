"""The network while it learns: how far off it was, in which direction to change it, and steps by Adam."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.neural.network import shapes
from heliopolis.compiled import compiled

Matrix = NDArray[np.float32]

#: How fast Adam forgets directions and sizes of steps, and what keeps it from dividing by 0.
FORGET_DIRECTION = 0.9
FORGET_SIZE = 0.999
TINY = np.float32(1e-8)
#: How many features are not 0, about: so the first numbers of a network can have the right spread.
FEW_FEATURES = 40
#: How much smaller the last layer begins, so that nobody is sure of anything at first.
MODESTY = 8


class Learner:
    """The numbers of one network, in one flat array as `bots.network` reads them, and how they are improved."""

    def __init__(self, sizes: tuple[int, int, int, int], numbers: np.random.Generator) -> None:
        self.sizes = sizes
        _, _, first_width, second_width = sizes
        parts = shapes(*sizes)
        self.flat = np.zeros(sum(int(np.prod(shape)) for shape in parts), np.float32)
        self.parts = views(self.flat, parts)
        self.gradient = np.zeros_like(self.flat)
        self.slopes = views(self.gradient, parts)
        self.direction = np.zeros_like(self.flat)
        self.size = np.zeros_like(self.flat)
        self.steps = 0
        for part, sources in (
            (0, FEW_FEATURES),
            (1, FEW_FEATURES),
            (3, 2 * first_width),
            (4, 2 * first_width),
            (6, MODESTY * second_width),
        ):
            self.parts[part][:] = numbers.normal(0, (2 / sources) ** 0.5, self.parts[part].shape)

    def learn(self, features: Matrix, targets: Matrix, rate: float) -> tuple[float, float]:
        """Take one step; return how far off the shares of the win (as cross-entropy) and the points (squared) were."""
        losses = self.find_gradient(features, targets)
        self.step(rate)
        return losses

    def find_gradient(self, features: Matrix, targets: Matrix) -> tuple[float, float]:
        """Find in which direction every number would make it worse, over some positions; return both losses.

        Positions are rows, all with as many seats: features of the table, then of each seat; in the targets the shares
        of all seats, then their points.
        """
        own, common, first_biases, to_second, from_average, second_biases, out, out_biases = self.parts
        count, seats = len(features), targets.shape[1] // 2
        table, seat, first_width, second_width = self.sizes
        of_table, of_seats = features[:, :table], features[:, table:].reshape(count * seats, seat)
        # Each seat has a row of its own from here on, those of a position one below the other.
        first = of_seats @ own
        first += np.repeat(of_table @ common + first_biases, seats, axis=0)
        np.maximum(first, 0, out=first)
        average = first.reshape(count, seats, first_width).mean(axis=1)
        second = first @ to_second
        second += np.repeat(average @ from_average + second_biases, seats, axis=0)
        np.maximum(second, 0, out=second)
        answer = (second @ out + out_biases).reshape(count, seats, 2)
        shares = np.exp(answer[:, :, 0] - answer[:, :, 0].max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        answer[:, :, 0] = shares - targets[:, :seats]
        answer[:, :, 1] -= targets[:, seats:]
        win_loss = -(targets[:, :seats] * np.log(shares + TINY)).sum(axis=1).mean()
        points_loss = (answer[:, :, 1] ** 2).mean()
        error = answer.reshape(count * seats, 2)
        error /= np.float32(count)
        self._slope(6, second, error)
        error = error @ out.T
        error[second <= 0] = 0
        together = error.reshape(count, seats, second_width).sum(axis=1)
        np.matmul(first.T, error, out=self.slopes[3])
        self._slope(4, average, together)
        error = error @ to_second.T
        error += np.repeat(together @ from_average.T / np.float32(seats), seats, axis=0)
        error[first <= 0] = 0
        np.matmul(of_seats.T, error, out=self.slopes[0])
        self._slope(1, of_table, error.reshape(count, seats, first_width).sum(axis=1))
        return float(win_loss), float(points_loss)

    def _slope(self, part: int, source: NDArray[Any], error: NDArray[Any]) -> None:
        """Write the gradient of a part, and of what is added after it."""
        np.matmul(source.T, error, out=self.slopes[part])
        np.sum(error, axis=0, out=self.slopes[part + 1])

    def step(self, rate: float) -> None:
        """Move every number against its gradient, by Adam."""
        self.steps += 1
        fair = (1 - FORGET_SIZE**self.steps) ** 0.5 / (1 - FORGET_DIRECTION**self.steps)
        move(self.flat, self.gradient, self.direction, self.size, rate * fair)


@compiled
def move(flat: Matrix, gradient: Matrix, direction: Matrix, size: Matrix, rate: float) -> None:
    """Move every number against its gradient, by the direction and the size of its latest gradients."""
    length, turning, growing = np.float32(rate), np.float32(1 - FORGET_DIRECTION), np.float32(1 - FORGET_SIZE)
    for place in range(len(flat)):
        slope = gradient[place]
        direction[place] += turning * (slope - direction[place])
        size[place] += growing * (slope * slope - size[place])
        flat[place] -= length * direction[place] / (np.sqrt(size[place]) + TINY)


def views(flat: Matrix, shapes: list[tuple[int, ...]]) -> list[Matrix]:
    """Cut a flat array into matrices that share its numbers."""
    parts, at = [], 0
    for shape in shapes:
        end = at + int(np.prod(shape))
        parts.append(flat[at:end].reshape(shape))
        at = end
    return parts
