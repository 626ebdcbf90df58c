"""The solver of endings: the same as brute force, and no word where there is too much to look at."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.registry import built_in_bot
from heliopolis.bots.search.exact import TIE, best_of, solve
from heliopolis.coach import Depth, advise, analyse, review
from heliopolis.games import contract
from heliopolis.games.contract import MOVE
from heliopolis.table.match import legal
from heliopolis.terminal.review import said
from heliopolis.terminal.review_page import page
from tests.conftest import NAMES, invoke, play_on
from tests.terminal.typist import run

#: The last epoch, and a bag with hardly anything but Ra: draws are forced, or nearly so.
ENDING = (
    "heliopolis position 1; game: ra; edition: z-man; players: 2; epoch: 3; turn: 1; phase: {phase}; ra: {ra}; "
    "track: {track}; centre: 9; {more}suns: {suns}; down: {down}; "
    "tiles: {gods}2 Pharaoh, Nile, 2 Art, Temple | Pharaoh, 3 Nile, Flood, Writing, Sphinx; "
    "points: {points}; bag: {bag}"
)


def ending(**fields: Any) -> Match:
    usual = {
        "phase": "turn",
        "ra": 3,
        "track": "Flood, Religion, Unrest",
        "more": "",
        "gods": "",
        "suns": "8 | 7",
        "down": "6-5-2 | 4-3-1",
        "points": "20 | 21",
        "bag": "6 Ra",
    }
    return Match.from_position(ENDING.format(**(usual | fields)), draws="table")


ENDINGS = [
    {},
    {"bag": "6 Ra, Pharaoh"},
    {"ra": 4, "bag": "4 Ra, Flood, Fortress", "points": "30 | 21"},
    {"ra": 5, "bag": "2 Ra, 2 Nile", "track": "Gold"},
    {"suns": "8 | -", "down": "6-5-2 | 7-4-3-1", "bag": "4 Ra, Pharaoh, Funeral"},
    {"phase": "bidding", "more": "auction: drawn; ", "points": "25 | 21"},
    {"phase": "bidding", "more": "auction: invoked; bids: - | 7; ", "track": "Unrest, Earthquake, God"},
    {"phase": "gods", "ra": 4, "track": "Flood, Unrest", "gods": "God, ", "bag": "4 Ra, Nile"},
]


#: The same with three and four players, who bid for themselves and not against one other.
THREE: Final = (
    "heliopolis position 1; game: ra; edition: z-man; players: 3; epoch: 3; turn: 2; phase: {phase}; ra: 7; "
    "track: {track}; centre: 9; {more}suns: {suns}; down: {down}; "
    "tiles: 2 Pharaoh, Nile, 2 Art | Pharaoh, 3 Nile, Flood | Pharaoh, Writing, Temple; "
    "points: 20 | 21 | 22; bag: {bag}"
)
FOUR: Final = (
    "heliopolis position 1; game: ra; edition: z-man; players: 4; epoch: 3; turn: 3; phase: {phase}; ra: 8; "
    "track: {track}; centre: 9; {more}suns: {suns}; down: {down}; "
    "tiles: 2 Pharaoh, Nile | Pharaoh, Flood | Writing, Temple | God; points: 20 | 21 | 22 | 15; bag: {bag}"
)
MORE_SEATS: Final = [
    (THREE, {}),
    (THREE, {"track": "Gold, Unrest, Art", "bag": "3 Ra, Nile"}),
    (THREE, {"phase": "bidding", "more": "auction: drawn; "}),
    (THREE, {"phase": "bidding", "more": "auction: invoked; bids: - | - | 3; "}),
    (THREE, {"suns": "8 | 10 | -", "down": "13-5-2 | 12-6-1 | 11-7-4-3", "bag": "2 Ra, Pharaoh, Funeral"}),
    (FOUR, {"suns": "8 | 10 | 3 | 4", "down": "13-2 | 12-6 | 11-7 | 5-1", "bag": "2 Ra"}),
    (
        FOUR,
        {
            "suns": "8 | 10 | 3 | 4",
            "down": "13-2 | 12-6 | 11-7 | 5-1",
            "bag": "2 Ra, Flood",
            "phase": "bidding",
            "more": "auction: drawn; ",
        },
    ),
]


def with_more_seats(line: str, fields: dict[str, str]) -> Match:
    usual = {
        "phase": "turn",
        "track": "Flood, Religion",
        "more": "",
        "suns": "8 | 10 | 3",
        "down": "13-5-2 | 12-6-1 | 11-7-4",
        "bag": "2 Ra",
    }
    return Match.from_position(line.format(**(usual | fields)), draws="table")


def brute_force(state: Any) -> list[float]:
    """Follow every line of play, in plain Python and without remembering anything."""
    count = int(contract.seats(state))
    if contract.is_over(state):
        shares, points = np.zeros(count), np.zeros(count, np.int16)
        contract.returns(state, shares)
        contract.scores(state, points)
        return [*shares.tolist(), *map(float, points.tolist())]
    if contract.is_chance(state):
        moves, weights = np.zeros((2, 32), MOVE)
        outcomes = int(contract.chance_outcomes(state, moves, weights))
        whole = sum(weights[:outcomes].tolist())
        ends = [brute_force(after(state, int(move))) for move in moves[:outcomes]]
        parts = (weights[:outcomes] / whole).tolist()
        return [sum(part * end[place] for part, end in zip(parts, ends, strict=True)) for place in range(2 * count)]
    seat, best = int(contract.to_act(state)), None
    for move in legal(state):
        end = brute_force(after(state, move))
        if (
            best is None
            or end[seat] > best[seat] + TIE
            or (abs(end[seat] - best[seat]) <= TIE and end[count + seat] > best[count + seat] + TIE)
        ):
            best = end
    assert best is not None
    return best


def after(state: Any, move: int) -> Any:
    following = state.copy()
    contract.apply(following, move)
    return following


@pytest.mark.parametrize("fields", ENDINGS, ids=str)
def test_endings_of_ra_are_solved_as_brute_force_does(fields: dict[str, Any]) -> None:
    acting = ending(**fields).state
    found = solve(acting, 200_000)
    assert found is not None
    for row, move in zip(found, legal(acting), strict=True):
        assert row.tolist() == pytest.approx(brute_force(after(acting, move)), abs=1e-9)


@pytest.mark.parametrize(("line", "fields"), MORE_SEATS, ids=range(len(MORE_SEATS)))
def test_endings_with_more_players_are_solved_as_brute_force_does(line: str, fields: dict[str, str]) -> None:
    acting = with_more_seats(line, fields).state
    found = solve(acting, 200_000)
    assert found is not None
    assert found.shape[1] == 2 * int(contract.seats(acting))
    for row, move in zip(found, legal(acting), strict=True):
        assert row.tolist() == pytest.approx(brute_force(after(acting, move)), abs=1e-9)


def test_an_epoch_that_is_not_the_last_is_not_solved() -> None:
    """What comes after it is a whole epoch: nobody can look at all of that."""
    position = ending(ra=5, bag="2 Ra, 2 Nile", track="Gold").position()
    earlier = position.replace("epoch: 3", "epoch: 2").replace("2 Ra, 2 Nile", "8 Ra, 2 Nile")
    earlier = re.sub("; sheet [12]:[^;]*", "", earlier)
    assert solve(Match.from_position(earlier, draws="table").state, 20_000) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_last_turns_of_the_dice_game_are_solved_as_brute_force_does(players: int) -> None:
    seen = 0
    for seed in range(40):
        match = play_on(Match("dice", NAMES[:players], seed=seed, sun_track="3"), seed)
        table = match.replayed().table
        for place in range(len(table) - 5, len(table) - 1):
            state = table[place]
            found = None if contract.is_chance(state) else solve(state, 300)
            if found is not None and len(found) > 1:
                seen += 1
                for row, move in zip(found, legal(state), strict=True):
                    assert row.tolist() == pytest.approx(brute_force(after(state, move)), abs=1e-9)
        if seen >= 3:
            return
    raise AssertionError("there are last turns with a choice")


def test_of_equal_shares_a_seat_takes_more_points_and_of_equal_ends_the_first() -> None:
    found = np.array([[0.5, 0.5, 9.0, 3.0], [0.5, 0.5, 12.0, 9.0], [0.5, 0.5, 12.0, 1.0], [0.4, 0.6, 99.0, 0.0]])
    assert best_of(found, 0) == 1
    assert best_of(found, 1) == 3


def test_what_has_too_many_lines_of_play_is_not_solved() -> None:
    for game in ("ra", "dice"):
        assert solve(Match(game, NAMES[:3], seed=1).state, 2_000) is None


def test_the_expert_says_when_it_is_exact() -> None:
    match = ending(ra=5, bag="2 Ra, 2 Nile", track="Gold")
    moves = legal(match.state)
    choice = built_in_bot("expert").choose(match.state, moves, 0.05, 1)
    found = solve(match.state, 5_000)
    assert found is not None
    assert (choice.exact, choice.move) == (True, moves[best_of(found, 0)])
    advice = advise(match, 0.05)
    assert advice.exact
    assert [option.exact for option in analyse(match)] == [True] * len(moves)


def test_what_is_exact_is_marked_wherever_it_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    match = ending(ra=5, bag="2 Ra, 2 Nile", track="Gold")
    told = invoke("advise", "--position", match.position()).output
    lines = [line for line in told.splitlines() if " wins " in line]
    assert len(lines) == len(match.moves()) > 1
    assert all(line.endswith(" exact") for line in lines)
    data = json.loads(invoke("advise", "--position", match.position(), "--json").output)
    assert all(option["exact"] for option in data["options"])
    run(Match.from_position(match.position(), ["Ann", "random"], seed=1), "hint", "quit")
    assert "This is exact: every way the game can go on was looked at." in " ".join(capsys.readouterr().out.split())
    match.play(match.moves()[-1])
    while match.seat is not None:
        match.play(match.moves()[0])
    *_, last = review(match, Depth(rounds=2))
    assert last.review is not None
    exact = [one for one in last.review.of(None) if one.exact]
    assert exact
    assert all("(exact)" in said(one) for one in exact if one.played)
    assert page(match, last.review, [0, 1]).count(" exact") >= sum(len(one.options) for one in exact)


def test_no_first_move_is_marked_exact() -> None:
    opening = Match("ra", NAMES[:3], seed=1)
    assert not advise(opening, 0.05).exact
    assert "exact" not in invoke("advise", "--position", opening.position(), "--rounds", "2").output
