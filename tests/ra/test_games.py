"""Whole games of Ra: invariants, the referee's word on every move, and the same source uncompiled."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from heliopolis import Match
from heliopolis.games import contract, find_game
from heliopolis.table.match import legal
from tests.ra.positions import NAMES, state_of
from tests.referee import Referee
from tests.walk import walk

TABLES = [
    (edition, players)
    for edition in ("alea", "rio-grande", "z-man", "25th-century")
    for players in (2, 3, 4, 5)
    if (edition, players) != ("alea", 2)
]
SUNS_IN_PLAY = {2: 9, 3: 13, 4: 13, 5: 16}
DISASTERS = ["tile Funeral", "tile Drought", "tile Unrest", "tile Earthquake", "tile God"]

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)


def choose(moves: list[str], numbers: random.Random, patience: float) -> str:
    """Choose at random, but with a taste: patient players draw and pass, and reach the ends of Ra tracks and bags."""
    for quiet in ("draw", "pass"):
        if quiet in moves and numbers.random() < patience:
            return quiet
    rare = [move for move in moves if move in DISASTERS]
    return numbers.choice(rare if rare and numbers.random() < 0.2 else moves)


def check_against_referee(edition: str, players: int, seed: int) -> None:
    """Play one game here and with the referee, and compare everything after every move."""
    numbers = random.Random(seed)
    patience = numbers.choice([0.0, 0.5, 0.8, 0.95])
    match = Match("ra", NAMES[:players], edition=edition, draws="table", seed=seed)
    dealt = [seat["suns_up"] for seat in match.view(None)["board"]["seats"]]
    referee = Referee(players, dealt, at_once=edition in ("z-man", "25th-century"))
    while True:
        moves = match.moves()
        assert sorted(moves) == referee.moves()
        assert match.seat == referee.seat
        assert match.scores == referee.scores
        assert match.breakdowns() == referee.sheets
        board = match.view(None).board
        assert board["epoch"] == referee.epoch
        assert board["centre_sun"] == referee.centre
        assert board["ra_tiles"] == referee.ra_tiles
        assert board["track"] == referee.track
        assert board["bag"] == referee.bag
        assert [seat["suns_up"] for seat in board["seats"]] == referee.up
        assert [seat["suns_down"] for seat in board["seats"]] == referee.down
        assert [seat["tiles"] for seat in board["seats"]] == referee.tiles
        if match.seat is None:
            break
        assert [match.preview(seat) for seat in range(players)] == referee.preview()
        move = choose(moves, numbers, patience)
        match.play(move)
        referee.play(move)
    assert match.result is not None
    assert match.result.winner == referee.winner


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_referee_agrees_on_every_move(edition: str, players: int) -> None:
    """R1 to R36, by an implementation of its own."""
    for seed in range(4):
        check_against_referee(edition, players, seed)


@settings(max_examples=60, deadline=None)
@given(tables, seeds, st.sampled_from([0.0, 0.6, 0.9]))
def test_what_always_holds(table: tuple[str, int], seed: int, patience: float) -> None:
    edition, players = table
    numbers = random.Random(seed)
    match = Match("ra", NAMES[:players], edition=edition, seed=seed)
    seen = 180  # tiles in the bag, on the tracks and in front of players can only become fewer
    while match.seat is not None:
        state = state_of(match)
        moves = match.moves()
        assert moves  # never empty before the end
        assert len(moves) == len(set(moves)) <= match.game.most_moves
        suns = int(np.bitwise_or.reduce([*state.suns_up, *state.suns_down])) | 1 << int(state.centre)
        held = sum(bin(mask).count("1") for mask in [*state.suns_up, *state.suns_down]) + 1
        assert suns == 2 ** (SUNS_IN_PLAY[players] + 1) - 2  # every sun is there,
        assert held == SUNS_IN_PLAY[players]  # and once
        assert int(state.bag.sum()) == int(state.bag_left)
        assert int(np.count_nonzero(state.track != 23)) == int(state.filled)
        tiles = int(state.bag_left) + int(state.filled) + int(state.ra_tiles) + int(state.tiles.sum())
        assert tiles <= seen
        seen = tiles
        assert match.is_chance or state.bag_left > 0 or "draw" not in moves  # R36
        assert min(match.scores) >= 0
        match.play(choose(moves, numbers, patience))
    assert match.result is not None
    total = [10] * players
    for sheets in match.breakdowns():
        total = [max(0, points + sum(sheet.values())) for points, sheet in zip(total, sheets, strict=True)]
    assert total == match.scores
    record = match.record()
    assert Match.read(record).record() == record


@settings(max_examples=30, deadline=None)
@given(tables, seeds)
def test_180_tiles_are_conserved(table: tuple[str, int], seed: int) -> None:
    """Every tile is in the bag, on a track, in front of a player, or has left the game by a rule that says so."""
    edition, players = table
    numbers = random.Random(seed)
    match = Match("ra", NAMES[:players], edition=edition, seed=seed)

    def on_table() -> NDArray[np.int64]:
        state = state_of(match)
        counts: NDArray[np.int64] = state.bag.astype(np.int64) + state.tiles.sum(axis=0, dtype=np.int64)
        np.add.at(counts, state.track[state.track != 23], 1)
        counts[0] += state.ra_tiles
        return counts

    before, epoch = on_table(), 1
    while match.seat is not None:
        gods, disasters = int(state_of(match).tiles[:, 1].sum()), bool(state_of(match).owed.any())
        move = numbers.choice(match.moves())
        match.play(move)
        after = on_table()
        assert (after <= before).all()
        lost = int((before - after).sum())
        if lost and state_of(match).epoch == epoch and not contract.is_over(match.state):
            spent = max(0, gods - int(state_of(match).tiles[:, 1].sum()))
            cleared = move == "pass" and lost == 8
            disaster = (before[19:] > after[19:]).any() or disasters or move.startswith("discard")
            assert spent or cleared or disaster
        before, epoch = after, int(state_of(match).epoch)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_source_uncompiled_gives_the_same_states(players: int) -> None:
    root = Path(__file__).parents[2]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    command = [sys.executable, "-m", "tests.walk", "ra", str(players), "2"]
    plain = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert plain.stdout.strip() == walk("ra", players, 2)


def test_the_chance_of_each_tile_is_its_share_of_the_bag() -> None:
    game = find_game("ra")
    state = game.prepare(3, None, {}).openings[0]
    contract.apply(state, legal(state)[0])
    moves, weights = np.zeros((2, game.most_outcomes), contract.MOVE)
    count = contract.chance_outcomes(state, moves, weights)
    tickets = [int(contract.chance_outcome(state, ticket)) for ticket in range(int(contract.chance_weight(state)))]
    assert [tickets.count(move) for move in moves[:count]] == weights[:count].tolist()
    assert len(tickets) == 180


def test_no_buffer_is_ever_too_small() -> None:
    """The most moves a turn can have: draw, invoke and seven different tiles, or invoke and eight."""
    from tests.ra.positions import position

    eight = ["Art", "Agriculture", "Religion", "Astronomy", "Writing", "Nile", "Flood", "Gold"]
    most = find_game("ra").most_moves
    assert len(position(track=eight, tiles={0: {"God": 1}}).moves()) == most
    assert len(position(track=eight[:7], tiles={0: {"God": 1}}).moves()) == most
