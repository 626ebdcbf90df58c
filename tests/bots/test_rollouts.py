"""Playing on: every move meets the same luck, bad moves are given up, and it ends when it is told to."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from heliopolis.bots.registry import find_bot
from heliopolis.bots.search.expert import Expert
from heliopolis.bots.search.net import Net
from heliopolis.bots.search.quiescence import SETTLE, begin, clear, go_on
from heliopolis.bots.search.rollouts import (
    DOUBT,
    ENOUGH,
    FARTHEST,
    HOPELESS,
    NEAR,
    STAGE,
    USUAL_SPREAD,
    MoveRace,
    Rollouts,
)
from heliopolis.games import contract
from heliopolis.table.match import Match, legal
from tests.bots.test_search import positions, workspace_for


def so_often(times: int) -> Callable[[], bool]:
    """Say that there is more time, so often."""
    asked = itertools.count()
    return lambda: next(asked) < times


def a_race(wins: list[float]) -> MoveRace:
    return MoveRace(np.array(wins), np.array([[win, 1 - win, 30, 20] for win in wins], np.float32), 0)


def after(race: MoveRace, rounds: int, means: list[float], spread: float) -> MoveRace:
    """Let rounds have gone by in which what came of two moves differed by so much, squared."""
    race.rounds = rounds
    race.sums[:, 0] = rounds * np.array(means)
    race.squares[:] = rounds * spread * (1 - np.eye(len(means)))
    return race


def test_thinking_depends_on_the_seed_and_on_how_long_alone() -> None:
    workspace, expert = workspace_for("ra", 3), Expert()
    differ = 0
    for state in positions("ra", 3, seed=4, every=37)[:6]:
        first, again, other, longer = (
            expert.think(workspace, state, legal(state), seed, so_often(times))
            for seed, times in ((1, 12), (1, 12), (2, 12), (1, 20))
        )
        np.testing.assert_allclose(first, again, rtol=1e-3)  # sums are rounded as they come, and points on cards
        assert first.shape == (len(legal(state)), 6)
        differ += not np.allclose(first, other) and not np.allclose(first, longer)
    assert differ


def test_a_turn_of_dice_is_solved_and_luck_plays_no_part() -> None:
    workspace, expert = workspace_for("dice", 3), Expert()
    for state in positions("dice", 3, seed=4, every=37)[:6]:
        first, other = (expert.think(workspace, state, legal(state), seed, lambda: True) for seed in (1, 2))
        np.testing.assert_allclose(first, other, rtol=1e-4)  # sums are rounded as they come
        assert first[:, int(contract.to_act(state))].std() > 0


@pytest.mark.parametrize(("nodes", "times"), [(1_000_000, 3), (500, 10_000)])
def test_a_turn_that_is_too_much_is_left_to_instinct(nodes: int, times: int) -> None:
    """D6: the first throw lies, and there is no time, or no patience, to look at all that can come of it."""
    match = Match("dice", ["north", "east"], seed=1)
    moves, seat = legal(match.state), int(contract.to_act(match.state))
    found = Expert(nodes=nodes).think(workspace_for("dice", 2), match.state, moves, 1, so_often(times))
    liked = find_bot("greedy").choose(match.state, moves, 1.0, 1)
    assert moves[int(found[:, seat].argmax())] == liked.move
    assert found[:, 2 + seat].std() == 0  # of the points it says nothing
    solved = Expert().think(workspace_for("dice", 2), match.state, moves, 1, so_often(10_000))
    assert solved[:, 2 + seat].std() > 0


def test_without_time_the_first_look_decides() -> None:
    workspace, state = workspace_for("ra", 3), positions("ra", 3, seed=4, every=37)[1]
    clear(workspace, 0)
    count = begin(workspace, 0, state, SETTLE)
    go_on(workspace, 0, 1 << 40)
    looked = workspace.found[:count].copy()
    found = Expert(instinct=0.0).think(workspace, state, legal(state), 1, lambda: False)
    np.testing.assert_allclose(found, looked)


def test_moves_meet_the_same_luck() -> None:
    """A move that is played on beside itself comes out the same every time."""
    workspace, state = workspace_for("ra", 3), positions("ra", 3, seed=4, every=37)[0]
    twins = MoveRace(np.array([0.5, 0.5]), np.full((2, 6), 0.5, np.float32), 0)
    rollouts = Rollouts(state, legal(state)[:1] * 2, Net().player, workspace, 9)
    for rounds in (3, 1):
        rollouts.play(twins, rounds)
    assert twins.rounds == twins.total == 4
    np.testing.assert_allclose(twins.sums[0], twins.sums[1], rtol=1e-4)
    assert twins.squares.max() < 1e-6
    assert twins.sums[0, :3].sum() == pytest.approx(4, abs=1e-3)


def test_hopeless_moves_are_not_played_on() -> None:
    race = a_race([0.5, 0.5 - HOPELESS / 2, 0.5 - 2 * HOPELESS])
    assert race.live.tolist() == [True, True, False]
    assert race.outlooks()[2].tolist() == pytest.approx([0.5 - 2 * HOPELESS, 0.5 + 2 * HOPELESS, 30, 20])


@pytest.mark.parametrize("spread", [USUAL_SPREAD, 4 * USUAL_SPREAD])
def test_what_came_of_it_counts_more_the_surer_it_is(spread: float) -> None:
    """After as many rounds as it takes to be as sure as what was thought, half and half."""
    even = spread / DOUBT**2
    for part, mean in ((0, 0.5), (1 / 2, 0.5667), (1, 0.6), (20, 0.69)):
        race = after(a_race([0.5, 0.48]), round(part * even), [0.7, 0.5], spread)
        assert race.outlooks()[0, 0] == pytest.approx(mean, abs=0.02)


def came(rounds: int, means: list[float], spread: float) -> NDArray[np.float64]:
    """Let rounds bring these means, now more to the one and now more to the other, and 30 to 20 points."""
    swing = np.resize([spread, -spread], rounds)[:, None] * np.resize([1, -1], len(means))
    wins = np.array(means) + swing
    return np.stack([wins, 1 - wins, np.full_like(wins, 30), np.full_like(wins, 20)], axis=2)


def test_a_move_that_is_surely_behind_is_given_up() -> None:
    race = a_race([0.5, 0.49])
    for still in (True, False):
        race.add(came(STAGE // 2 - 1, [0.5, 0.4 if race.rounds else 0.47], 0.05))
        assert race.in_question == still
    assert race.live.tolist() == [True, False]
    kept = race.outlooks()[1, 0]
    race.add(came(1, [0.2], 0.0))
    assert race.outlooks()[1, 0] == kept < 0.47
    assert race.outlooks()[0, 0] < 0.5


def test_it_plays_on_farther_and_farther_and_builds_on_what_came_before() -> None:
    race, once = a_race([0.5, 0.5]), came(STAGE, [0.5, 0.49], 0.1)
    race.add(once[:-1])
    before = race.outlooks()
    race.add(once[-1:])
    np.testing.assert_allclose(race.outlooks(), before, atol=0.01)
    assert (race.far, race.rounds, race.total) == (2 * NEAR, 0, STAGE)
    race.add(once)
    assert race.in_question
    assert (race.far, race.total) == (4 * NEAR, 2 * STAGE)


def test_it_stops_when_more_rounds_would_change_next_to_nothing() -> None:
    """Two moves that come out alike are in question only as long as it is open how much alike they are."""
    race = a_race([0.5, 0.5])
    for _ in range(2):
        race.add(came(STAGE, [0.5, 0.5], 0.01))
        assert race.in_question
    assert race.far == FARTHEST
    rounds = round((2 * 0.01 / ENOUGH) ** 2)
    race.add(came(rounds - 2, [0.5, 0.5], 0.01))
    assert race.in_question
    race.add(came(4, [0.5, 0.5], 0.01))
    assert not race.in_question
    assert race.live.all()


def test_it_never_plays_on_more_often_than_asked() -> None:
    workspace, state = workspace_for("ra", 3), positions("ra", 3, seed=4, every=37)[0]
    rollouts = Rollouts(state, legal(state)[:2], Net().player, workspace, 9)
    race = MoveRace(np.array([0.5, 0.5]), np.full((2, 6), 0.5, np.float32), 0)
    rollouts.play(race, 3)
    assert race.total == 3
