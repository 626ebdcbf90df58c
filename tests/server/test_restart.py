"""A server begins anew: sockets are told, the port stays open, and nothing is forgotten."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.server.driver import Client, Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")


def test_a_server_begins_anew_and_everybody_goes_on(start: Callable[..., Server]) -> None:
    server = start()
    keys = server.create("Ann", "Ben", draws="table")
    with server.sit(keys) as screen:
        asked = {"seat": screen.to_act, "word": "draw", "version": screen.last["version"], "id": "the same"}
        assert screen.ask(type="move", **asked)["type"] == "accepted"
        process = server.process.pid
        os.kill(process, signal.SIGHUP)
        bye = screen.until("bye")
        assert (bye["again"], bye["soon"], bye["reload"]) == (True, True, False)
        # The port is open all the time: whoever comes now waits for the new process.
        with Client(server, screen.table, screen.tokens) as again:
            assert server.process.poll() is None
            assert again.last["version"] == 1
            assert again.ask(type="move", **asked) == {"type": "accepted", "id": "the same", "version": 1}
            assert again.move("tile Nile", asked["seat"])["type"] == "accepted"
    server.stop()
    assert "ERROR" not in server.logged()


def test_who_stops_a_server_tells_those_who_play(start: Callable[..., Server]) -> None:
    server = start()
    with server.sit(server.create("Ann", "Ben")) as screen:
        server.process.terminate()
        assert screen.until("bye")["soon"]


def test_a_socket_that_is_none_is_refused_in_a_sentence() -> None:
    code = (
        "import os; os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))\n"
        "from heliopolis.cli import main; main()"
    )
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        arguments = [sys.executable, "-c", f"import os; os.dup2({other.fileno()}, 3)\n{code}", "serve", "--no-open"]
        done = subprocess.run(arguments, pass_fds=[other.fileno()], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "LISTEN_FDS" in done.stderr
    assert "Traceback" not in done.stderr
