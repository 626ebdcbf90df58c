"""The socket's protocol: who may do what, once, and what happens to everything else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from heliopolis.server.messages.base import PROTOCOL
from tests.server.driver import NO_LIMITS, PATIENCE, Client, Server


@pytest.fixture
def screen(server: Server) -> Iterator[Client]:
    """Three people at one screen."""
    with server.sit(server.create("Ann", "Ben", "Cleo")) as client:
        yield client


def somebody(client: Client) -> int:
    assert client.to_act is not None
    return client.to_act


def other(client: Client) -> int:
    return (somebody(client) + 1) % 3


# ---- moves ----


def test_a_move_is_accepted_once_however_often_it_is_sent(screen: Client) -> None:
    seat, version = somebody(screen), screen.last["version"]
    first = screen.move("draw", seat, id="mine", version=version)
    assert first == {"type": "accepted", "id": "mine", "version": 2}  # the move, and what it revealed
    screen.catch_up(2)
    for _ in range(3):
        assert screen.move("draw", seat, id="mine", version=version) == first
    screen.reconnect()
    assert screen.move("draw", seat, id="mine", version=version) == first
    assert screen.last["version"] == 2
    assert len(screen.log) == 2


def test_a_stale_move_is_refused_and_the_table_shown(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys) as screen, server.sit(keys) as twin:
        screen.move("draw")
        twin.catch_up(2)
        seat = somebody(twin)
        refused = screen.move("draw", seat, version=0)
        assert refused["type"] == "refused"
        assert "gone on" in refused["error"]
        assert screen.until("table")["version"] == 2
        for version in (1, 3, 1_000_000):
            assert screen.move("draw", seat, version=version)["type"] == "refused"
        assert len(screen.log) == 2


def test_two_who_move_at_once_do_not_both_get_through(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys) as one, server.sit(keys) as two:
        seat = somebody(one)
        one.say(type="move", id="one", version=0, seat=seat, word="draw")
        two.say(type="move", id="two", version=0, seat=seat, word="draw")
        answers = []
        for client in (one, two):
            while True:
                message = client.hear()
                if message["type"] in ("accepted", "refused"):
                    answers.append(message["type"])
                    break
        assert sorted(answers) == ["accepted", "refused"]


def test_out_of_turn_illegal_and_unknown_moves_change_nothing(screen: Client) -> None:
    seat = somebody(screen)
    for word, who, said in (
        ("draw", other(screen), "it is not your move"),
        ("bid 13", seat, "cannot be played now"),
        ("tile Gold", seat, "cannot be played now"),
        ("castle", seat, "is not a move of Ra"),
        ("draw\nundo", seat, "is not a move"),
        ("undo", seat, "is not a move"),
    ):
        refused = screen.move(word, who)
        assert refused["type"] == "refused"
        assert said in refused["error"]
        assert refused["version"] == 0
    assert screen.move("draw")["type"] == "accepted"


def test_nobody_plays_for_a_seat_that_is_not_theirs(server: Server) -> None:
    keys = server.create("Ann", "Ben", "random")
    with server.sit(keys) as screen:
        seat = somebody(screen)
        own = 1 - seat if seat < 2 else 0
        with server.sit(keys, own) as one, server.watch(keys) as watcher:
            for client in (one, watcher):
                for taken in {0, 1, 2} - {own}:
                    refused = client.move("draw", taken)
                    assert refused["error"] == f"seat {taken} is not yours"
                    assert client.undo(taken)["error"] == f"seat {taken} is not yours"
            assert watcher.move("draw", own)["type"] == "refused"


def test_undo(screen: Client) -> None:
    seat = somebody(screen)
    assert screen.undo(seat)["error"] == "there is no move to take back"
    accepted = screen.move("invoke")
    screen.catch_up(accepted["version"])
    assert screen.last["undo"] == {"seat": seat}
    assert "made by" in screen.undo(other(screen) if other(screen) != seat else (seat + 2) % 3)["error"]
    undone = screen.undo(seat, id="back")
    assert undone == {"type": "accepted", "id": "back", "version": 2}
    assert screen.undo(seat, id="back", version=1) == undone
    screen.catch_up(2)
    assert (screen.log, screen.to_act, screen.last["undo"]) == ([], seat, None)
    screen.move("draw")
    assert screen.last["undo"] is None
    assert "revealed" in screen.undo(seat)["error"]
    screen.reconnect()
    assert [line["chance"] for line in screen.log] == [False, True]
    assert screen.last["version"] == 4


def test_a_person_can_take_a_move_back_before_the_bot_answers(start: Callable[..., Server]) -> None:
    server = start(bot_pause=1.0)
    keys = server.create("Ann", "random")
    while server.post("/api/mine", {"tokens": [keys["seats"][0]["token"]]}, status=200)[0]["to_act"] != 0:
        keys = server.create("Ann", "random")  # the suns decided that the bot begins
    with server.sit(keys) as ann:
        ann.move("invoke")
        assert ann.last["thinking"]["seat"] == 1
        ann.undo(0)
        assert ann.last["thinking"]["seat"] == 0
        with pytest.raises(TimeoutError):  # the bot does not play on what was taken back
            ann.hear(1.5)
        before = time.monotonic()
        accepted = ann.move("invoke")
        ann.catch_up(accepted["version"] + 1)
        assert 0.9 < time.monotonic() - before < PATIENCE


# ---- coming and going ----


def test_a_client_resumes_where_it_was(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo", edition="alea")
    with server.sit(keys) as screen:
        assert screen.views[somebody(screen)]["shown"] == {"draw": "turn over"}
        for _ in range(5):
            screen.move(screen.moves()[1][0])  # type: ignore[index]
        before, log = screen.last, screen.log
        screen.socket.socket.close()  # a cable is pulled: no goodbye
        with server.sit(keys) as again:
            assert again.last["views"] == before["views"]
            assert again.last["version"] == before["version"]
            assert again.log == log
            assert log[0]["deed"]["verb"] == "draw"


def test_a_screen_that_takes_nothing_for_a_while_skips_states_and_misses_no_line(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "idle": 600.0})
    keys = server.create("Ann", "Ben", "Cleo", "Dora", "Emil")
    with server.sit(keys) as slow, server.sit(keys) as screen:
        screen.play_on(random.Random(1))
        slow.catch_up(screen.last["version"])
        versions = [message["version"] for message in slow.heard if message["type"] == "table"]
        assert versions == sorted(set(versions))
        assert len(versions) < screen.last["version"]
        assert slow.log == screen.log


def test_everyone_sees_a_move_and_who_is_here(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys, 0) as ann, server.watch(keys) as watcher, server.sit(keys, 1, 2) as others:
        while ann.last["online"] != [0, 1, 2]:
            ann.hear()
        mover = ann if somebody(ann) == 0 else others
        version = mover.move("draw")["version"]
        for client in (ann, watcher, others):
            client.catch_up(version)
            assert client.log[0]["deed"]["verb"] == "draw"
        assert watcher.views[None]["moves"] == []
        assert watcher.last["thinking"]["since"] <= watcher.last["now"]


# ---- strangers and noise ----


def bye(server: Server, *messages: str | bytes) -> tuple[int, str]:
    """Say something on a new socket that has to be closed for it; tell the code and the reason."""
    socket = server.socket()
    for message in messages:
        socket.send(message)
    heard: list[Any] = []
    code = closed_with(lambda: heard.append(json.loads(socket.recv(PATIENCE))))
    assert [message["type"] for message in heard] in (["bye"], [])
    return code, heard[0]["error"] if heard else ""


def closed_with(hear: Callable[[], Any]) -> int:
    """Listen until the other side closes the socket; tell its code."""
    try:
        while True:
            hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


def hello(table: str, *tokens: str, protocol: int = PROTOCOL) -> str:
    return json.dumps({"type": "hello", "protocol": protocol, "table": table, "tokens": tokens})


def test_wrong_tokens_open_nothing(server: Server) -> None:
    keys, others = server.create("Ann", "?"), server.create("Ben", "random")
    table, token, foreign = keys["table"], keys["seats"][0]["token"], others["seats"][0]["token"]
    for wrong in (["x" * 22], [""], [keys["invite"]], [foreign], [others["spectate"]], [token, foreign]):
        assert bye(server, hello(table, *wrong))[0] == 4401
    assert bye(server, hello("nosuchtable", token))[0] == 4404


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{",
        "null",
        "[]",
        '"hello"',
        '{"type":"hello"}',
        '{"type":"dance"}',
        '{"type":"move","id":"1","version":0,"seat":0,"word":"draw"}',
        '{"type":"hello","protocol":3,"table":"x","tokens":[]}',
        '{"type":"hello","protocol":3,"table":"x","tokens":["a","b","c","d","e","f"]}',
        '{"type":"hello","protocol":3,"table":7,"tokens":["a"]}',
        '{"type":"hello","protocol":3,"table":"x","tokens":["a"],"admin":true}',
        "[" * 3000,
        b"\x00\x01",
    ],
)
def test_a_first_message_that_is_no_hello_is_refused(server: Server, first: str | bytes) -> None:
    code, error = bye(server, first)
    assert code == 4400
    assert error


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "null",
        '{"type":"move"}',
        '{"type":"move","id":"1","version":-1,"seat":0,"word":"draw"}',
        '{"type":"move","id":"1","version":1e9,"seat":0,"word":"draw"}',
        '{"type":"move","id":"1","version":0,"seat":99,"word":"draw"}',
        '{"type":"move","id":"1","version":0,"seat":"0","word":"draw"}',
        '{"type":"move","id":"1","version":0,"seat":0,"word":""}',
        '{"type":"move","id":"1","version":0,"seat":0,"word":["draw"]}',
        '{"type":"move","id":"","version":0,"seat":0,"word":"draw"}',
        json.dumps({"type": "move", "id": "x" * 65, "version": 0, "seat": 0, "word": "draw"}),
        json.dumps({"type": "move", "id": "1", "version": 0, "seat": 0, "word": "x" * 161}),
        '{"type":"undo","id":"1","version":0,"seat":0,"word":"draw"}',
        '{"type":"hello","protocol":3,"table":"x","tokens":["a"]}',
    ],
)
def test_malformed_messages_are_refused_and_the_table_goes_on(screen: Client, message: str) -> None:
    screen.socket.send(message)
    refused = screen.until("refused")
    assert refused["id"] is None
    assert refused["version"] == 0
    assert refused["error"]
    assert screen.move("draw")["type"] == "accepted"


def test_oversized_messages_close_the_socket(server: Server, screen: Client) -> None:
    assert bye(server, "x" * 5000)[0] == 1009
    screen.socket.send("x" * 1_000_000)
    assert closed_with(screen.hear) in (1009, 0)  # the answer can get lost in what was still being sent
    screen.reconnect()
    assert screen.move("draw")["type"] == "accepted"


def test_too_many_messages_close_the_socket(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "messages": {"burst": 10, "rate": 1}})
    keys = server.create("Ann", "Ben")
    with server.sit(keys) as screen:
        for _ in range(12):
            screen.say(type="move", id="1", version=7, seat=0, word="draw")
        assert closed_with(screen.hear) == 4429
        assert screen.heard[-1]["type"] == "bye"
        screen.reconnect()
        assert screen.last["version"] == 0


def test_too_many_requests_and_sockets_are_refused(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "tables": {"burst": 3, "rate": 0.01}, "sockets": 2})
    keys = [server.create("Ann", "random") for _ in range(3)]
    body = {"game": "ra", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]}
    assert "too many" in server.post("/api/tables", body, status=429)["error"]
    assert "too many" in server.post("/api/join", {"invite": "x", "name": "y"}, status=429)["error"]
    assert server.post("/api/mine", {"tokens": []}, status=200) == []
    with server.sit(keys[0]), server.sit(keys[1]):
        assert bye(server)[0] == 4429
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with server.sit(keys[2]):
                return
        except ConnectionClosed:
            time.sleep(0.05)
    raise AssertionError("the sockets that closed are still counted")


def test_a_page_that_is_too_old_is_told_to_load_itself_anew(server: Server) -> None:
    keys = server.create("Ann", "random")
    for protocol in (PROTOCOL - 1, PROTOCOL + 1):
        socket = server.socket()
        socket.send(hello(keys["table"], keys["seats"][0]["token"], protocol=protocol))
        said = json.loads(socket.recv(PATIENCE))
        assert (said["type"], said["reload"], said["again"]) == ("bye", True, False)
        assert closed_with(lambda: socket.recv(PATIENCE)) == 4426  # noqa: B023


def test_a_socket_without_hello_is_closed(server: Server) -> None:
    assert bye(server)[0] == 4408


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost"]
)
def test_pages_of_strangers_are_not_let_in(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.socket(origin)
    assert refused.value.response.status_code == 403
    answer = server.http.post("/api/mine", json={"tokens": []}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "--origin" in answer.json()["error"]


def test_other_names_of_this_machine_are_known_and_others_not(server: Server) -> None:
    local = server.url.replace("127.0.0.1", "localhost")
    server.socket(local).close()
    assert server.http.get("/api/catalogue", headers={"host": local.removeprefix("http://")}).status_code == 200
    assert server.http.get("/api/catalogue", headers={"host": "evil.example"}).status_code == 403


def test_every_answer_carries_the_headers(server: Server) -> None:
    for answer in (
        server.http.get("/"),
        server.http.get("/api/catalogue"),
        server.http.get("/api/nothing"),
        server.http.post("/api/tables", content=b"{"),
        server.http.get("/", headers={"host": "evil.example"}),
    ):
        assert_safe(answer)
    assert server.http.get("/api/tables").headers["cache-control"] == "no-store"


def assert_safe(answer: httpx.Response) -> None:
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "server" not in answer.headers


KNOWS_ITS_MESSAGES = """
import sys
import msgspec
from heliopolis.server.messages import tables

asked = []
sys.setprofile(lambda frame, event, _: asked.append(frame.f_code.co_name) if event == "call" else None)
msgspec.convert([], list[tables.Player])
msgspec.convert([{"name": "Ann", "colour": "sky", "kind": "person", "bot": None}], list[tables.Player])
sys.setprofile(None)
assert not asked, asked
"""


def test_messages_are_known_before_there_are_threads() -> None:
    """Where msgspec has to ask Python about a type, another thread can use the type half known: that is a crash."""
    done = subprocess.run(
        [sys.executable, "-c", KNOWS_ITS_MESSAGES], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
