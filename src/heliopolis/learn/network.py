"""The network while it learns: its losses, their gradient by backpropagation, and steps by Adam."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.neural.network import shapes
from heliopolis.compiled import compiled

Matrix = NDArray[np.float32]

# Adam's decay rates of the first and the second moment, and what keeps it from dividing by 0.
BETA_1 = 0.9
BETA_2 = 0.999
ADAM_EPSILON = np.float32(1e-8)
#: Keeps the cross-entropy finite where a share is 0.
TINY = np.float32(1e-8)
#: How many features are not 0, about: they are the fan-in of the first hidden layer, by which weights are initialized.
ACTIVE_FEATURES = 40
#: By so much the fan-in of the output layer is overstated: with small weights there, all seats look alike at first.
OUTPUT_FAN_IN_FACTOR = 8


class Learner:
    """The weights of one network, in one flat array as `bots.neural.network` reads them, and how they are improved."""

    def __init__(self, sizes: tuple[int, int, int, int], numbers: np.random.Generator) -> None:
        self.sizes = sizes
        _, _, first_width, second_width = sizes
        parts = shapes(*sizes)
        self.flat = np.zeros(sum(int(np.prod(shape)) for shape in parts), np.float32)
        self.parts = views(self.flat, parts)
        self.gradient = np.zeros_like(self.flat)
        self.gradients = views(self.gradient, parts)
        self.first_moment = np.zeros_like(self.flat)
        self.second_moment = np.zeros_like(self.flat)
        self.steps = 0
        for part, fan_in in (
            (0, ACTIVE_FEATURES),
            (1, ACTIVE_FEATURES),
            (3, 2 * first_width),
            (4, 2 * first_width),
            (6, OUTPUT_FAN_IN_FACTOR * second_width),
        ):
            self.parts[part][:] = numbers.normal(0, (2 / fan_in) ** 0.5, self.parts[part].shape)

    def learn(self, features: Matrix, targets: Matrix, rate: float) -> tuple[float, float]:
        """Take one step; return how far off the shares of the win (as cross-entropy) and the points (squared) were."""
        losses = self.find_gradient(features, targets)
        self.step(rate)
        return losses

    def find_gradient(self, features: Matrix, targets: Matrix) -> tuple[float, float]:
        """Find the gradient of the losses over some positions; return both losses.

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
        self._write_gradient(6, second, error)
        error = error @ out.T
        error[second <= 0] = 0
        together = error.reshape(count, seats, second_width).sum(axis=1)
        np.matmul(first.T, error, out=self.gradients[3])
        self._write_gradient(4, average, together)
        error = error @ to_second.T
        error += np.repeat(together @ from_average.T / np.float32(seats), seats, axis=0)
        error[first <= 0] = 0
        np.matmul(of_seats.T, error, out=self.gradients[0])
        self._write_gradient(1, of_table, error.reshape(count, seats, first_width).sum(axis=1))
        return float(win_loss), float(points_loss)

    def _write_gradient(self, part: int, source: NDArray[Any], error: NDArray[Any]) -> None:
        """Write the gradient of a layer's weights, and of its biases, which follow them."""
        np.matmul(source.T, error, out=self.gradients[part])
        np.sum(error, axis=0, out=self.gradients[part + 1])

    def step(self, rate: float) -> None:
        """Move every weight against its gradient, by Adam."""
        self.steps += 1
        bias_correction = (1 - BETA_2**self.steps) ** 0.5 / (1 - BETA_1**self.steps)
        move(self.flat, self.gradient, self.first_moment, self.second_moment, rate * bias_correction)


@compiled
def move(flat: Matrix, gradient: Matrix, first_moment: Matrix, second_moment: Matrix, rate: float) -> None:
    """Move every weight against its gradient, by the running means of its gradients and of their squares."""
    step, share_1, share_2 = np.float32(rate), np.float32(1 - BETA_1), np.float32(1 - BETA_2)
    for place in range(len(flat)):
        slope = gradient[place]
        first_moment[place] += share_1 * (slope - first_moment[place])
        second_moment[place] += share_2 * (slope * slope - second_moment[place])
        flat[place] -= step * first_moment[place] / (np.sqrt(second_moment[place]) + ADAM_EPSILON)


def views(flat: Matrix, shapes: list[tuple[int, ...]]) -> list[Matrix]:
    """Cut a flat array into matrices that share its numbers."""
    parts, at = [], 0
    for shape in shapes:
        end = at + int(np.prod(shape))
        parts.append(flat[at:end].reshape(shape))
        at = end
    return parts
