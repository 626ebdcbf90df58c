"""The figures of a tournament, as typed values. `statistics` works them out, reports and pictures read them.

They are also what `heliopolis arena --json` prints and what a folder's summary.json holds: names, and their order, are
those of the fields. Fields that are given by keyword come last.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins


class Rating(Struct, frozen=True):
    """How strong a bot is on OpenSkill's scale."""

    mu: float
    sigma: float
    low: float
    """Between low and high lies the true rating, with 95 %."""
    high: float


class Wins(Struct, frozen=True, kw_only=True):
    """How often games were won, and how sure that is."""

    games: int
    """What is counted: a game in which a bot has two seats counts twice."""
    wins: float | None
    """The share of games won, with ties shared; null without games."""
    low: float
    """Between low and high lies the true share, with 95 %."""
    high: float
    mean_score: float | None


class SeatWins(Wins, frozen=True):
    """How often games were won from a seat."""

    seat: int


class BotWins(Wins, frozen=True):
    """How often a bot won."""

    bot: str


class AmongWins(BotWins, frozen=True):
    """How often a bot won that sat alone among several of another."""

    among: str


class BotFigures(BotWins, frozen=True, kw_only=True):
    """All there is to say about a bot."""

    rating: Rating
    categories: dict[str, float]
    """The mean points of each category, in the order of the score sheet."""
    decisions: int
    seconds_a_move: float | None
    random_moves: dict[str, int]
    """How many moves `random` made for it, by what it did wrong: see `bots.contract.FAULTS`."""
    seats: list[SeatWins]


class Summary(Struct, frozen=True):
    """All there is to say about a tournament."""

    game: str
    edition: str
    settings: dict[str, str]
    players: int
    seed: int
    seconds: float
    """What a bot had for a move."""
    games: int
    deals: int
    fair_share: float
    """What each would win if all were equally strong."""
    winning_score: float | None
    """With how many points games were won, on average."""
    bots: list[BotFigures]
    """Those who were measured, the best first."""
    ratings: dict[str, Rating]
    """Of everyone who played."""
    seats: list[SeatWins]
    """Whoever sat there."""
    among: list[AmongWins]
    interrupted: bool

    def data(self) -> dict[str, Any]:
        """Give it as plain data, which can be written as JSON."""
        plain: dict[str, Any] = to_builtins(self)
        return plain
