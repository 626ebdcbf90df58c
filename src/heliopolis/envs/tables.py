"""The tables of all numbers and actions in docs/observations.md: python -m heliopolis.envs.tables writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from heliopolis.games import NAMES, find_game
from heliopolis.games.contract import Game
from heliopolis.observations.layouts import (
    Group,
    Layout,
    compact_layout,
    first_chance,
    named,
    network_layout,
    raw_layout,
)

PAGE: Final = Path(__file__).parents[3] / "docs" / "observations.md"
#: The tables are those of a table of so many.
PLAYERS: Final = 4

HEAD: Final = """\
# Observations and actions

Every number that an environment shows, and every action, as [environments.md](environments.md) uses them. This page is
generated from the code (`python -m heliopolis.envs.tables`), and a test compares the two.

An observation is a row of 32-bit floats. Its layout has a version. A new version of Heliopolis may add a layout with a
new version, but never changes one. `batch.layout` says the same in Python: `names()`, `bounds()`, and `split()`, which
cuts an observation into the numbers of the table and a row for each seat.

- **raw** is the record of the state, number by number, with seats as they sit at the table. Masks are whole numbers.
- **compact** and **network** show the table, then a row for the seat that looks, then one for each of the others,
  clockwise. `compact` has no opinion. `network` is what the networks of the house see, with thoughts of `greedy`.

A column of labels lists what each number of a group stands for, in order. The numbers of a group begin at the place
that is named. In tables of seats, places are counted within a row.
"""


def page() -> str:
    """Write the whole page."""
    return "\n".join([HEAD, *(line for name in NAMES for line in _game(find_game(name)))]) + "\n"


def _game(game: Game) -> Iterator[str]:
    yield f"\n## {game.title}\n"
    for layout in (
        raw_layout(game.name, PLAYERS),
        compact_layout(game.name, PLAYERS),
        network_layout(game.name, PLAYERS),
    ):
        yield f"### {game.title}: {layout.name}, version {layout.version}\n"
        yield f"{_size(layout)}\n"
        yield from _groups("the table" if layout.seat else "the record", layout.table)
        if layout.seat:
            yield from _groups("a seat", layout.seat)
    yield f"### {game.title}: actions\n"
    first = first_chance(game.name)
    yield (
        f'The {first} actions of a seat. Where the caller decides what chance does (`chance="given"`), there are '
        f"{game.actions}.\n"
    )
    yield "| action | what |\n|---|---|"
    yield from _actions(game)
    yield ""


def _size(layout: Layout) -> str:
    if not layout.seat:
        return f"{layout.size} numbers."
    return (
        f"{layout.table_size} numbers of the table and {layout.seat_size} of each seat: {layout.size} with "
        f"{layout.players} players."
    )


def _groups(whose: str, groups: Sequence[Group]) -> Iterator[str]:
    yield f"| {whose} | from | numbers | between | what | labels |\n|---|---|---|---|---|---|"
    place = 0
    for group in groups:
        count = len(group.labels)
        labels = ", ".join(filter(None, group.labels))
        yield f"| {group.name} | {place} | {count} | {group.low:g} and {group.high:g} | {group.meaning} | {labels} |"
        place += count
    yield ""


def _actions(game: Game) -> Iterator[str]:
    for used, actions in groupby(range(game.actions), lambda action: word(game, action) is not None):
        for action in actions if used else ():
            chance = " (chance)" if action >= named(game.name).FIRST_CHANCE else ""
            yield f"| {action} | {word(game, action)}{chance} |"


def word(game: Game, action: int) -> str | None:
    """Say an action in the words of the record; None where a number is no move."""
    try:
        return game.words.word([action])
    except KeyError:
        return None


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
