"""What the levels lose: figures that were measured, in the order of the levels, and shown beside a player's own."""

from __future__ import annotations

import pytest

from heliopolis.bots.registry import LEVELS
from heliopolis.coach.levels import ALL, Figure, figures
from heliopolis.terminal.review import tell_levels

GAMES = ("ra", "dice")


def clearly_less(one: Figure, other: Figure) -> bool:
    """Tell whether the intervals of two figures do not touch."""
    return one.win + one.win_error < other.win - other.win_error


@pytest.mark.parametrize(("game", "levels"), [("ra", LEVELS), ("dice", LEVELS[:-1])])
def test_levels_lose_less_the_stronger_they_are(game: str, levels: tuple[str, ...]) -> None:
    """Each less than the one below; the strongest surely less than the weakest, and none surely more than a weaker."""
    assert tuple(figures(game)) == levels
    measured = [kinds[ALL] for kinds in figures(game).values()]
    assert [figure.win for figure in measured] == sorted((figure.win for figure in measured), reverse=True)
    for place, weaker in enumerate(measured):
        for stronger in measured[place + 1 :]:
            assert not clearly_less(weaker, stronger)
    assert clearly_less(measured[-1], measured[0])


def test_the_expert_loses_next_to_nothing() -> None:
    assert figures("ra")["pharaoh"][ALL].win < 0.002


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_a_kind_are_told_beside_a_players_own(game: str) -> None:
    measured = figures(game)
    assert set(measured) <= set(LEVELS)
    for kind in {kind for kinds in measured.values() for kind in kinds} - {ALL}:
        (told,) = tell_levels(game, kind)
        shown = [level for level in LEVELS if f" {level} " in told]
        assert shown == [level for level, kinds in measured.items() if kind in kinds]
    assert not list(tell_levels(game, "no such kind"))
    assert not figures("a third game")
