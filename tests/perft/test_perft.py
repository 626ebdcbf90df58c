"""How many sequences of moves there are: to the last one, and by a second opinion."""

from __future__ import annotations

import copy
import math
from itertools import groupby
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.arena.perft import get_ready
from heliopolis.games import NAMES, contract, find_game
from heliopolis.games import perft as perft_module
from heliopolis.games.perft import Count, perft
from heliopolis.games.ra.components import KIND_NAMES
from tests.perft.positions import KINDS, Position, load, read
from tests.referee import Referee

GAMES = [(name, list(group)) for game in NAMES for name, group in groupby(read(game), lambda found: found.name)]
AT_ONCE = ("z-man", "25th-century")
BY_HAND = 400  # sequences that are counted the slow way


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compile once, not in two processes at a time."""
    for game in NAMES:
        get_ready(find_game(game))


@pytest.mark.parametrize(("name", "positions"), GAMES, ids=[name for name, _ in GAMES])
def test_there_are_as_many_sequences_as_ever(name: str, positions: list[Position]) -> None:
    match = load(name)
    for position in positions:
        state = match.at(position.line).state
        found = {depth: perft(state, depth) for depth in position.counts}
        assert found == position.counts, f"after line {position.line}: if this is meant, run `make golden`"


@pytest.mark.parametrize("game", NAMES)
def test_every_kind_of_position_is_counted(game: str) -> None:
    positions = read(game)
    assert {position.why for position in positions} == {"the opening", *KINDS[game]}
    opened = {position.name.rsplit("-", 1)[0] for position in positions if position.line == 0}
    assert {f"{game}-{edition}" for edition in find_game(game).editions} <= opened
    assert all(len(position.counts) > 1 or position.counts[1].sequences > 1 for position in positions)


# ---- a second opinion ----


def count_by_referee(referee: Referee, depth: int) -> Count:
    """Count with the literal referee of the tests, which shares nothing with the engine."""
    if depth == 0 or referee.seat is None:
        return Count(1, 1)
    sequences = weighted = 0
    for move in referee.moves():
        weight = referee.bag[move.removeprefix("tile ")] if move.startswith("tile ") else 1
        after = copy.deepcopy(referee)
        after.play(move)
        rest = count_by_referee(after, depth - 1)
        sequences += rest.sequences
        weighted += weight * rest.weighted
    return Count(sequences, weighted)


def referee_of(match: Match) -> Referee:
    """Let the referee play the same game up to the same point."""
    dealt = [seat["suns_up"] for seat in match.at(0).view(None)["board"]["seats"]]
    at_once = match.settings.get("god-disasters", "at-once" if match.edition.name in AT_ONCE else "") == "at-once"
    referee = Referee(len(match.players), dealt, at_once)
    for word in match.words():
        referee.play(word)
    return referee


@pytest.mark.parametrize(
    ("name", "positions"),
    [(name, positions) for name, positions in GAMES if name.startswith("ra")],
    ids=[name for name, _ in GAMES if name.startswith("ra")],
)
def test_the_referee_counts_the_same(name: str, positions: list[Position]) -> None:
    match = load(name)
    for position in positions:
        depth = max((depth for depth, count in position.counts.items() if count.sequences <= BY_HAND), default=1)
        assert count_by_referee(referee_of(match.at(position.line)), depth) == position.counts[depth], position.why


def count_plainly(state: Any, depth: int) -> Count:
    """Count move by move in plain Python, with tickets instead of weights: each is drawn by itself."""
    if depth == 0 or contract.is_over(state):
        return Count(1, 1)
    game = contract.game_of(state)
    buffer = game.new_buffer()
    if contract.is_chance(state):
        tickets = range(int(contract.chance_weight(state)))
        moves = [int(contract.chance_outcome(state, ticket)) for ticket in tickets]
    else:
        moves = list(map(int, buffer[: contract.legal_moves(state, buffer)]))
    sequences = weighted = 0
    for move in sorted(set(moves)):
        after = state.copy()
        contract.apply(after, move)
        rest = count_plainly(after, depth - 1)
        sequences += rest.sequences
        weighted += moves.count(move) * rest.weighted
    return Count(sequences, weighted)


@pytest.mark.parametrize("game", NAMES)
def test_a_plain_recursion_counts_the_same(game: str) -> None:
    for name, positions in GAMES:
        if name.startswith(game):
            position = positions[-1]
            depth = max((depth for depth, count in position.counts.items() if count.sequences <= BY_HAND), default=1)
            assert count_plainly(load(name).at(position.line).state, depth) == position.counts[depth]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_roll_of_the_dice_by_arithmetic(players: int) -> None:
    """Each die is a Sun, or one of five faces that is rerolled or not: 11 ways. Five Suns leave five disasters."""
    opening = find_game("dice").prepare(players, None, {}).openings[0]
    assert perft(opening, 5) == Count(6**5, 6**5)
    assert perft(opening, 6) == Count(11**5 - 1 + 5, 11**5 - 1 + 5)


def test_a_draw_weighs_as_much_as_the_bag() -> None:
    """180 tiles of 23 kinds, 30 of them Ra; then two choices, or a pass and four suns for the auction."""
    state = find_game("ra").prepare(3, None, {}).openings[0].copy()
    contract.apply(state, 0)
    assert perft(state, 1) == Count(23, 180)
    assert perft(state, 2) == Count(22 * 2 + 5, 150 * 2 + 30 * 5)


# ---- the counting itself ----


def test_splitting_changes_nothing_and_tells_how_far_it_is() -> None:
    shares: list[float] = []
    state = load("ra-z-man-3").at(20).state
    assert perft(state, 6, shares.append) == perft(state, 6)
    assert len(shares) >= perft_module.PROGRESS_SUBTREES
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_numbers_that_do_not_fit_in_64_bits() -> None:
    """One player with one sun in the last epoch, and a bag of 255 Niles: up to eight draws, an invocation, a bid.

    Only with eight tiles on the track is there a choice: the bid, or a pass.
    """
    state = find_game("ra").prepare(2, None, {}).openings[0].copy()
    state.epoch = 3
    state.turn = state.seat = 0
    state.suns_up[0], state.suns_up[1], state.active = 1 << 9, 0, 0b01
    state.bag[:] = 0
    state.bag[KIND_NAMES.index("Nile")] = state.bag_left = 255
    ways = [math.perm(255, draws) for draws in range(9)]
    assert ways[8] > perft_module.MOST
    assert perft(state, 18) == Count(8 + 2, sum(ways[:8]) + 2 * ways[8])


def test_a_game_that_is_over_is_one_sequence() -> None:
    match = load("dice-rulebook-2")
    assert perft(match.state, 3) == Count(1, 1)
