"""R6 to R11: what a turn is."""

from __future__ import annotations

import pytest

from heliopolis import MoveError
from tests.ra.positions import board, held, play, position, state_of, suns_up, track

FULL = ["Nile"] * 8


def test_r6_a_turn_is_a_draw_an_invocation_or_god_tiles_and_no_pass() -> None:
    match = position(track=["Pyramid"], tiles={0: {"God": 1}})
    assert match.moves() == ["draw", "invoke", "take Pyramid"]
    with pytest.raises(MoveError, match="'pass' cannot be played now: north can choose draw, invoke, take Pyramid"):
        match.play("pass")


def test_r6_players_without_a_face_up_sun_take_no_turn() -> None:
    match = position(up={1: []})
    play(match, "draw", "tile Nile")
    assert match.seat == 2


def test_r7_a_drawn_tile_is_shown_to_all_and_leaves_the_bag() -> None:
    match = play(position(), "draw")
    assert match.seat == 0
    assert "tile Pyramid" in match.moves()
    match.play("tile Pyramid")
    assert board(match)["bag"]["Pyramid"] == 4
    assert board(match)["bag_left"] == 179
    assert track(match) == ["Pyramid"]


def test_r7_a_kind_that_is_used_up_cannot_be_drawn() -> None:
    match = position()
    state_of(match).bag[13] = 0  # Palace
    match.play("draw")
    assert "tile Palace" not in match.moves()
    with pytest.raises(MoveError):
        match.play("tile Palace")


def test_r7_nobody_draws_while_all_eight_spaces_are_filled() -> None:
    assert position(track=FULL).moves() == ["invoke"]
    assert position(track=FULL, tiles={0: {"God": 1}}).moves() == ["invoke", "take Nile"]
    assert "draw" in position(track=FULL[:7]).moves()


def test_r8_a_gap_fills_first() -> None:
    match = position(track=["Nile", None, "Flood", None, "Art"])
    play(match, "draw", "tile Pyramid")
    assert track(match) == ["Nile", "Pyramid", "Flood", None, "Art"]
    play(match, "draw", "tile Temple", "draw", "tile Sphinx")
    assert track(match) == ["Nile", "Pyramid", "Flood", "Temple", "Art", "Sphinx"]


def test_r8_of_two_equal_tiles_a_god_takes_the_leftmost() -> None:
    match = position(track=["Art", "Nile", "Flood", "Nile"], tiles={0: {"God": 1}})
    assert match.moves().count("take Nile") == 1
    match.play("take Nile")
    assert track(match) == ["Art", None, "Flood", "Nile"]


def test_r9_a_ra_tile_goes_on_the_ra_track_and_starts_an_auction() -> None:
    match = position(track=["Nile"])
    play(match, "draw", "tile Ra")
    assert board(match)["ra_tiles"] == 1
    assert track(match) == ["Nile"]
    assert board(match)["auction"]["ra_player"] == 0
    assert match.moves() == ["pass", "bid 3", "bid 6", "bid 9", "bid 12"]


@pytest.mark.parametrize(("players", "spaces"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_r9_the_last_ra_tile_ends_the_epoch_at_once_without_an_auction(players: int, spaces: int) -> None:
    match = position(players, track=["Nile"], ra_tiles=spaces - 1)
    play(match, "draw", "tile Ra")
    assert board(match)["epoch"] == 2
    assert board(match)["auction"] is None
    assert board(match)["epoch_ends"] == ["ra"]
    assert held(match, 0) == {}


def test_r10_each_god_tile_takes_one_tile_and_leaves_the_game() -> None:
    match = position(track=["Pyramid", "Nile"], tiles={0: {"God": 2}})
    match.play("take Pyramid")
    assert held(match, 0) == {"God": 1, "Pyramid": 1}
    assert match.seat == 0
    match.play("take Nile")
    assert held(match, 0) == {"Pyramid": 1, "Nile": 1}
    assert board(match)["bag"]["God"] == 8
    assert match.seat == 1


def test_r10_after_the_first_god_tile_a_player_may_stop_but_not_draw_or_invoke() -> None:
    match = position(track=["Pyramid", "Nile"], tiles={0: {"God": 2}})
    assert "stop" not in match.moves()
    match.play("take Pyramid")
    assert match.moves() == ["take Nile", "stop"]
    match.play("stop")
    assert held(match, 0) == {"God": 1, "Pyramid": 1}
    assert match.seat == 1


def test_r10_a_god_tile_never_takes_a_god_tile() -> None:
    match = position(track=["God", "Pyramid", "God"], tiles={0: {"God": 3}})
    assert match.moves() == ["draw", "invoke", "take Pyramid"]
    with pytest.raises(MoveError):
        match.play("take God")


def test_r10_the_action_ends_by_itself_when_only_god_tiles_are_left_to_take() -> None:
    match = position(track=["God", "Pyramid"], tiles={0: {"God": 3}})
    match.play("take Pyramid")
    assert match.seat == 1
    assert match.moves()[:2] == ["draw", "invoke"]


def test_r10_without_a_god_tile_or_a_tile_to_take_there_is_nothing_to_take() -> None:
    assert position(track=["Pyramid"]).moves() == ["draw", "invoke"]
    assert position(tiles={0: {"God": 1}}).moves() == ["draw", "invoke"]
    assert position(track=["Pyramid"], tiles={1: {"God": 1}}).moves() == ["draw", "invoke"]


def test_r11_ra_may_be_invoked_with_an_empty_track_for_the_sun_alone() -> None:
    match = position()
    play(match, "invoke", "bid 3", "pass", "pass")
    assert held(match, 1) == {}
    assert suns_up(match, 1) == [6, 9, 12]
    assert board(match)["centre_sun"] == 3
