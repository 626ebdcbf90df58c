"""A real server on a port of its own, and clients that speak to it as browsers do."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from heliopolis.bots.registry import BOT_NAMES
from heliopolis.server.messages.base import PROTOCOL
from heliopolis.server.settings import Limit, Limits

PATIENCE = 60.0
GENEROUS = {"burst": 100_000, "rate": 100_000}
NO_LIMITS = {name: GENEROUS if isinstance(limit, Limit) else limit for name, limit in vars(Limits()).items()} | {
    "connections": 1000,
    "sockets": 1000,
    "unfinished": 10_000,
    "listed": 10_000,
    "undos": 10_000,
}


class Server:
    """A server in a process of its own."""

    def __init__(
        self,
        folder: Path,
        files: int | None = None,
        environment: dict[str, str] | None = None,
        seed: str | None = None,
        **settings: Any,
    ) -> None:
        self.folder = folder
        self.environment = environment
        self.seed = seed  # of all chance at every table; by default there is none
        self.files = files  # that the system lets it open; as many as usual when left out
        self.settings = {"bot_pause": 0.0, "limits": NO_LIMITS, **settings}
        self.start()

    def start(self) -> None:
        chosen = {"port": 0, "database": str(self.folder / "tables.sqlite3"), **self.settings}
        self.errors = (self.folder / "errors.log").open("a")
        command = [sys.executable, "-m", "tests.server.serve", msgspec.json.encode(chosen).decode()]
        if self.seed is not None:
            command.append(self.seed)
        if self.files is not None:
            command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=self.environment,
            start_new_session=True,  # as a service has it: no terminal
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, (self.folder / "errors.log").read_text()
        self.url = next(word for word in line.split() if word.startswith("http://"))
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert self.http.get("/api/catalogue").status_code == 200
                return
            except httpx.ConnectError:  # with PostgreSQL a port takes no connection before its server is ready
                assert self.process.poll() is None, self.logged()
                assert time.monotonic() < end
                time.sleep(0.05)

    def kill(self) -> None:
        """Stop the server at once, as a power cut would stop a process."""
        self.process.kill()
        self.ended()

    def stop(self) -> None:
        self.process.terminate()
        self.ended()

    def ended(self) -> int:
        """Wait until the process has ended; return its exit code."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        self.http.close()
        return code

    def logged(self) -> str:
        return (self.folder / "errors.log").read_text()

    def get(self, path: str, token: str | None = None, status: int = 200) -> Any:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return self._answer(self.http.get(path, headers=headers), status)

    def post(self, path: str, body: Any, status: int = 201) -> Any:
        """Ask for something as a browser that was never here before."""
        self.http.cookies.clear()
        return self._answer(self.http.post(path, json=body), status)

    def _answer(self, answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, answer.text
        return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else answer.text

    def create(self, *seats: str, **wanted: Any) -> Any:
        """Make a table: "Ann" is a person, "random" and "priest" are bots, "?" is an open seat."""
        return self.post("/api/tables", {"game": "ra", "seats": [seat_of(seat) for seat in seats], **wanted})

    def sit(self, keys: Any, *seats: int) -> Client:
        """Sit down with the tokens of some seats, all by default."""
        tokens = [key["token"] for key in keys["seats"] if not seats or key["seat"] in seats]
        return Client(self, keys["table"], tokens)

    def watch(self, keys: Any) -> Client:
        return Client(self, keys["table"], [keys["spectate"]])

    def socket(self, origin: str | None = None) -> ClientConnection:
        address = self.url.replace("http://", "ws://") + "/ws"
        connection = connect(address, origin=Origin(origin or self.url), proxy=None, open_timeout=PATIENCE)
        return connection.__enter__()  # closed by whoever asked for it


def seat_of(seat: str) -> dict[str, str]:
    if seat in BOT_NAMES:
        return {"kind": "bot", "bot": seat}
    return {"kind": "open"} if seat == "?" else {"kind": "person", "name": seat}


class Client:
    """A screen at a table. It keeps what a browser keeps: the last view, and the log."""

    ids = itertools.count(1)

    def __init__(self, server: Server, table: str, tokens: list[str]) -> None:
        self.server, self.table, self.tokens = server, table, tokens
        self.log: list[Any] = []
        self.heard: list[Any] = []
        self.last: Any = None
        self.reconnect()

    def reconnect(self) -> None:
        self.socket = self.server.socket()
        self.log = []
        self.say(type="hello", protocol=PROTOCOL, table=self.table, tokens=self.tokens)
        self.until("table")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Any:
        try:
            message = json.loads(self.socket.recv(timeout))
        except TimeoutError as error:
            error.add_note(f"last heard: {self.last and self.last['table']}\nthe server: {self.server.logged()}")
            raise
        self.heard.append(message)
        if message["type"] == "presence":
            self.last.update(online=message["online"], away=message["away"])
        if message["type"] == "table":
            self.last = message
            assert len(self.log) >= message["log_start"]
            self.log = self.log[: message["log_start"]] + message["log"]
            assert [line["line"] for line in self.log] == list(range(1, len(self.log) + 1))
        return message

    def until(self, kind: str, timeout: float = PATIENCE) -> Any:
        while True:
            message = self.hear(timeout)
            if message["type"] == kind:
                return message

    def ask(self, **message: Any) -> Any:
        """Send a move or an undo, and wait for the answer to it."""
        message.setdefault("id", f"id-{next(self.ids)}")
        message.setdefault("version", self.last["version"])
        self.say(**message)
        while True:
            answer = self.hear()
            if answer["type"] in ("accepted", "refused") and answer["id"] == message["id"]:
                return answer

    def move(self, word: str, seat: int | None = None, **more: Any) -> Any:
        return self._seen(self.ask(type="move", word=word, seat=self.to_act if seat is None else seat, **more))

    def undo(self, seat: int, **more: Any) -> Any:
        return self._seen(self.ask(type="undo", seat=seat, **more))

    def ask_undo(self, seat: int, **more: Any) -> Any:
        return self.ask(type="ask_undo", seat=seat, **more)

    def answer_undo(self, seat: int, agree: bool) -> Any:
        """Answer whether a move may be taken back; if that made it happen, wait until it is shown."""
        self.say(type="answer_undo", id=(request := f"id-{next(self.ids)}"), seat=seat, agree=agree)
        while (answer := self.hear())["type"] not in ("accepted", "refused") or answer["id"] != request:
            pass
        return self._seen(answer)

    def phrase(self, seat: int, phrase: str) -> Any:
        self.say(type="say", id=(request := f"id-{next(self.ids)}"), seat=seat, phrase=phrase)
        while (answer := self.hear())["type"] not in ("accepted", "refused") or answer["id"] != request:
            pass
        return answer

    def _seen(self, answer: Any) -> Any:
        """Wait until the screen shows what was accepted: the answer may come before the table, or after it."""
        if answer["type"] == "accepted":
            self.catch_up(answer["version"])
        return answer

    @property
    def to_act(self) -> int | None:
        found: int | None = self.last["table"]["to_act"]
        return found

    @property
    def views(self) -> dict[int | None, Any]:
        return {view["seat"]: view["view"] for view in self.last["views"]}

    def moves(self) -> tuple[int, list[str]] | None:
        """Find what one of the seats here can do."""
        for seat, view in self.views.items():
            if seat is not None and view is not None and view["moves"]:
                return seat, view["moves"]
        return None

    def catch_up(self, version: int) -> None:
        while self.last["version"] < version:
            self.hear()

    def play_on(self, numbers: random.Random, moves: int = 10_000) -> None:
        """Answer for the seats here until the match is over, or so many moves were made."""
        while self.last["table"]["state"] != "over" and moves:
            choice = self.moves()
            if choice is None:
                self.hear()
                continue
            seat, words = choice
            answer = self.move(numbers.choice(words), seat)
            if answer["type"] == "accepted":
                moves -= 1
                self.catch_up(answer["version"])
