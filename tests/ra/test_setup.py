"""R1 to R5: what is in the box, and how the table is set up."""

from __future__ import annotations

from itertools import permutations

import pytest

from heliopolis import Match, SetupError
from heliopolis.games import find_game
from tests.ra.positions import NAMES, SUNS, board, play, position, suns_up

EDITIONS = ["z-man", "rio-grande", "alea", "25th-century"]


def test_r1_there_are_180_tiles() -> None:
    bag = board(position())["bag"]
    assert sum(bag.values()) == 180
    single = {"Ra": 30, "God": 8, "Gold": 5, "Pharaoh": 25, "Nile": 25, "Flood": 12}
    disasters = {"Funeral": 2, "Drought": 2, "Unrest": 4, "Earthquake": 2}
    fives = dict.fromkeys(["Art", "Agriculture", "Religion", "Astronomy", "Writing"], 5)
    monuments = ["Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple"]
    assert bag == single | fives | dict.fromkeys(monuments, 5) | disasters


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r2_everyone_starts_with_10_points_and_sun_1_lies_in_the_centre(players: int) -> None:
    match = Match("ra", NAMES[:players])
    assert match.scores == [10] * players
    assert board(match)["centre_sun"] == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r3_every_way_to_deal_the_sun_groups_is_an_opening(players: int) -> None:
    game = find_game("ra")
    setup = game.prepare(players, "z-man", {})
    dealt = {game.words.deal(opening) for opening in setup.openings}
    groups = ["-".join(map(str, group)) for group in SUNS[players]]
    assert dealt == {" | ".join(deal) for deal in permutations(groups)}
    assert len(setup.openings) == len(dealt)


def test_r3_the_seed_decides_who_gets_which_group() -> None:
    deals = {Match("ra", NAMES[:3], seed=seed).deal for seed in range(60)}
    assert len(deals) == 6


@pytest.mark.parametrize(("players", "spaces"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_r4_the_ra_track_has_its_length(players: int, spaces: int) -> None:
    match = position(players)
    assert board(match)["ra_spaces"] == spaces
    assert len(board(match)["track"]) == 8


def test_r5_the_highest_sun_begins() -> None:
    for seat in range(3):
        suns = SUNS[3][-seat:] + SUNS[3][:-seat]  # the 13 goes to `seat`
        match = Match("ra", NAMES[:3], suns=suns)
        assert 13 in suns_up(match, seat)
        assert match.seat == seat


def test_r5_in_later_epochs_the_highest_sun_in_front_of_a_player_begins_not_the_centre_sun() -> None:
    # Without the rule: the 13 was east's, or north ended the epoch, or the player left of north goes on.
    match = position(turn=0, up={0: [13], 1: [], 2: []}, down={0: [2, 3, 4], 1: [5, 6, 7, 8], 2: [12, 9, 10, 11]})
    play(match, "invoke", "bid 13")
    assert board(match)["epoch"] == 2
    assert board(match)["centre_sun"] == 13
    assert match.seat == 2  # with the 12


def test_clockwise_is_to_the_left() -> None:
    match = position(turn=1)
    play(match, "draw", "tile Nile")
    assert match.seat == 2
    play(match, "draw", "tile Nile")
    assert match.seat == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_editions_take_their_number_of_players(edition: str, players: int) -> None:
    fewest = 3 if edition == "alea" else 2
    names = [*NAMES, "sixth"][:players]
    if fewest <= players <= 5:
        assert len(Match("ra", names, edition=edition).scores) == players
    else:
        with pytest.raises(SetupError, match=f"takes {fewest} to 5 players, not {players}"):
            Match("ra", names, edition=edition)


def test_a_house_rule_lets_two_play_the_alea_edition() -> None:
    match = Match("ra", ["north", "east"], edition="alea", fewest_players=2)
    assert match.settings == {"fewest-players": "2"}
    assert board(match)["ra_spaces"] == 6
