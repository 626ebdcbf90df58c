"""The opponents for people: each weaker than the next, by faults that people know, and never foolish."""

from __future__ import annotations

import pytest

from heliopolis.bots.players import CompiledBot
from heliopolis.bots.registry import find_bot
from heliopolis.learn.measure import one_among

DEALS = 100


def share(game: str, players: int, one: str, others: str) -> float:
    """Find the share of the win of one bot among others, by the fair share, over deals in which it has every seat."""
    bots = [find_bot(name) for name in (one, others)]
    compiled = [bot for bot in bots if isinstance(bot, CompiledBot)]
    return players * one_among(game, players, compiled[0], compiled[1:], DEALS)


@pytest.mark.parametrize(("better", "worse"), [("scribe", "apprentice"), ("priest", "scribe")])
@pytest.mark.parametrize(("game", "players"), [("ra", 2), ("ra", 4), ("dice", 2), ("dice", 3)])
def test_each_is_better_than_the_one_before(game: str, players: int, better: str, worse: str) -> None:
    """Over many deals the better one wins 1.2 times its fair share and more: docs/bots.md has the figures."""
    assert share(game, players, better, worse) > 1.1
    assert share(game, players, worse, better) < 0.9


@pytest.mark.parametrize(("game", "players"), [("ra", 2), ("ra", 5), ("dice", 2), ("dice", 4)])
def test_the_weakest_is_no_fool(game: str, players: int) -> None:
    assert share(game, players, "apprentice", "random") > 0.95 * players
