"""Advice for a move, and a look back at a match. How good it is depends on the networks; that it is true does not."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from heliopolis.bots.contract import Outlook
from heliopolis.bots.registry import find_bot
from heliopolis.bots.search.rollouts import DOUBT, SURE
from heliopolis.coach.advice import Option, advise, weigh
from heliopolis.coach.costliest import (
    NAMED,
    POINTS_WORTH_NAMING,
    WORTH_NAMING,
    Look,
    Report,
    choices,
    review,
    suspicious,
)
from heliopolis.coach.why import compared, scene, standing, why
from heliopolis.errors import HeliopolisError, MoveError
from heliopolis.table.match import Match, legal
from tests.ra.positions import position

GAMES = ("ra", "dice")


def played(game: str, seed: int, lines: int | None = None) -> Match:
    """Play at random, to the end or so far."""
    match = Match(game, ["north", "east", "south"], seed=seed)
    numbers = random.Random(seed)
    while match.seat is not None and (lines is None or len(match) < lines):
        match.play(numbers.choice(match.moves()))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_advice_weighs_every_legal_move_the_best_first(game: str) -> None:
    for seed in range(8):
        match = played(game, seed, 12 * seed)
        before = match.state.copy()
        advice = advise(match, 0.02)
        assert advice.seat == match.seat
        assert sorted(option.word for option in advice.options) == sorted(match.moves())
        assert all(0 <= option.outlook.win <= 1 for option in advice.options)
        wins = [option.outlook.win for option in advice.options]
        assert wins == sorted(wins, reverse=True)
        assert advice.judged or not advice.why
        assert match.state == before


def test_advice_without_time_says_that_nothing_is_judged() -> None:
    match = Match("dice", ["north", "east", "south", "west"], seed=1)  # a first throw takes a while to think through
    hasty = advise(match, 1e-6)
    assert not hasty.judged
    assert hasty.why == ""
    quick = advise(Match("ra", ["north", "east", "south", "west"], seed=1), 1e-6)
    assert quick.judged
    assert quick.why.endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_advice_needs_somebody_who_chooses(game: str) -> None:
    with pytest.raises(MoveError, match="nobody has to choose"):
        advise(played(game, 1), 0.02)


@pytest.mark.parametrize("game", GAMES)
def test_a_look_back_names_the_costliest_decisions(game: str) -> None:
    match = played(game, 5)
    reports = list(review(match, 1, 0.01))
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert len({report.total for report in reports}) == 1
    assert [report.finished for report in reports] == [False] * (len(reports) - 1) + [True]
    *before, last = reports
    assert not any(report.decisions for report in before)
    assert 0 < len(last.decisions) <= NAMED  # who plays at random has always done something worth naming
    for first, second in itertools.pairwise(last.decisions):
        assert first.cost >= second.cost
    for decision in last.decisions:
        moment = match.at(decision.line - 1)
        assert moment.seat == 1
        assert decision.cost >= WORTH_NAMING
        assert decision.played.word == match.words()[decision.line - 1]
        assert {decision.played.word, decision.better.word} <= set(moment.moves())
        assert decision.played.word != decision.better.word
        assert decision.scene == scene(moment)
        assert decision.why == why(moment, decision.better, decision.played)


def test_what_nobody_can_tell_from_noise_is_not_named() -> None:
    assert pytest.approx(SURE * DOUBT) == WORTH_NAMING  # what the expert itself takes for sure
    match = played("ra", 5)
    found = [Look(weigh(moment, "net", 0.0), move) for _, moment, move in choices(match, 1)]
    small = [look for look in found if 0.005 < look.cost < WORTH_NAMING]
    assert small  # they were named once
    *_, last = review(match, 1, 0.01)
    assert last.counts == "wins"
    assert all(decision.cost >= WORTH_NAMING for decision in last.decisions)


def test_where_the_game_was_won_anyway_decisions_cost_points() -> None:
    """Who plays well against one who plays at random has soon nothing to lose but points."""
    match = Match("ra", ["north", "east"], seed=1)
    numbers, net = random.Random(3), find_bot("net")
    while match.seat is not None:
        if match.seat == 0:
            match.play(numbers.choice(match.moves()))
        else:
            choice = net.choose(match.state.copy(), legal(match.state), 0.0, 0)
            match.play(match.game.words.word([choice.move]))
    *_, won = review(match, 1, 0.01)
    assert (won.decided, won.counts) == ("won", "points")
    costs = [decision.points for decision in won.decisions]
    assert costs == sorted(costs, reverse=True)
    assert all(cost >= POINTS_WORTH_NAMING for cost in costs)
    *_, lost = review(match, 0, 0.01)
    assert (lost.decided, lost.counts) == ("lost", "wins")  # it lost the game by what it chose at first
    assert lost.decisions


def test_points_are_not_bought_with_the_win() -> None:
    match = Match("ra", ["north", "east", "south"], seed=7)
    draw, invoke = option(match, "draw", 0.97, 30.0), option(match, "invoke", 0.90, 40.0)
    assert Look([draw, invoke], draw.move).points == 0
    safe = option(match, "invoke", 0.96, 33.0)
    look = Look([draw, safe], draw.move)
    assert (look.richest, look.points, look.cost) == (safe, 3.0, 0.0)


@pytest.mark.parametrize("wins", [True, False])
def test_the_costly_and_the_dear_are_both_suspicious(wins: bool) -> None:
    match = Match("ra", ["north", "east", "south"], seed=7)
    costs = [(0.5, 30.0), (0.4, 30.0), (0.5, 20.0)]  # nothing, a share of the win, points
    looks = [
        Look([option(match, "invoke", 0.5, 30.0), draw], draw.move)
        for draw in (option(match, "draw", win, points) for win, points in costs)
    ]
    assert suspicious(looks, 2, by_points=not wins) == ([1, 0] if wins else [1, 2])


def test_a_look_back_sees_every_choice_and_nothing_else() -> None:
    match = played("ra", 3)
    found = {line for line, _, _ in choices(match, 0)}
    for number, line in enumerate(match.lines, 1):
        moment = match.at(number - 1)
        assert (number in found) == (line.seat == 0 and not line.is_chance and len(moment.moves()) > 1)


def test_a_look_back_can_be_given_up() -> None:
    steps = review(played("ra", 5), 0, 0.01)
    assert isinstance(next(steps), Report)
    steps.close()


def test_a_look_back_waits_for_the_end_and_for_a_seat() -> None:
    with pytest.raises(MoveError, match="when it is over"):
        next(review(played("ra", 5, 20), 0))
    with pytest.raises(HeliopolisError, match="no seat 3"):
        next(review(played("ra", 5), 3))


# ---- why ----


def option(match: Match, word: str, win: float = 0.4, points: float = 30.0) -> Option:
    (move,) = match.game.words.moves(word, match.edition)
    assert move in legal(match.state)
    return Option(move, word, word, Outlook(win, points))


def test_why_compares_wins_and_points() -> None:
    match = Match("ra", ["north", "east", "south"], seed=7)
    draw, invoke = option(match, "draw", 0.42, 33.2), option(match, "invoke", 0.31, 32.1)
    said = compared(match, draw, invoke)
    assert said == ("With “draw” you win about 42 of 100 games, with “invoke” 31. It also brings about 1 point more.")
    same = option(match, "invoke", 0.42, 30.0)
    assert compared(match, draw, same) == (
        "Either way you win about 42 of 100 games. “draw” brings about 3 points more."
    )
    poorer = option(match, "invoke", 0.31, 36.0)
    assert compared(match, draw, poorer).endswith("with “invoke” 31. It costs about 3 points, and is worth it.")
    lost = [option(match, word, win) for word, win in (("draw", 0.02), ("invoke", 0.001))]
    assert compared(match, *lost) == "The game is as good as lost either way. Both are about as good."
    won = [option(match, word, win) for word, win in (("draw", 1.0), ("invoke", 0.98))]
    assert compared(match, *won) == "The game is as good as won either way. Both are about as good."
    assert compared(match, draw, None) == ""


def test_why_names_no_move() -> None:
    match = Match("ra", ["north", "east", "south"], seed=7)
    draw, invoke = option(match, "draw"), option(match, "invoke")
    said = why(match, draw, invoke)
    assert said.endswith("The epoch ends with 8 more Ra tiles, and the chance that the next tile is one is 17 %.")
    assert "“" not in said
    assert why(match, draw, None) == "There is nothing else to do."


def test_why_says_what_the_lot_is_worth_and_who_can_bid_more() -> None:
    match = Match("ra", ["north", "east", "south"], suns=[[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]], draws="table")
    for word in ("draw", "tile Gold", "draw", "tile God", "invoke"):
        match.play(word)
    assert match.seat == 0
    said = why(match, option(match, "bid 8"), option(match, "pass", 0.3))
    assert said.startswith("The tiles on the track bring you +5, and east as much.")
    assert said.endswith("you give sun disk 8 for sun disk 1 for the next epoch. east and south can still outbid you.")
    assert why(match, option(match, "bid 13"), option(match, "pass", 0.3)).endswith("Nobody can outbid you.")
    assert scene(match) == "Gold, God and sun disk 1 were up for auction, and nobody had bid yet."
    match.play("bid 8")
    assert scene(match) == "Gold, God and sun disk 1 were up for auction, and north had bid 8."
    assert why(match, option(match, "pass"), option(match, "bid 9", 0.3)).endswith(
        "As it stands, north takes it all for the 8. "
        "A bid that wins gives sun disk 9 for sun disk 1 for the next epoch."
    )


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ({}, "So far the tiles on the track bring nobody any points."),
        ({0: {"Flood": 1}}, "The tiles on the track bring you +2, and no rival any points."),
        ({1: {"Flood": 1}}, "The tiles on the track bring you nothing yet, but east +2."),
        ({0: {"Flood": 1}, 2: {"Flood": 1}}, "The tiles on the track bring you +2, and south as much."),
    ],
)
def test_why_says_what_a_lot_brings_to_whom(tiles: dict[int, dict[str, int]], said: str) -> None:
    match = position(track=["Nile", "Nile"], tiles=tiles)
    assert why(match, option(match, "draw"), option(match, "invoke")).startswith(said)
    assert scene(match) == "Your turn, with 2 Niles on the track."


def test_why_says_what_a_god_brings_and_costs() -> None:
    match = position(track=["Pharaoh", "Nile"], tiles={0: {"God": 1}, 1: {"Pharaoh": 2}, 2: {"Pharaoh": 2}})
    take, draw = option(match, "take Pharaoh"), option(match, "draw", 0.3)
    now, then = standing(match), standing(match, take.move)
    assert (now, then) == (10 + 2 - 2 - 5, 10 - 2 - 5), "fewer pharaohs than the others, and no civilization"
    assert why(match, take, draw) == "That costs the God, who scores 2 if you keep it."
    assert why(match, draw, take).endswith(" %. A God that you keep scores 2.")
    last = position(track=["Pharaoh"], tiles={0: {"God": 1, "Pharaoh": 1}, 1: {"Pharaoh": 2}, 2: {"Pharaoh": 1}})
    told = why(last, option(last, "take Pharaoh"), option(last, "draw", 0.3))
    then = standing(last, option(last, "take Pharaoh").move)
    assert told == (
        "That costs the God, who scores 2 if you keep it. "
        f"If the epoch ended then, it would leave you with {then} points, not {standing(last)}."
    )


def test_why_says_how_near_the_end_of_the_epoch_is_where_time_presses() -> None:
    down = {1: [12, 9, 6, 3], 2: [11, 10, 7, 4]}
    alone: dict[str, Any] = {"track": ["Gold", "God"], "up": {1: [], 2: []}, "down": down}
    dangers = {7: "The next Ra tile ends the epoch, and", 6: "The epoch ends with 2 more Ra tiles, and", 5: None}
    for ra_tiles, danger in dangers.items():
        match = position(ra_tiles=ra_tiles, **alone)
        said = why(match, option(match, "invoke"), option(match, "draw", 0.3))
        assert said.startswith("The tiles on the track bring you +5, and nobody else can bid for them.")
        assert "go above" not in said, "that is said already"
        assert (f"{danger} the chance that the next tile is one is" in said) == ("Ra tile" in said) == bool(danger)
    match = position(ra_tiles=7, track=["Gold"])
    said = why(match, option(match, "invoke"), option(match, "draw", 0.3))
    assert "You would bid last, and nobody can go above your 13. The next Ra tile ends the epoch" in said
    match.play("invoke")
    assert why(match, option(match, "bid 6"), option(match, "pass", 0.3)).endswith(" %.")
    assert "The next Ra tile" not in why(match, option(match, "bid 6"), option(match, "bid 12", 0.3))


def test_why_says_when_the_order_hardly_matters() -> None:
    match = Match("dice", ["north", "east"], start=0, draws="table")
    match.play("roll yellow:Nile red:Pharaoh blue:Sun green:Sun violet:Monument")
    match.play("keep")
    nile, pharaoh, end = (option(match, word) for word in ("nile 1", "pharaoh 1", "end"))
    assert why(match, nile, pharaoh) == "Both can be done this turn: the order hardly matters."
    assert why(match, nile, end) == "Dice that are not used when the turn ends are lost."
    assert why(match, end, nile) == "What is left of the dice does you no good."
    assert scene(match) == "The dice showed a Nile, a Pharaoh, 2 Suns and a Monument."
    match.play("nile 1")
    assert scene(match) == "The dice that were left showed a Pharaoh, 2 Suns and a Monument."


def test_why_says_what_scores_at_once() -> None:
    match = Match("dice", ["north", "east"], start=0, draws="table")
    match.play("roll yellow:Nile red:Nile blue:Nile green:Ankh violet:Pharaoh")
    keep, again = option(match, "keep"), option(match, "reroll green violet", 0.3)
    assert "You have what you want, and forgo 2 rolls." in why(match, keep, again)
    assert "That keeps 3 Niles. A Sun comes with 31 %, and Ra stands on 0 of" in why(match, again, keep)
    assert scene(match) == "The dice showed 3 Niles, an Ankh and a Pharaoh, and 2 rolls left."
    match.play("keep")
    best, other = option(match, "pharaoh 1"), option(match, "end", 0.3)
    now, then = standing(match), standing(match, best.move)
    assert now is not None
    assert then is not None
    assert then > now
    assert why(match, best, other).endswith(f"it would leave you with {then} points, not {now}.")


def test_a_monument_is_counted_with_those_one_has() -> None:
    line = (
        "heliopolis position 1; game: dice; edition: rulebook; players: 2; epoch: 3; turn: 1; phase: using; ra: 3; "
        "dice: blue:Monument; monuments: Fortress yellow, Temple red | -; points: 20 | 20"
    )
    match = Match.from_position(line)
    words = {option.word: option for option in weigh(match, "net", 0.0)}
    same, new = words["monument Fortress blue"], words["monument Sphinx blue"]
    assert why(match, same, new).startswith("That makes 2 of Fortress: 3, 4 or 5 of one score 5, 10 or 15.")
    assert why(match, new, same).startswith("That makes 3 different monuments: 1 to 6 score 1 each")
