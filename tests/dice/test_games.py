"""Whole games: invariants, the model's word on every turn, and the same source uncompiled."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis.bots.random_games import play_games
from heliopolis.games import contract, find_game
from heliopolis.games.dice import rules, words
from heliopolis.games.dice.components import ALL_CELLS, COLOURS, FACE_NAMES
from heliopolis.table.match import legal
from tests.dice.model import Model
from tests.dice.positions import mat_of
from tests.walk import walk

GAME = find_game("dice")
EDITION = GAME.editions["rulebook"]


def roll(state: Any, numbers: random.Random, sunny: float) -> dict[str, str]:
    """Let all dice that are in the air land, with a taste for Suns that brings disasters."""
    faces = {}
    while contract.is_chance(state):
        face = 0 if numbers.random() < sunny else numbers.randrange(6)
        move = contract.chance_outcome(state, face)
        (name,) = words.word([move]).split()[1:]
        colour, _, shown = name.partition(":")
        assert shown == str(FACE_NAMES[face])
        faces[colour] = shown
        contract.apply(state, move)
    return faces


def check_against_model(players: int, seed: int) -> None:
    """Play one game here and with the model, and compare everything after every turn."""
    numbers = random.Random(seed)
    sunny = numbers.choice([0.0, 0.2, 0.5])
    published = seed % 2 == 1
    chosen = {"nile-disaster": "published" if published else "printed", "sun-track": str(3 + seed % 9)}
    first = numbers.randrange(players)
    state = GAME.prepare(players, None, chosen).openings[first].copy()
    model = Model(players, first, published, 3 + seed % 9)
    while not contract.is_over(state):
        compare(state, model)
        if contract.is_chance(state):
            awaited = model.awaited()
            faces = roll(state, numbers, sunny)
            assert list(faces) == awaited
            model.roll(faces)
            continue
        moves = [words.word([move]) for move in legal(state)]
        if model.asked == "use":
            use(state, model, numbers)
            continue
        move = numbers.choice(moves)
        if model.asked == "reroll":
            said = {frozenset(word.split()[1:]) for word in moves}
            assert said == model.rerolls()
            assert len(said) == len(moves)
            model.reroll(frozenset(move.split()[1:]))
        elif model.asked == "disaster":
            assert {word.split()[1] for word in moves} == {"none", "pharaoh", "nile", "civilization", "monument"}
            model.declare(move.split()[1])
        else:
            assert model.asked == "discard"
            assert sorted(moves) == model.discards()
            model.discard(move)
        contract.apply(state, words.moves(move, EDITION)[0])
    assert model.asked == "over"
    compare(state, model)


def use(state: Any, model: Model, numbers: random.Random) -> None:
    """Use the dice at random, and ask the model whether the rules allow what came of it."""
    allowed = model.ends()
    while True:
        move = numbers.choice(legal(state))
        if move == rules.END_TURN:
            break
        contract.apply(state, move)
    mat = mat_of(state, model.turn)
    assert mat in allowed
    model.use(mat)
    contract.apply(state, rules.END_TURN)


def compare(state: Any, model: Model) -> None:
    """Everything on the table must be the same."""
    assert [mat_of(state, seat) for seat in range(model.seats)] == model.mats
    assert int(state.ra) == model.ra
    assert int(state.epoch) == model.epoch
    if model.asked != "over":
        assert contract.to_act(state) == model.seat
        assert int(state.turn) == model.turn
    sheets = np.zeros((model.seats, len(GAME.categories)), np.int16)
    assert contract.epochs_over(state) == len(model.sheets)
    for epoch, expected in enumerate(model.sheets):
        contract.epoch_sheet(state, epoch, sheets)
        assert [dict(zip(GAME.categories, row, strict=True)) for row in sheets.tolist()] == expected
        assert contract.epoch_end(state, epoch) == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_model_agrees_on_every_turn(players: int) -> None:
    """D1 to D21, by an implementation of its own."""
    for seed in range(10):
        check_against_model(players, seed)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32), st.sampled_from([0.0, 0.3]))
def test_what_always_holds(players: int, seed: int, sunny: float) -> None:
    numbers = random.Random(seed)
    state = GAME.prepare(players, None, {}).openings[numbers.randrange(players)].copy()
    points, sheet = state.points.copy(), np.zeros((players, len(GAME.categories)), np.int16)
    epochs = 0
    while not contract.is_over(state):
        if contract.is_chance(state):
            roll(state, numbers, sunny)
        else:
            moves = legal(state)
            assert moves  # never empty before the end
            assert len(moves) == len(set(moves)) <= GAME.most_moves
            assert all(0 <= move < GAME.actions for move in moves)
            before = state.points.copy()
            contract.apply(state, numbers.choice(moves))
            if contract.epochs_over(state) > epochs:
                contract.epoch_sheet(state, epochs, sheet)
                sums = before[:players] + sheet.sum(axis=1)  # the move that ends an epoch scores nothing at once
                assert state.points[:players].tolist() == [max(0, int(total)) for total in sums]
                epochs += 1
            else:
                assert (state.points >= before).all()  # at once, points are only won
                assert int((state.points - before).sum()) in (0, 2, 3)
        check_board(state, players)
    assert epochs == 3
    shares = np.zeros(players)
    contract.returns(state, shares)
    assert shares.sum() == pytest.approx(1)
    assert legal(state) == []
    assert points[:players].sum() == sum([10, 11, 12, 13][:players])


def check_board(state: Any, players: int) -> None:
    """What can be seen on the board at any moment."""
    monuments = [int(markers) for markers in state.monuments]
    assert sum(markers.bit_count() for markers in monuments) + int(state.empty).bit_count() == 40
    assert sum(monuments) + int(state.empty) == ALL_CELLS  # one marker a cell
    for die in range(5):
        holders = sum(int(spaces) >> die & 1 for spaces in state.civilization)
        assert holders <= players - 1
    assert all(int(spaces) < 32 for spaces in state.civilization)
    assert int(state.pharaoh.max()) <= 12
    assert int(state.nile.max()) <= 12
    assert int(state.floods.min()) >= 0
    assert int(state.points.min()) >= 0
    assert 0 <= state.ra < state.sun_track
    assert state.rerolls <= 2
    assert state.built <= 3
    dice = [*map(int, state.dice), int(state.rolling)]
    assert sum(mask.bit_count() for mask in dice) == int(np.bitwise_or.reduce(dice)).bit_count() <= 5  # each die once
    for seat in range(players, 4):  # nobody sits there
        assert not state.pharaoh[seat]
        assert not state.monuments[seat]
        assert not state.points[seat]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_source_uncompiled_gives_the_same_states(players: int) -> None:
    root = Path(__file__).parents[2]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    command = [sys.executable, "-W", "error", "-m", "tests.walk", "dice", str(players), "4"]
    plain = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert plain.stdout.strip() == walk("dice", players, 4)


def test_every_face_of_a_die_is_as_likely() -> None:
    state = GAME.prepare(3, None, {}).openings[0].copy()
    moves, weights = np.zeros((2, GAME.most_outcomes), contract.MOVE)
    for die in range(5):
        count = contract.chance_outcomes(state, moves, weights)
        assert weights[:count].tolist() == [1] * 6
        assert contract.chance_weight(state) == 6
        tickets = [int(contract.chance_outcome(state, ticket)) for ticket in range(6)]
        assert tickets == moves[:count].tolist() == [rules.ROLL + 6 * die + face for face in range(6)]
        contract.apply(state, tickets[1])


def test_every_move_of_random_games_has_a_word_that_means_it() -> None:
    for move in words.WORDS:
        assert words.moves(words.word([move]), EDITION) == [move]
        assert words.moves(words.shown([move], EDITION).upper(), EDITION) == [move]
    line = [rules.ROLL + 6 * die + face for die, face in enumerate([0, 5, 2, 2, 4])]
    said = words.word(line)
    assert said == "roll yellow:Sun red:Ankh blue:Nile green:Nile violet:Monument"
    verb, *dice = said.split()
    assert words.moves(" ".join([verb, *reversed(dice)]), EDITION) == line
    assert words.moves("civilization violet red yellow", EDITION) == [rules.CIVILIZE + 0b10011]
    assert len(words.WORDS) + len(words.ROLLED) <= GAME.actions
    assert sorted(COLOURS) == sorted({name.split(":")[0] for name in words.ROLLED.values()})


def test_random_games_at_full_speed() -> None:
    """The same games as benchmarks/limit_dice.c plays with 3 players, 1000 games and the seed 7."""
    openings = GAME.prepare(3, None, {}).openings
    total, ends = np.zeros(3, np.int64), np.zeros(len(GAME.epoch_ends), np.int64)
    table, points = openings[:1].copy(), np.zeros(3, np.int16)
    _, decisions = play_games(table, openings, 1000, np.uint64(7), GAME.new_buffer(), points, total, ends)
    assert ends.tolist() == [3000]
    assert (decisions, int(total.sum())) == (149848, 42907)  # as the C program prints
