"""Why a number stands on a sheet: reasons from which the number follows, at every moment and for every epoch."""

from __future__ import annotations

import pytest

from heliopolis import Match
from heliopolis.facts import EpochEnded, Event, Scored, Standing, standing
from heliopolis.facts.dice import DiceReasons, DiceScored, DiceView
from heliopolis.facts.ra import RaReasons, RaScored, RaView
from heliopolis.facts.views import Sheet
from tests.conftest import play_on
from tests.dice.model import Mat
from tests.dice.positions import cells
from tests.dice.positions import play as play_dice
from tests.dice.positions import position as dice_position
from tests.ra.positions import position

TABLES = [("ra", 2), ("ra", 3), ("ra", 4), ("ra", 5), ("dice", 2), ("dice", 3), ("dice", 4)]
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def extreme(place: Standing, most: int, fewest: int) -> int:
    return {"most": most, "fewest": fewest, "between": 0, "equal": 0}[place.place]


def expected_ra(why: RaReasons) -> Sheet:
    """Score what the reasons name, by the rulebook alone."""
    monuments = why.monuments
    return {
        "gods": 2 * why.gods,  # R26
        "gold": 3 * why.gold,  # R27
        "pharaohs": extreme(why.pharaohs, 5, -2),  # R28
        "nile": why.niles + why.floods if why.floods else 0,  # R29
        "civilization": [-5, 0, 0, 5, 10, 15][len(why.civilization)],  # R30
        "monuments": 0
        if monuments is None
        else [0, 1, 2, 3, 4, 5, 6, 10, 15][len(monuments.different)]
        + sum({3: 5, 4: 10, 5: 15}[one.count] for one in monuments.sets),  # R31
        "suns": 0 if why.suns is None else extreme(why.suns.standing, 5, -5),  # R32
    }


def expected_dice(why: DiceReasons) -> Sheet:
    monuments = why.monuments
    return {
        "pharaohs": extreme(why.pharaohs, 5, -2),  # D16
        "nile": why.nile if why.floods else 0,  # D17
        "civilization": [-5, 0, 0, 5, 10, 15][len(why.civilization)],  # D18
        "monuments": 0
        if monuments is None
        else [0, 1, 2, 3, 4, 5, 6, 10, 15][len(monuments.different)]
        + sum({3: 5, 4: 10, 5: 15}[one.count] for one in monuments.sets),  # D19
    }


def expected(why: object) -> Sheet:
    assert isinstance(why, RaReasons | DiceReasons)
    monuments = why.monuments
    if monuments is not None:
        parts = monuments.different_points + sum(one.points for one in monuments.sets)
        assert parts == (expected_ra(why) if isinstance(why, RaReasons) else expected_dice(why))["monuments"]
    return expected_ra(why) if isinstance(why, RaReasons) else expected_dice(why)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_number_follows_from_its_reason_at_every_moment(game: str, players: int) -> None:
    for seed in range(3):
        match = Match(game, NAMES[:players], seed=seed)
        while match.seat is not None:
            view = match.view(None)
            assert isinstance(view, RaView | DiceView)
            assert view.reasons is not None
            assert view.preview == list(map(expected, view.reasons))
            play_on(match, seed, len(match) + 1)
        view = match.view(None)
        assert isinstance(view, RaView | DiceView)
        assert view.reasons is None


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_reasons_of_an_epoch_that_is_over_are_told_with_what_it_brought(game: str, players: int) -> None:
    for seed in range(5):
        match = play_on(Match(game, NAMES[:players], seed=seed), seed)
        told: list[list[Scored]] = []
        for event in (event for _, events in match.events() for event in events):
            if isinstance(event, EpochEnded):
                told.append([])
            elif isinstance(event, Scored):
                told[-1].append(event)
        assert [[scored.seat for scored in epoch] for epoch in told] == [list(range(players))] * 3
        for epoch, sheets in zip(told, match.breakdowns(), strict=True):
            for scored, sheet in zip(epoch, sheets, strict=True):
                assert isinstance(scored, RaScored | DiceScored)
                assert scored.points == sum(sheet.values())
                assert expected(scored.reasons) == sheet


def scored(match: Match) -> list[Event]:
    return [event for _, events in match.events() for event in events if isinstance(event, Scored)]


def test_reasons_name_tiles_sets_suns_and_rivals_r26_to_r32() -> None:
    match = position(
        epoch=3,
        tiles={
            0: {"God": 2, "Pharaoh": 3, "Nile": 2, "Flood": 1, "Art": 2, "Writing": 1, "Temple": 4, "Palace": 1},
            1: {"Pharaoh": 3, "Nile": 2, "Gold": 1},
            2: {"Pharaoh": 1},
        },
        up={0: [13, 8], 1: [12], 2: []},
        down={0: [], 1: [9], 2: [1, 2]},
    )
    view = match.view(None)
    assert isinstance(view, RaView)
    assert view.reasons is not None
    first, second, third = view.reasons
    assert (first.gods, first.gold, first.niles, first.floods) == (2, 0, 2, 1)
    assert first.civilization == ["Art", "Writing"]
    assert first.pharaohs == Standing("most", 3, 3, 1, [1])
    assert first.monuments is not None
    assert first.monuments.different == ["Palace", "Temple"]
    assert [(one.tile, one.count, one.points) for one in first.monuments.sets] == [("Temple", 4, 10)]
    assert first.suns is not None
    assert first.suns.suns == [8, 13]
    assert first.suns.standing == Standing("most", 21, 21, 3, [1])
    assert (second.gold, second.niles, second.floods) == (1, 2, 0)
    assert third.pharaohs == Standing("fewest", 1, 3, 1, [])
    assert third.suns is not None
    assert third.suns.standing.place == "fewest"


def test_before_the_last_epoch_monuments_and_suns_are_not_scored_yet() -> None:
    for epoch in (1, 2):
        for match in (position(epoch=epoch), dice_position(epoch=epoch)):
            view = match.view(None)
            assert isinstance(view, RaView | DiceView)
            for why in view.reasons or []:
                assert why.monuments is None
                assert not isinstance(why, RaReasons) or why.suns is None


def test_who_compares_with_whom() -> None:
    assert standing([2, 2, 2], 1) == Standing("equal", 2, 2, 2, [])
    assert standing([5, 3, 1, 3], 1) == Standing("between", 3, 5, 1, [])
    assert standing([1, 3, 1], 2) == Standing("fewest", 1, 3, 1, [0])


def test_reasons_of_the_dice_game_name_columns_and_colours_d16_to_d19() -> None:
    mats = {
        0: Mat(
            3, 4, 2, frozenset(["red", "blue"]), cells("Temple red", "Temple blue", "Temple green", "Palace red"), 9
        ),
        1: Mat(3, 12, 0, frozenset(), frozenset(), 30),
        2: Mat(1, 0, 0, frozenset(), frozenset(), 1),
    }
    view = dice_position(epoch=3, mats=mats).view(None)
    assert isinstance(view, DiceView)
    assert view.reasons is not None
    first, second, _ = view.reasons
    assert first.pharaohs == Standing("most", 3, 3, 1, [1])
    assert (first.nile, first.floods, first.civilization) == (4, 2, ["red", "blue"])
    assert first.monuments is not None
    assert first.monuments.different == ["Palace", "Temple"]
    assert first.monuments.different_points == 2
    assert [(one.column, one.count, one.points) for one in first.monuments.sets] == [("Temple", 3, 5)]
    assert (second.nile, second.floods, second.civilization) == (12, 0, [])


@pytest.mark.parametrize(
    ("dice", "moves", "name"),
    [
        ("Nile Nile Nile Pharaoh Pharaoh", ["flood"], "flood"),
        ("Civilization Civilization Civilization Pharaoh Pharaoh", ["civilization red"], "civilization 1"),
        ("Civilization Civilization Civilization Ankh Pharaoh", ["civilization red blue"], "civilization 2"),
        ("Civilization Civilization Civilization Ankh Ankh", ["civilization yellow red blue"], "civilization 3"),
        ("Monument Monument Monument Pharaoh Pharaoh", ["monument Temple red"], "monument"),
        (
            "Monument Monument Monument Monument Monument",
            ["monument Temple red", "monument Palace blue", "monument Sphinx green"],
            "monument",
        ),
    ],
)
def test_an_action_takes_as_many_dice_as_its_cost_says_d9_to_d11(dice: str, moves: list[str], name: str) -> None:
    match = dice_position(dice=dice)
    cost = 0
    for move in moves:
        view = match.view(None)
        assert isinstance(view, DiceView)
        kind, _, markers = name.partition(" ")
        prices = {"flood": view.costs.flood, "monument": view.costs.monument}
        cost += view.costs.civilization[int(markers) - 1] if markers else prices[kind]
        play_dice(match, move)
    view = match.view(None)
    assert isinstance(view, DiceView)
    used = sum(face == "used" for face in view.board.dice.values())
    assert used == cost
