"""The opponents for people: each weaker than the next, by faults that people know, and never foolish."""

from __future__ import annotations

import pytest

from heliopolis.bots.compiled_bot import CompiledBot, line_up
from heliopolis.bots.heuristic.opinion import OTHERS
from heliopolis.bots.registry import find_bot
from heliopolis.bots.search.net import Net
from heliopolis.errors import SetupError
from heliopolis.games import find_game
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
    """Over many deals the better one wins 1.2 times its fair share and more: docs/measurements.md has the figures."""
    assert share(game, players, better, worse) > 1.1
    assert share(game, players, worse, better) < 0.9


@pytest.mark.parametrize(("game", "players"), [("ra", 2), ("ra", 5), ("dice", 2), ("dice", 4)])
def test_the_weakest_is_no_fool(game: str, players: int) -> None:
    assert share(game, players, "apprentice", "random") > 0.95 * players


@pytest.mark.parametrize(("players", "least"), [(2, 1.4), (4, 1.6)])
def test_net_is_much_better_than_greedy_at_ra(players: int, least: float) -> None:
    """Over many deals it wins 1.6 times its fair share with two players, twice with four: docs/measurements.md."""
    assert share("ra", players, "net", "greedy") > least


def test_what_others_think_is_part_of_a_mind() -> None:
    """Two that ask the same network but expect different things of others think apart; two alike share a workspace."""
    bots = [Net(), Net(others=0.0), Net(instinct=0.0), find_bot("greedy")]
    assert all(isinstance(bot, CompiledBot) for bot in bots)
    players, workspace = line_up(bots, find_game("ra"), 4)  # type: ignore[arg-type]
    assert players["network"].tolist() == [0, 1, 0, 0]
    assert workspace.others.tolist() == [OTHERS, 0.0]


@pytest.mark.parametrize("bot", ["net", "expert"])
@pytest.mark.parametrize("others", [-0.1, 1.5])
def test_expecting_others_more_often_than_always_is_refused(bot: str, others: float) -> None:
    with pytest.raises(SetupError, match=f"others is {others:g}: expected 0 to 1"):
        find_bot(f"{bot}:others={others}")
