"""Tables to learn at: the prepared game, bots that answer alike, and that wait until somebody has read."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from heliopolis.bots.contract import is_timed
from heliopolis.bots.registry import built_in_bot
from heliopolis.games import NAMES, describe
from heliopolis.games.first_games import first_game
from heliopolis.server.tables import Table
from tests.server.driver import Client, Server


def learn(server: Server, game: str = "ra", **more: object) -> Client:
    keys = server.post(
        "/api/tables", {"game": game, "seats": [{"kind": "person", "name": "Ann"}], "lesson": True, **more}
    )
    return server.sit(keys)


def play(ann: Client, moves: int) -> list[object]:
    """Make the first legal move so many times, and say all that happened."""
    for _ in range(moves):
        while (choice := ann.moves()) is None:
            ann.hear()
        assert ann.move(choice[1][0], choice[0])["type"] == "accepted"
    while ann.moves() is None:
        ann.hear()
    return ann.log


@pytest.mark.parametrize("game", NAMES)
def test_every_lesson_of_a_game_begins_alike_and_bots_answer_alike(server: Server, game: str) -> None:
    with learn(server, game) as one, learn(server, game) as other:
        table = one.last["table"]
        assert [player["bot"] for player in table["players"]] == [None, *first_game(describe(game)).bots]
        assert (table["players"][0]["name"], table["scores"], table["listed"]) == ("Ann", "open", False)
        assert one.to_act == 0
        assert play(one, 6) == play(other, 6)


@pytest.mark.parametrize("game", NAMES)
def test_no_bot_of_a_lesson_looks_at_the_clock(game: str) -> None:
    assert not any(is_timed(built_in_bot(bot)) for bot in first_game(describe(game)).bots)


def test_a_bot_answers_as_before_when_a_move_was_taken_back(server: Server) -> None:
    with learn(server) as ann:
        play(ann, 0)
        ann.move("invoke", 0)
        while ann.moves() is None:
            ann.hear()
        answers = ann.log[:]
        assert ann.undo(0)["type"] == "accepted"
        assert ann.log == []
        ann.move("invoke", 0)
        while ann.moves() is None:
            ann.hear()
        assert ann.log == answers


@pytest.mark.parametrize(
    "more",
    [
        {"seats": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]},
        {"seats": [{"kind": "bot", "bot": "scribe"}]},
        {"draws": "table"},
        {"settings": {"fewest-players": "2"}},
    ],
)
def test_a_lesson_is_for_one_person_and_as_it_was_prepared(server: Server, more: dict[str, object]) -> None:
    wanted = {"game": "ra", "seats": [{"kind": "person", "name": "Ann"}], "lesson": True, **more}
    assert "for one person" in server.post("/api/tables", wanted, 400)["error"]


def test_bots_wait_until_what_has_happened_was_read(server: Server) -> None:
    with learn(server) as ann:
        ann.say(type="pace", pause=0, read=0)
        ann.move("draw", 0)
        with pytest.raises(TimeoutError):
            ann.until("a move", 0.5)
        drawn = ann.last["version"]
        ann.say(type="pace", pause=0, read=drawn)
        while ann.last["version"] == drawn:
            ann.hear()
        with pytest.raises(TimeoutError):  # one move, and it is to be read, too
            ann.until("a move", 0.5)
        assert [line["seat"] for line in ann.log] == [0, 0, 1, 1]
        ann.say(type="pace", pause=0)  # nobody reads any more
        play(ann, 0)
        assert ann.to_act == 0


@pytest.mark.parametrize(
    ("people", "listeners", "read"),
    [
        ([0], [], True),
        ([0], [([0], None)], True),
        ([0], [([0], 4)], False),
        ([0], [([0], 5)], True),
        ([0, 1], [([0], 4), ([1], None)], True),  # nobody keeps another person waiting
        ([0, 1], [([0, 1], 4)], False),
        ([0], [([None], 4), ([0], 5)], True),  # nor does who only watches
    ],
)
def test_only_who_plays_alone_keeps_bots_waiting(
    people: list[int], listeners: list[tuple[list[int | None], int | None]], read: bool
) -> None:
    seats = [SimpleNamespace(kind="person" if seat in people else "bot", for_good=False) for seat in range(3)]
    looking = [SimpleNamespace(seats=seats, read=version) for seats, version in listeners]
    table = SimpleNamespace(row=SimpleNamespace(seats=seats), listeners=looking, version=5)
    assert Table.is_read(table) is read  # type: ignore[arg-type]
