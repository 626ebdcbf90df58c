"""R12 to R18: how an auction goes."""

from __future__ import annotations

import pytest

from heliopolis import MoveError
from tests.ra.positions import board, held, play, position, suns_down, suns_up, track

FULL = ["Nile"] * 8


def test_r12_bidding_starts_on_the_left_of_the_ra_player_and_ends_with_them() -> None:
    match = position(turn=1, track=["Nile"])
    play(match, "invoke")
    order = []
    while board(match)["auction"] is not None:
        order.append(match.seat)
        match.play("pass" if "pass" in match.moves() else match.moves()[0])
    assert order == [2, 0, 1]


def test_r12_the_ra_player_is_who_drew_the_ra_tile() -> None:
    match = play(position(turn=2), "draw", "tile Ra")
    assert board(match)["auction"]["ra_player"] == 2
    assert match.seat == 0


def test_r13_a_bid_is_a_face_up_sun_higher_than_the_best_so_far() -> None:
    match = position(turn=0, up={1: [6, 3], 2: [11, 7, 4]}, down={1: [12, 9]})
    match.play("invoke")
    assert match.moves() == ["pass", "bid 3", "bid 6"]
    match.play("bid 6")
    assert match.moves() == ["pass", "bid 7", "bid 11"]
    with pytest.raises(MoveError):
        match.play("bid 4")


def test_r13_players_who_cannot_bid_pass_and_the_log_says_so() -> None:
    match = position(turn=0, up={1: [12], 2: [11]})
    play(match, "invoke", "bid 12")
    assert match.seat == 0  # south was passed over
    *_, (_, _, happened) = match.log()
    assert "south passes: no sun disk above 12" in happened
    match.play("pass" if "pass" in match.moves() else "bid 13")
    assert "south passes" not in [word for _, word, _ in match.log()]


def test_r13_each_player_bids_once() -> None:
    match = play(position(turn=0, track=["Nile"]), "invoke", "bid 3", "bid 4", "bid 5")
    assert board(match)["auction"] is None
    assert held(match, 0) == {"Nile": 1}


def test_r14_who_invoked_must_bid_when_everyone_else_passed() -> None:
    match = play(position(turn=0, track=["Nile"]), "invoke", "pass", "pass")
    assert match.seat == 0
    assert match.moves() == ["bid 2", "bid 5", "bid 8", "bid 13"]
    assert board(match)["auction"]["must_bid"]


def test_r14_who_invoked_may_pass_when_someone_bid() -> None:
    match = play(position(turn=0, track=["Nile"]), "invoke", "pass", "bid 4")
    assert "pass" in match.moves()
    match.play("pass")
    assert held(match, 2) == {"Nile": 1}


def test_r15_with_a_full_track_all_may_pass_and_the_tiles_leave_but_the_sun_stays() -> None:
    match = play(position(turn=0, track=FULL), "invoke", "pass", "pass")
    assert "pass" in match.moves()
    match.play("pass")
    assert track(match) == []
    assert board(match)["centre_sun"] == 1
    assert suns_up(match, 0) == [2, 5, 8, 13]
    assert match.seat == 1


def test_r16_after_a_drawn_ra_all_may_pass_and_tiles_and_sun_stay() -> None:
    match = play(position(turn=0, track=["Nile", "Art"]), "draw", "tile Ra", "pass", "pass", "pass")
    assert track(match) == ["Nile", "Art"]
    assert board(match)["centre_sun"] == 1
    assert match.seat == 1


def test_r16_after_a_drawn_ra_with_a_full_track_the_tiles_stay_too() -> None:
    """A draw is impossible with a full track, so the track is filled while the auction is on."""
    match = play(position(turn=0, track=FULL[:7]), "draw", "tile Ra", "pass", "pass", "pass")
    assert track(match) == FULL[:7]


def test_r17_the_winner_takes_all_tiles_and_swaps_the_sun_for_the_centre_sun_face_down() -> None:
    match = position(turn=0, track=["Nile", None, "God", "Pyramid", "Nile"])
    play(match, "invoke", "bid 9", "pass", "pass")
    assert held(match, 1) == {"Nile": 2, "God": 1, "Pyramid": 1}
    assert suns_up(match, 1) == [3, 6, 12]
    assert suns_down(match, 1) == [1]
    assert board(match)["centre_sun"] == 9
    assert track(match) == []


def test_r17_a_face_down_sun_cannot_be_bid_in_the_same_epoch() -> None:
    match = play(position(turn=0, centre=10), "invoke", "bid 9", "pass", "pass")
    play(match, "invoke")
    play(match, "pass", "pass")
    assert match.moves() == ["bid 3", "bid 6", "bid 12"]


def test_r17_other_bidders_keep_their_suns() -> None:
    match = play(position(turn=0), "invoke", "bid 9", "bid 10", "bid 13")
    assert suns_up(match, 1) == [3, 6, 9, 12]
    assert suns_up(match, 2) == [4, 7, 10, 11]
    assert suns_up(match, 0) == [2, 5, 8]


@pytest.mark.parametrize("bids", [["bid 3", "pass", "pass"], ["pass", "bid 4", "pass"], ["pass", "pass", "bid 2"]])
def test_r18_the_turn_passes_to_the_left_of_the_ra_player_whoever_wins(bids: list[str]) -> None:
    match = play(position(turn=0), "invoke", *bids)
    assert match.seat == 1


def test_r18_also_after_discards_the_turn_passes_on_from_the_ra_player() -> None:
    """The winner, who has just chosen what to discard, does not go on from there."""
    match = position(turn=0, track=["Earthquake"], tiles={2: {"Temple": 2, "Sphinx": 1}})
    play(match, "invoke", "pass", "bid 11", "pass", "discard Temple", "discard Temple")
    assert match.seat == 1
