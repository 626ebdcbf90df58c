"""Hints for those who play alone against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.driver import Client, Server


def tokens(keys: Any) -> list[str]:
    return [key["token"] for key in keys["seats"]]


def hint(server: Server, keys: Any, given: list[str], status: int = 200) -> Any:
    return server.post(f"/api/tables/{keys['table']}/hint", {"tokens": given}, status=status)


def my_move(client: Client) -> list[str]:
    """Wait until one of the seats here can do something."""
    while (found := client.moves()) is None:
        client.hear()
    return found[1]


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_a_hint_weighs_every_move(server: Server, game: str) -> None:
    keys = server.create("Ann", "random", "random", game=game)
    with server.sit(keys) as screen:
        for _ in range(4):
            words = my_move(screen)
            while not (found := hint(server, keys, tokens(keys)))["judged"]:
                pass  # a busy machine: it goes on judging when it is asked again
            assert found["version"] == screen.last["version"]
            assert found["seat"] == 0
            assert sorted(option["word"] for option in found["options"]) == sorted(words)
            assert all(0 <= option["win"] <= 1 and option["deed"]["verb"] for option in found["options"])
            wins = [option["win"] for option in found["options"]]
            assert wins == sorted(wins, reverse=True)
            assert not found["why"] or found["why"].endswith(".")
            suns = [worth for worth in found["worths"] if worth["kind"] == "sun"]
            assert {worth["seat"] for worth in suns} == ({0} if game == "ra" else set())
            assert all(worth["win_error"] >= 0 and worth["points_error"] > 0 for worth in suns)
            assert found == hint(server, keys, tokens(keys))  # it is not thought of twice
            screen.move(found["options"][0]["word"], 0)


def test_people_who_share_a_screen_may_have_hints(server: Server) -> None:
    keys = server.create("Ann", "Ben", "random")
    with server.sit(keys) as screen:
        my_move(screen)
        assert hint(server, keys, tokens(keys))["seat"] == screen.to_act


def test_there_is_no_hint_where_somebody_plays_elsewhere(server: Server) -> None:
    keys = server.create("Ann", "Ben", "random")
    with server.sit(keys) as screen:
        my_move(screen)
        refused = hint(server, keys, tokens(keys)[:1], 403)
        assert refused["error"] == "there are no hints at this table: Ben could feel cheated"
        assert "Ann and Ben" in hint(server, keys, [keys["spectate"]], 403)["error"]
    waiting = server.create("Ann", "?", "random")
    assert "a guest" in hint(server, waiting, tokens(waiting), 403)["error"]


def test_a_hint_needs_the_right_token(server: Server) -> None:
    keys, other = server.create("Ann", "random", "random"), server.create("Ben", "random", "random")
    assert "link" in hint(server, keys, ["nonsense"], 401)["error"]
    assert "link" in hint(server, keys, tokens(other), 401)["error"]
    assert "no such table" in hint(server, {"table": "nowhere"}, tokens(keys), 404)["error"]
    hint(server, keys, [], 400)


def test_a_hint_is_for_whose_move_it_is(start: Callable[..., Server]) -> None:
    server = start(bot_pause=30.0)  # the bot sits there, thinking
    keys = server.create("Ann", "random", "random")
    with server.sit(keys) as screen:
        while screen.to_act == 0:
            assert (
                screen.move("invoke" if "invoke" in (words := my_move(screen)) else words[0], 0)["type"] == "accepted"
            )
            screen.catch_up(screen.heard[-1]["version"])
        assert "when it is your move" in hint(server, keys, tokens(keys), 409)["error"]


def test_hints_are_limited(start: Callable[..., Server]) -> None:
    server = start(limits={"hints": {"burst": 1, "rate": 0}})
    keys = server.create("Ann", "Ben")
    hint(server, keys, tokens(keys))
    assert "too many hints" in hint(server, keys, tokens(keys), 429)["error"]
