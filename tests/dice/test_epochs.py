"""D15 to D21: the end of an epoch, scoring, and the end of the game."""

from __future__ import annotations

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.games import contract
from tests.dice.model import COLUMNS, Mat
from tests.dice.positions import board, cells, mat, play, position, state_of

LAST_SUN = "Sun Sun Nile Pharaoh Ankh"
ROLL = "roll yellow:Nile red:Nile blue:Nile green:Civilization violet:Sun"


def ended(mats: dict[int, Mat], players: int = 3, epoch: int = 1, turn: int = 0) -> Match:
    """Let a player bring Ra to the end of the Sun track."""
    match = position(players, LAST_SUN, turn=turn, epoch=epoch, mats=mats)
    state_of(match).ra = state_of(match).sun_track - 2
    return play(match, "end")


def test_d15_the_epoch_ends_when_ra_reaches_the_last_space() -> None:
    assert board(play(position(dice=LAST_SUN, ra=8), "end"))["epoch"] == 1
    assert board(play(position(dice=LAST_SUN, ra=9), "end"))["epoch"] == 2


def test_d15_the_epoch_ends_when_ra_passes_the_last_space() -> None:
    match = play(position(dice=LAST_SUN, ra=10), "end")
    assert board(match)["epoch"] == 2
    assert board(match)["epoch_ends"] == ["ra"]


def test_d15_the_current_player_finishes_the_turn_first() -> None:
    match = position(dice=LAST_SUN, ra=10)
    play(match, "nile 2", "pharaoh 1")
    assert board(match)["epoch"] == 1
    play(match, "end")
    assert match.breakdowns()[0][0]["pharaohs"] == 5


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([5, 3, 1, 4], [5, 0, -2, 0]),
        ([5, 5, 1, 1], [5, 5, -2, -2]),
        ([2, 2, 2, 2], [0, 0, 0, 0]),
        ([0, 0, 0, 1], [-2, -2, -2, 5]),
    ],
)
def test_d16_highest_pharaoh_5_lowest_minus_2(places: list[int], points: list[int]) -> None:
    match = position(4, mats={seat: Mat(place) for seat, place in enumerate(places)})
    assert [match.preview(seat)["pharaohs"] for seat in range(4)] == points


def test_d16_then_the_highest_move_2_back_and_the_lowest_1_forward() -> None:
    match = ended({0: Mat(7), 1: Mat(3), 2: Mat(4)})
    assert [mat(match, seat).pharaoh for seat in range(3)] == [5, 4, 4]
    low = ended({0: Mat(1), 1: Mat(0), 2: Mat(0)})
    assert [mat(low, seat).pharaoh for seat in range(3)] == [0, 1, 1]
    equal = ended({0: Mat(6), 1: Mat(6), 2: Mat(6)})
    assert [mat(equal, seat).pharaoh for seat in range(3)] == [6, 6, 6]


def test_d17_the_nile_scores_with_a_flood_marker_and_then_all_go() -> None:
    match = ended({0: Mat(nile=9, floods=3), 1: Mat(nile=12), 2: Mat(nile=4, floods=1)})
    assert [sheet["nile"] for sheet in match.breakdowns()[0]] == [9, 0, 4]
    assert [mat(match, seat).floods for seat in range(3)] == [0, 0, 0]
    assert [mat(match, seat).nile for seat in range(3)] == [9, 12, 4]


@pytest.mark.parametrize(("markers", "points"), [(0, -5), (1, 0), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_d18_civilization_scores_by_the_number_of_markers_and_then_all_go(markers: int, points: int) -> None:
    colours = frozenset(["yellow", "red", "blue", "green", "violet"][:markers])
    match = ended({1: Mat(civilization=colours)})
    assert match.breakdowns()[0][1]["civilization"] == points
    assert mat(match, 1).civilization == frozenset()


@pytest.mark.parametrize(("columns", "points"), [(0, 0), (1, 1), (5, 5), (6, 6), (7, 10), (8, 15)])
def test_d19_columns_with_a_marker_score(columns: int, points: int) -> None:
    markers = cells(*(f"{column} green" for column in COLUMNS[:columns]))
    assert position(epoch=3, mats={0: Mat(monuments=markers)}).preview(0)["monuments"] == points


@pytest.mark.parametrize(("rows", "points"), [(2, 1), (3, 6), (4, 11), (5, 16)])
def test_d19_columns_with_three_or_more_own_markers_score(rows: int, points: int) -> None:
    markers = cells(*(f"Sphinx {colour}" for colour in ["yellow", "red", "blue", "green", "violet"][:rows]))
    assert position(epoch=3, mats={0: Mat(monuments=markers)}).preview(0)["monuments"] == points


def test_d19_every_column_counts_for_itself_and_only_own_markers() -> None:
    own = cells("Temple red", "Temple blue", "Temple green", "Palace red", "Palace blue", "Palace green", "Sphinx red")
    other = cells("Sphinx blue", "Sphinx green", "Sphinx violet")
    match = position(epoch=3, mats={0: Mat(monuments=own), 1: Mat(monuments=other)})
    assert [match.preview(seat)["monuments"] for seat in (0, 1)] == [3 + 5 + 5, 1 + 5]


@pytest.mark.parametrize(("epoch", "points"), [(1, 0), (2, 0), (3, 2)])
def test_d19_monuments_score_only_after_the_third_epoch_and_stay_till_then(epoch: int, points: int) -> None:
    match = ended({0: Mat(monuments=cells("Temple red", "Sphinx blue"))}, epoch=epoch)
    assert state_of(match).sheets[epoch - 1][0][3] == points
    assert mat(match).monuments == cells("Temple red", "Sphinx blue")


def test_d20_ra_returns_and_the_next_player_begins_with_all_dice() -> None:
    match = ended({}, turn=1)
    assert board(match)["ra"] == 0
    assert match.seat == 2
    assert board(match)["rolling"] == ["yellow", "red", "blue", "green", "violet"]
    assert board(match)["rerolls"] == 2
    play(match, ROLL)


def test_d20_everything_else_stays() -> None:
    match = ended({0: Mat(7, 3), 1: Mat(3, 5), 2: Mat(4, 6)})
    assert [mat(match, seat).nile for seat in range(3)] == [3, 5, 6]


def test_d21_the_points_of_an_epoch_are_summed_first() -> None:
    """-2 and -5 alone would be below zero: with the Nile's 12 they are not."""
    match = ended({0: Mat(pharaoh=0, nile=12, floods=1, points=1), 1: Mat(5, points=11), 2: Mat(5, points=12)})
    assert match.scores[0] == 1 - 2 + 12 - 5


def test_d21_scores_never_go_below_zero() -> None:
    match = ended({0: Mat(points=3), 1: Mat(5, points=4), 2: Mat(5, points=1)})
    assert match.scores == [0, 4, 1]


def test_d21_most_points_after_the_third_epoch_win() -> None:
    match = ended({0: Mat(points=30), 1: Mat(points=40), 2: Mat(points=20)}, epoch=3)
    assert match.result is not None
    assert match.result.winner == 1
    assert match.seat is None
    assert match.moves() == []


def test_d21_a_tie_is_shared() -> None:
    match = ended({0: Mat(points=30), 1: Mat(points=20), 2: Mat(points=30)}, epoch=3)
    assert match.result is not None
    assert match.result.winner is None
    assert match.result.winners == [0, 2]
    shares = np.zeros(3)
    contract.returns(match.state, shares)
    assert shares.tolist() == [0.5, 0.0, 0.5]
