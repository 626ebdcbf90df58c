"""R19 to R22: what disasters cost."""

from __future__ import annotations

import pytest

from heliopolis import Match
from tests.ra.positions import board, held, play, position

AT_ONCE = ["z-man", "25th-century"]
AFTER_ACTION = ["rio-grande", "alea"]


def won(lot: list[str], tiles: dict[str, int], edition: str = "z-man") -> Match:
    """Let north win a lot while holding some tiles."""
    return play(position(edition=edition, track=lot, tiles={0: tiles}), "invoke", "pass", "pass", "bid 13")


def test_r19_a_funeral_costs_two_pharaohs() -> None:
    assert held(won(["Funeral"], {"Pharaoh": 5, "Nile": 3}), 0) == {"Pharaoh": 3, "Nile": 3}


def test_r19_a_drought_costs_floods_first_and_then_niles() -> None:
    assert held(won(["Drought"], {"Nile": 3, "Flood": 3}), 0) == {"Nile": 3, "Flood": 1}
    assert held(won(["Drought"], {"Nile": 3, "Flood": 1}), 0) == {"Nile": 2}
    assert held(won(["Drought"], {"Nile": 3}), 0) == {"Nile": 1}


def test_r19_unrest_costs_two_civilizations_of_the_players_choice() -> None:
    match = won(["Unrest"], {"Art": 2, "Writing": 1, "Pyramid": 3})
    assert match.seat == 0
    assert match.moves() == ["discard Art", "discard Writing"]
    play(match, "discard Writing")
    assert held(match, 0) == {"Art": 1, "Pyramid": 3}  # the second is no choice any more


def test_r19_an_earthquake_costs_two_monuments_of_the_players_choice() -> None:
    match = won(["Earthquake"], {"Temple": 1, "Sphinx": 1, "Palace": 2, "Art": 1})
    assert match.moves() == ["discard Palace", "discard Sphinx", "discard Temple"]
    play(match, "discard Temple", "discard Palace")
    assert held(match, 0) == {"Sphinx": 1, "Palace": 1, "Art": 1}


def test_r19_who_has_fewer_loses_as_many_as_there_are() -> None:
    assert held(won(["Funeral"], {"Pharaoh": 1}), 0) == {}
    assert held(won(["Unrest"], {"Art": 1}), 0) == {}
    assert held(won(["Earthquake", "Drought"], {}), 0) == {}
    assert held(won(["Drought"], {"Nile": 1}), 0) == {}


def test_r19_gold_and_gods_are_never_lost_to_a_disaster() -> None:
    lot = ["Funeral", "Drought", "Unrest", "Earthquake"]
    assert held(won(lot, {"Gold": 2, "God": 2}), 0) == {"Gold": 2, "God": 2}


def test_r20_tiles_just_won_may_be_lost() -> None:
    assert held(won(["Funeral", "Pharaoh", "Pharaoh", "Pharaoh"], {}), 0) == {"Pharaoh": 1}
    assert held(won(["Drought", "Flood", "Nile"], {}), 0) == {}


def test_r20_two_disasters_of_a_kind_cost_four_tiles() -> None:
    assert held(won(["Funeral", "Funeral"], {"Pharaoh": 5}), 0) == {"Pharaoh": 1}
    match = won(["Unrest", "Unrest"], {"Art": 3, "Writing": 2})
    play(match, "discard Art", "discard Writing", "discard Art")
    assert match.moves() == ["discard Art", "discard Writing"]
    match.play("discard Writing")
    assert held(match, 0) == {"Art": 1}


@pytest.mark.parametrize("edition", AT_ONCE)
def test_r21_taken_with_a_god_a_disaster_is_fulfilled_at_once(edition: str) -> None:
    match = position(edition=edition, track=["Funeral", "Pharaoh"], tiles={0: {"God": 2}})
    play(match, "take Funeral", "take Pharaoh")
    assert held(match, 0) == {"Pharaoh": 1}


@pytest.mark.parametrize("edition", AFTER_ACTION)
def test_r21_taken_with_a_god_a_disaster_is_fulfilled_after_the_action(edition: str) -> None:
    match = position(edition=edition, track=["Funeral", "Pharaoh"], tiles={0: {"God": 2}})
    play(match, "take Funeral", "take Pharaoh")
    assert held(match, 0) == {}


@pytest.mark.parametrize("edition", AT_ONCE)
def test_r21_at_once_the_choice_comes_before_the_next_tile(edition: str) -> None:
    match = position(edition=edition, track=["Earthquake", "Nile"], tiles={0: {"God": 2, "Temple": 2, "Sphinx": 1}})
    match.play("take Earthquake")
    assert match.moves() == ["discard Sphinx", "discard Temple"]
    play(match, "discard Sphinx")
    assert match.moves() == ["take Nile", "stop"]
    match.play("stop")
    assert held(match, 0) == {"God": 1, "Temple": 1}
    assert match.seat == 1


@pytest.mark.parametrize("edition", AFTER_ACTION)
def test_r21_after_the_action_the_choice_comes_last(edition: str) -> None:
    match = position(edition=edition, track=["Earthquake", "Nile"], tiles={0: {"God": 2, "Temple": 2, "Sphinx": 1}})
    match.play("take Earthquake")
    assert match.moves() == ["take Nile", "stop"]
    match.play("stop")
    assert match.moves() == ["discard Sphinx", "discard Temple"]
    match.play("discard Temple")
    assert match.moves() == ["discard Sphinx", "discard Temple"]
    match.play("discard Temple")
    assert held(match, 0) == {"God": 1, "Sphinx": 1}
    assert match.seat == 1


def test_r21_a_house_rule_may_say_the_other() -> None:
    match = position(edition="rio-grande", track=["Funeral", "Pharaoh"], tiles={0: {"God": 2}}, god_disasters="at-once")
    play(match, "take Funeral", "take Pharaoh")
    assert held(match, 0) == {"Pharaoh": 1}


def test_r22_disasters_and_what_they_cost_leave_the_game() -> None:
    match = won(["Funeral"], {"Pharaoh": 2})
    assert held(match, 0) == {}
    assert "Funeral" not in board(match)["track"]
    assert board(match)["bag"]["Pharaoh"] == 25  # nothing went back


def test_r22_there_is_no_choice_among_tiles_of_one_kind() -> None:
    match = won(["Unrest"], {"Art": 4})
    assert held(match, 0) == {"Art": 2}
    assert match.seat == 1


def test_r22_there_is_no_choice_when_everything_is_lost() -> None:
    match = won(["Unrest"], {"Art": 1, "Writing": 1})
    assert held(match, 0) == {}
    assert match.seat == 1


def test_r22_civilizations_before_monuments_one_tile_at_a_time() -> None:
    match = won(["Earthquake", "Unrest"], {"Art": 2, "Writing": 2, "Temple": 2, "Sphinx": 2})
    assert match.moves() == ["discard Art", "discard Writing"]
    match.play("discard Art")
    assert match.moves() == ["discard Art", "discard Writing"]
    match.play("discard Writing")
    assert match.moves() == ["discard Sphinx", "discard Temple"]
    play(match, "discard Sphinx", "discard Sphinx")
    assert held(match, 0) == {"Art": 1, "Writing": 1, "Temple": 2}


def test_the_z_man_example() -> None:
    """Earthquake, war and drought: an obelisk and a sphinx go, the agriculture, a flood and a Nile (R19-R22)."""
    tiles = {"Obelisk": 1, "Sphinx": 2, "Agriculture": 1, "Flood": 1, "Nile": 2}
    match = won(["Earthquake", "Unrest", "Drought"], tiles)
    play(match, "discard Obelisk")
    assert held(match, 0) == {"Nile": 1, "Sphinx": 1}
