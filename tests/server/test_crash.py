"""kill -9 in the middle of games: nothing that was acknowledged is missing, and every table goes on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed

from heliopolis import Match
from tests.server.driver import Client, Server

PEOPLE = (
    ("Ann", "Ben", "Cleo"),
    ("Ann", "greedy", "random"),
    ("Ann", "random"),
    ("Ann", "Ben", "greedy", "random"),
) * 2
BOTS = (("random", "greedy", "random"), ("random", "random"))


@dataclass
class Game:
    """A table, and what its clients were told about it."""

    keys: Any
    numbers: random.Random
    acknowledged: list[tuple[dict[str, Any], Any]] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    version: int = 0

    def play_until_cut_off(self, server: Server) -> None:
        """Play as fast as the server answers, until it is gone."""
        try:
            with server.sit(self.keys) as client:
                self.check(client)
                while True:
                    self.remember(client)
                    choice = client.moves()
                    if choice is None:
                        client.hear(5)
                        continue
                    seat, words = choice
                    request = {
                        "type": "move",
                        "id": f"{self.keys['table']}-{len(self.acknowledged)}-{self.numbers.random()}",
                        "seat": seat,
                        "word": self.numbers.choice(words),
                        "version": client.last["version"],
                    }
                    answer = client.ask(**request)
                    if answer["type"] == "accepted":
                        self.acknowledged.append((request, answer))
                        client.catch_up(answer["version"])
        except (ConnectionClosed, OSError, TimeoutError, EOFError):
            pass

    def remember(self, client: Client) -> None:
        self.log, self.version = client.log, client.last["version"]

    def check(self, client: Client) -> None:
        """Everything that was seen is still there, and a move sent again gets the answer that it had."""
        assert client.last["version"] >= self.version
        assert client.log[: len(self.log)] == self.log
        for request, answer in self.acknowledged[-3:]:
            assert client.ask(**request) == answer
        for request, answer in self.acknowledged:
            assert answer["version"] <= client.last["version"]
            lines = [line["deed"]["verb"] for line in client.log[: answer["version"]]]
            assert request["word"].split()[0] == lines[request["version"]].split("-")[0]

    def finish(self, server: Server) -> None:
        """Play to the end, and check the whole record by the rules and the seed."""
        with server.sit(self.keys) as client:
            self.check(client)
            client.play_on(self.numbers)
            self.log = client.log
        check_record(server, self.keys, len(self.log))


def check_record(server: Server, keys: Any, lines: int) -> None:
    record = server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])
    match = Match.read(record)
    assert match.seed is not None
    assert len(match) == lines


def watch_to_the_end(server: Server, keys: Any, seen: list[Any]) -> None:
    with server.watch(keys) as watcher:
        assert watcher.log[: len(seen)] == seen
        while watcher.last["table"]["state"] != "over":
            watcher.hear()
        check_record(server, keys, len(watcher.log))


def test_nothing_acknowledged_is_lost_and_every_table_goes_on(start: Callable[..., Server]) -> None:
    server = start(bot_pause=0.02)
    # Open scores: what was told about a line stays the same when the match is over.
    games = [Game(server.create(*seats, scores="open"), random.Random(number)) for number, seats in enumerate(PEOPLE)]
    alone = [server.create(*seats, scores="open") for seats in BOTS]
    waiting = server.create("Ann", "?", "random")
    seen: list[list[Any]] = [[], []]
    for _ in range(2):
        with ThreadPoolExecutor(len(games)) as pool:
            playing = [pool.submit(game.play_until_cut_off, server) for game in games]
            time.sleep(1.5)
            seen = []
            for keys in alone:
                with server.watch(keys) as watcher:
                    seen.append(watcher.log)
            server.kill()
        for result in playing:
            result.result()
        server.start()
    assert all(game.acknowledged for game in games)
    assert all(seen)
    with ThreadPoolExecutor(len(games) + len(alone)) as pool:
        ending = [pool.submit(game.finish, server) for game in games]
        ending += [pool.submit(watch_to_the_end, server, keys, log) for keys, log in zip(alone, seen, strict=True)]
        for end in ending:
            end.result()
    server.post("/api/join", {"invite": waiting["invite"], "name": "Ben"})
    with server.sit(waiting) as ann:
        assert ann.last["table"]["state"] == "running"
    assert not server.logged()


def test_bots_go_on_after_a_restart_though_nobody_looks(start: Callable[..., Server]) -> None:
    server = start(bot_pause=0.02)
    keys = server.create("random", "random", listed=True)
    server.kill()
    server.start()
    deadline = time.monotonic() + 30
    while server.get("/api/tables")[0]["state"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert server.get("/api/tables")[0]["table"] == keys["table"]
