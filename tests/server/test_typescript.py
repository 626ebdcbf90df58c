"""The client's types are the server's."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from heliopolis import Match
from heliopolis.games import NAMES
from heliopolis.server import typescript
from heliopolis.server.messages import View
from heliopolis.server.views import view_of

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_made_from_the_messages() -> None:
    made = (ROOT / typescript.PLACE).read_text(encoding="utf-8")
    assert made == typescript.write(), "run: python -m heliopolis.server.typescript"


def test_a_list_of_messages_to_choose_from_is_spoken_of_by_its_name() -> None:
    made = typescript.write()
    assert "export type View = RaView | DiceView;" in made
    assert "view: View | null;" in made


@pytest.mark.parametrize("game", NAMES)
def test_boards_and_views_are_as_they_are_described(game: str) -> None:
    numbers = random.Random(9)
    for players in (2, 3, 4):
        match = Match(game, ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players])
        while match.seat is not None:
            match.play(numbers.choice(match.moves()))
            view = view_of(match, match.seat)
            # Nothing of what lies on the table is left out of what is sent, and nothing else is in it.
            assert msgspec.to_builtins(view.board) == match.game.words.board(match.state, match.edition)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
