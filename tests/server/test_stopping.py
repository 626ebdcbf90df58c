"""Ctrl+C at a server: once ends it gently, twice no less gently, three times at once; never with a traceback."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from heliopolis.server.lifetime import AT_ONCE, INTERRUPTED, PATIENCE_PLEASE
from tests.server.driver import PATIENCE, Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals of POSIX")


def press(server: Server) -> None:
    """Press Ctrl+C: a terminal sends it to all processes that run in it."""
    os.killpg(server.process.pid, signal.SIGINT)


@contextmanager
def deaf(server: Server) -> Iterator[socket.socket]:
    """Open a WebSocket that never says good-bye: a server that ends by itself has to wait for it."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname or "", place.port or 0), PATIENCE) as connection:
        asked = [
            "GET /ws HTTP/1.1",
            f"Host: {place.netloc}",
            f"Origin: {server.url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        ]
        connection.sendall("\r\n".join([*asked, "", ""]).encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 101 ")
        yield connection


def until_said(server: Server, sentence: str) -> None:
    end = time.monotonic() + PATIENCE
    while sentence not in server.logged():
        assert time.monotonic() < end, server.logged()
        assert server.process.poll() is None, server.logged()
        time.sleep(0.01)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def server(request: pytest.FixtureRequest, start: Callable[..., Server]) -> Server:
    """A server of one process, and one of two."""
    several: dict[str, Any] = {}
    if request.param > 1:
        several = {"workers": request.param, "database": request.getfixturevalue("postgresql")}
    return start(**several)


def test_a_second_ctrl_c_changes_nothing(start: Callable[..., Server]) -> None:
    server = start()
    with deaf(server) as connection:
        press(server)
        assert connection.recv(1000)  # it is told, and then the server waits for its good-bye
        press(server)
        until_said(server, PATIENCE_PLEASE)
        assert server.ended() == 0
    assert server.logged() == f"{PATIENCE_PLEASE}\n"


def test_a_third_ctrl_c_ends_it_at_once(server: Server) -> None:
    with deaf(server) as connection:
        press(server)
        assert connection.recv(1000)
        press(server)
        until_said(server, PATIENCE_PLEASE)
        press(server)
        assert server.ended() == INTERRUPTED
    assert server.logged() == f"{PATIENCE_PLEASE}\n{AT_ONCE}\n"


def test_whoever_holds_ctrl_c_down_sees_no_traceback(server: Server) -> None:
    """How many of ten signals in a row are heard, the system decides: it keeps one of a kind at a time."""
    with deaf(server):
        for _ in range(10):
            press(server)
        assert server.ended() in (0, INTERRUPTED)
    assert re.fullmatch(f"({re.escape(PATIENCE_PLEASE)}\n({re.escape(AT_ONCE)}\n)?)?", server.logged())


def test_ctrl_c_after_a_new_beginning_was_asked_for_ends_it(start: Callable[..., Server]) -> None:
    server = start()
    with deaf(server) as connection:
        os.kill(server.process.pid, signal.SIGHUP)
        assert connection.recv(1000)
        press(server)
        assert server.ended() == 0
    assert server.logged() == ""
