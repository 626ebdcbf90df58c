"""What lots and suns are worth: by common random numbers, and in the order that players know."""

from __future__ import annotations

import pytest

from heliopolis import Match, MoveError
from heliopolis.coach import worths
from heliopolis.coach.values.ra import things
from heliopolis.games.ra.components import PHARAOH
from heliopolis.games.ra.state import DISCARDING
from tests.conftest import NAMES, SUNS, play_on
from tests.ra.positions import position


def test_a_lot_of_gods_is_worth_more_than_a_disaster() -> None:
    held = {0: {"Pharaoh": 2}, 1: {"Pharaoh": 1}, 2: {"Pharaoh": 1}}
    gods = worths(position(track=["God", "God", "Gold"], tiles=held), rounds=24)
    funeral = worths(position(track=["Funeral"], tiles=held), rounds=24)
    assert gods[0].kind == funeral[0].kind == "lot"
    assert gods[0].points > 2
    assert funeral[0].points < 0
    assert [worth.seat for worth in gods[:3]] == [0, 1, 2]
    assert all(worth.win_error > 0 for worth in gods)


def test_high_suns_are_worth_more_than_low_ones() -> None:
    found = [worth for worth in worths(Match("ra", NAMES[:3], suns=SUNS, seed=1), rounds=48) if worth.kind == "sun"]
    assert [worth.number for worth in found] == [2, 5, 8, 13]
    assert found[-1].win > found[0].win
    assert all(worth.points > 0 for worth in found)


def test_values_are_the_same_each_time() -> None:
    match = position(track=["God", "Nile"], up={0: [13, 8]}, down={0: [5, 2]})
    assert worths(match, rounds=6) == worths(match, rounds=6)


def test_the_tables_of_a_lot_are_whole() -> None:
    """What is laid out is a position of the game, also where a disaster in the lot leaves a choice."""
    match = play_on(Match("ra", NAMES[:3], suns=SUNS, seed=4), 1)
    phases = set()
    for lines in range(1, len(match), 7):
        moment = match.at(lines)
        if moment.is_chance or moment.seat is None:
            continue
        for thing in things(moment.state):
            for table in (thing.having, thing.lacking):
                line = match.showing(table).position()
                assert Match.from_position(line, draws="table").state.tobytes() == table.tobytes()
                phases.add(int(table.phase))
    assert len(phases) > 1


def test_a_disaster_in_a_lot_leaves_its_winner_a_choice() -> None:
    laid = things(position(track=["Unrest", "Pharaoh"], tiles={1: {"Art": 2, "Religion": 1}}).state)
    assert [thing.having.phase == DISCARDING for thing in laid[:3]] == [False, True, False]
    assert laid[0].having.tiles[0, PHARAOH] == 1


def test_there_is_nothing_to_value_where_nobody_chooses_and_in_the_dice_game() -> None:
    assert worths(Match("dice", NAMES[:2], seed=1)) == []
    over = play_on(Match("ra", NAMES[:2], seed=1), 1)
    with pytest.raises(MoveError, match="nobody has to choose now"):
        worths(over)
