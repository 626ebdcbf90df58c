"""Who did what, as people say it."""

from __future__ import annotations

import random

import pytest

from heliopolis import Match
from heliopolis.terminal.face import face_of
from heliopolis.terminal.telling import is_told_next, who_did
from tests.conftest import DATE, SUNS, THREE


def lines(match: Match) -> list[str]:
    return [who_did(match, face_of(match.game), place).plain for place in range(len(match))]


def test_lines_of_ra_are_sentences() -> None:
    match = Match("ra", ["you", *THREE[1:]], suns=SUNS, draws="table", date=DATE)
    for word in ("draw", "tile Unrest", "invoke", "pass", "bid 13"):
        match.play(word)
    names = match.players
    assert lines(match)[:4] == ["you draw a tile", "you draw War", f"{names[1]} invokes Ra", f"{names[2]} passes"]
    assert lines(match)[4] == "you bid 13"
    alea = Match("ra", THREE, edition="alea", suns=SUNS, draws="table", date=DATE)
    alea.play("draw")
    assert lines(alea) == [f"{THREE[0]} turns over a tile"]


def test_lines_of_the_dice_game_are_sentences() -> None:
    match = Match("dice", ["Ann", "Ben"], start=0, draws="table", date=DATE)
    for word in (
        *("roll yellow:Nile red:Nile blue:Pharaoh green:Ankh violet:Monument", "reroll violet", "roll violet:Monument"),
        *("keep", "nile 2", "pharaoh 1", "end"),
    ):
        match.play(word)
    assert lines(match) == [
        "Ann rolls: yellow Nile, red Nile, blue Pharaoh, green Ankh, violet Monument",
        "Ann rolls violet again",
        "Ann rolls again: violet Monument",
        "Ann keeps the dice",
        "Ann moves 2 steps on the Nile track",
        "Ann moves 1 step on the Pharaoh track",
        "Ann ends the turn",
    ]
    told_next = [is_told_next(line, after) for line, after in zip(match.lines, [*match.lines[1:], None], strict=True)]
    assert told_next == [False, True, False, False, False, False, False]


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_every_line_of_a_match_can_be_told(game: str) -> None:
    match, numbers = Match(game, THREE, seed=3, date=DATE), random.Random(3)
    while match.seat is not None:
        match.play(numbers.choice(match.moves()))
    for line, said in zip(match.lines, lines(match), strict=True):
        assert said.startswith(f"{match.players[line.seat]} ")
        assert "None" not in said
        assert said == said.strip()
