"""Which dice pay: a turn reaches exactly what the rules allow, by brute force over all subsets of the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from heliopolis.games import contract, find_game
from heliopolis.games.dice import rules
from heliopolis.games.dice.components import COLOURS, FACE_NAMES
from heliopolis.games.dice.state import USING
from heliopolis.table.match import legal
from tests.dice.model import COLUMNS, Cell, Dice, Mat, Turn, actions, uses
from tests.dice.positions import lay, lay_dice, mat_of

GAME = find_game("dice")
OPENINGS = {players: GAME.prepare(players, None, {}).openings for players in (2, 3, 4)}
ALL_FACES = list(combinations_with_replacement(FACE_NAMES, 5))
EDGES = [0, 1, 7, 9, 10, 11, 12]


def random_position(numbers: random.Random, faces: list[str]) -> Any:
    """Lay out any board, and dice in any colours, for the player whose turn it is."""
    players = numbers.choice([2, 3, 4])
    state = OPENINGS[players][numbers.randrange(players)].copy()
    full, owned = numbers.choice([0.0, 0.3, 0.7, 0.95]), numbers.choice([0.0, 0.4, 0.8])
    owners: dict[Cell, int] = {
        (column, colour): numbers.randrange(players)
        for column, colour in product(COLUMNS, COLOURS)
        if numbers.random() < full
    }
    spaces = {
        colour: numbers.sample(range(players), sum(numbers.random() < owned for _ in range(players - 1)))
        for colour in COLOURS
    }
    for seat in range(players):
        mat = Mat(
            numbers.choice(EDGES),
            numbers.choice(EDGES),
            numbers.randrange(3),
            frozenset(colour for colour, seats in spaces.items() if seat in seats),
            frozenset(cell for cell, owner in owners.items() if owner == seat),
            numbers.randrange(30),
        )
        lay(state, seat, mat)
    numbers.shuffle(faces)
    lay_dice(state, faces)
    return state


def unused(state: Any) -> Dice:
    """Read the dice that are not used yet."""
    masks = [int(mask) for mask in state.dice]
    return {
        colour: name
        for die, colour in enumerate(COLOURS)
        for face, name in enumerate(FACE_NAMES)
        if masks[face] >> die & 1
    }


def reached(state: Any) -> set[Mat]:
    """Find every mat that the engine's moves lead to before the turn is ended."""
    seen, open_states = {state.tobytes()}, [state]
    mats = set()
    while open_states:
        found = open_states.pop()
        assert found.phase == USING
        mats.add(mat_of(found, found.seat))
        for move in legal(found):
            if move != rules.END_TURN:
                after = found.copy()
                contract.apply(after, move)
                if after.tobytes() not in seen:
                    seen.add(after.tobytes())
                    open_states.append(after)
    return mats


def allowed(state: Any) -> set[Mat]:
    """Find every mat that the rules allow."""
    return uses(mat_of(state, state.seat), unused(state), others(state))


def others(state: Any) -> list[Mat]:
    return [mat_of(state, seat) for seat in range(state.seats) if seat != state.seat]


@pytest.mark.parametrize("part", range(6))
def test_d7_the_moves_of_a_turn_reach_exactly_what_the_rules_allow(part: int) -> None:
    """Every combination of faces, each on several boards and in several colours (D7-D12)."""
    numbers = random.Random(part)
    for faces in ALL_FACES:
        state = random_position(numbers, list(faces))
        assert reached(state) == allowed(state), (faces, state)


def test_d7_also_in_the_middle_of_a_turn() -> None:
    """What the engine leaves after an action is worth exactly what the same dice are worth by the rules."""
    numbers = random.Random(99)
    checked = 0
    while checked < 300:
        state = random_position(numbers, numbers.choices(FACE_NAMES[1:], k=5))
        move = numbers.choice(legal(state))
        if move == rules.END_TURN or rules.BUILD <= move < rules.ANKHS:
            continue  # a monument action that goes on is part of the test above
        contract.apply(state, move)
        assert reached(state) == allowed(state)
        checked += 1


def payments(state: Any, after: Mat) -> Iterator[set[Mat]]:
    """For every way to pay for an action that leads to a mat, find what can still be reached."""
    dice = unused(state)
    turn = Turn(mat_of(state, state.seat), frozenset(dice))
    for paid in actions(turn, dice, others(state)):
        if paid.mat == after:
            left = {colour: face for colour, face in dice.items() if colour in paid.unused}
            yield uses(paid.mat, left, others(state), paid.built)


def after(state: Any, move: int) -> Any:
    result = state.copy()
    contract.apply(result, move)
    return result


def test_d9_a_flood_asks_which_dice_pay_exactly_when_it_matters() -> None:
    """Settled: nothing that another payment leaves is lost. Asked: neither answer leaves all that the other does."""
    numbers = random.Random(9)
    settled = asked = 0
    for faces in ALL_FACES:
        if faces.count("Nile") + faces.count("Ankh") < 3 or "Nile" not in faces:
            continue
        for _ in range(30):
            state = random_position(numbers, list(faces))
            floods = [move for move in legal(state) if rules.FLOOD <= move <= rules.FLOOD_KEEP_ANKH]
            results = [after(state, move) for move in floods]
            possible = set().union(*payments(state, mat_of(results[0], state.seat)))
            reach = [reached(result) for result in results]
            assert set().union(*reach) == possible
            if floods == [rules.FLOOD]:
                settled += 1
            else:
                assert floods == [rules.FLOOD_KEEP_NILE, rules.FLOOD_KEEP_ANKH]
                assert not reach[0] <= reach[1]
                assert not reach[1] <= reach[0]
                kept_nile, kept_ankh = (unused(result) for result in results)
                assert list(kept_nile.values()).count("Nile") == list(kept_ankh.values()).count("Nile") + 1
                asked += 1
    assert settled > 50
    assert asked > 50


def test_d10_who_pays_for_civilization_never_matters() -> None:
    numbers = random.Random(10)
    checked = 0
    while checked < 200:
        state = random_position(
            numbers, numbers.choices(["Civilization", "Civilization", "Ankh", "Pharaoh", "Nile"], k=5)
        )
        for move in legal(state):
            if rules.CIVILIZE <= move < rules.BUILD:
                result = after(state, move)
                assert set().union(*payments(state, mat_of(result, state.seat))) <= reached(result)
                checked += 1


def test_no_buffer_is_ever_too_small() -> None:
    """The most moves: five Monument dice on an empty board. A roll of the dice: six faces."""
    state = OPENINGS[3][0].copy()
    lay_dice(state, ["Monument"] * 5)
    assert len(legal(state)) == GAME.most_moves == 41
    state = OPENINGS[3][0].copy()
    moves, weights = np.zeros((2, GAME.most_outcomes), contract.MOVE)
    assert contract.chance_outcomes(state, moves, weights) == GAME.most_outcomes == 6
