"""What a game looks like in the terminal, and how people type its moves: each game has a folder here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol

from rich.console import RenderableType

from heliopolis.facts.views import Sheet
from heliopolis.games.about import has_room
from heliopolis.games.contract import Game, Setup
from heliopolis.table.match import Match

#: Where a game has its face.
ROOM: Final = "heliopolis.terminal.{game}"


class Face(Protocol):
    """One game at the terminal (the folder of its name here)."""

    meanings: Mapping[str, str]
    """What each kind of move means, by its first word."""
    signs: Sequence[str]
    """What the signs and the columns of the drawing mean, a line each."""
    tie_break: str | None
    """How it is decided who wins among those with the same points; None where they share the win."""

    def later(self, match: Match) -> Collection[str]:
        """Name the categories in which a lot brings something only at the end of the game."""

    def draw(self, match: Match, seat: int | None) -> Iterator[RenderableType]:
        """Draw the table as a seat, or a spectator, may see it."""

    def sentences(self, match: Match, seat: int | None) -> Iterator[str]:
        """Say what lies on the table, in reading order and a fact a line, for whoever has it read aloud."""

    def act(self, match: Match, place: int) -> str:
        """Say what was done in a line of the match, after the name of who did it: "bids 9"."""

    def question(self, match: Match) -> str:
        """Say what is asked for now, and how it can be typed where that is not plain."""

    def listed(self, match: Match) -> list[tuple[str, str]]:
        """List the moves worth listing, each with the key that means it; what is left out, `question` tells."""

    def short(self, match: Match, answer: str) -> list[str] | None:
        """Understand the game's own short forms: the lines they mean; None where it is none of them."""

    def marks(self, board: Any) -> dict[str, object]:
        """Name what a replay can jump to: it jumps where one of these changes to something that is there."""

    def position(self, setup: Setup, epoch: int, players: Mapping[str, Sequence[str]]) -> Any:
        """Put on the table what players say they have at the end of an epoch; raise SetupError."""

    def tell(self, sheet: Sheet, why: Any, names: Sequence[str], edition: Any) -> dict[str, str]:
        """Say why each number of a seat's score sheet is what it is, by category: the game's reasons, in words."""


def face_of(game: Game) -> Face:
    """Find the face of a game: its own, or a plain one."""
    name = game.name if has_room(ROOM, game.name) else "plain"
    face: Face = import_module(ROOM.format(game=name)).FACE
    return face
