"""`greedy` in both games: always a number for every legal move, the same one compiled or not, and sensible ones."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.compiled_bot import line_up
from heliopolis.bots.games import CARD, play_cards
from heliopolis.bots.heuristic.dice import board as dice_board
from heliopolis.bots.heuristic.dice.hands import COLOURED, EMPTY_HAND, FULL_HAND, HANDS, MORE, SHOWN, expect, keep_best
from heliopolis.bots.heuristic.greedy import Greedy
from heliopolis.bots.random import Random
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.games import contract, find_game
from heliopolis.games.dice.components import CIVILIZATION, COLUMNS, MONUMENT
from heliopolis.games.dice.rules import DISASTER, KEEP
from heliopolis.games.dice.scoring import civilization_points, monument_points
from heliopolis.games.dice.state import DECLARING, DISCARDING
from heliopolis.table import sealed
from heliopolis.table.match import legal
from tests.dice.model import Mat
from tests.dice.positions import cells, state_of
from tests.dice.positions import position as dice_position
from tests.ra.positions import NAMES
from tests.ra.positions import position as ra_position

TABLES = [
    ("ra", 2, "z-man", {}),
    ("ra", 3, "alea", {}),
    ("ra", 4, "rio-grande", {}),
    ("ra", 4, "z-man", {"god-disasters": "after-action"}),
    ("ra", 5, "25th-century", {}),
    ("dice", 2, None, {}),
    ("dice", 3, None, {"nile-disaster": "published"}),
    ("dice", 4, None, {"sun-track": "3"}),
    ("dice", 4, None, {"sun-track": "30"}),
]

MANNERS = [
    {},
    {"caution": 0.0, "rivalry": 0.0},
    {"caution": 2.0, "rivalry": 3.0},
    {"sight": 0.0, "patience": 0.0},
    {"sight": 2.0, "patience": 2.0},
]


def positions(game: str, players: int, edition: str | None, settings: dict[str, str], games: int) -> Iterator[Any]:
    """Show every position in which someone has a choice, in games where half of the moves are greedy's."""
    rules = find_game(game)
    openings = rules.prepare(players, edition, settings).openings
    greedy = Greedy()
    number = np.uint64(players)
    for deal in range(games):
        state = openings[deal % len(openings)].copy()
        while not contract.is_over(state):
            with np.errstate(over="ignore"):
                number += STRIDE
                ticket = below(number, 1 << 20)
            if contract.is_chance(state):
                contract.apply(state, int(contract.chance_outcome(state, ticket % int(contract.chance_weight(state)))))
                continue
            moves = legal(state)
            if len(moves) > 1:
                yield state
            if ticket & 1024:
                contract.apply(state, greedy.choose(state, moves, 1.0, ticket).move)
            else:
                contract.apply(state, moves[ticket % len(moves)])


def values(match: Match, **manner: float) -> dict[str, float]:
    """Ask what each move at a table is worth, in the words of the record."""
    moves = legal(match.state)
    choice = Greedy(**manner).choose(match.state, moves, 1.0, 1)
    assert choice.values is not None
    return {match.game.words.word([move]): value for move, value in zip(moves, choice.values, strict=True)}


def answer(match: Match, **manner: float) -> str:
    """Ask for the move at a table."""
    weighed = values(match, **manner)
    return max(weighed, key=weighed.__getitem__)


# ---- everywhere ----


@pytest.mark.parametrize(("game", "players", "edition", "settings"), TABLES)
def test_every_legal_move_has_a_value_in_every_phase(
    game: str, players: int, edition: str | None, settings: dict[str, str]
) -> None:
    bots = [Greedy(**manner) for manner in MANNERS]
    phases = set()
    for state in positions(game, players, edition, settings, games=12):
        phases.add(int(state.phase))
        before, moves = state.tobytes(), legal(state)
        for bot in bots:
            choice = bot.choose(state, moves, 1.0, 7)
            assert choice.values is not None
            assert len(choice.values) == len(moves)
            assert all(math.isfinite(value) and abs(value) < 500 for value in choice.values)
            assert choice.values[moves.index(choice.move)] == max(choice.values)
        assert state.tobytes() == before
    assert len(phases) >= 3


WEIGH = """
import json, sys
from tests.bots.test_greedy import weigh
print(json.dumps([weigh(table, texts) for table, texts in json.load(sys.stdin)]))
"""

Table = tuple[str, int, str | None, dict[str, str]]


def sample(table: Table) -> list[str]:
    """Take some positions of a game at a table, as text."""
    return [state.tobytes().hex() for state in positions(*table, games=1)][::7]


def weigh(table: Table, texts: list[str]) -> list[list[float]]:
    """Weigh all moves of some positions at a table."""
    game, players, edition, settings = table
    kind = find_game(game).prepare(players, edition, settings).openings.dtype
    states = [np.frombuffer(bytes.fromhex(text), kind)[0] for text in texts]
    return [list(Greedy().choose(state, legal(state), 1.0, 7).values or ()) for state in states]


def test_uncompiled_code_has_the_same_opinions() -> None:
    """Uncompiled, NumPy's small integers wrap around and its arrays know their bounds: both would show here."""
    root = Path(__file__).parents[2]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    samples = [(table, sample(table)) for table in TABLES[::4]]
    plain = subprocess.run(
        [sys.executable, "-c", WEIGH],
        input=json.dumps(samples),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    for (table, texts), uncompiled in zip(samples, json.loads(plain.stdout), strict=True):
        assert len(texts) > 5
        for here, there in zip(weigh(table, texts), uncompiled, strict=True):
            assert here == pytest.approx(there, abs=1e-9)


#: What it thought of all moves together, at each of the tables, when it had no settings but `caution` and `rivalry`.
USUAL_OPINIONS = [
    -103.579882,
    -202.961818,
    -226.180282,
    -226.180282,
    -172.695073,
    1286.668035,
    905.609665,
    750.791292,
    3518.285965,
]


@pytest.mark.parametrize(("table", "total"), list(zip(TABLES, USUAL_OPINIONS, strict=True)))
def test_by_default_it_thinks_as_ever(table: Table, total: float) -> None:
    """Networks learn from what it thinks: whoever changes that on purpose trains them anew, and writes these anew."""
    assert math.fsum(value for values in weigh(table, sample(table)) for value in values) == pytest.approx(
        total, abs=1e-4
    )


@pytest.mark.parametrize(("game", "players"), [("ra", 3), ("dice", 3)])
def test_the_order_of_the_bag_and_the_dice_to_come_change_no_answer(game: str, players: int) -> None:
    match = Match(game, NAMES[:players], seed=7)
    asked = 0
    while match.seat is not None and len(match) < 120:
        other = match.at(len(match))
        other.reseal(99, sealed.seed_hash(99))
        assert values(match) == values(other)
        asked += 1
        match.play(answer(match))
    assert asked > 30


@pytest.mark.parametrize(
    ("game", "players"), [("ra", 2), ("ra", 3), ("ra", 4), ("ra", 5), ("dice", 2), ("dice", 3), ("dice", 4)]
)
def test_one_greedy_among_random_players_wins(game: str, players: int) -> None:
    """It wins more than 99 games of 100: 95 of 100 can only fail when it has become much worse."""
    rules = find_game(game)
    openings = rules.prepare(players, None, {}).openings
    cards = np.zeros(100, CARD)  # player 0 is random, player 1 is greedy
    cards["chance"] = np.arange(100)
    cards["opening"] = np.arange(100) % len(openings)
    seats = np.arange(100) % players
    cards["seating"][np.arange(100), seats] = 1
    both, workspace = line_up([Random(), Greedy()], rules, players)
    play_cards(rules, openings, both, workspace, cards)
    won = cards["shares"][np.arange(100), seats].sum()
    assert won >= 95


# ---- what it does in Ra ----


def test_it_pays_for_a_flood_with_many_niles() -> None:
    match = ra_position(track=["Flood", "Nile"], tiles={1: {"Nile": 6}}, ra_tiles=5)
    match.play("invoke")
    assert answer(match).startswith("bid")
    without = ra_position(track=["Flood", "Nile"], ra_tiles=3)
    without.play("invoke")
    assert answer(without) == "pass"


def test_it_invokes_no_empty_track() -> None:
    for players in (2, 3, 4, 5):
        assert answer(ra_position(players)) == "draw"


def test_it_pays_the_lowest_sun_that_wins() -> None:
    match = ra_position(track=["Gold", "Gold", "God", "Flood", "Nile"], up={0: [2, 5, 13], 1: [4], 2: []}, turn=0)
    match.play("invoke")
    match.play("pass")
    assert answer(match) == "bid 2"


def test_it_overbids_with_the_lowest_sun_that_wins() -> None:
    lot = ["Gold", "Gold", "God", "Flood", "Nile"]
    match = ra_position(track=lot, up={0: [2, 5, 6, 13], 1: [4], 2: []}, ra_tiles=5)
    match.play("invoke")
    match.play("bid 4")
    assert answer(match) == "bid 5"


def test_it_pays_nothing_for_disasters() -> None:
    held = {seat: {"Pharaoh": 3, "Fortress": 2, "Palace": 1} for seat in range(3)}
    match = ra_position(track=["Funeral", "Earthquake"], tiles=held)
    match.play("draw")
    match.play("tile Ra")
    assert answer(match) == "pass"


def test_it_passes_a_lot_of_little_use_while_the_epoch_is_young() -> None:
    match = ra_position(track=["Nile"])
    match.play("draw")
    match.play("tile Ra")
    assert answer(match) == "pass"


def test_it_spends_its_last_sun_before_the_epoch_ends() -> None:
    """Alone, one Ra tile before the end: the next draw may be the last, and the lot is good."""
    up: dict[int, list[int]] = {0: [5], 1: [], 2: []}
    down = {1: [13, 12], 2: [11, 10]}
    lot = ["Gold", "Gold", "God", "Flood", "Nile", "Nile"]
    match = ra_position(track=lot, tiles={0: {"Art": 1, "Pharaoh": 6}}, epoch=3, ra_tiles=7, up=up, down=down)
    assert answer(match) == "invoke"


def test_alone_and_far_from_the_end_it_lets_the_lot_grow() -> None:
    """Nobody can take the lot away, and a Ra tile is an auction it need not bid in."""
    match = ra_position(track=["Nile"], up={0: [5], 1: [], 2: []}, ra_tiles=2)
    assert answer(match) == "draw"


def test_it_takes_gold_with_a_god_when_the_epoch_nears_its_end() -> None:
    held = {0: {"God": 1, "Pharaoh": 3, "Art": 1, "Writing": 1}}
    match = ra_position(track=["Gold", "Funeral", "Unrest"], tiles=held, ra_tiles=6)
    weighed = values(match)
    assert weighed["take Gold"] > max(weighed["take Funeral"], weighed["take Unrest"], weighed["draw"])


def test_it_gives_up_what_it_holds_twice() -> None:
    match = ra_position(track=["Unrest"], tiles={0: {"Art": 3, "Writing": 1, "Religion": 1}}, up={0: [13]})
    match.play("invoke")
    for _ in range(2):
        match.play("pass")
    match.play("bid 13")
    assert answer(match) == "discard Art"


def test_an_earthquake_leaves_the_better_monuments() -> None:
    held = {0: {"Fortress": 3, "Palace": 1, "Temple": 1, "Sphinx": 1}}
    match = ra_position(track=["Earthquake"], tiles=held, up={0: [13]}, epoch=3)
    match.play("invoke")
    for _ in range(2):
        match.play("pass")
    match.play("bid 13")
    assert answer(match) != "discard Fortress"


def test_rivalry_grudges_others_what_they_win() -> None:
    match = ra_position(track=["Gold", "Gold", "Gold", "Gold"], up={0: [2], 1: [13], 2: [12]}, turn=2, ra_tiles=6)
    match.play("draw")
    match.play("tile Ra")
    assert match.seat == 0
    assert values(match, rivalry=2.0)["pass"] < values(match)["pass"] < values(match, rivalry=0.0)["pass"]


def test_caution_fears_to_be_left_with_what_it_invoked() -> None:
    match = ra_position(track=["Nile", "Pharaoh", "Art"], up={0: [13], 1: [2], 2: [3]})
    assert values(match, caution=2.0)["invoke"] <= values(match)["invoke"] <= values(match, caution=0.0)["invoke"]


def test_sight_sees_what_tiles_may_become() -> None:
    """Niles wait for a flood, and the sun in the centre for the next epoch."""
    match = ra_position(track=["Nile", "Nile", "Nile", "Palace"], centre=13, ra_tiles=3)
    match.play("invoke")
    for _ in range(2):
        match.play("pass")
    weighed = [values(match, sight=sight)["bid 2"] for sight in (0.0, 0.5, 1.0)]
    assert weighed == sorted(weighed)
    assert weighed[0] < weighed[-1] - 2


def test_the_impatient_pay_for_a_lot_of_little_use() -> None:
    match = ra_position(track=["Nile", "Flood"])
    match.play("draw")
    match.play("tile Ra")
    assert answer(match) == "pass"
    assert answer(match, patience=0.2).startswith("bid")


# ---- what it does with dice ----


def test_what_is_sure_is_what_the_rules_score() -> None:
    for markers, points in enumerate(dice_board.CIVILIZATION_POINTS):
        assert civilization_points((1 << markers) - 1) == points
    for columns, points in enumerate(dice_board.DIFFERENT_POINTS):
        assert monument_points((1 << columns) - 1) == points
    for rows, points in enumerate(dice_board.SAME_POINTS):
        column = sum(1 << COLUMNS * row for row in range(rows))
        assert monument_points(column) == points + (rows > 0)


def test_hands_add_up() -> None:
    assert FULL_HAND + 252 == HANDS == 462
    assert np.array_equal(SHOWN[MORE[EMPTY_HAND]], np.eye(6, dtype=int))
    assert np.allclose(COLOURED.sum(axis=2), 1)


def test_the_worth_of_dice_to_keep_is_exact() -> None:
    """Worked out another way: the number of Ankhs after one roll, and after two with the best kept in between."""
    worths = np.zeros(HANDS)
    worths[FULL_HAND:] = SHOWN[FULL_HAND:, 5]
    expect(worths)
    three = MORE[MORE[MORE[EMPTY_HAND, 5], 5], 5]
    assert worths[EMPTY_HAND] == pytest.approx(5 / 6)
    assert worths[three] == pytest.approx(3 + 2 / 6)
    keep_best(worths)
    expect(worths)
    assert worths[EMPTY_HAND] == pytest.approx(5 * (1 / 6 + 4 / 6 * 1 / 6))  # a Sun stays a Sun


def test_it_keeps_what_makes_a_flood() -> None:
    mats = {0: Mat(nile=9, points=10)}
    match = dice_position(3, "Nile Nile Nile Pharaoh Monument", rerolls=1, ra=9, mats=mats)
    chosen = answer(match)
    assert not any(colour in chosen for colour in ("yellow", "red", "blue"))


def test_it_keeps_five_civilizations_that_score_fifteen() -> None:
    match = dice_position(3, "Civilization Civilization Civilization Civilization Civilization", rerolls=2)
    assert answer(match) == "keep"


def test_it_pays_a_flood_rather_than_three_steps_where_much_waits_for_it() -> None:
    match = dice_position(3, "Nile Nile Nile Pharaoh Sun", ra=9, mats={0: Mat(nile=8, points=10)})
    assert values(match)["flood"] > values(match)["nile 3"]
    scored = dice_position(3, "Nile Nile Nile Pharaoh Sun", ra=9, mats={0: Mat(nile=8, floods=2, points=10)})
    assert values(scored)["flood"] < values(scored)["nile 3"]


def test_it_places_as_many_civilizations_as_it_can() -> None:
    match = dice_position(3, "Civilization Civilization Civilization Ankh Ankh")
    weighed = values(match)
    best = max(weighed, key=weighed.__getitem__)
    assert all(colour in best for colour in ("yellow", "red", "blue"))


def test_it_builds_the_third_of_a_column_at_the_end() -> None:
    mine = cells("Temple red", "Temple blue", "Palace red")
    match = dice_position(
        3, "Monument Sun Sun Pharaoh Pharaoh", epoch=3, ra=9, mats={0: Mat(monuments=mine, points=10)}
    )
    monuments = {move: value for move, value in values(match).items() if move.startswith("monument")}
    assert max(monuments, key=monuments.__getitem__) == "monument Temple yellow"


def test_it_declares_the_disaster_that_costs_the_others_most() -> None:
    others = Mat(pharaoh=0, civilization=frozenset(("yellow", "red", "blue")), points=10)
    match = dice_position(3, "Sun Sun Sun Sun Pharaoh", mats={1: others, 2: others}, ra=9, epoch=3)
    state_of(match).phase = DECLARING
    weighed = values(match)
    assert max(weighed, key=weighed.__getitem__) == match.game.words.word([DISASTER + CIVILIZATION])


def test_it_gives_up_the_monument_that_costs_least() -> None:
    mine = cells("Temple red", "Temple blue", "Temple green", "Palace red")
    match = dice_position(3, epoch=3, mats={0: Mat(monuments=mine, points=10)})
    state_of(match).phase = DISCARDING
    state_of(match).disaster = MONUMENT
    state_of(match).owed = 1
    assert "Palace" in answer(match)


def test_it_pushes_ra_when_the_end_suits_it() -> None:
    """One space before the end: a Sun ends the epoch, which is good for who has all and bad for who has nothing."""
    rich = Mat(pharaoh=8, nile=9, floods=1, civilization=frozenset(("yellow", "red", "blue", "green")), points=10)
    dice = "Pharaoh Pharaoh Nile Nile Monument"
    ahead = dice_position(2, dice, rerolls=1, ra=7, mats={0: rich})
    behind = dice_position(2, dice, rerolls=1, ra=7, mats={1: rich})
    push = {name: _push(match) for name, match in (("ahead", ahead), ("behind", behind))}
    assert push["ahead"] > push["behind"]


def _push(match: Match) -> float:
    """Say what it is worth to roll all dice again, over keeping them."""
    moves = legal(match.state)
    weighed = Greedy().choose(match.state, moves, 1.0, 1).values
    assert weighed is not None
    return weighed[moves.index(max(moves))] - weighed[moves.index(KEEP)]


def test_the_short_sighted_take_points_rather_than_steps_that_stay() -> None:
    match = dice_position(3, "Nile Nile Ankh Ankh Sun", epoch=1)
    assert values(match)["nile 4"] > values(match)["ankhs"]
    assert values(match, sight=0.0)["nile 4"] < values(match, sight=0.0)["ankhs"]


def test_the_impatient_keep_what_lies_there() -> None:
    match = dice_position(3, "Pharaoh Nile Civilization Monument Monument", rerolls=2)
    assert answer(match).startswith("reroll")
    assert answer(match, patience=0.7) == "keep"
