"""What the results of a tournament say, and how sure that is."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from heliopolis.arena.plan import Plan
from heliopolis.arena.store import sort
from heliopolis.arena.summary import AmongWins, BotFigures, Rating, SeatWins, Summary, Wins
from heliopolis.bots.contract import FAULTS
from heliopolis.extras import require
from heliopolis.games import find_game

#: 95 of 100 intervals hold what they measure.
CONFIDENCE: Final = 1.959963984540054
#: Ratings have settled long before.
MOST_RATED: Final = 20_000


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Say between which shares of wins the true one lies, with 95 %, if so many of so many games were won."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, CONFIDENCE**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(plan: Plan, rows: NDArray[Any]) -> list[Rating]:
    """Rate everyone by OpenSkill's Plackett-Luce model, game by game in the order of their numbers.

    A bot that sits in several seats of a game moves by the mean of what its seats would.
    """
    model = require("openskill.models", "arena").PlackettLuce(tau=0.0)  # nobody learns on the way
    rated = [model.rating() for _ in plan.entrants]
    games = rows.reshape(-1, plan.players)[:MOST_RATED]
    for bots, wins, points in zip(games["bot"].tolist(), games["win"].tolist(), games["points"].tolist(), strict=True):
        if len(set(bots)) == 1:
            continue
        ranks = [(-win, -score) for win, score in zip(wins, points, strict=True)]
        after = model.rate([[rated[bot]] for bot in bots], ranks=[sorted(ranks).index(rank) for rank in ranks])
        moved: dict[int, list[Any]] = {}
        for bot, (rating,) in zip(bots, after, strict=True):
            moved.setdefault(bot, []).append(rating)
        for bot, found in moved.items():
            mu, sigma = (sum(getattr(rating, name) for rating in found) / len(found) for name in ("mu", "sigma"))
            rated[bot] = model.rating(mu=mu, sigma=sigma)
    return [
        Rating(
            mu=round(rating.mu, 3),
            sigma=round(rating.sigma, 3),
            low=round(rating.mu - CONFIDENCE * rating.sigma, 3),
            high=round(rating.mu + CONFIDENCE * rating.sigma, 3),
        )
        for rating in rated
    ]


def measured(plan: Plan, rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Tell which rows count: all, or at tables of one among others only that one's."""
    if not plan.among:
        return np.ones(len(rows), bool)
    counts = np.zeros((len(plan.lineups), len(plan.entrants)), bool)
    for lineup in range(len(plan.lineups)):
        for bot, _ in plan.guests(lineup):
            counts[lineup, bot] = True
    found: NDArray[np.bool_] = counts[rows["lineup"], rows["bot"]]
    return found


def wins(rows: NDArray[Any]) -> Wins:
    """Say what share of games was won, and how sure that is."""
    won, games = float(rows["win"].sum()), len(rows)
    low, high = wilson(won, games)
    return Wins(
        games=games,
        wins=round(won / games, 5) if games else None,
        low=round(low, 5),
        high=round(high, 5),
        mean_score=round(float(rows["points"].mean()), 3) if games else None,
    )


def summary(plan: Plan, rows: NDArray[Any], *, interrupted: bool = False) -> Summary:
    """Turn results into figures; nothing here depends on who played them, but for the time a move took."""
    rated = ratings(plan, rows)
    counted = rows[measured(plan, rows)]
    named = [place for place, bot in enumerate(plan.entrants) if bot in plan.bots]
    bots = [_bot(plan, counted[counted["bot"] == place], place, rated[place]) for place in named]
    return Summary(
        game=plan.game,
        edition=plan.edition,
        settings=dict(plan.settings),
        players=plan.players,
        seed=plan.seed,
        seconds=plan.seconds,
        games=len(rows) // plan.players,
        deals=len(np.unique(rows["deal"])),
        fair_share=round(1 / plan.players, 5),
        winning_score=winning_score(plan, rows),
        bots=sorted(bots, key=lambda bot: -(bot.wins or 0)),
        ratings=dict(zip(plan.entrants, rated, strict=True)),
        seats=_seats(plan, rows),
        among=[_among(plan, rows, bot, other) for bot, other in cells(plan)],
        interrupted=interrupted,
    )


def winning_score(plan: Plan, rows: NDArray[Any]) -> float | None:
    """Say with how many points games are won, on average."""
    points = sort(rows)["points"].reshape(-1, plan.players)
    return round(float(points.max(axis=1).mean()), 3) if len(points) else None


def cells(plan: Plan) -> list[tuple[int, int]]:
    """List who was measured against whom, at tables of one among others."""
    pairs = [pair for lineup in range(len(plan.lineups)) for pair in plan.guests(lineup)] if plan.among else []
    return sorted(pairs)


def _among(plan: Plan, rows: NDArray[Any], bot: int, other: int) -> AmongWins:
    lineups = [lineup for lineup in range(len(plan.lineups)) if (bot, other) in plan.guests(lineup)]
    found = rows[(rows["bot"] == bot) & np.isin(rows["lineup"], lineups)]
    return AmongWins(bot=plan.entrants[bot], among=plan.entrants[other], **asdict(wins(found)))


def _bot(plan: Plan, rows: NDArray[Any], place: int, rating: Rating) -> BotFigures:
    decisions, seconds = int(rows["decisions"].sum()), float(rows["seconds"].sum())
    mean = {
        category: float(rows[f"points_{category}"].mean()) if len(rows) else 0.0
        for category in find_game(plan.game).categories
    }
    return BotFigures(
        bot=plan.entrants[place],
        **asdict(wins(rows)),
        rating=rating,
        categories={category: round(points, 3) for category, points in mean.items()},
        decisions=decisions,
        seconds_a_move=float(f"{seconds / decisions:.3g}") if decisions else None,
        random_moves={fault: int(rows[fault].sum()) for fault in FAULTS},
        seats=_seats(plan, rows),
    )


def _seats(plan: Plan, rows: NDArray[Any]) -> list[SeatWins]:
    return [SeatWins(seat=seat, **asdict(wins(rows[rows["seat"] == seat]))) for seat in range(plan.players)]
