"""D6 to D12: rolling the dice and using them."""

from __future__ import annotations

import pytest

from heliopolis import Match, MoveError
from tests.dice.model import Mat
from tests.dice.positions import board, cells, mat, play, position

ROLL = "roll yellow:Sun red:Nile blue:Monument green:Pharaoh violet:Ankh"


def civilization(*colours: str) -> frozenset[str]:
    return frozenset(colours)


# ---- D6: rolling ----


def test_d6_a_turn_starts_with_a_roll_of_all_five_dice() -> None:
    match = position()
    assert board(match)["rolling"] == ["yellow", "red", "blue", "green", "violet"]
    play(match, ROLL)
    assert board(match)["dice"] == {
        "yellow": "Sun",
        "red": "Nile",
        "blue": "Monument",
        "green": "Pharaoh",
        "violet": "Ankh",
    }
    with pytest.raises(MoveError):
        position().play("roll yellow:Sun red:Nile")


def test_d6_a_sun_is_locked_and_never_rerolled() -> None:
    match = play(position(), ROLL)
    assert board(match)["suns"] == ["yellow"]
    assert len(match.moves()) == 2**4  # any of the other four dice, or none of them
    assert not any("yellow" in move for move in match.moves())
    with pytest.raises(MoveError):
        match.play("reroll yellow red")


def test_d6_a_reroll_rolls_the_chosen_dice_only_and_new_suns_lock_too() -> None:
    match = play(position(), ROLL, "reroll violet blue")
    assert board(match)["rolling"] == ["blue", "violet"]
    play(match, "roll blue:Sun violet:Nile")
    assert board(match)["dice"] == {"yellow": "Sun", "red": "Nile", "blue": "Sun", "green": "Pharaoh", "violet": "Nile"}
    assert board(match)["suns"] == ["yellow", "blue"]
    assert len(match.moves()) == 2**3


def test_d6_there_are_two_rerolls_and_then_rolling_ends_by_itself() -> None:
    match = play(position(), ROLL)
    assert board(match)["rerolls"] == 2
    play(match, "reroll red", "roll red:Nile", "reroll red", "roll red:Nile")
    assert board(match)["rerolls"] == 0
    assert board(match)["phase"] == "using"


def test_d6_choosing_none_ends_the_rolling() -> None:
    match = play(position(), ROLL, "keep")
    assert board(match)["phase"] == "using"
    assert not any(move.startswith("reroll") for move in match.moves())


def test_d6_with_five_suns_there_is_nothing_to_reroll_or_to_use() -> None:
    match = play(position(), "roll yellow:Sun red:Sun blue:Sun green:Sun violet:Sun")
    assert board(match)["phase"] == "declaring"


# ---- D7: using ----


def test_d7_dice_are_used_in_any_order_each_once() -> None:
    for order in (["pharaoh 1", "nile 1", "monument Temple blue"], ["monument Temple blue", "nile 1", "pharaoh 1"]):
        match = play(position(), ROLL, "keep", *order)
        assert mat(match) == Mat(1, 1, monuments=cells("Temple blue"), points=10)
        assert match.moves() == ["end"]


def test_d7_using_a_die_is_optional() -> None:
    match = play(position(), ROLL, "keep", "end")
    assert mat(match) == Mat(points=10)
    assert match.seat == 1


def test_d7_conditions_hold_for_each_action_by_itself() -> None:
    match = position(dice="Nile Ankh Ankh Ankh Sun")
    assert match.moves() == ["nile 1", "nile 2", "nile 3", "nile 4", "flood", "ankhs", "end"]
    play(match, "flood")
    assert match.moves() == ["end"]


# ---- D8: Pharaohs ----


def test_d8_pharaohs_step_and_ankhs_with_at_least_one() -> None:
    match = position(dice="Pharaoh Pharaoh Ankh Sun Sun")
    assert match.moves() == ["pharaoh 1", "pharaoh 2", "pharaoh 3", "end"]
    assert mat(play(match, "pharaoh 3")).pharaoh == 3
    assert position(dice="Ankh Sun Sun Sun Nile").moves() == ["nile 1", "nile 2", "end"]


def test_d8_pharaoh_dice_pay_before_ankhs() -> None:
    match = play(position(dice="Pharaoh Pharaoh Ankh Ankh Sun"), "pharaoh 2")
    assert match.moves() == ["ankhs", "end"]


def test_d8_never_past_12() -> None:
    match = position(dice="Pharaoh Pharaoh Pharaoh Pharaoh Ankh", mats={0: Mat(pharaoh=10)})
    assert match.moves() == ["pharaoh 1", "pharaoh 2", "end"]


# ---- D9: the Nile ----


def test_d9_the_nile_likewise() -> None:
    match = position(dice="Nile Ankh Sun Sun Pharaoh")
    assert mat(play(match, "nile 2")).nile == 2
    assert match.moves() == ["pharaoh 1", "end"]
    assert position(dice="Nile Nile Sun Sun Sun", mats={0: Mat(nile=11)}).moves() == ["nile 1", "end"]


@pytest.mark.parametrize("dice", ["Nile Nile Nile Sun Sun", "Nile Nile Ankh Sun Sun", "Nile Ankh Ankh Sun Sun"])
def test_d9_three_nile_symbols_make_a_flood(dice: str) -> None:
    match = play(position(dice=dice, mats={0: Mat(nile=3, floods=2)}), "flood")
    assert mat(match).floods == 3
    assert mat(match).nile == 3
    assert match.moves() == ["end"]


def test_d9_a_flood_needs_a_real_nile_die_and_three_symbols() -> None:
    assert "flood" not in position(dice="Ankh Ankh Ankh Pharaoh Sun").moves()
    assert "flood" not in position(dice="Nile Nile Sun Sun Pharaoh").moves()


def test_d9_a_flood_asks_what_to_keep_when_it_matters() -> None:
    match = position(dice="Nile Nile Ankh Ankh Pharaoh")
    assert "flood" not in match.moves()
    play(match, "flood keep Nile")
    assert match.moves() == ["pharaoh 1", "nile 1", "end"]
    match = play(position(dice="Nile Nile Ankh Ankh Pharaoh"), "flood keep Ankh")
    assert match.moves() == ["pharaoh 1", "pharaoh 2", "end"]


def test_d9_a_flood_does_not_ask_when_the_ankh_has_no_use() -> None:
    match = play(position(dice="Nile Nile Ankh Ankh Sun"), "flood")
    assert match.moves() == ["nile 1", "end"]
    match = play(position(dice="Nile Nile Ankh Ankh Pharaoh", mats={0: Mat(nile=12)}), "flood")
    assert match.moves() == ["pharaoh 1", "pharaoh 2", "end"]


# ---- D10: civilization ----


@pytest.mark.parametrize(
    ("dice", "most"),
    [
        ("Civilization Civilization Sun Sun Sun", 0),
        ("Civilization Civilization Civilization Sun Sun", 1),
        ("Civilization Civilization Ankh Sun Sun", 1),
        ("Civilization Civilization Civilization Civilization Sun", 2),
        ("Civilization Civilization Civilization Ankh Ankh", 3),
        ("Civilization Civilization Civilization Civilization Civilization", 3),
    ],
)
def test_d10_3_4_or_5_symbols_place_1_2_or_3_markers(dice: str, most: int) -> None:
    moves = [move for move in position(dice=dice).moves() if move.startswith("civilization")]
    assert max((len(move.split()) - 1 for move in moves), default=0) == most


def test_d10_each_marker_needs_a_civilization_die_of_its_colour() -> None:
    match = position(dice="Sun Civilization Ankh Ankh Ankh")
    assert match.moves() == ["civilization red", "ankhs", "end"]  # four symbols, but one colour
    play(match, "civilization red")
    assert mat(match).civilization == civilization("red")
    assert match.moves() == ["end"]  # two Ankhs paid
    match = position(dice="Civilization Civilization Ankh Ankh Sun")
    play(match, "civilization red yellow")
    assert mat(match).civilization == civilization("red", "yellow")


def test_d10_ankhs_alone_are_no_civilization() -> None:
    assert position(dice="Ankh Ankh Ankh Sun Sun").moves() == ["ankhs", "end"]


# ---- D11: monuments ----


def test_d11_the_first_marker_goes_anywhere_in_the_row_of_its_die() -> None:
    match = position(dice="Sun Sun Monument Nile Sun", mats={0: Mat(monuments=cells("Temple red"))})
    assert [move for move in match.moves() if move.startswith("monument")] == [
        f"monument {column} blue"
        for column in ("Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple")
    ]
    play(match, "monument Temple blue")
    assert mat(match).monuments == cells("Temple red", "Temple blue")


def test_d11_a_further_marker_costs_two_more_dice() -> None:
    two = play(position(dice="Monument Monument Sun Sun Sun"), "monument Temple red")
    assert two.moves() == ["end"]
    three = play(position(dice="Monument Monument Monument Sun Sun"), "monument Temple red")
    assert "monument Palace blue" in three.moves()
    play(three, "monument Palace blue")
    assert three.moves() == ["end"]
    four = play(position(dice="Monument Monument Monument Monument Sun"), "monument Temple red", "monument Palace blue")
    assert four.moves() == ["end"]
    five = play(position(dice="Monument Monument Monument Ankh Ankh"), "monument Temple red", "monument Palace blue")
    play(five, "monument Sphinx yellow")
    assert mat(five).monuments == cells("Temple red", "Palace blue", "Sphinx yellow")
    assert five.moves() == ["end"]


def test_d11_a_further_marker_needs_a_monument_die_of_its_colour() -> None:
    match = play(position(dice="Monument Monument Ankh Ankh Sun"), "monument Temple red")
    assert {move.split()[-1] for move in match.moves() if move.startswith("monument")} == {"yellow"}
    play(match, "monument Palace yellow")
    assert match.moves() == ["end"]  # one Ankh paid, one is left


def test_d11_a_further_marker_goes_in_a_column_without_an_own_one() -> None:
    mats = {0: Mat(monuments=cells("Palace green")), 1: Mat(monuments=cells("Sphinx green", "Obelisk blue"))}
    match = play(position(dice="Monument Monument Monument Sun Sun", mats=mats), "monument Temple red")
    blue = {move for move in match.moves() if move.endswith("blue")}
    assert not blue & {"monument Palace blue", "monument Temple blue", "monument Obelisk blue"}
    assert "monument Sphinx blue" in blue  # only own markers count


def test_d11_an_ankh_is_saved_where_a_monument_die_can_pay() -> None:
    match = play(position(dice="Monument Monument Monument Ankh Ankh"), "monument Temple red", "monument Palace blue")
    assert "ankhs" in match.moves()
    assert mat(play(match, "ankhs")).points == 12


def test_d11_there_is_one_monument_action_a_turn() -> None:
    match = play(position(dice="Monument Monument Monument Pharaoh Sun"), "monument Temple red", "pharaoh 1")
    assert match.moves() == ["end"]


# ---- D12: Ankhs ----


def test_d12_two_ankhs_score_2_points_at_once() -> None:
    match = play(position(dice="Ankh Ankh Ankh Ankh Sun"), "ankhs")
    assert match.scores[0] == 12
    assert match.scores[0] == play(match, "ankhs").scores[0] - 2
    assert match.moves() == ["end"]
    assert match.breakdowns() == []


def test_d12_an_ankh_does_one_thing_only() -> None:
    match = play(position(dice="Ankh Ankh Pharaoh Nile Sun"), "pharaoh 2")
    assert match.moves() == ["nile 1", "nile 2", "end"]
    play(match, "nile 2")
    assert match.moves() == ["end"]


def test_the_turn_waits_for_end_so_that_a_player_can_take_the_last_action_back() -> None:
    match = play(position(), ROLL, "keep", "pharaoh 2", "nile 1", "monument Temple blue")
    assert match.moves() == ["end"]
    match.undo(seat=0)
    assert "monument Palace blue" in match.moves()


def test_a_move_that_is_none_says_what_would_be_one() -> None:
    match: Match = position(dice="Nile Nile Nile Sun Sun")
    with pytest.raises(MoveError, match="north can choose nile 1, nile 2, nile 3, flood, end"):
        match.play("ankhs")
    for wrong in (
        "",
        "dance",
        "roll",
        "roll yellow:Nile yellow:Sun",
        "roll purple:Sun",
        "red reroll",
        "monument Temple",
    ):
        with pytest.raises(MoveError):
            match.play(wrong)
