"""What networks are shown: as many numbers as they say, of ordinary size, and the viewer first."""

from __future__ import annotations

import numpy as np
import pytest

from heliopolis.bots.neural.features import layout, write_features
from heliopolis.bots.search.policy import tidy
from heliopolis.games import NAMES, contract
from heliopolis.table.match import Match, legal

TABLES = [("ra", players) for players in (2, 3, 4, 5)] + [("dice", players) for players in (2, 3, 4)]
GUARD = 7.0


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_features_fill_their_room_and_no_more(game: str, players: int) -> None:
    match = Match(game, [f"seat {number}" for number in range(players)], seed=players)
    table, seat, _ = layout(match.state)
    count = table + players * seat
    room = np.full(count + 8, GUARD, np.float32)
    ever = np.zeros(count, np.bool_)
    while match.seat is not None:
        for viewer in range(players):
            write_features(match.state, viewer, room[:count])
            assert (room[count:] == GUARD).all()
            assert np.isfinite(room).all()
            assert np.abs(room[:count]).max() < 12
            ever |= room[:count] != 0
        moves = match.moves()
        match.play(moves[len(match) * 7919 % len(moves)])
    assert ever[-1] or ever[-2]  # the last feature is written in the last place
    assert ever.mean() > 0.6


@pytest.mark.parametrize("game", NAMES)
def test_what_is_tidied_means_the_same(game: str) -> None:
    match = Match(game, ["north", "east", "south"], seed=5)
    table, seat, _ = layout(match.state)
    count = table + 3 * seat
    while match.seat is not None:
        tidied = match.state.copy()
        tidy(tidied)
        before, after = np.zeros(count, np.float32), np.zeros(count, np.float32)
        write_features(match.state, 1, before)
        write_features(tidied, 1, after)
        np.testing.assert_array_equal(before, after)
        if not contract.is_chance(tidied):
            assert legal(tidied) == legal(match.state)
        moves = match.moves()
        match.play(moves[len(match) * 31 % len(moves)])
