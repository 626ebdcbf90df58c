"""Every state of a table that is photographed can be come to, whatever the games that are played do."""

from __future__ import annotations

import pytest

from tests.browser.positions import before_a_sheet, moment
from tests.browser.screens import SHEETS, STATES, TABLES


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_state_has_a_position(game: str, players: int) -> None:
    for state, is_shown in STATES[game].items():
        line = before_a_sheet(game, players, is_shown)[0] if state in SHEETS else moment(game, players, is_shown)
        assert f"game: {game};" in line
        assert f"players: {players};" in line
