"""Connections that want nothing: each is closed in time, and there are never too many."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.frames import Frame, Opcode

from heliopolis.server.app import listen
from heliopolis.server.connections import Register, room
from heliopolis.server.security import network, plain_address
from heliopolis.server.settings import Limits
from tests.server.driver import NO_LIMITS, PATIENCE, Server


def dial(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """Open a connection from one of this machine's own addresses."""
    host, port = urlsplit(server.url).hostname, urlsplit(server.url).port
    return socket.create_connection((host, port), PATIENCE, (source, 0))


def seconds_until_closed(connection: socket.socket) -> float:
    """Wait until the other side closes a connection."""
    began = time.monotonic()
    connection.settimeout(PATIENCE)
    with contextlib.suppress(ConnectionError):
        while connection.recv(65_536):
            pass
    return time.monotonic() - began


@pytest.fixture
def brief(start: Callable[..., Server]) -> Server:
    """A server that waits for nobody."""
    return start(limits={**NO_LIMITS, "first_request": 1.0, "idle": 2.0})


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: x",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_ask_in_time_is_closed(brief: Server, said: bytes) -> None:
    with dial(brief) as connection:
        connection.sendall(said)
        assert 0.5 < seconds_until_closed(connection) < 20


def test_who_drips_is_closed_as_soon_as_who_is_silent(brief: Server) -> None:
    with dial(brief) as connection:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < began + 20:
                connection.sendall(b"x")
                time.sleep(0.1)
        assert time.monotonic() - began < 10


def test_who_asks_no_more_is_closed(brief: Server) -> None:
    with dial(brief) as connection:
        host = brief.url.removeprefix("http://").encode()
        connection.sendall(b"GET /api/catalogue HTTP/1.1\r\nhost: " + host + b"\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 200"
        assert 1 < seconds_until_closed(connection) < 20


def test_who_takes_no_answers_is_closed(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "idle": 1.0})
    host = server.url.removeprefix("http://").encode()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect((urlsplit(server.url).hostname, urlsplit(server.url).port))
        deadline = time.monotonic() + 30
        # Asks on and on and reads nothing: what it has asked for fills every buffer between the two.
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < deadline:
                connection.sendall(b"GET /api/catalogue HTTP/1.1\r\nhost: " + host + b"\r\n\r\n")
                time.sleep(0.002)
        assert time.monotonic() < deadline


def test_an_address_has_so_many_connections_and_others_have_theirs(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "connections": 5})
    host = server.url.removeprefix("http://").encode()
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(dial(server, "127.0.0.9")) for _ in range(20)]
        refused = [connection for connection in silent[5:] if connection.recv(12) == b"HTTP/1.1 429"]
        assert len(refused) == 15
        other = stack.enter_context(dial(server, "127.0.0.10"))
        other.sendall(b"GET /api/catalogue HTTP/1.1\r\nhost: " + host + b"\r\n\r\n")
        assert other.recv(12) == b"HTTP/1.1 200"


def test_silent_connections_make_room_for_who_asks(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "connections": 100, "all_connections": 30})
    with contextlib.ExitStack() as stack:
        for number in range(60):
            stack.enter_context(dial(server, f"127.0.2.{number + 1}"))
        for _ in range(5):
            answer = httpx.get(f"{server.url}/api/catalogue", trust_env=False, timeout=PATIENCE)  # on a new connection
            assert answer.json()["games"]


# ---- frames ----


@contextlib.contextmanager
def frames(server: Server, keys: Any) -> Iterator[Callable[[Frame], None]]:
    """Sit at a table and send frames of any kind, as no browser does."""
    with server.sit(keys) as client:
        protocol = client.socket.protocol

        def send(frame: Frame) -> None:
            client.socket.socket.sendall(frame.serialize(mask=True, extensions=[]))

        assert protocol.state.name == "OPEN"
        yield send
        with contextlib.suppress(Exception):
            client.socket.recv(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while client.socket.close_code is None:
            assert time.monotonic() < deadline, "the socket was not closed"
            with contextlib.suppress(Exception):
                client.socket.recv(0.1)
        assert client.socket.close_code in (4429, 1006, 1007)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT], ids=str)
def test_frames_of_every_kind_are_counted(start: Callable[..., Server], opcode: Opcode) -> None:
    server = start(limits={**NO_LIMITS, "frames": {"burst": 20, "rate": 1}})
    with frames(server, server.create("Ann", "Ben")) as send, contextlib.suppress(OSError):
        if opcode is Opcode.CONT:
            send(Frame(Opcode.TEXT, b"", fin=False))
        for _ in range(200):
            send(Frame(opcode, b"", fin=opcode is not Opcode.CONT))
    assert not server.logged()


def test_a_message_in_endless_pieces_is_refused(server: Server) -> None:
    with frames(server, server.create("Ann", "Ben")) as send, contextlib.suppress(OSError):
        send(Frame(Opcode.TEXT, b"{", fin=False))
        for _ in range(100):
            send(Frame(Opcode.CONT, b"", fin=False))


def test_a_text_that_is_not_utf8_is_refused_and_not_logged(server: Server) -> None:
    with frames(server, server.create("Ann", "Ben")) as send:
        send(Frame(Opcode.TEXT, b"\xff\xfe\xfd"))
    assert not server.logged()


# ---- addresses ----


def test_what_arrives_as_ipv6_can_be_ipv4() -> None:
    assert network("::ffff:192.0.2.1") == "192.0.2.1" != network("::ffff:192.0.2.2")
    assert plain_address("x" * 1000) == "x" * 64


def test_answers_are_sent_at_once() -> None:
    async def nodelay() -> int:
        taken = asyncio.get_running_loop().create_future()

        class Look(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                found = transport.get_extra_info("socket")
                taken.set_result(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        server = await asyncio.get_running_loop().create_server(Look, sock=listen("127.0.0.1", 0))
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        found: int = await taken
        writer.close()
        server.close()
        return found

    assert asyncio.run(nodelay())


def test_a_proxy_of_ours_may_open_as_many_as_there_are() -> None:
    class Transport(asyncio.Transport):
        pass

    register = Register(Limits(connections=2), {"10.0.0.1"})
    assert all(register.enter(Transport(), "10.0.0.1") for _ in range(10))
    assert [register.enter(Transport(), "10.0.0.2") for _ in range(3)] == [True, True, False]


def test_few_files_allow_few_connections() -> None:
    for files in (64, 128, 256, 1024, 4096):
        connections, backlog = room(files, 4000)
        assert connections == 20 or connections + 3 * backlog + 60 <= files
