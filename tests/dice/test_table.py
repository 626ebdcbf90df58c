"""The dice game at a table: matches, records, what is shown, and what can be taken back."""

from __future__ import annotations

import datetime
import json
import random
import re
from typing import Any

import pytest

from heliopolis import Match, MoveError, RecordError, UndoError
from tests.dice.model import Mat
from tests.dice.positions import NAMES, board, cells, mat, play, position

DATE = datetime.date(2026, 11, 15)
ROLL = "roll yellow:Sun red:Nile blue:Monument green:Pharaoh violet:Ankh"
BY_FATE = re.compile("expected '(roll [^']+)'")


def sealed_match(players: int, **options: Any) -> Match:
    """Set up a match whose dice follow from the seed."""
    return Match("dice", NAMES[:players], **{"seed": 5, "date": DATE, **options})


def play_on(match: Match, numbers: random.Random, lines: int = 10_000) -> Match:
    """Play at random until the record has so many lines, or the match is over."""
    while match.seat is not None and len(match) < lines:
        match.play(numbers.choice(match.moves()))
    return match


# ---- records ----


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sealed_match_and_its_record_are_the_same_thing(players: int) -> None:
    match = play_on(sealed_match(players, nile_disaster="published"), random.Random(players))
    assert match.result is not None
    record = match.record()
    again = Match.read(record)
    assert again.record() == record
    assert again.state.tobytes() == match.state.tobytes()
    assert again.result == match.result
    assert f"start: {match.deal}\n" in record
    assert "nile-disaster: published\n" in record
    forged = re.sub(
        "(?<=roll yellow:)[A-Z][a-z]+", lambda face: "Nile" if face[0] != "Nile" else "Sun", record, count=1
    )
    with pytest.raises(RecordError, match="is not what the seed gives"):
        Match.read(forged)


def test_a_match_that_goes_on_is_read_and_played_on() -> None:
    match = play_on(sealed_match(3), random.Random(1), lines=40)
    again = Match.read(match.record(), seed=5)
    numbers = [random.Random(2), random.Random(2)]
    assert play_on(match, numbers[0]).record() == play_on(again, numbers[1]).record()


def test_a_roll_is_one_line_of_the_player_who_rolls() -> None:
    match = play(position(), ROLL, "reroll red blue", "roll red:Sun blue:Nile", "keep", "nile 2", "end")
    rolls = [(line.seat, line.is_chance, len(line.moves), word) for line, word, _ in match.log()]
    assert rolls[0] == (0, True, 5, ROLL)
    assert rolls[2] == (0, True, 2, "roll red:Sun blue:Nile")
    assert [chance for _, chance, _, _ in rolls] == [True, False, True, False, False, False]
    lines = match.record().splitlines()
    assert lines[-2:] == ["6. north: end", "# Ra moves 2 to 2 of 11"]


# ---- people with real dice ----


def test_people_name_what_they_rolled_in_any_order_and_spelling() -> None:
    match = position()
    match.play("roll  violet:ANKH green: Pharaoh blue :Monument RED:nile yellow:sun")
    assert board(match)["dice"] == {
        "yellow": "Sun",
        "red": "Nile",
        "blue": "Monument",
        "green": "Pharaoh",
        "violet": "Ankh",
    }
    match.play("reroll VIOLET red")
    for wrong in ("roll red:Nile", "roll red:Nile blue:Nile", "roll red:Nile violet:Nile blue:Sun", "roll", "keep"):
        with pytest.raises(MoveError):
            match.play(wrong)
    match.play("roll violet:Sun red:Ankh")
    assert board(match)["suns"] == ["yellow", "violet"]


def test_sealed_dice_cannot_be_named() -> None:
    match = sealed_match(2)
    assert not match.is_chance
    with pytest.raises(MoveError):
        match.play(ROLL)


# ---- taking back ----


def test_what_was_rolled_cannot_be_taken_back_but_what_was_done_with_it_can() -> None:
    match = play(position(), ROLL)
    with pytest.raises(UndoError, match="revealed"):
        match.undo()
    play(match, "keep", "pharaoh 2", "nile 1")
    before = len(match)
    match.undo(seat=0)
    match.undo(seat=0)
    match.undo(seat=0)
    assert len(match) == before - 3
    assert board(match)["phase"] == "rerolling"
    play(match, "reroll red", "roll red:Sun")
    with pytest.raises(UndoError, match="revealed"):
        match.undo(seat=0)


def test_the_end_of_a_turn_can_be_taken_back_until_the_next_player_has_rolled() -> None:
    match = play(position(), ROLL, "keep", "end")
    with pytest.raises(UndoError, match="made by north"):
        match.undo(seat=1)
    match.undo(seat=0)
    assert match.seat == 0
    sealed = sealed_match(2)
    while sealed.seat == (first := sealed.seat) and "end" not in sealed.moves():
        sealed.play("keep")
    sealed.play("end")
    assert sealed.seat != first
    with pytest.raises(UndoError, match="revealed"):
        sealed.undo(seat=first)


# ---- what is shown ----


def test_the_view_shows_the_whole_board_as_plain_data() -> None:
    mats = {
        0: Mat(3, 4, 2, frozenset(["red", "blue"]), cells("Temple red", "Step Pyramid green"), 12),
        1: Mat(0, 12, 0, frozenset(["red"]), cells("Temple blue"), 30),
    }
    match = position(dice="Sun Nile Ankh Sun Monument", rerolls=1, ra=5, epoch=2, mats=mats)
    view = match.view(0)
    assert json.loads(json.dumps(view.data())) == view
    seen = view["board"]
    assert seen["seats"][0] == {
        "pharaoh": 3,
        "nile": 4,
        "floods": 2,
        "civilization": ["red", "blue"],
        "monuments": ["Temple red", "Step Pyramid green"],
    }
    assert seen["monuments"]["Temple"] == {"yellow": None, "red": 0, "blue": 1, "green": None, "violet": None}
    assert (seen["epoch"], seen["ra"], seen["sun_track"], seen["rerolls"]) == (2, 5, 11, 1)
    assert seen["suns"] == ["yellow", "green"]
    assert seen["dice"]["violet"] == "Monument"
    assert seen["civilization_limit"] == 2
    assert view["points"] == [12, 30, 12]  # D1: on a track of the board
    assert len(view["moves"]) == 8


def test_the_first_roll_follows_by_itself_and_nobody_can_name_a_sealed_one() -> None:
    match = sealed_match(3)
    assert len(match) == 1
    assert match.moves()[0] == "keep"
    before = match.at(0)
    rolled = next(word for _, word, _ in match.log())
    wished = "roll yellow:Ankh red:Ankh blue:Ankh green:Ankh violet:Ankh"
    with pytest.raises(MoveError, match="is not what the seed gives"):
        before.play(wished)
    before.play(rolled)
    assert before.record() == match.record()


def test_the_text_shows_the_whole_board() -> None:
    mats = {
        0: Mat(3, 4, 2, frozenset(["red", "blue"]), cells("Temple red", "Step Pyramid green"), 12),
        1: Mat(3, 12, 0, frozenset(["red"]), cells("Temple blue"), 30),
    }
    match = position(dice="Sun Nile Ankh Sun Monument", rerolls=1, ra=9, epoch=2, mats=mats, scores="open")
    assert match.text() == TEXT


TEXT = """\
Ra: The Dice Game   epoch 2 of 3
Sun track   · · · · · · · · · Ra yellow green |   9 of 11
Dice        yellow Sun   red Nile   blue Ankh   green Sun   violet Monument   rerolls left: 1

            0  1  2  3    4    5  6  7  8  9  10  11  12
Pharaoh     3  ·  ·  1+2  ·    ·  ·  ·  ·  ·  ·   ·   ·
Nile        3  ·  ·  ·    1~~  ·  ·  ·  ·  ·  ·   ·   2

            Civilization  Fortress  Obelisk  Palace  Pyramid  Sphinx  Statues  Step Pyramid  Temple
yellow      · · ·         ·         ·        ·       ·        ·       ·        ·             ·
red         1 2 ·         ·         ·        ·       ·        ·       ·        ·             1
blue        1 · ·         ·         ·        ·       ·        ·       ·        ·             2
green       · · ·         ·         ·        ·       ·        ·       ·        1             ·
violet      · · ·         ·         ·        ·       ·        ·       ·        ·             ·

▸ 1 north   12 points  Pharaoh 3  Nile 4, 2 floods  civilization 2  monuments 2
  2 east    30 points  Pharaoh 3  Nile 12, no floods  civilization 1  monuments 1
  3 south   12 points  Pharaoh 0  Nile 0, no floods  civilization 0  monuments 0"""


def test_the_story_tells_what_followed_by_itself() -> None:
    mats = {
        1: Mat(1, 5, 1, frozenset(["red"]), cells("Temple red"), 11),
        2: Mat(4, 5, 3, frozenset(["red", "blue"]), cells("Temple blue", "Palace red", "Sphinx red"), 12),
    }

    def told(*moves: str, dice: str = "Sun Sun Sun Sun Nile", ra: int = 0) -> list[str]:
        match = position(dice=dice, ra=ra, mats=mats)
        before = match.state.copy()
        play(match, *moves[:-1])
        before = match.state.copy()
        (move,) = match.game.words.moves(moves[-1], match.edition)
        words = match.game.words
        return [words.tell(event, match.players, match.edition) for event in words.story(before, move)]

    assert told("nile 1") == []
    assert told("end", dice="Sun Sun Nile Nile Nile") == ["Ra moves 2 to 2 of 11"]
    assert told("end", dice="Sun Sun Sun Nile Nile") == ["north scores 3 for 3 Suns"]
    assert told("end", dice="Nile Nile Nile Nile Nile") == []
    assert told("end", "disaster pharaoh") == [
        "east moves 1 back on the Pharaoh track",
        "south moves 2 back on the Pharaoh track",
    ]
    assert told("end", "disaster nile") == ["east moves 2 back on the Nile track", "south loses a flood marker"]
    assert told("end", "disaster civilization") == [
        "east loses civilization red",
        "south loses civilization red",
        "south loses civilization blue",
    ]
    assert told("end", "disaster monument") == ["east loses monument Temple red"]
    assert told("end", "disaster monument", "discard monument Palace red") == []
    assert told("end", "disaster none") == []
    assert told("end", dice="Sun Sun Nile Nile Nile", ra=10) == [
        "Ra moves 1 to 11 of 11",
        "epoch 1 ends: Ra is at the end of the Sun track",
        "north scores -7",
        "east scores +5",
        "south scores +10",
    ]


def test_a_story_of_a_whole_game_never_contradicts_it() -> None:
    match = play_on(sealed_match(4), random.Random(7))
    told = [text for _, _, happened in match.log() for text in happened]
    assert sum(text.startswith("epoch") for text in told) == 3
    assert mat(match).points == match.scores[0]
