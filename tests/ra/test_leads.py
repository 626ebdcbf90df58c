"""What a lot leads to for each player, beyond what it scores now."""

from __future__ import annotations

from typing import Any

from heliopolis.facts import Standing
from heliopolis.facts.ra import RaLead, RaLoss, RaStep
from heliopolis.games.ra.leads import leads
from heliopolis.games.ra.state import read
from tests.ra.positions import position, state_of


def led(match: Any) -> list[RaLead]:
    found = match.view(None).leads
    assert found is not None
    assert len(found) == len(match.players)
    return list(found)


def test_an_empty_track_leads_to_nothing() -> None:
    state = state_of(position())
    assert leads(state, read(state)) is None


def test_r30_the_next_step_of_civilizations() -> None:
    match = position(
        track=["Art", "Art"],
        tiles={
            0: {"Writing": 1},
            1: {"Writing": 1, "Religion": 2},
            2: dict.fromkeys(["Writing", "Religion", "Astronomy", "Agriculture"], 1),
        },
    )
    steps = [one.steps for one in led(match)]
    assert steps == [[RaStep("civilization", None, 1, 5)], [RaStep("civilization", None, 1, 5)], []]


def test_r30_two_civilizations_are_missing_to_who_has_one() -> None:
    assert led(position(track=["Art"]))[0].steps == [RaStep("civilization", None, 2, 5)]


def test_r31_the_next_different_monument_and_the_next_of_a_kind() -> None:
    six = ["Fortress", "Obelisk", "Palace", "Sphinx", "Statues"]
    match = position(track=["Pyramid"], tiles={0: {"Pyramid": 1}, 1: dict.fromkeys(six, 1), 2: {"Pyramid": 4}})
    assert [one.steps for one in led(match)] == [
        [RaStep("monuments", None, 1, 1), RaStep("set", "Pyramid", 1, 5)],
        [RaStep("monuments", None, 1, 4)],
        [RaStep("monuments", None, 1, 1)],
    ]


def test_what_the_lot_does_not_bring_is_not_spoken_of() -> None:
    match = position(track=["Gold"], tiles={0: {"Art": 2, "Pyramid": 2, "Nile": 3, "Pharaoh": 2}})
    assert led(match)[0] == RaLead(None, 0, [], [], [0, 0, 0])


def test_r29_niles_wait_for_a_flood() -> None:
    match = position(track=["Nile", "Nile"], tiles={0: {"Nile": 1}, 1: {"Flood": 1}})
    assert [one.niles for one in led(match)] == [3, 0, 2]


def test_r19_a_drought_that_takes_the_last_flood_leaves_niles_that_wait() -> None:
    match = position(track=["Drought"], tiles={0: {"Nile": 3, "Flood": 1}, 1: {"Nile": 1, "Flood": 3}})
    assert [(one.niles, one.losses) for one in led(match)] == [
        (2, [RaLoss("Drought", 2, {"Nile": 1, "Flood": 1}, False)]),
        (0, [RaLoss("Drought", 2, {"Flood": 2}, False)]),
        (0, [RaLoss("Drought", 2, {}, False)]),
    ]


def test_r28_how_pharaohs_would_compare() -> None:
    match = position(track=["Pharaoh", "Pharaoh"], tiles={0: {"Pharaoh": 2}, 1: {"Pharaoh": 3}, 2: {"Pharaoh": 1}})
    assert [one.pharaohs for one in led(match)] == [
        Standing("most", 4, 4, 1, []),
        Standing("most", 5, 5, 1, []),
        Standing("most", 3, 3, 2, [1]),
    ]


def test_r28_what_others_win_may_cost_the_lead() -> None:
    match = position(track=["Pharaoh", "Pharaoh"], tiles={0: {"Pharaoh": 2}, 1: {"Pharaoh": 3}, 2: {"Pharaoh": 1}})
    assert [one.won_by for one in led(match)] == [[5, 0, -2], [-5, 0, 0], [0, 0, 7]]


def test_r19_a_funeral_loses_a_lead() -> None:
    match = position(track=["Funeral"], tiles={0: {"Pharaoh": 3}, 1: {"Pharaoh": 2}})
    found = led(match)
    assert found[0].losses == [RaLoss("Funeral", 2, {"Pharaoh": 2}, False)]
    assert found[0].pharaohs == Standing("between", 1, 2, 0, [])
    assert found[2] == RaLead(None, 0, [RaLoss("Funeral", 2, {}, False)], [], [0, 0, 0])


def test_r20_tiles_of_the_lot_are_lost_as_well_and_two_disasters_take_four() -> None:
    match = position(track=["Unrest", "Art", "Unrest"], tiles={0: {"Art": 1, "Writing": 1, "Religion": 2}})
    assert led(match)[0].losses == [RaLoss("Unrest", 4, {"Art": 2, "Religion": 2}, True)]
    assert led(match)[1].losses == [RaLoss("Unrest", 4, {"Art": 1}, False)]


def test_r22_there_is_a_choice_among_kinds() -> None:
    match = position(
        track=["Earthquake"], tiles={0: {"Pyramid": 2, "Temple": 1}, 1: {"Pyramid": 3}, 2: {"Pyramid": 1, "Temple": 1}}
    )
    assert [one.losses[0].choice for one in led(match)] == [True, False, False]


def test_what_lies_in_front_of_somebody_leads_on_by_itself() -> None:
    match: Any = position(
        track=["Gold"], tiles={0: {"Art": 2, "Pyramid": 2, "Nile": 3}, 1: {"Temple": 4, "Gold": 1}, 2: {"Pharaoh": 1}}
    )
    assert match.view(None).steps == [
        [RaStep("civilization", None, 2, 5), RaStep("monuments", None, 1, 1), RaStep("set", "Pyramid", 1, 5)],
        [RaStep("monuments", None, 1, 1), RaStep("set", "Temple", 1, 5)],
        [],
    ]


def test_looking_changes_nothing() -> None:
    match = position(track=["Earthquake", "Drought"], tiles={0: {"Pyramid": 2, "Flood": 1}})
    before = match.state.tobytes()
    led(match)
    assert match.state.tobytes() == before
