"""Any game in the terminal that has no face of its own: its table as text, its moves by number."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from heliopolis.errors import SetupError
from heliopolis.facts.views import Sheet
from heliopolis.games.contract import Setup
from heliopolis.table.match import Match
from heliopolis.terminal.face import Face

#: So many outcomes of chance are numbered; more have to be typed.
FEW: Final = 20


class _Plain:
    meanings: Mapping[str, str] = {}
    signs: Sequence[str] = ()
    tie_break: str | None = None

    @staticmethod
    def later(match: Match) -> Collection[str]:
        return ()

    @staticmethod
    def draw(match: Match, seat: int | None) -> Iterator[RenderableType]:
        yield Text(match.text(seat))

    @staticmethod
    def sentences(match: Match, seat: int | None) -> Iterator[str]:
        yield from match.text(seat).splitlines()

    @staticmethod
    def act(match: Match, place: int) -> str:
        return match.game.words.shown(match.lines[place].moves, match.edition)

    @staticmethod
    def question(match: Match) -> str:
        return "What came of it?" if match.is_chance else ""

    @staticmethod
    def listed(match: Match) -> list[tuple[str, str]]:
        moves = match.moves()
        if match.is_chance and len(moves) > FEW:
            return []
        return [(str(number), move) for number, move in enumerate(moves, 1)]

    @staticmethod
    def short(match: Match, answer: str) -> list[str] | None:
        return None

    @staticmethod
    def marks(board: Any) -> dict[str, object]:
        return {}

    @staticmethod
    def position(setup: Setup, epoch: int, players: Mapping[str, Sequence[str]]) -> Any:
        raise SetupError(
            "what players have at the end of an epoch cannot be typed in this game: it has no folder in "
            "heliopolis/terminal"
        )

    @staticmethod
    def tell(sheet: Sheet, why: Any, names: Sequence[str], edition: Any) -> dict[str, str]:
        return {}


FACE: Final[Face] = _Plain()
