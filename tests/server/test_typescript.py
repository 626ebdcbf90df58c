"""The client's types are the server's."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from heliopolis import Match
from heliopolis.games import NAMES
from heliopolis.server import typescript
from heliopolis.server.boards import BOARDS
from heliopolis.server.messages import View
from heliopolis.server.views import view_of

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_made_from_the_messages() -> None:
    made = (ROOT / typescript.PLACE).read_text(encoding="utf-8")
    assert made == typescript.write(), "run: python -m heliopolis.server.typescript"


@pytest.mark.parametrize("game", [name for name in NAMES if name in BOARDS])
def test_boards_and_views_are_as_they_are_described(game: str) -> None:
    numbers = random.Random(9)
    described = msgspec.defstruct("Described", [], bases=(BOARDS[game],), forbid_unknown_fields=True)
    for players in (2, 3, 4):
        match = Match(game, ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players])
        while match.seat is not None:
            match.play(numbers.choice(match.moves()))
            view = view_of(match, match.seat)
            msgspec.convert(view.board, described)
            again = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert again == view
