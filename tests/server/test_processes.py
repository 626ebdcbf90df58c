"""Several processes on one database: everyone sees the same table, wherever they sit, and nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from heliopolis import Match
from heliopolis.server.refusals import TooManyError
from heliopolis.server.security import Gate
from heliopolis.server.settings import Limit, Limits, database_url
from heliopolis.server.storage import Storage
from tests.conftest import run_command
from tests.outages import faults, live, three_servers
from tests.server.driver import PATIENCE, Client, Server
from tests.server.loop import complete
from tests.server.ports import free_port
from tests.server.postgres import the_postgres
from tests.server.proxy import OwnProxy
from tests.server.rows import lay

#: The database of the servers, and the proxy before them.
URL: list[str] = []
PROXY: list[OwnProxy] = []


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Three servers on one database, behind a proxy."""
    URL[:], PROXY[:] = [the_postgres().new_database()], [OwnProxy()]
    with three_servers(tmp_path_factory.mktemp("servers"), URL[0], PROXY[0]) as started:
        yield started


def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def sit_apart(servers: list[Server], keys: Any) -> list[Client]:
    """Let each person sit at another server."""
    return [Client(server, keys["table"], [key["token"]]) for server, key in zip(servers, keys["seats"], strict=False)]


def play(clients: list[Client], numbers: random.Random, moves: int = 10_000) -> None:
    """Let whoever is to act make any move, each at their own server."""
    while moves and not any(client.last["table"]["state"] == "over" for client in clients):
        newest = max(client.last["version"] for client in clients)
        for client in clients:
            client.catch_up(newest)
        actor = next((client for client in clients if client.moves()), None)
        if actor is None:
            if len({client.last["version"] for client in clients}) == 1:
                clients[0].hear()
            continue
        seat, words = actor.moves() or (0, [])
        moves -= actor.move(numbers.choice(words), seat)["type"] == "accepted"


def test_people_at_different_processes_play_one_match(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben", "random", scores="open")
    clients = sit_apart(servers, keys)
    play(clients, random.Random(1))
    newest = max(client.last["version"] for client in clients)
    for client in clients:
        client.catch_up(newest)
        assert client.log == clients[0].log
    records = {server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"]) for server in servers}
    assert len(records) == 1
    match = Match.read(records.pop())
    assert match.result is not None
    assert len(match) == newest == len(clients[0].log)
    for client in clients:
        client.socket.close()


def test_who_is_here_is_known_in_every_process(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben", "Cleo")
    ann, ben, cleo = sit_apart(servers, keys)

    def see(client: Client, online: list[int]) -> None:
        while client.last["online"] != online:
            client.hear()

    for client in (ann, ben, cleo):
        see(client, [0, 1, 2])
    ben.socket.close()
    for client in (ann, cleo):
        see(client, [0, 2])
    for client in (ann, cleo):
        client.socket.close()


def test_a_device_that_is_taken_away_is_out_in_every_process(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben")
    mine = {"tokens": [keys["seats"][0]["token"]]}
    code = servers[1].post("/api/codes", mine)["code"]
    (moved,) = servers[2].post("/api/codes/use", {"code": code})["tables"]
    servers[1].post("/api/codes/use", {"code": code}, status=404)
    screens = [Client(server, moved["table"], [moved["seats"][0]["token"]]) for server in servers]
    gone = next(one["device"] for one in servers[0].post("/api/devices", mine, status=200) if not one["here"])
    with Client(servers[2], keys["table"], mine["tokens"]) as ann:
        servers[0].post("/api/devices/revoke", {**mine, "device": gone}, status=204)
        for screen in screens:
            assert screen.until("bye")["again"] is False
            screen.socket.close()
        ann.say(type="stand_in", id="x", seat=4)
        assert ann.until("refused")["id"] == "x", "who holds the seat stays"


def test_a_table_that_is_cancelled_is_gone_in_every_process(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "?")
    screens = [Client(server, keys["table"], [keys["seats"][0]["token"]]) for server in servers]
    servers[1].post("/api/cancel", {"table": keys["table"], "token": keys["host"]}, status=204)
    for screen in screens:
        assert screen.until("bye")["soon"]
        screen.socket.close()
    for server in servers:
        assert server.post("/api/mine", {"tokens": [keys["seats"][0]["token"]]}, status=200) == []


def test_a_move_that_was_accepted_gets_the_same_answer_from_every_process(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben")
    actor = next(client for client in sit_apart(servers, keys) if client.moves())
    seat, words = actor.moves() or (0, [])
    move = {"type": "move", "id": "once", "seat": seat, "word": words[0], "version": 0}
    answer = actor.ask(**move)
    assert answer["type"] == "accepted"
    for server in servers:
        with Client(server, keys["table"], actor.tokens) as other:
            assert other.ask(**move) == answer
            stale = other.ask(**{**move, "id": "another"})
            assert "gone on since you looked" in stale["error"]
            assert other.last["version"] == answer["version"]


def test_a_move_is_taken_back_for_people_at_other_processes(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben", draws="table")
    clients = sit_apart(servers, keys)
    actor = next(client for client in clients if client.moves())
    other = next(client for client in clients if client is not actor)
    seat, words = actor.moves() or (0, [])
    assert actor.move("invoke" if "invoke" in words else words[0], seat)["type"] == "accepted"
    other.catch_up(actor.last["version"])
    assert len(other.log) == len(actor.log) > 0
    assert actor.undo(seat)["type"] == "accepted"
    other.catch_up(actor.last["version"])
    assert other.log == actor.log
    assert other.last["taken_back"] == actor.last["taken_back"] != []
    for client in clients:
        client.socket.close()


def test_the_last_seat_is_taken_once(servers: list[Server]) -> None:
    """Each process has the table in memory, with the seat still open."""
    keys = servers[0].create("Ann", "?", several=True)
    looking = [Client(server, keys["table"], [keys["seats"][0]["token"]]) for server in servers]
    servers[1].post("/api/join", {"invite": keys["invite"], "name": "Ben"})
    refused = servers[2].post("/api/join", {"invite": keys["invite"], "name": "Cleo"}, status=409)
    assert "all seats of this table are taken" in refused["error"]
    for client in looking:
        while client.last["table"]["state"] != "running":
            client.hear()
        assert [player["name"] for player in client.last["table"]["players"]] == ["Ann", "Ben"]
        client.socket.close()


def test_connections_that_break_are_made_anew_and_no_move_is_lost(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben", "random", scores="open")
    clients, numbers = sit_apart(servers, keys), random.Random(4)
    for _ in range(4):
        play(clients, numbers, moves=3)
        assert the_postgres().cut_off(URL[0]) > 0
    play(clients, numbers, moves=3)
    before = [client.last["version"] for client in clients]
    the_postgres().stop()
    the_postgres().start()
    play(clients, numbers, moves=6)
    assert max(client.last["version"] for client in clients) > max(before)
    for client in clients:
        client.socket.close()
    assert complete(faults(URL[0])) == []
    assert "cannot be used" not in "".join(server.logged() for server in servers)


def test_what_an_address_asks_for_is_counted_in_all_processes() -> None:
    """Two gates tell each other what they let through, as processes do."""
    limits = Limits(hints=Limit(20, 1), sockets=4)
    time_of_day = [0.0]
    gates = [Gate(limits, lambda: time_of_day[0]) for _ in range(3)]
    for gate in gates:
        gate.share(lambda address: f"signed {address}".replace(" ", "-"))

    def tell() -> None:
        for sender, gate in enumerate(gates):
            spent, sockets = gate.collect(), gate.many_sockets()
            assert all("192.0.2.1" not in key.split(" ")[0] for key in spent)
            for other in gates:
                if other is not gate:
                    other.hear(str(sender), spent, sockets)

    def asks(gate: Gate) -> bool:
        with contextlib.suppress(TooManyError):
            gate.check("hints", "192.0.2.1")
            return True
        return False

    granted = 0
    for _ in range(20):
        for gate in gates:
            granted += asks(gate)
        tell()
    # A quarter of a burst in each may be untold, and what was asked for between two notices.
    assert 20 <= granted <= 20 * (1 + 2 * 0.25) + 3
    granted = 0
    for _ in range(60):
        time_of_day[0] += 1.0
        for gate in gates:
            granted += asks(gate)
        tell()
    assert granted <= 60 + 10
    for gate in (gates[0], gates[0], gates[1]):
        gate.enter("192.0.2.2")
    tell()
    gates[2].enter("192.0.2.2")
    tell()
    with pytest.raises(TooManyError, match="too many tables are open from your address"):
        gates[2].enter("192.0.2.2")
    gates[2].forget("0")
    gates[2].enter("192.0.2.2")


def test_processes_are_killed_and_every_table_goes_on(servers: list[Server]) -> None:
    """`make outages` does it for two minutes, and measures how long tables stand still."""
    given = Namespace(tables=4, seconds=9.0, rest=0.02, every=10.0)
    tally, killed = asyncio.run(live(PROXY[0].url, servers, given))
    assert killed == 1
    assert tally.acknowledged > 20
    assert tally.missing == []
    assert complete(faults(URL[0])) == []
    assert not any("Traceback" in server.logged() for server in servers)


# ---- one command ----


def test_several_workers_serve_one_port(start: Callable[..., Server], postgresql: str) -> None:
    server = start(database=postgresql, workers=2)
    keys = server.create("Ann", "Ben", "random")
    clients = [Client(server, keys["table"], [key["token"]]) for key in keys["seats"]]
    play(clients, random.Random(2), moves=5)
    for client in clients:
        client.socket.close()
    server.stop()
    assert server.process.returncode == 0
    assert complete(faults(postgresql)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_begin_anew_and_keep_the_port(start: Callable[..., Server], postgresql: str, workers: int) -> None:
    owner = free_port(workers)
    server = start(database=postgresql, workers=workers, owner_port=owner)
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as screen:
        asked = {"seat": screen.to_act, "word": "draw", "version": screen.last["version"], "id": "the same"}
        assert screen.ask(type="move", **asked)["type"] == "accepted"
        server.process.send_signal(signal.SIGHUP)
        bye = screen.until("bye")
        assert (bye["again"], bye["soon"]) == (True, True)

        answer: dict[str, Any] = {}

        def is_answered() -> bool:
            """Come back at once, never to a closed port, but perhaps to a process that is only about to end."""
            gone = contextlib.suppress(WebSocketException, ConnectionResetError)
            with gone, Client(server, screen.table, screen.tokens) as again:
                answer.update(again.ask(type="move", **asked))
            return bool(answer)

        until(is_answered, PATIENCE)
        assert answer == {"type": "accepted", "id": "the same", "version": 1}
    assert server.process.poll() is None
    with httpx.Client(timeout=PATIENCE, trust_env=False) as whoever:

        def is_ready(number: int) -> bool:
            """One of them may still end, or not be there again, when another one has begun anew."""
            with contextlib.suppress(httpx.TransportError):
                return whoever.get(f"http://127.0.0.1:{owner + number}/health/ready").text == "ready\n"
            return False

        until(lambda: all(map(is_ready, range(workers))), PATIENCE)
    assert server.process.poll() is None
    server.stop()
    assert complete(faults(postgresql)) == []
    assert "Traceback" not in server.logged()


def test_each_process_shows_its_own_figures(start: Callable[..., Server], postgresql: str) -> None:
    owner = free_port(2)
    server = start(database=postgresql, workers=2, owner_port=owner)
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as screen, httpx.Client(timeout=PATIENCE, trust_env=False) as whoever:
        assert screen.move("draw")["type"] == "accepted"
        texts = [whoever.get(f"http://127.0.0.1:{owner + number}/metrics").text for number in range(2)]
    assert sorted('heliopolis_moves_total{by="person"} 1' in text for text in texts) == [False, True]
    server.stop()


def test_a_process_thinks_until_it_is_stopped(postgresql: str) -> None:
    complete(Storage(database_url(postgresql)).close())
    command = [sys.executable, "-m", "heliopolis", "think", "--database", postgresql, "--places", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "for 3 at a time" in process.stdout.readline()
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in errors


def test_sqlite_needs_nobody_who_thinks_elsewhere(tmp_path: Path) -> None:
    done = run_command("think", "--database", str(lay(tmp_path / "x.db")))
    assert done.returncode == 2
    assert "only servers on PostgreSQL can be helped" in done.stderr


def test_sqlite_says_that_it_has_one_process(tmp_path: Path) -> None:
    done = run_command("serve", "--workers", "2", "--no-open", "--database", str(tmp_path / "x.db"))
    assert done.returncode == 2
    assert "2 processes need a database of PostgreSQL, since SQLite is written by one process only" in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_a_database_that_cannot_be_reached_is_told() -> None:
    for url, told in (
        ("postgresql+psycopg://ann:secret@127.0.0.1:1/tables", "cannot be used: "),
        (the_postgres().new_database().replace("@/test", "@/no-test"), "does not exist"),
    ):
        done = run_command("serve", "--port", "0", "--no-open", "--database", url)
        assert done.returncode == 2
        assert told in done.stderr
        assert "secret" not in done.stderr
        assert "Traceback" not in done.stderr


def test_a_missing_driver_is_told(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('it is not there')")
    done = run_command(
        "serve", "--no-open", "--database", "postgresql://localhost/tables", env={"PYTHONPATH": str(tmp_path)}
    )
    assert done.returncode == 2
    assert "psycopg is not installed here: pip install 'heliopolis[postgresql]' brings it" in done.stderr


def test_signs_that_no_database_keeps_are_refused_before_it_sees_them(servers: list[Server]) -> None:
    keys = servers[0].create("Ann", "Ben")
    with servers[0].sit(keys) as client:
        client.say(type="move", id="a\0b", seat=0, word="draw", version=0)
        assert "this is not a message of the protocol" in client.until("refused")["error"]
    servers[0].get("/api/tables/a%00b/record", token="x", status=404)
    servers[0].get("/api/tables?after=waiting.5.a%00b", status=400)
    assert "cannot be used" not in servers[0].logged()


def test_bots_whose_process_dies_play_on_in_another(servers: list[Server]) -> None:
    """The last of these tests: one server is gone after it."""
    keys = servers[0].create("random", "random", listed=True)
    servers[0].kill()
    watcher = servers[1].watch(keys)
    while watcher.last["table"]["state"] != "over":
        watcher.hear()
    watcher.socket.close()
    assert complete(faults(URL[0])) == []
