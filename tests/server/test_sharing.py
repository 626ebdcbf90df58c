"""What many see is made once, who comes and goes is a small message, and a table has its budget."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from heliopolis.server.journal import UNDO, read_journal
from heliopolis.server.messages.sockets import TableMessage
from heliopolis.server.refusals import DamagedError
from heliopolis.server.rows import Entry
from heliopolis.server.showing import RenderedTable
from heliopolis.server.tables import MOST_ANSWERS
from tests.server.driver import NO_LIMITS, Client, Server


def listen(client: Client, seconds: float) -> None:
    """Take what comes until there is nothing for a while, or the socket is closed."""
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        while True:
            client.hear(seconds)


def test_a_rendered_table_is_a_table_message() -> None:
    def shape(kind: type) -> list[str]:
        return [field.name for field in msgspec.structs.fields(kind)]

    assert shape(RenderedTable) == shape(TableMessage)


def test_watchers_see_the_same_and_cost_a_seat_nothing(server: Server) -> None:
    keys = server.create("Ann", "Ben")
    with server.sit(keys) as screen:
        heard = len(screen.heard)
        watchers = [server.watch(keys) for _ in range(20)]
        screen.move("draw")
        told = [message["type"] for message in screen.heard[heard:]]
        assert told.count("table") <= 1  # the move
        assert told.count("presence") <= 1  # its own arrival
        for watcher in watchers:
            watcher.catch_up(screen.last["version"] or 1)
        assert all(watcher.last["views"] == watchers[0].last["views"] for watcher in watchers)
        assert all(watcher.log == watchers[0].log for watcher in watchers)
        late = server.watch(keys)
        assert (late.last["views"], late.log) == (watchers[0].last["views"], watchers[0].log)
        for watcher in (*watchers, late):
            watcher.socket.close()


def test_who_comes_and_goes_is_told_once_a_second_at_most(server: Server) -> None:
    keys = server.create("Ann", "Ben")
    with server.sit(keys, 0) as ann:
        began, heard = time.monotonic(), len(ann.heard)
        while time.monotonic() < began + 2:
            server.sit(keys, 1).socket.close()
        taken = time.monotonic() - began
        listen(ann, 1.5)
        assert ann.last["online"] == [0]
        told = [message["type"] for message in ann.heard[heard:]]
        assert set(told) == {"presence"}
        assert len(told) <= taken + 3


def test_a_turn_has_so_many_undos(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "undos": 3})
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as screen:
        seat = screen.to_act or 0

        def to_and_fro() -> Any:
            screen.move("draw", seat)
            return screen.undo(seat)

        for _ in range(3):
            screen.catch_up(to_and_fro()["version"])
        assert "one has to stand" in to_and_fro()["error"]
        server.kill()
        server.start()
        with Client(server, screen.table, screen.tokens) as again:
            assert "one has to stand" in again.undo(seat)["error"]  # it is not forgotten
            again.move("tile Nile", seat)
            again.move("draw")
            mover = again.log[-1]["seat"]
            assert again.undo(mover)["type"] == "accepted"


def test_a_table_has_a_budget_whoever_asks(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "changes": {"burst": 6, "rate": 0.01}})
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as first, server.sit(keys) as second:
        seat = first.to_act or 0
        answers = []
        for client in (first, second) * 5:
            client.catch_up(max(first.last["version"], second.last["version"]))
            answers.append(client.move("draw", seat) if not client.last["undo"] else client.undo(seat))
            if answers[-1]["type"] == "refused":
                break
            first.catch_up(answers[-1]["version"])
            second.catch_up(answers[-1]["version"])
        assert [answer["type"] for answer in answers] == ["accepted"] * 6 + ["refused"]
        assert "too many moves at this table" in answers[-1]["error"]


def test_all_sockets_of_an_address_share_a_budget(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "address_messages": {"burst": 10, "rate": 0.01}})
    keys = server.create("Ann", "Ben")
    clients = [server.sit(keys) for _ in range(4)]
    for client in clients:
        for _ in range(4):
            client.say(type="move", id="x", version=9, seat=0, word="draw")
    for client in clients:
        listen(client, 2)
        client.socket.close()
    said = [message["type"] for client in clients for message in client.heard]
    assert said.count("refused") == 10
    assert said.count("bye") >= 1


def test_answers_are_kept_for_the_last_requests(server: Server) -> None:
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as screen:
        seat = screen.to_act or 0
        first = screen.move("draw", seat, id="first")
        assert screen.move("draw", seat, id="first", version=0) == first
        screen.catch_up(first["version"])
        for _ in range(MOST_ANSWERS // 2 + 1):
            screen.undo(seat)
            screen.move("draw", seat)
        assert screen.move("draw", seat, id="first", version=0)["type"] == "refused"


@pytest.mark.parametrize(
    ("journal", "said"),
    [
        ([Entry(1, 0, UNDO, None)], "takes a move back, but there is none"),
        ([Entry(1, 0, "draw", None), Entry(3, 0, UNDO, None)], "line 2 of its journal is missing"),
    ],
)
def test_a_journal_that_makes_no_sense_is_told_in_a_sentence(journal: list[Entry], said: str) -> None:
    with pytest.raises(DamagedError, match=said):
        read_journal(journal)


def test_bots_pause_where_nobody_looks_and_go_on_when_somebody_does(start: Callable[..., Server]) -> None:
    server = start(bot_pause=0.05, unwatched=1.0)
    keys = server.create("random", "random", listed=True)

    def lines() -> int:
        time.sleep(1.1)  # the lobby is read once a second
        found: int = server.get("/api/tables")[0]["lines"]
        return found

    deadline = time.monotonic() + 30
    while (paused := lines()) != lines():
        assert time.monotonic() < deadline
    with server.watch(keys) as watcher:
        assert watcher.last["version"] == paused
        assert watcher.last["table"]["state"] == "running"
        while watcher.last["version"] < paused + 4:
            watcher.hear()
