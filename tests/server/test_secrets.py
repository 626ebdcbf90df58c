"""What must not get out: hidden points, the seed before the end, tokens."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

from heliopolis.table.sealed import read_seed, seed_hash
from tests.server.driver import Client, Server


def stored_seed(server: Server, table: str) -> str:
    connection = sqlite3.connect(server.folder / "tables.sqlite3")
    try:
        (seed,) = connection.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
        return str(seed)
    finally:
        connection.close()


def epochs_over(client: Client) -> int:
    return len(next(iter(client.views.values()))["breakdown"])


def test_hidden_points_are_shown_to_their_seat_only(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    screens = [server.sit(keys, seat) for seat in range(3)]
    watcher = server.watch(keys)
    numbers = random.Random(5)
    while epochs_over(screens[0]) < 2:
        screens[screens[0].to_act or 0].play_on(numbers, 1)
        for client in (*screens, watcher):
            client.catch_up(max(client.last["version"] for client in screens))
    for client in (*screens, watcher):
        (seat,) = client.views
        view = client.views[seat]
        assert [points is not None for points in view["points"]] == [other == seat for other in range(3)]
        assert [[points is not None for points in totals] for totals in view["totals"]] == [
            [other == seat for other in range(3)]
        ] * 2
        assert view["breakdown"] == watcher.views[None]["breakdown"]  # an epoch is scored in the open (R35)
        scored = [event for line in client.log for event in line["happened"] if event["event"] == "scored"]
        assert [event["points"] for event in scored] == [sum(sheet.values()) for e in view["breakdown"] for sheet in e]
        for message in client.heard:
            for said in message.get("views", []):
                assert said["seat"] == seat
    for token in (keys["spectate"], keys["seats"][0]["token"]):
        record = server.get(f"/api/tables/{keys['table']}/record", token=token)
        assert "result" not in record
        assert "seed:" not in record
    for client in (*screens, watcher):
        client.socket.close()


def test_open_points_are_shown_to_all(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo", scores="open")
    with server.sit(keys) as screen, server.watch(keys) as watcher:
        numbers = random.Random(6)
        while epochs_over(screen) < 1:
            screen.play_on(numbers, 1)
        watcher.catch_up(screen.last["version"])
        assert None not in watcher.views[None]["points"]
    assert " scores " in server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])


def test_the_seed_is_shown_when_the_match_is_over_and_not_before(server: Server) -> None:
    keys = server.create("Ann", "Ben", listed=True)
    seed = stored_seed(server, keys["table"])
    token = keys["seats"][0]["token"]
    with server.sit(keys) as screen, server.watch(keys) as watcher:
        assert screen.last["seal"] == {"hash": seed_hash(read_seed(seed)), "seed": None}
        screen.play_on(random.Random(7))
        watcher.catch_up(screen.last["version"])
        *before, last = [message for message in screen.heard if message["type"] == "table"]
        assert seed not in repr(before)
        assert str(int(seed, 16)) not in repr(before)
        assert last["seal"]["seed"] == seed
        assert watcher.last["seal"]["seed"] == seed
        assert screen.move("draw", 0)["error"] == "the match is over"
        assert "over" in screen.undo(0)["error"]
    assert f"seed: {seed}" in server.get(f"/api/tables/{keys['table']}/record", token=token)


def test_the_seed_of_a_running_match_is_in_no_answer(server: Server) -> None:
    keys = server.create("Ann", "Ben", listed=True)
    seed = stored_seed(server, keys["table"])
    token = keys["seats"][0]["token"]
    answers: list[Any] = [
        server.get("/api/tables"),
        server.post("/api/mine", {"tokens": [token]}, status=200),
        server.get(f"/api/tables/{keys['table']}/record", token=token),
    ]
    assert seed not in repr(answers)


def test_only_hashes_of_tokens_are_kept_and_nothing_is_logged(server: Server) -> None:
    keys = server.create("Ann", "?", "random")
    joined = server.post("/api/join", {"invite": keys["invite"], "name": "Ben"})
    with server.sit(keys), server.sit(joined), server.watch(keys):
        pass
    tokens = [keys["seats"][0]["token"], joined["seats"][0]["token"], keys["invite"], keys["spectate"]]
    kept = b"".join(path.read_bytes() for path in server.folder.iterdir())
    assert keys["table"].encode() in kept
    for token in tokens:
        assert token.encode() not in kept
    assert (server.folder / "tables.sqlite3").stat().st_mode & 0o077 == 0
