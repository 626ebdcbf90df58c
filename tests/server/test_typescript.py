"""The client's types are the server's."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from heliopolis import Match
from heliopolis.games import NAMES
from heliopolis.server import typescript
from heliopolis.server.lines import log_of
from heliopolis.server.messages.replays import LogLine, View

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_made_from_the_messages() -> None:
    made = (ROOT / typescript.PLACE).read_text(encoding="utf-8")
    assert made == typescript.write(), "run: python -m heliopolis.server.typescript"


def test_a_list_of_messages_to_choose_from_is_spoken_of_by_its_name() -> None:
    made = typescript.write()
    assert "export type View = RaView | DiceView;" in made
    assert "view: View | null;" in made


@pytest.mark.parametrize("game", NAMES)
def test_views_and_lines_are_sent_as_they_are_described(game: str) -> None:
    numbers = random.Random(9)
    for players in (2, 3, 4):
        match = Match(game, ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players])
        while match.seat is not None:
            before = match.copy()
            match.play(numbers.choice(match.moves()))
            view = match.view(match.seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            for line in log_of(match, before):
                assert msgspec.json.decode(msgspec.json.encode(line), type=LogLine) == line
