"""What the tiles on the auction track are worth to each player."""

from __future__ import annotations

from typing import Any

from heliopolis.games.ra.lots import worth
from tests.ra.positions import position


def gains(match: Any, seat: int) -> dict[str, int]:
    found = worth(match.state)
    assert found is not None
    return {category: points for category, points in found[seat].items() if points}


def test_an_empty_track_is_worth_nothing() -> None:
    assert worth(position().state) is None


def test_categories_are_told_apart() -> None:
    match = position(
        track=["God", "Gold", "Nile", "Flood", "Art", "Art", "Pyramid"],
        tiles={0: {"Nile": 3, "Religion": 1, "Writing": 1, "Pharaoh": 1}, 1: {"Pharaoh": 1}, 2: {"Pharaoh": 1}},
    )
    assert gains(match, 0) == {"gods": 2, "gold": 3, "nile": 5, "civilization": 5, "monuments": 1}
    assert gains(match, 1) == {"gods": 2, "gold": 3, "nile": 2, "civilization": 5, "monuments": 1}


def test_a_pharaoh_counts_against_the_others() -> None:
    match = position(track=["Pharaoh"], tiles={0: {"Pharaoh": 2}, 1: {"Pharaoh": 1}})
    assert gains(match, 0) == {}  # has the most already
    assert gains(match, 1) == {"pharaohs": 5}  # draws level
    assert gains(match, 2) == {}  # is still last, though not alone


def test_disasters_take_what_costs_least() -> None:
    match = position(
        track=["Drought", "Unrest", "Earthquake", "Funeral"],
        tiles={
            0: {"Nile": 3, "Flood": 1, "Art": 2, "Writing": 1, "Religion": 1, "Pyramid": 3, "Temple": 2, "Pharaoh": 1},
            1: {"Nile": 1, "Flood": 3},
        },
    )
    # 4 for the river are 0 without the flood; a second Art is free and the next civilization costs 5; both Temples
    # cost less than the set of Pyramids; the one Pharaoh was the most, and none at all is a draw.
    assert gains(match, 0) == {"nile": -4, "civilization": -5, "monuments": -1, "pharaohs": -5}
    assert gains(match, 1) == {"nile": -2}
    assert gains(match, 2) == {}


def test_looking_changes_nothing() -> None:
    match = position(track=["God", "Drought"], tiles={0: {"Flood": 1}})
    before = match.state.tobytes()
    worth(match.state)
    assert match.state.tobytes() == before
