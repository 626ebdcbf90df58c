"""The search: the same as a plain recursion, whatever it remembers and however often it is interrupted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.choice import blend
from heliopolis.bots.heuristic.opinion import INSTINCT
from heliopolis.bots.neural.files import features_of
from heliopolis.bots.neural.network import Network
from heliopolis.bots.registry import find_bot
from heliopolis.bots.search.policy import is_quiet, tolerance
from heliopolis.bots.search.quiescence import (
    NO_LIMIT,
    SETTLE,
    Workspace,
    begin,
    clear,
    deepen,
    go_on,
    judge,
    new_workspace,
)
from heliopolis.games import NAMES, contract, find_game
from heliopolis.games.contract import MOVE
from heliopolis.games.dice.components import MONUMENT, PHARAOH, SUN
from heliopolis.games.dice.state import REROLLING
from heliopolis.learn.network import Learner
from heliopolis.table.match import legal


def workspace_for(game: str, players: int, others: float = 0.0) -> Workspace:
    """Make a workspace with a network that has opinions, if none that are worth anything."""
    learner = Learner((*features_of(game), 16, 8), np.random.default_rng(1))
    learner.flat += np.random.default_rng(2).normal(0, 0.3, len(learner.flat)).astype(np.float32)
    network = Network(np.array(learner.sizes), learner.flat)
    return new_workspace(find_game(game), players, [network], [others])


def positions(game: str, players: int, seed: int, every: int) -> list[Any]:
    """Take some positions of a game where somebody has a choice."""
    match = Match(game, [f"seat {number}" for number in range(players)], seed=seed)
    found = []
    while match.seat is not None:
        if len(match) % every == 0 and not match.is_chance and len(match.moves()) > 1:
            found.append(match.state.copy())
        moves = match.moves()
        match.play(moves[len(match) * 7919 % len(moves)])
    return found


Known = dict[tuple[bytes, int], Any]


def value(workspace: Workspace, state: Any, plies: int, thinker: int, known: Known) -> Any:
    """Look ahead by plain recursion, as one seat thinks; return the outlook of a position, or what is known of it."""
    key = (state.tobytes(), plies)
    if key not in known:
        known[key] = look_ahead(workspace, state, plies, thinker, known)
    return known[key]


def look_ahead(workspace: Workspace, state: Any, plies: int, thinker: int, known: Known) -> Any:
    count = int(contract.seats(state))
    into = np.zeros(2 * count, np.float32)
    if contract.is_over(state):
        shares, points = np.zeros(count), np.zeros(count, np.int16)
        contract.returns(state, shares)
        contract.scores(state, points)
        return np.concatenate([shares, points]).astype(np.float32)
    chance = bool(contract.is_chance(state))
    if plies == SETTLE and is_quiet(state):
        clear(workspace, 0)
        judge(workspace, 0, state, into)
        return into
    if chance:
        moves, odds = np.empty((2, contract.game_of(state).most_outcomes), MOVE)
        ways = range(contract.chance_outcomes(state, moves, odds))
        left = plies - 1 if len(ways) > 1 and is_quiet(state) else plies
        outlooks = [value(workspace, after(state, int(moves[way])), left, thinker, known) for way in ways]
        return sum(odds[way] * outlooks[way] for way in ways) / sum(odds[ways])
    choices, seat = legal(state), int(contract.to_act(state))
    left = plies - 1 if len(choices) > 1 and is_quiet(state) else plies
    ahead = np.array([value(workspace, after(state, move), left, thinker, known) for move in choices])
    liked = np.zeros(len(choices))
    if seat != thinker or tolerance(state) < np.inf:
        liked[:] = find_bot("greedy").choose(state, choices, 1.0, 0).values
    near = liked >= liked.max() - tolerance(state)
    best = ahead[np.where(near, ahead[:, seat] + INSTINCT * liked, -np.inf).argmax()]
    often = 0.0 if seat == thinker else workspace.others[0]
    return (1 - often) * best + often * ahead[liked.argmax()]


def after(state: Any, move: int) -> Any:
    found = state.copy()
    contract.apply(found, move)
    return found


def search(workspace: Workspace, state: Any, plies: int, slice_: int = NO_LIMIT) -> Any:
    clear(workspace, 0)
    count = begin(workspace, 0, state, plies)
    level = 0
    while level >= 0:
        level, _ = go_on(workspace, level, slice_)
    return workspace.found[:count].copy()


def few_ways(states: list[Any]) -> list[Any]:
    """Lock three dice where any could be thrown again, so that a plain recursion comes to an end."""
    for state in states:
        if contract.game_of(state).name == "dice" and state.phase == REROLLING:
            state.dice[:] = 0
            state.dice[SUN], state.dice[PHARAOH], state.dice[MONUMENT] = 0b10101, 0b00010, 0b01000
    return states


@pytest.mark.parametrize(
    ("game", "players", "plies", "others"),
    [("ra", 3, SETTLE, 0.0), ("ra", 4, SETTLE, 0.3), ("ra", 2, 1, 1.0), ("dice", 2, SETTLE, 0.5)],
)
def test_it_finds_what_a_plain_recursion_finds(game: str, players: int, plies: int, others: float) -> None:
    """A turn of the dice game is solved to its end, with every throw (D6)."""
    workspace, plain = workspace_for(game, players, others), workspace_for(game, players, others)
    for state in few_ways(positions(game, players, seed=3, every=23 if game == "ra" else 1))[:8]:
        seat = int(contract.to_act(state))
        known: Known = {}
        wanted = [value(plain, after(state, move), plies, seat, known) for move in legal(state)]
        np.testing.assert_allclose(search(workspace, state, plies), wanted, rtol=2e-3, atol=2e-4)


def test_slices_change_nothing() -> None:
    workspace = workspace_for("ra", 3)
    for state in positions("ra", 3, seed=4, every=31)[:6]:
        np.testing.assert_array_equal(search(workspace, state, 1), search(workspace, state, 1, slice_=7))


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    asked, fresh = workspace_for("ra", 4), None
    for state in positions("ra", 4, seed=6, every=41)[:5]:
        fresh = workspace_for("ra", 4)
        np.testing.assert_array_equal(search(asked, state, SETTLE), search(fresh, state, SETTLE))


def test_it_looks_as_far_as_it_may() -> None:
    workspace = workspace_for("ra", 3)
    state = positions("ra", 3, seed=8, every=29)[2]
    reached = []
    for nodes in (0, 300, 3000, 30000):
        clear(workspace, 0)
        reached.append(deepen(workspace, 0, state, np.zeros(len(legal(state))), nodes))
    assert reached[0] == SETTLE
    assert reached == sorted(reached)
    assert reached[-1] > SETTLE


def test_it_leaves_out_what_greedy_thinks_far_worse() -> None:
    workspace, full = workspace_for("ra", 3), workspace_for("ra", 3)
    for state in positions("ra", 3, seed=9, every=17)[:12]:
        every, likes = search(full, state, SETTLE), np.zeros(len(legal(state)))
        likes[0] = -tolerance(state) - 0.1
        clear(workspace, 0)
        deepen(workspace, 0, state, likes, 0)
        assert not workspace.found[0].any()
        np.testing.assert_allclose(workspace.found[1 : len(likes)], every[1:], rtol=1e-4, atol=1e-5)


def test_where_nothing_can_be_won_instinct_decides() -> None:
    workspace, state = workspace_for("ra", 3), positions("ra", 3, seed=9, every=17)[0]
    workspace.found[:] = 0.0
    values = np.array([1.0, 3.0, 2.0])
    blend(state, 3, INSTINCT, workspace, values)
    assert values.argmax() == 1
    assert values[2] > values[0]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("bot", ["net", "expert:seconds=0.05", "net:nodes=500"])
def test_they_say_how_the_game_will_end(bot: str, game: str) -> None:
    match = Match(game, ["north", "east", "south"], seed=1)
    choice = find_bot(bot).choose(match.state, legal(match.state), 1.0, 1)
    assert choice.outlooks is not None
    assert [outlook.win for outlook in choice.outlooks] == list(choice.values or ())
    assert all(0 <= outlook.win <= 1 and -20 < outlook.points < 100 for outlook in choice.outlooks)
