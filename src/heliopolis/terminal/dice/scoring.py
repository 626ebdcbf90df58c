"""Markers that people lay out to be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heliopolis.errors import MoveError, SetupError, quoted
from heliopolis.games.contract import Setup
from heliopolis.games.dice.components import COLOURS, COLUMN_NAMES, COLUMNS, TRACK_END
from heliopolis.terminal.answers import understand
from heliopolis.terminal.dice.typing import named
from heliopolis.terminal.reasons import read_number, read_points

EXAMPLE = "'pharaoh 7, nile 5, 1 flood, civilization red blue green, monument Temple red blue'"
MOST_FLOODS = 99
VERBS = [
    (word, verb) for verb in ("pharaoh", "nile", "flood", "civilization", "monument") for word in (verb, f"{verb}s")
]

#: So many words has the longest name of a column.
LONGEST_COLUMN = max(len(name.split()) for name in COLUMN_NAMES)


def position(setup: Setup, epoch: int, players: Mapping[str, Sequence[str]]) -> Any:
    """Lay out markers: "pharaoh 7", "nile 5", "2 floods", "civilization red blue", "monument Temple red"."""
    state = setup.openings[0].copy()
    state.epoch = epoch
    for seat, (name, items) in enumerate(players.items()):
        for item in items:
            try:
                _add(state, seat, name, item)
            except MoveError as error:
                raise SetupError(f"{name}: {error}") from error
    for place, colour in enumerate(COLOURS):
        there = sum(int(mask) >> place & 1 for mask in state.civilization[: state.seats])
        if there > state.seats - 1:
            raise SetupError(f"civilization {colour} has {there} markers, expected at most {state.seats - 1} (D3)")
    return state


def _add(state: Any, seat: int, name: str, item: str) -> None:
    words = item.lower().split()
    points = read_points(item)
    verb = understand(next((word for word in words if not word.isdigit()), ""), VERBS)
    numbers = [number for number in map(read_number, words) if number is not None]
    rest = words[1:]
    if points is not None:
        state.points[seat] = points
    elif verb in ("pharaoh", "nile") and len(words) == 2 and numbers and numbers[0] <= TRACK_END:  # noqa: PLR2004
        getattr(state, verb)[seat] = numbers[0]
    elif verb == "flood" and len(words) - len(numbers) == 1 and all(n <= MOST_FLOODS for n in numbers[:1]):
        state.floods[seat] = numbers[0] if numbers else 1
    elif verb == "civilization" and rest and (spaces := named(rest, COLOURS)) is not None:
        state.civilization[seat] |= sum(1 << COLOURS.index(colour) for colour in spaces)
    elif verb == "monument" and len(rest) > 1:
        _build(state, seat, name, item, rest)
    else:
        raise SetupError(f"{name}: {quoted(item)} is not understood, expected something like {EXAMPLE}")


def _build(state: Any, seat: int, name: str, item: str, words: list[str]) -> None:
    """Place markers of a column: its name, then the colours of the rows."""
    for size in range(1, min(LONGEST_COLUMN + 1, len(words))):
        column = understand(" ".join(words[:size]), [(column, column) for column in COLUMN_NAMES])
        rows = named(words[size:], COLOURS)
        if column is not None and rows is not None:
            break
    else:
        columns = ", ".join(COLUMN_NAMES)
        raise SetupError(f"{name}: {quoted(item)} is no monument, expected a column ({columns}) and colours of rows")
    for colour in rows:
        marker = 1 << COLUMNS * COLOURS.index(colour) + COLUMN_NAMES.index(column)
        if not int(state.empty) & marker:
            raise SetupError(f"{name}: there is a marker on {column} {colour} already, expected one a cell (D4)")
        state.empty ^= marker
        state.monuments[seat] |= marker
