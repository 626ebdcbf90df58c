"""How long bots wait for each other is asked for by those who look on."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from heliopolis.server.tables import Table
from tests.server.driver import Server


def test_whoever_looks_on_may_hurry_the_bots(start: Callable[..., Server]) -> None:
    server = start(bot_pause=600.0)
    with server.watch(server.create("random", "random")) as watcher:
        assert watcher.last["version"] == 0
        watcher.say(type="pace", pause=0)  # in the middle of a pause of minutes
        while watcher.last["table"]["state"] != "over":
            watcher.hear()


@pytest.mark.parametrize("pause", [-1, 3.5, "fast", None])
def test_a_pace_has_its_bounds(server: Server, pause: Any) -> None:
    with server.watch(server.create("Ann", "random")) as watcher:
        watcher.say(type="pace", pause=pause)
        assert "not a message of the protocol" in watcher.until("refused")["error"]


@pytest.mark.parametrize(
    ("looking", "part"),
    [
        ([], 1.0),
        ([(None, 0.0)], 0.0),
        ([(None, 0.0), (None, 1.8)], 1.8),
        ([(0, 0.4), (1, 1.0)], 1.0),
        ([(0, 0.0), (None, 1.0)], 0.0),
        ([(0, 1.0), (None, 0.0)], 1.0),
    ],
)
def test_the_slowest_seat_decides_and_no_watcher(looking: list[tuple[int | None, float]], part: float) -> None:
    listeners = [SimpleNamespace(seats=[seat], pause=pause) for seat, pause in looking]
    assert Table.pause(SimpleNamespace(elsewhere={}, listeners=listeners)) == part  # type: ignore[arg-type]
