"""Whoever runs a server sees how it is and what it does; no secret is in what is shown and logged."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from heliopolis.server.metrics import BOUNDS, Counter, Gauge, Histogram, Metrics
from heliopolis.server.observing import plain_path
from heliopolis.server.owner import OwnerPort
from heliopolis.server.security import new_token
from tests.server.driver import PATIENCE, Server
from tests.server.loop import complete
from tests.server.ports import free_port

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")?\})? \S+')


def figures(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines)
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_a_server_shows_how_it_is_and_what_it_does(start: Callable[..., Server]) -> None:
    port = free_port()
    server = start(owner_port=port)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as owner:
        assert owner.get("/health/live").text == "live\n"
        assert owner.get("/health/ready").text == "ready\n"
        with server.sit(server.create("Ann", "Ben", draws="table")) as screen:
            assert screen.move("draw")["type"] == "accepted"
            assert screen.move("nonsense")["type"] == "refused"
            found = figures(owner.get("/metrics").text)
        assert found['heliopolis_moves_total{by="person"}'] == 1
        assert found['heliopolis_move_seconds_count{answer="accepted"}'] == 1
        assert found['heliopolis_move_seconds_count{answer="refused"}'] == 1
        assert found["heliopolis_sockets"] == found["heliopolis_tables"] == 1
        assert found["heliopolis_connections"] >= 1
        assert found['heliopolis_requests_total{status="2xx"}'] >= 2
        assert found['heliopolis_storage_seconds_count{way="write"}'] >= 2
        assert found['heliopolis_bot_queue{desk="deep"}'] == 0
        assert owner.get("/").status_code == 404
        assert owner.post("/metrics").status_code == 405
        assert owner.head("/metrics").text == ""
    server.get("/metrics", status=404)  # strangers do not see it


def test_what_is_sent_to_the_owners_port_may_be_anything() -> None:
    async def ask(*texts: bytes) -> list[bytes]:
        async def never() -> bool:
            return False

        listening = socket.create_server(("127.0.0.1", 0))
        owner = OwnerPort(listening, never)
        await owner.open()
        answers = []
        for text in texts:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(text)
            writer.write_eof()
            answers.append(await reader.read())
            writer.close()
        await owner.close()
        return answers

    ready, empty, noise, endless = complete(
        ask(b"GET /health/ready HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"\xff\x00", b"GET /" + b"x" * 10_000)
    )
    assert ready.startswith(b"HTTP/1.1 503 ")
    assert empty.startswith(b"HTTP/1.1 405 ")
    assert (noise, endless) == (b"", b"")


def test_a_server_whose_database_does_not_answer_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.server.owner.READY_SECONDS", 0.05)
    asked = 0

    async def ask() -> list[str]:
        answering = asyncio.Event()

        async def slow() -> bool:
            nonlocal asked
            asked += 1
            return await answering.wait()

        listening = socket.create_server(("127.0.0.1", 0))
        owner, answers = OwnerPort(listening, slow), []
        await owner.open()
        for _ in range(3):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(b"GET /health/ready HTTP/1.1\r\n\r\n")
            answers.append((await reader.read()).decode())
            writer.close()
        answering.set()
        await owner.close()
        return answers

    for answer in complete(ask()):
        assert answer.startswith("HTTP/1.1 503 ")
        assert answer.endswith("not ready: the database does not answer\n")
    assert asked == 1


def test_lines_of_the_log_are_json_and_have_no_tokens(start: Callable[..., Server]) -> None:
    server = start(log_lines=True)
    keys = server.create("Ann", "Ben", "?", draws="table", listed=True)
    tokens = [key["token"] for key in keys["seats"]] + [keys["invite"], keys["spectate"]]
    seat = server.post("/api/join", {"invite": keys["invite"], "name": "Cleo"})["seats"][0]["token"]
    tokens.append(seat)
    with server.sit(keys) as screen, server.watch(keys):
        while screen.last["table"]["state"] == "waiting":
            screen.hear()
        mover = screen.to_act or 0
        with server.sit({**keys, "seats": [*keys["seats"], {"seat": 2, "token": seat}]}) as everyone:
            everyone.move("draw", mover)
            everyone.undo(mover)
    server.get(f"/api/tables/{keys['table']}/record", token=tokens[0])
    server.get(
        f"/watch/{keys['table']}/{tokens[0]}?token={tokens[1]}", status=404
    )  # somebody has taken the # out of a link
    server.post("/api/mine", {"tokens": tokens}, status=200)
    server.post("/api/join", {"invite": "x" * 22, "name": tokens[0]}, status=400)
    cookie = server.http.cookies.get("heliopolis_browser")
    server.stop()
    logged = server.logged()
    for secret in (*tokens, *filter(None, [cookie])):
        assert secret not in logged
    lines: list[Any] = [json.loads(line) for line in logged.splitlines() if not line.startswith("  compiled")]
    assert all(line["at"] for line in lines)
    requests = [line for line in lines if line["what"] == "request"]
    assert {"method": "POST", "path": "/api/tables", "status": 201}.items() <= requests[1].items()
    assert f"/watch/{keys['table']}/…" in [line["path"] for line in requests]
    done = [line for line in lines if line["what"] in ("move", "undo")]
    assert [(line["what"], line["table"], line["seat"], line["version"]) for line in done] == [
        ("move", keys["table"], mover, 1),
        ("undo", keys["table"], mover, 2),
    ]


def test_nothing_is_logged_of_requests_unless_it_is_asked_for(server: Server) -> None:
    server.create("Ann", "Ben")
    assert '"what"' not in server.logged()


def test_what_may_be_a_token_is_taken_out_of_a_path() -> None:
    token = new_token()
    assert plain_path(f"/watch/abc/{token}") == "/watch/abc/…"
    assert plain_path("/api/tables") == "/api/tables"
    assert len(plain_path("/" + "a/" * 1000)) <= 200
    for before in range(170, 200):  # it is hidden also where the line ends in it
        assert token[:4] not in plain_path(f"/{'x' * before}/{token}")


def test_times_add_up_from_the_shortest_on() -> None:
    times = Histogram("seconds", "Times.", "way")
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        times.note(seconds, "read")
    found = figures("\n".join(times.lines()))
    counts = [found[f'seconds_bucket{{way="read",le="{bound}"}}'] for bound in (*BOUNDS, "+Inf")]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (2, 4)
    assert found['seconds_count{way="read"}'] == 4
    assert found['seconds_sum{way="read"}'] == pytest.approx(99.3015)
    with pytest.raises(ValueError, match="no"), times.timed("write"):
        raise ValueError("no")
    assert any('way="write"' in line for line in times.lines())


def test_each_figure_says_what_it_is() -> None:
    metrics = Metrics()
    metrics.add(Gauge("rooms", "Rooms.", lambda: {"": 3}))
    text = metrics.text()
    assert "# HELP rooms Rooms.\n# TYPE rooms gauge\nrooms 3\n" in text
    assert list(Counter("empty", "Nothing.").lines()) == ["empty 0"]
