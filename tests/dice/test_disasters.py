"""D13 and D14: what Suns do, and what disasters cost."""

from __future__ import annotations

from typing import Any

import pytest

from heliopolis import Match
from tests.dice.model import Mat
from tests.dice.positions import board, cells, mat, play, position

FOUR_SUNS = "Sun Sun Sun Sun Civilization"


def declared(disaster: str, mats: dict[int, Mat], players: int = 3, turn: int = 0, **options: Any) -> Match:
    """Let a player with four Suns declare a disaster."""
    return play(position(players, FOUR_SUNS, turn=turn, mats=mats, **options), "end", f"disaster {disaster}")


def civilization(*colours: str) -> frozenset[str]:
    return frozenset(colours)


@pytest.mark.parametrize(
    ("dice", "moved", "scored"),
    [
        ("Nile Nile Civilization Civilization Nile", 0, 0),
        ("Sun Nile Civilization Civilization Nile", 1, 0),
        ("Sun Sun Civilization Civilization Nile", 2, 0),
        ("Sun Sun Sun Civilization Nile", 0, 3),
    ],
)
def test_d13_one_or_two_suns_move_ra_and_three_score(dice: str, moved: int, scored: int) -> None:
    match = play(position(dice=dice, ra=4), "end")
    assert board(match)["ra"] == 4 + moved
    assert match.scores[0] == 10 + scored
    assert match.seat == 1


@pytest.mark.parametrize("dice", [FOUR_SUNS, "Sun Sun Sun Sun Sun"])
def test_d13_four_or_five_suns_leave_ra_and_may_bring_a_disaster(dice: str) -> None:
    match = position(dice=" ".join(["Nile"] * 5), rerolls=1)
    play(match, "reroll yellow red blue green violet")
    faces = dict(zip(["yellow", "red", "blue", "green", "violet"], dice.split(), strict=True))
    play(match, "roll " + " ".join(f"{colour}:{face}" for colour, face in faces.items()))
    if dice == FOUR_SUNS:
        play(match, "end")
    assert match.moves() == [
        "disaster none",
        "disaster pharaoh",
        "disaster nile",
        "disaster civilization",
        "disaster monument",
    ]
    play(match, "disaster none")
    assert board(match)["ra"] == 0
    assert match.scores[0] == 10
    assert match.seat == 1


def test_d13_suns_that_found_no_space_count_too() -> None:
    match = play(position(dice="Sun Sun Sun Nile Nile", ra=10), "end")
    assert match.scores[0] == 13
    assert board(match)["ra"] == 10
    assert board(match)["epoch"] == 1
    match = play(position(dice=FOUR_SUNS, ra=10), "end")
    assert board(match)["phase"] == "declaring"


def test_d13_suns_act_after_the_other_dice() -> None:
    match = play(position(dice="Sun Sun Pharaoh Pharaoh Nile", ra=10), "pharaoh 2")
    assert board(match)["epoch"] == 1
    play(match, "end")
    assert board(match)["epoch"] == 2
    assert match.breakdowns()[0][0]["pharaohs"] == 5


def test_d14_a_disaster_hits_all_others_and_not_the_one_who_declares_it() -> None:
    before = {seat: Mat(5, 5, 2, points=10) for seat in range(4)}
    match = declared("pharaoh", before, players=4, turn=2)
    assert [mat(match, seat).pharaoh for seat in range(4)] == [3, 3, 5, 3]
    assert match.seat == 3


def test_d14_pharaohs_go_back_2_and_not_below_0() -> None:
    match = declared("pharaoh", {0: Mat(4), 1: Mat(1), 2: Mat(12)})
    assert [mat(match, seat).pharaoh for seat in range(3)] == [4, 0, 10]


def test_d14_a_nile_disaster_as_printed() -> None:
    """Several flood markers: one goes. One: 2 back instead. None: untouched."""
    match = declared("nile", {1: Mat(nile=7, floods=2), 2: Mat(nile=7, floods=1), 3: Mat(nile=7)}, players=4)
    assert [(mat(match, seat).nile, mat(match, seat).floods) for seat in (1, 2, 3)] == [(7, 1), (5, 1), (7, 0)]
    low = declared("nile", {1: Mat(nile=1, floods=1)})
    assert (mat(low, 1).nile, mat(low, 1).floods) == (0, 1)


def test_d14_a_nile_disaster_as_published() -> None:
    """Flood markers: one goes. None: 2 back."""
    mats = {0: Mat(nile=7), 1: Mat(nile=7, floods=2), 2: Mat(nile=7, floods=1), 3: Mat(nile=1)}
    match = declared("nile", mats, players=4, nile_disaster="published")
    assert [(mat(match, seat).nile, mat(match, seat).floods) for seat in range(4)] == [(7, 0), (7, 1), (7, 0), (0, 0)]


def test_d14_owners_choose_two_civilization_markers_clockwise_from_the_declarer() -> None:
    three = Mat(civilization=civilization("yellow", "red", "blue"))
    four = Mat(civilization=civilization("yellow", "red", "green", "violet"))
    match = declared("civilization", {0: three, 1: three, 3: four}, players=4, turn=1)
    assert match.seat == 3  # south has none
    assert board(match)["owed"] == 2
    assert match.moves() == [f"discard civilization {colour}" for colour in ("yellow", "red", "green", "violet")]
    play(match, "discard civilization red")
    assert match.seat == 3
    play(match, "discard civilization violet")
    assert match.seat == 0
    play(match, "discard civilization blue", "discard civilization yellow")
    assert [mat(match, seat).civilization for seat in (0, 1, 3)] == [
        civilization("red"),
        civilization("yellow", "red", "blue"),
        civilization("yellow", "green"),
    ]
    assert match.seat == 2


def test_d14_who_holds_no_more_than_two_has_no_choice() -> None:
    mats = {1: Mat(civilization=civilization("red", "blue")), 2: Mat(civilization=civilization("red"))}
    match = declared("civilization", mats)
    assert mat(match, 1).civilization == mat(match, 2).civilization == frozenset()
    assert match.seat == 1
    assert board(match)["phase"] == "rolling"


def test_d14_owners_choose_two_monument_markers_and_the_cells_are_free_again() -> None:
    mats = {
        1: Mat(monuments=cells("Temple red", "Temple blue", "Step Pyramid red")),
        2: Mat(monuments=cells("Palace red")),
    }
    match = declared("monument", mats)
    assert match.seat == 1
    assert match.moves() == [
        "discard monument Step Pyramid red",
        "discard monument Temple red",
        "discard monument Temple blue",
    ]
    play(match, "discard monument Temple red", "discard monument Step Pyramid red")
    assert mat(match, 1).monuments == cells("Temple blue")
    assert mat(match, 2).monuments == frozenset()
    play(match, "roll yellow:Nile red:Monument blue:Nile green:Nile violet:Nile", "keep")
    free = {move for move in match.moves() if move.startswith("monument")}
    assert len(free) == 8
