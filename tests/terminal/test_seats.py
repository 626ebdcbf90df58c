"""Who sits where: names and bots."""

from __future__ import annotations

import pytest

from heliopolis.games import find_game
from heliopolis.terminal.seats import introduce, is_bot, seat_names, usual_seats
from tests.terminal.typist import invoking, run


@pytest.mark.parametrize(
    ("seats", "names", "bots"),
    [
        ("Ann,Ben", ["Ann", "Ben"], [False, False]),
        (" Ann , random ", ["Ann", "random"], [False, True]),
        ("you,random,random", ["you", "random 1", "random 2"], [False, True, True]),
        ("randomly,random", ["randomly", "random"], [False, True]),
    ],
)
def test_seats_are_names_and_bots(seats: str, names: list[str], bots: list[bool]) -> None:
    assert seat_names(seats) == names
    assert [is_bot(name) for name in names] == bots


def test_a_person_may_be_called_like_a_bot() -> None:
    match = invoking("random walker", "east", "south")
    assert len(run(match, "quit").prompts) == 1
    assert len(match) == 0


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_the_usual_opponents_suit_a_first_game(game: str) -> None:
    assert usual_seats(find_game(game)) == "you,apprentice,scribe,priest"
    said = introduce(["you", "apprentice", "scribe", "priest"])
    assert all(name in said for name in ("apprentice", "scribe", "priest"))
    assert "\n" not in said
