"""R23 to R25, R36: how an epoch ends, and what stays."""

from __future__ import annotations

from tests.ra.positions import board, held, play, position, state_of, suns_down, suns_up, track


def test_r23_the_epoch_ends_when_no_player_has_a_face_up_sun() -> None:
    match = position(up={0: [13], 1: [], 2: []}, down={0: [2, 3, 4]}, ra_tiles=2, track=["Nile"])
    play(match, "invoke", "bid 13")
    assert board(match)["epoch"] == 2
    assert board(match)["epoch_ends"] == ["suns"]
    assert held(match, 0) == {"Nile": 1}


def test_r23_the_auctions_disasters_are_fulfilled_before_the_epoch_is_scored() -> None:
    lone = {"up": {0: [13], 1: [], 2: []}, "down": {0: [2, 3, 4], 1: [5, 6, 7, 8], 2: [12, 9, 10, 11]}}
    match = position(track=["Drought", "Nile"], tiles={0: {"Flood": 2, "Nile": 2}}, **lone)  # type: ignore[arg-type]
    play(match, "invoke", "bid 13")
    assert match.breakdown()[0]["nile"] == 0
    assert held(match, 0) == {"Nile": 3}


def test_r23_a_choice_that_is_the_last_act_of_an_epoch_ends_it() -> None:
    """Some programs crash here: the discard comes after the last sun is used."""
    lone = {"up": {0: [13], 1: [], 2: []}, "down": {0: [2, 3, 4], 1: [5, 6, 7, 8], 2: [12, 9, 10, 11]}}
    civilizations = {"Art": 1, "Writing": 1, "Religion": 1, "Astronomy": 1, "Agriculture": 1}
    match = position(track=["Unrest"], tiles={0: civilizations}, **lone)  # type: ignore[arg-type]
    play(match, "invoke", "bid 13")
    assert board(match)["epoch"] == 1
    assert match.seat == 0
    play(match, "discard Art", "discard Writing")
    assert board(match)["epoch"] == 2
    assert match.breakdown()[0]["civilization"] == 5
    assert match.seat == 2


def test_r23_forced_discards_as_the_last_act_of_the_match_end_it() -> None:
    lone = {"up": {0: [13], 1: [], 2: []}, "down": {0: [2, 3, 4], 1: [5, 6, 7, 8], 2: [12, 9, 10, 11]}}
    match = position(track=["Funeral"], epoch=3, tiles={0: {"Pharaoh": 1}}, **lone)  # type: ignore[arg-type]
    play(match, "invoke", "bid 13")
    assert match.result is not None
    assert match.moves() == []


def test_r23_both_tracks_are_emptied_and_the_centre_sun_stays() -> None:
    match = play(position(track=["Nile", "Art"], ra_tiles=7, centre=6), "draw", "tile Ra")
    assert track(match) == []
    assert board(match)["ra_tiles"] == 0
    assert board(match)["centre_sun"] == 6
    assert board(match)["bag"]["Nile"] == 25  # not put back


def test_r24_the_last_player_with_suns_goes_on_alone() -> None:
    match = position(up={0: [13, 8], 1: [], 2: []})
    play(match, "draw", "tile Nile")
    assert match.seat == 0
    play(match, "draw", "tile Ra")
    assert match.moves() == ["pass", "bid 8", "bid 13"]
    play(match, "bid 8")
    assert match.seat == 0
    assert suns_up(match, 0) == [13]


def test_r24_the_last_player_must_bid_when_they_invoke() -> None:
    match = play(position(up={0: [13, 8], 1: [], 2: []}), "invoke")
    assert match.moves() == ["bid 8", "bid 13"]


def test_r25_gods_gold_floods_and_civilizations_leave_the_rest_stays() -> None:
    tiles = {"God": 1, "Gold": 1, "Pharaoh": 2, "Nile": 3, "Flood": 1, "Art": 1, "Writing": 2, "Temple": 2, "Sphinx": 1}
    match = play(position(ra_tiles=7, tiles={1: tiles}), "draw", "tile Ra")
    assert held(match, 1) == {"Pharaoh": 2, "Nile": 3, "Temple": 2, "Sphinx": 1}


def test_r25_all_suns_turn_face_up() -> None:
    match = position(ra_tiles=7, up={0: [2], 1: [12], 2: []}, down={0: [8, 5, 13], 1: [], 2: [10]})
    play(match, "draw", "tile Ra")
    assert suns_up(match, 0) == [2, 5, 8, 13]
    assert suns_up(match, 1) == [12]
    assert suns_up(match, 2) == [10]
    assert [suns_down(match, seat) for seat in range(3)] == [[], [], []]


def test_r36_with_five_players_the_last_tile_of_the_bag_can_be_the_last_ra() -> None:
    match = position(5, epoch=3, ra_tiles=9)
    state_of(match).bag[:] = 0
    state_of(match).bag[0] = 1
    state_of(match).bag_left = 1
    match.play("draw")
    assert match.moves() == ["tile Ra"]
    match.play("tile Ra")
    assert match.result is not None
