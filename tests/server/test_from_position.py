"""Tables that begin from a position: played on, kept, restarted, played again; and positions that are refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from heliopolis import Match
from tests.conftest import NAMES, play_on
from tests.server.driver import Server


def middle(game: str, lines: int = 60) -> str:
    """Write where a game stands after so many lines."""
    return play_on(Match(game, NAMES[:3], seed=3), 1, lines).position()


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_a_table_begins_from_a_position_and_is_played_to_its_end(start: Callable[..., Server], game: str) -> None:
    server, line = start(), middle(game)
    keys = server.create("Ann", "random", "random", game=game, position=line)
    with server.sit(keys) as screen:
        screen.play_on(random.Random(1), 3)
    server.stop()
    server.start()
    with server.sit(keys) as screen:
        screen.play_on(random.Random(2))
    token = keys["seats"][0]["token"]
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token))
    assert (match.begins_at, match.result is not None) == (line, True)
    assert match.at(0).position() == line
    again = server.post("/api/rematch", {"table": keys["table"], "token": token})
    token = again["seats"][0]["token"]
    record = server.get(f"/api/tables/{again['table']}/record", token)
    assert f"\nposition: {line}\n" in record


def refusal(server: Server, line: str, **wanted: Any) -> str:
    body = {"game": "ra", "seats": [{"kind": "bot", "bot": "random"}] * 3, "position": line, **wanted}
    return str(server.post("/api/tables", body, status=400)["error"])


def test_what_does_not_fit_is_refused(server: Server) -> None:
    line = middle("ra")
    assert "this is a position of Ra, not of Ra: The Dice Game" in refusal(server, line, game="dice")
    assert "leave them out" in refusal(server, line, edition="z-man")
    assert "has 3 players, and 2 are named" in refusal(server, line, seats=[{"kind": "bot", "bot": "random"}] * 2)
    assert "this is no position" in refusal(server, "rnbqkbnr")
    over = play_on(Match("ra", NAMES[:3], seed=3), 1).position()
    assert "the game is over at this position" in refusal(server, over)
    person = [{"kind": "person", "name": "Ann"}]
    assert "a lesson is for one person" in refusal(server, line, lesson=True, seats=person)
