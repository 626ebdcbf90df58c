"""The figures of a tournament, against values that were worked out elsewhere or can be counted by hand."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from heliopolis.arena import plots, report
from heliopolis.arena.plan import Plan, make_plan
from heliopolis.arena.play import row_dtype
from heliopolis.arena.statistics import ratings, summary, wilson

THREE = ["greedy", "greedy:caution=2", "random"]


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (10, 100, 0.0552291, 0.1743657),  # R: binom::binom.wilson(10, 100)
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (50, 100, 0.4038315, 0.5961685),
        (1, 2, 0.0945312, 0.9054688),
    ],
)
def test_wilson_intervals(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-6)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def results(plan: Plan, games: int, strengths: list[float]) -> Any:
    """Make up results: the stronger a bot, the more points it tends to have."""
    numbers = np.random.default_rng(1)
    rows = np.zeros((games, plan.players), row_dtype(plan))
    for game in range(games):
        pairing = plan.pairing(game)
        points = numbers.normal([strengths[bot] for bot in pairing.seating], 10).round()
        row = rows[game]
        row["game"], row["deal"], row["lineup"], row["rotation"] = game, pairing.deal, pairing.lineup, pairing.rotation
        row["seat"], row["bot"], row["points"] = range(plan.players), pairing.seating, points
        row["win"] = (points == points.max()) / (points == points.max()).sum()
        row["decisions"], row["seconds"] = 50, [0.05 * (bot + 1) for bot in pairing.seating]
        row["points_gold"] = points
    return rows.reshape(-1)


def test_ratings_put_the_stronger_first_and_are_surer_with_more_games() -> None:
    plan = make_plan("ra", THREE, players=3)
    rows = results(plan, 600, [20, 15, 5])
    few, many = ratings(plan, rows[:90]), ratings(plan, rows)
    assert many[0].low > many[1].high
    assert many[1].low > many[2].high
    assert all(surer.sigma < less.sigma for surer, less in zip(many, few, strict=True))


def test_ratings_of_equals_do_not_part() -> None:
    plan = make_plan("ra", THREE, players=3)
    found = ratings(plan, results(plan, 600, [10, 10, 10]))
    assert max(one.low for one in found) < min(one.high for one in found)


def test_a_bot_in_several_seats_has_one_rating() -> None:
    plan = make_plan("ra", ["greedy", "random"], players=5)
    first, second = ratings(plan, results(plan, 300, [20, 10]))
    assert first.low > second.high


def test_figures_are_sums_of_rows() -> None:
    plan = make_plan("ra", THREE, players=3)
    rows = results(plan, 300, [20, 15, 5])
    found = summary(plan, rows)
    assert (found.games, found.deals, found.fair_share) == (300, 100, 0.33333)
    assert [bot.bot for bot in found.bots] == THREE
    for place, bot in enumerate(found.bots):
        mine = rows[rows["bot"] == place]
        assert bot.games == 300
        assert bot.wins == pytest.approx(mine["win"].mean(), abs=1e-5)
        assert (bot.low, bot.high) == pytest.approx(wilson(mine["win"].sum(), 300), abs=1e-5)
        assert bot.categories["gold"] == bot.mean_score == pytest.approx(mine["points"].mean(), abs=1e-3)
        assert bot.seconds_a_move == pytest.approx(0.001 * (place + 1))
        assert [seat.games for seat in bot.seats] == [100] * 3
    assert sum(bot.wins or 0.0 for bot in found.bots) == pytest.approx(1, abs=1e-4)
    assert sum(seat.wins or 0.0 for seat in found.seats) == pytest.approx(1, abs=1e-4)
    assert found.among == []
    best = [rows["points"][rows["game"] == game].max() for game in range(300)]
    assert found.winning_score == pytest.approx(np.mean(best), abs=1e-3)


def test_one_among_others_is_measured_alone() -> None:
    plan = make_plan("ra", ["greedy", "greedy:caution=2"], players=4, among=["random"])
    rows = results(plan, plan.whole(400), [20, 12, 10])
    found = summary(plan, rows)
    assert [bot.bot for bot in found.bots] == ["greedy", "greedy:caution=2"]
    for place, (bot, cell) in enumerate(zip(found.bots, found.among, strict=True)):
        assert (cell.bot, cell.among, cell.games) == (bot.bot, "random", 200)
        assert bot.wins == cell.wins == pytest.approx(rows[rows["bot"] == place]["win"].mean(), abs=1e-5)
    assert set(found.ratings) == {"greedy", "greedy:caution=2", "random"}


def test_names_and_their_order_in_json_stay_the_same() -> None:
    """Programs read what `arena --json` prints, and summary.json."""
    plan = make_plan("ra", ["greedy"], players=3, among=["random"])
    found = summary(plan, results(plan, plan.whole(6), [20, 10]), interrupted=True).data()
    assert " ".join(found) == (
        "game edition settings players seed seconds games deals fair_share winning_score bots ratings seats among "
        "interrupted"
    )
    wins = "games wins low high mean_score"
    assert " ".join(found["bots"][0]) == (f"bot {wins} rating categories decisions seconds_a_move random_moves seats")
    assert " ".join(found["seats"][0]) == " ".join(found["bots"][0]["seats"][0]) == f"seat {wins}"
    assert " ".join(found["among"][0]) == f"bot among {wins}"
    assert " ".join(found["ratings"]["random"]) == " ".join(found["bots"][0]["rating"]) == "mu sigma low high"
    assert " ".join(found["bots"][0]["random_moves"]) == "bad late broken"
    assert found["interrupted"] is True


def test_without_games_there_are_figures_too() -> None:
    plan = make_plan("ra", THREE, players=3)
    found = summary(plan, np.zeros(0, row_dtype(plan)))
    assert [(bot.games, bot.wins, bot.mean_score, bot.seconds_a_move) for bot in found.bots] == [
        (0, None, None, None)
    ] * 3
    assert found.winning_score is None
    console = Console(width=120, record=True, file=io.StringIO())
    report.show(found, console)
    assert "the winner had – points on average" in console.export_text()


def test_the_report_shows_all_figures_and_says_who_did_not_move_itself() -> None:
    plan = make_plan("ra", ["greedy", "random"], players=4, among=["greedy", "random"])
    rows = results(plan, plan.whole(100), [20, 10])
    rows["late"][rows["bot"] == 0] = 1
    found = summary(plan, rows)
    console = Console(width=120, record=True, file=io.StringIO())
    report.show(found, console)
    said = console.export_text()
    for word in ("wins (95 %)", "fair", "25.0 %", "rating", "among random", "civilization", "wins by seat", "1 ms"):
        assert word in said
    lone = len(rows[(rows["bot"] == 0)]) // 4
    assert f"greedy: {lone} of {50 * lone:,} moves were made by random for it ({lone} too late)" in said


def test_pictures_show_something(tmp_path: Path) -> None:
    plan = make_plan("ra", THREE, players=3)
    paths = plots.draw(summary(plan, results(plan, 90, [20, 15, 5])), tmp_path)
    assert {path.name for path in paths} == {"ratings.png", "wins.png", "categories.png", "seats.png", "time.png"}
    from matplotlib.image import imread

    for path in paths:
        pixels = imread(path)
        height, width, _ = pixels.shape
        assert width > 600
        assert height > 200
        assert len(np.unique(pixels.reshape(-1, pixels.shape[2]), axis=0)) > 20
