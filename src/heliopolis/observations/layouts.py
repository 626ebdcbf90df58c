"""What the numbers of an observation are: their names, their bounds, their order. It is public, and has a version.

The same is a table in docs/observations.md. `named/` says it for each game; of `raw`, the record itself says most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import prod
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import SetupError
from heliopolis.games import describe, find_game
from heliopolis.games.about import has_room

#: Where a game names its numbers.
ROOM: Final = "heliopolis.observations.named.{game}"


@dataclass(frozen=True)
class Group:
    """Numbers that belong together."""

    name: str
    meaning: str
    labels: tuple[str, ...] = ("",)
    """One for each number; a number alone needs none."""
    low: float = 0.0
    high: float = 1.0

    @property
    def names(self) -> list[str]:
        """Name each number."""
        return [f"{self.name}.{label}" if label else self.name for label in self.labels]


class Named(Protocol):
    """What a game says of its numbers (a module of its name in `named/`)."""

    ENVIRONMENT: str
    """The game's name in the registry of Gymnasium."""
    FIRST_CHANCE: int
    """The first action that is no seat's choice, but what chance decides."""
    RAW: Mapping[str, tuple[str, Sequence[Sequence[str]]]]
    """What the fields of the record are, with the labels of each of their axes."""
    COMPACT: tuple[Sequence[Group], Sequence[Group]]
    """Of the table, and of a seat."""
    COMPACT_VERSION: int
    NETWORK: tuple[Sequence[Group], Sequence[Group]]
    NETWORK_VERSION: int


@dataclass(frozen=True)
class Layout:
    """What the numbers of an observation are."""

    name: str
    version: int
    table: tuple[Group, ...]
    seat: tuple[Group, ...]
    """Of each row: the first is that of the seat that looks, then the others follow clockwise. `raw` has no rows."""
    players: int

    @property
    def table_size(self) -> int:
        """Count the numbers of the table."""
        return sum(len(group.labels) for group in self.table)

    @property
    def seat_size(self) -> int:
        """Count the numbers of a seat."""
        return sum(len(group.labels) for group in self.seat)

    @property
    def size(self) -> int:
        """Count all numbers."""
        return self.table_size + self.players * self.seat_size

    def groups(self) -> Iterator[tuple[str, Group]]:
        """List all groups in their order, each with whose it is."""
        yield from (("", group) for group in self.table)
        for row in range(self.players):
            yield from ((f"row {row}: ", group) for group in self.seat)

    def names(self) -> list[str]:
        """Name all numbers."""
        return [prefix + name for prefix, group in self.groups() for name in group.names]

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Say between what all numbers lie."""
        low = [group.low for _, group in self.groups() for _ in group.labels]
        high = [group.high for _, group in self.groups() for _ in group.labels]
        return np.array(low, np.float32), np.array(high, np.float32)

    def split(self, observations: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Split observations into the numbers of the table and the rows of the seats: views, no copies."""
        rows = observations[..., self.table_size :]
        return observations[..., : self.table_size], rows.reshape(*rows.shape[:-1], self.players, self.seat_size)


def named(game: str) -> Named:
    """Find what a game says of its numbers."""
    if not has_room(ROOM, game):
        raise SetupError(f"there are no environments of {describe(game).title}: it has no {ROOM.format(game=game)}")
    found: Any = import_module(ROOM.format(game=game))
    return found  # type: ignore[no-any-return]


def first_chance(game: str) -> int:
    """Count the actions that a seat can choose: those of chance follow behind them."""
    return named(game).FIRST_CHANCE


@cache
def compact_layout(game: str, players: int) -> Layout:
    """Say what the numbers of `compact` are."""
    table, seat = named(game).COMPACT
    return Layout("compact", named(game).COMPACT_VERSION, tuple(table), tuple(seat), players)


@cache
def network_layout(game: str, players: int) -> Layout:
    """Say what the numbers of `network` are."""
    table, seat = named(game).NETWORK
    return Layout("network", named(game).NETWORK_VERSION, tuple(table), tuple(seat), players)


@cache
def raw_layout(game: str, players: int) -> Layout:
    """Say what the numbers of `raw` are: the fields of the record, in its order."""
    groups = []
    for name, dtype, _ in _fields(game):
        meaning, axes = named(game).RAW[name]
        info = np.iinfo(np.uint8 if dtype.base.itemsize == OF_MASK else dtype.base)
        groups.append(Group(name, meaning, tuple(_labels(axes)), float(info.min), float(info.max)))
    return Layout("raw", 1, tuple(groups), (), players)


def layout_of(observation: str, game: str, players: int) -> Layout | None:
    """Find what the numbers of an observation are; None where nothing is observed."""
    made = {"raw": raw_layout, "compact": compact_layout, "network": network_layout}
    if observation not in ["none", *made]:
        raise SetupError(f"observation is {observation!r}: expected one of none, {', '.join(made)}")
    return None if observation == "none" else made[observation](game, players)


#: A field with so many bytes a number is a mask, and its bytes are numbers of their own: as many as have labels.
OF_MASK: Final = 8


@cache
def raw_plan(game: str) -> NDArray[np.int64]:
    """Say where each number of `raw` lies in a record, how many bytes it has, and whether it can be negative."""
    rows: list[tuple[int, int, int]] = []
    for name, dtype, place in _fields(game):
        size, count = dtype.base.itemsize, prod(dtype.shape)
        if size == OF_MASK:
            parts = len(named(game).RAW[name][1][-1])
            rows += [(place + size * number + part, 1, 0) for number in range(count) for part in range(parts)]
        else:
            rows += [(place + size * number, size, int(dtype.base.kind == "i")) for number in range(count)]
    return np.array(rows, np.int64)


def _fields(game: str) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """List the fields of a record: name, type and place; gaps are none."""
    for name, (dtype, place, *_) in (find_game(game).dtype.fields or {}).items():
        if not name.startswith("gap_"):
            yield name, dtype, place


def _labels(axes: Sequence[Sequence[str]]) -> list[str]:
    """Combine the labels of all axes: the last one changes fastest."""
    labels = [""]
    for axis in axes:
        labels = [f"{label}.{one}" if label else one for label in labels for one in axis]
    return labels
