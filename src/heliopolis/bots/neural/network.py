"""A network that says how a position will end: each seat's share of the win, and its final points.

All seats share the same weights: a seat's own features and those of the table go through the first hidden layer. What
came out for all seats is averaged, and the second hidden layer weighs each seat against that average. So what is
learned about one seat is known of all, and one network serves any number of players. Both layers are rectified linear.

All its numbers lie in one flat array, so that several networks can sit at one table: a network is a place in that array
and its sizes.

Positions that are looked at one after another are much alike. So the sums of the first hidden layer are kept with the
features they come from, and the next position only adds what has changed: a few of hundreds of features. Chess engines
call such sums the accumulator of an NNUE.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.arrays import copy
from heliopolis.bots.neural.features import Features
from heliopolis.compiled import apart, compiled, inlined

Weights = NDArray[np.float32]
#: How many features of the table and of a seat a network has, and the widths of its first and second hidden layer.
Sizes = NDArray[np.int64]
#: For one network and one viewer: the features that were seen last, then the sums of the table and of each seat.
Memory = NDArray[np.float32]

#: What the second half of a network's answer is measured in.
POINTS_UNIT: Final = np.float32(40.0)


@dataclass(frozen=True, eq=False)
class Network:
    """A network, ready to be asked."""

    sizes: Sizes
    weights: Weights


def shapes(table: int, seat: int, first_width: int, second_width: int) -> list[tuple[int, ...]]:
    """List the shapes of a network's weights and biases, as they follow each other."""
    return [
        (seat, first_width),  # a seat's features to the first hidden layer
        (table, first_width),  # the table's features to the first hidden layer
        (first_width,),
        (first_width, second_width),  # a seat's first hidden layer to its second
        (first_width, second_width),  # the average of all seats' first hidden layers to the second
        (second_width,),
        (second_width, 2),  # the second hidden layer to the win and the points
        (2,),
    ]


def network_size(table: int, seat: int, first_width: int, second_width: int) -> int:
    """Count the numbers of a network."""
    return sum(int(np.prod(shape)) for shape in shapes(table, seat, first_width, second_width))


def memory_size(sizes: Sizes, seats: int) -> int:
    """Count the numbers to remember for a viewer at a table of so many seats."""
    table, seat, first_width, _ = sizes.tolist()
    return int(table + seats * seat + (1 + seats) * first_width)


@compiled
def forget(weights: Weights, first: int, sizes: Sizes, seats: int, memory: Memory) -> None:
    """Begin anew: nothing has been seen, and the sums are those of a position without features."""
    table, seat, first_width = sizes[0], sizes[1], sizes[2]
    memory[:] = 0.0
    sums = table + seats * seat
    biases = first + (seat + table) * first_width
    copy(weights[biases:], first_width, memory[sums:])


@apart
def evaluate(weights: Weights, first: int, sizes: Sizes, features: Features, memory: Memory, into: Features) -> None:
    """Write each seat's share of the win, the viewer first, then each seat's final points.

    Args:
        weights: the networks of a table.
        first: where the network begins.
        sizes: of the network.
        features: of the position.
        memory: of the position before, by the same network for the same viewer, or one that has been made to forget.
        into: room for the answer, two numbers a seat.
    """
    table, seat, first_width, second_width = sizes[0], sizes[1], sizes[2], sizes[3]
    seats = len(into) // 2
    rows = np.empty(max(table, seat, first_width), np.int64)
    factors = np.empty(len(rows), np.float32)
    inputs = table + seats * seat
    sums = memory[inputs : inputs + first_width]
    add_changes(weights, first + seat * first_width, features[:table], memory[:table], rows, factors, sums)
    layer = np.empty((seats, first_width), np.float32)
    average = np.zeros(first_width, np.float32)
    part = np.float32(1.0) / np.float32(seats)
    for place in range(seats):
        begin = table + place * seat
        own = memory[inputs + (1 + place) * first_width : inputs + (2 + place) * first_width]
        add_changes(weights, first, features[begin : begin + seat], memory[begin : begin + seat], rows, factors, own)
        for unit in range(first_width):
            value = max(sums[unit] + own[unit], np.float32(0.0))
            layer[place, unit] = value
            average[unit] += part * value
    at = first + (seat + table + 1) * first_width
    biases = at + 2 * first_width * second_width
    common = weights[biases : biases + second_width].copy()
    add_layer(weights, at + first_width * second_width, average, rows, factors, common)
    out = biases + second_width
    hidden = np.empty(second_width, np.float32)
    highest = np.float32(-np.inf)
    for place in range(seats):
        for unit in range(second_width):
            hidden[unit] = common[unit]
        add_layer(weights, at, layer[place], rows, factors, hidden)
        win, points = weights[out + 2 * second_width], weights[out + 2 * second_width + 1]
        for unit in range(second_width):
            value = max(hidden[unit], np.float32(0.0))
            win += value * weights[out + 2 * unit]
            points += value * weights[out + 2 * unit + 1]
        into[place] = win
        into[seats + place] = points * POINTS_UNIT
        highest = max(highest, win)
    total = np.float32(0.0)
    for place in range(seats):
        into[place] = np.exp(into[place] - highest)
        total += into[place]
    for place in range(seats):
        into[place] /= total


@inlined
def add_changes(
    weights: Weights,
    first: int,
    features: Features,
    shown: Features,
    rows: NDArray[np.int64],
    factors: Features,
    sums: Features,
) -> None:
    """Add to sums what has changed since the features that were shown last, and show these."""
    count = 0
    for feature in range(len(features)):
        change = features[feature] - shown[feature]
        if change != 0.0:
            shown[feature] = features[feature]
            rows[count] = first + feature * len(sums)
            factors[count] = change
            count += 1
    add_rows(weights, rows, factors, count, sums)


@inlined
def add_layer(
    weights: Weights, first: int, layer: Features, rows: NDArray[np.int64], factors: Features, sums: Features
) -> None:
    """Add to sums what a layer says; most of its numbers are 0."""
    count = 0
    for unit in range(len(layer)):
        if layer[unit] != 0.0:
            rows[count] = first + unit * len(sums)
            factors[count] = layer[unit]
            count += 1
    add_rows(weights, rows, factors, count, sums)


@inlined
def add_rows(weights: Weights, rows: NDArray[np.int64], factors: Features, count: int, into: Features) -> None:
    """Add rows of weights, each by its factor: four at a time, which is what makes it fast."""
    width = len(into)
    place = 0
    while place + 4 <= count:
        one = weights[rows[place] : rows[place] + width]
        two = weights[rows[place + 1] : rows[place + 1] + width]
        three = weights[rows[place + 2] : rows[place + 2] + width]
        four = weights[rows[place + 3] : rows[place + 3] + width]
        first, second, third, fourth = factors[place], factors[place + 1], factors[place + 2], factors[place + 3]
        for unit in range(width):
            into[unit] += first * one[unit] + second * two[unit] + third * three[unit] + fourth * four[unit]
        place += 4
    while place < count:
        one = weights[rows[place] : rows[place] + width]
        first = factors[place]
        for unit in range(width):
            into[unit] += first * one[unit]
        place += 1
