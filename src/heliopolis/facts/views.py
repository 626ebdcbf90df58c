"""What can be seen of a match, as typed values. Each game adds its own board and view.

view.board.centre_sun       # as an attribute
view["board"]["centre_sun"] # or by name, as in plain data
view.data()                 # as plain data: dictionaries, lists, numbers and texts
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import to_builtins

from heliopolis.facts import Fact

Draws = Literal["sealed", "table"]
Scores = Literal["hidden", "open"]

#: Points by category, in the order of the score sheet.
Sheet = dict[str, int]


class Seen(Fact, frozen=True):  # noqa: PLW1641 (what holds lists has no hash)
    """Something that can be seen. It can be read by name, too, and compared, like the plain data that it becomes."""

    def __getitem__(self, name: str) -> Any:
        if name in self.__struct_fields__:
            return getattr(self, name)
        raise KeyError(f"{type(self).__name__} has no {name!r}: it has {', '.join(self)}")

    def __eq__(self, other: object) -> bool:
        return self.data() == other if isinstance(other, dict) else super().__eq__(other)

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def keys(self) -> tuple[str, ...]:
        """List the names of what is in it."""
        return self.__struct_fields__

    def items(self) -> Iterator[tuple[str, Any]]:
        """List what is in it, by name."""
        return ((name, self[name]) for name in self.keys())

    def get(self, name: str, default: Any = None) -> Any:
        """Find something by name, or say what to take instead."""
        return self[name] if name in self.keys() else default

    def data(self) -> dict[str, Any]:
        """Give it as plain data, which can be changed and written as JSON."""
        plain: dict[str, Any] = to_builtins(self)
        return plain


class Result(Seen, frozen=True):
    """How a match ended."""

    scores: list[int]
    winners: list[int]

    @property
    def winner(self) -> int | None:
        """The seat that won, or None when several share the win."""
        return self.winners[0] if len(self.winners) == 1 else None


class Board(Seen, frozen=True):
    """Everything that lies open on a table. Points are not part of it."""


class View(Seen, frozen=True, tag_field="game"):
    """What a seat may see, whichever game it is; a spectator is a viewer without a seat."""

    edition: str
    settings: dict[str, str]
    players: list[str]
    draws: Draws
    scores: Scores
    viewer: int | None
    lines: int
    """How many lines the record has."""
    to_act: int | None
    """Whose move it is; while something is drawn by people, who draws; null when the match is over."""
    awaits: Literal["move", "chance"] | None
    moves: list[str]
    """What the viewer can do now, in the words of the record."""
    shown: dict[str, str]
    """The edition's own words for `moves`, where they are not those of the record."""
    points: list[int | None]
    """By seat; null where the viewer may not know."""
    totals: list[list[int | None]]
    """The points after each finished epoch: epoch, seat; null where they are not known, as in `points`."""
    breakdown: list[list[Sheet]]
    """The score sheets of finished epochs: epoch, seat, category."""
    preview: list[Sheet] | None
    """What each seat would score, by category, if the epoch ended now; null when the match is over."""
    result: Result | None
    board: Board

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.__struct_config__.tag)

    def __getitem__(self, name: str) -> Any:
        return self.game if name == "game" else super().__getitem__(name)

    def keys(self) -> tuple[str, ...]:
        """List the names of what is in it."""
        return ("game", *self.__struct_fields__)
