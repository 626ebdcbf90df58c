"""D1 to D5: the board and how it starts."""

from __future__ import annotations

import pytest

from heliopolis import Match, SetupError
from heliopolis.games import find_game
from tests.dice.model import Mat
from tests.dice.positions import NAMES, board, cells, mat, play, position

GAME = find_game("dice")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d1_the_first_player_starts_with_10_points_and_each_next_one_with_one_more(players: int) -> None:
    for first in range(players):
        match = Match("dice", NAMES[:players], start=first, draws="table")
        assert match.seat == first
        points = [match.scores[(first + step) % players] for step in range(players)]
        assert points == [10, 11, 12, 13][:players]


def test_d1_who_begins_is_drawn_from_all_players() -> None:
    first = {Match("dice", NAMES, seed=seed, draws="table").seat for seed in range(40)}
    assert first == {0, 1, 2, 3}
    assert len(GAME.prepare(4, None, {}).openings) == 4


def test_d1_who_begins_is_named_as_a_seat_or_as_in_the_record() -> None:
    match = Match("dice", NAMES, start=2, draws="table")
    assert match.deal == "3"
    assert Match("dice", NAMES, start="3", draws="table").seat == 2
    for wrong in (4, -1, "0", "5", "north", True, None, [0]):
        if wrong is not None:
            with pytest.raises(SetupError, match="expected '1' to '4'"):
                Match("dice", NAMES, start=wrong, draws="table")


def test_d2_both_tracks_start_at_0() -> None:
    match = position()
    assert all(mat(match, seat).pharaoh == mat(match, seat).nile == mat(match, seat).floods == 0 for seat in range(3))


def test_d2_both_tracks_end_at_12() -> None:
    match = position(dice="Pharaoh Pharaoh Nile Nile Ankh", mats={0: Mat(pharaoh=11, nile=12)})
    assert match.moves() == ["pharaoh 1", "flood", "end"]
    match.play("pharaoh 1")
    assert mat(match).pharaoh == 12


def test_d2_the_value_of_a_nile_space_is_its_number() -> None:
    assert position(mats={0: Mat(nile=7, floods=1)}).preview(0)["nile"] == 7


def test_d3_a_player_has_one_marker_a_civilization_space() -> None:
    match = position(
        dice="Civilization Civilization Civilization Sun Sun", mats={0: Mat(civilization=frozenset(["red"]))}
    )
    assert match.moves() == ["civilization yellow", "civilization blue", "end"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d3_a_civilization_space_holds_one_marker_less_than_there_are_players(players: int) -> None:
    red = Mat(civilization=frozenset(["red"]))
    dice = "Sun Civilization Ankh Ankh Sun"
    full = position(players, dice, mats=dict.fromkeys(range(1, players), red))
    assert full.moves() == ["ankhs", "end"]
    room = position(players, dice, mats=dict.fromkeys(range(2, players), red))
    assert room.moves() == ["civilization red", "ankhs", "end"]


def test_d4_the_monument_area_has_8_columns_and_5_rows() -> None:
    grid = board(position())["monuments"]
    assert len(grid) == 8
    assert {tuple(column) for column in grid.values()} == {("yellow", "red", "blue", "green", "violet")}
    moves = position(dice="Monument Monument Monument Monument Monument").moves()
    assert len([move for move in moves if move.startswith("monument")]) == 40


def test_d4_a_cell_holds_one_marker() -> None:
    match = position(dice="Sun Monument Sun Sun Nile", mats={1: Mat(monuments=cells("Temple red", "Palace red"))})
    assert "monument Temple red" not in match.moves()
    play(match, "monument Obelisk red")
    assert board(match)["monuments"]["Obelisk"]["red"] == 0
    assert board(match)["monuments"]["Temple"]["red"] == 1
    taken = position(dice="Sun Monument Sun Sun Nile", mats={0: Mat(monuments=cells("Temple red"))})
    assert "monument Temple red" not in taken.moves()


@pytest.mark.parametrize(("players", "spaces"), [(2, 8), (3, 11), (4, 14)])
def test_d5_the_sun_track_is_as_long_as_the_number_of_players_asks(players: int, spaces: int) -> None:
    assert board(position(players))["sun_track"] == spaces
    assert board(position(players, sun_track="default"))["sun_track"] == spaces
    assert board(position(players, sun_track="20"))["sun_track"] == 20
    assert position(players, sun_track=20).settings == {"sun-track": "20"}


def test_d5_a_sun_track_without_an_end_is_refused() -> None:
    for wrong in ("0", "31", "long"):
        with pytest.raises(SetupError, match="sun-track"):
            position(sun_track=wrong)


def test_2_to_4_play() -> None:
    for players in (1, 5):
        with pytest.raises(SetupError, match=f"takes 2 to 4 players, not {players}"):
            Match("dice", [f"player {number}" for number in range(players)])
    with pytest.raises(SetupError, match="choose one of rulebook"):
        Match("dice", NAMES, edition="z-man")
