"""HTTP and WebSocket as bytes, from a loopback address of one's own: also what no honest client would send."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec

#: What the server speaks. A number of its own: who attacks loads nothing of the server.
PROTOCOL = 3

#: Seconds after which nobody waits for an answer any more.
PATIENCE = 10.0
#: The longest head of an answer, and the most that is read ahead.
READ_AHEAD = 262_144
TEXT, CONTINUATION, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10


class LostError(Exception):
    """There is no connection, or no answer that could be understood."""


class RefusedError(LostError):
    """The server answered, but not as somebody with a right to ask would like."""


#: What reading and writing can end with.
GONE = (OSError, EOFError, TimeoutError, ValueError, LostError, asyncio.LimitOverrunError)


@dataclass(frozen=True)
class Site:
    """The server that is attacked. It is on this machine, whatever anybody types."""

    host: str
    port: int

    @staticmethod
    def of(url: str) -> Site:
        """Read where a server is; only a loopback address is accepted."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 80
        if not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"{url} is not on this machine: only servers at a loopback address are attacked")
        return Site(host, port)

    @property
    def origin(self) -> str:
        """Name the server as its own pages do."""
        return f"http://{self.host}:{self.port}"


def addresses(block: int, count: int) -> list[str]:
    """List loopback addresses to come from. Block 1 is for honest people."""
    return [f"127.0.{block}.{number + 1}" for number in range(count)]


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, length: int | None = None) -> bytes:
    """Write a frame as a browser does; the mask is 0, so that the payload can be read. `length` may be a lie."""
    size = len(payload) if length is None else length
    first = opcode | (0x80 if fin else 0)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, 0xFE, size)
    else:
        head = struct.pack("!BBQ", first, 0xFF, size)
    return head + bytes(4) + payload


def text(message: Any) -> bytes:
    """Write a message as a frame of text."""
    return frame(TEXT, msgspec.json.encode(message))


def hello(table: str, tokens: Sequence[str]) -> bytes:
    """Write the first message of a socket."""
    return text({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": list(tokens)})


def request(
    site: Site, method: str, path: str, body: bytes = b"", headers: Iterable[tuple[str, str]] = (), *, length: int = -1
) -> bytes:
    """Write a request of HTTP; `length` may be a lie."""
    lines = [f"{method} {path} HTTP/1.1", f"host: {site.host}:{site.port}"]
    if body or length >= 0:
        lines += ["content-type: application/json", f"content-length: {length if length >= 0 else len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def handshake(site: Site) -> bytes:
    """Write the request that opens a WebSocket."""
    headers = [
        ("origin", site.origin),
        ("upgrade", "websocket"),
        ("connection", "Upgrade"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("sec-websocket-version", "13"),
    ]
    return request(site, "GET", "/ws", headers=headers)


@dataclass(frozen=True)
class Answer:
    """An answer of HTTP."""

    status: int
    body: bytes
    closes: bool
    """Whether the server closes the connection after it."""

    @property
    def sentence(self) -> str | None:
        """Find the sentence with which the server refuses something, if there is one."""
        try:
            said = msgspec.json.decode(self.body)
        except msgspec.DecodeError:
            return None
        error = said.get("error") if isinstance(said, dict) else None
        return error if isinstance(error, str) else None


class Line:
    """One TCP connection."""

    def __init__(self, site: Site, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.site, self.reader, self.writer = site, reader, writer

    @staticmethod
    async def dial(site: Site, source: str, *, window: int | None = None, patience: float = PATIENCE) -> Line:
        """Open a connection from a source address; a small window makes that the server cannot send much ahead."""
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that asyncio sets TCP_NODELAY
        try:
            sock.setblocking(False)
            if window is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            sock.bind((source, 0))
            async with asyncio.timeout(patience):
                await asyncio.get_running_loop().sock_connect(sock, (site.host, site.port))
                reader, writer = await asyncio.open_connection(sock=sock, limit=READ_AHEAD)
        except BaseException:
            sock.close()
            raise
        return Line(site, reader, writer)

    def push(self, data: bytes) -> None:
        """Send without waiting."""
        if self.writer.transport.is_closing():
            raise LostError("closed")
        self.writer.write(data)

    async def send(self, data: bytes) -> None:
        """Send, and wait until the system has taken most of it."""
        self.push(data)
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    def stop_reading(self) -> None:
        """Take nothing more of what the server sends."""
        transport = self.writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

    def close(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()

    # ---- HTTP ----

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Answer:
        """Send a request and wait for the answer; a body is sent as JSON."""
        headers = [] if token is None else [("authorization", f"Bearer {token}")]
        await self.send(request(self.site, method, path, b"" if body is None else msgspec.json.encode(body), headers))
        return await self.answer()

    async def answer(self, patience: float = PATIENCE) -> Answer:
        """Read an answer."""
        async with asyncio.timeout(patience):
            head = b"HTTP/1.1 100"
            while head[9:12] == b"100":
                head = await self.reader.readuntil(b"\r\n\r\n")
            status, lower = int(head[9:12]), head.lower()
            length = re.search(rb"\r\ncontent-length: *(\d+)", lower)
            if length is not None:
                body = await self.reader.readexactly(int(length[1]))
            elif b"\r\ntransfer-encoding: chunked" in lower:
                body = await self.reader.readuntil(b"0\r\n\r\n")
            else:
                body = b""
        return Answer(status, body, b"\r\nconnection: close" in lower)

    async def ended(self) -> str:
        """Wait until the server closes the connection; tell the status it gave, if it gave one."""
        heard = b""
        try:
            while data := await self.reader.read(65_536):
                heard = heard or data
        except OSError:
            pass
        return heard[9:12].decode() if heard.startswith(b"HTTP/1.") else "closed"

    # ---- WebSocket ----

    async def upgrade(self) -> None:
        """Open a WebSocket on this connection."""
        await self.send(handshake(self.site))
        answer = await self.answer()
        if answer.status != 101:
            raise RefusedError(f"{answer.status}")

    async def hear(self, patience: float = PATIENCE) -> tuple[int, bytes]:
        """Read a frame: its opcode, and what is in it."""
        async with asyncio.timeout(patience):
            head = await self.reader.readexactly(2)
            size = head[1] & 0x7F
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            payload = await self.reader.readexactly(size)
        return head[0] & 0x0F, payload

    async def message(self, patience: float = PATIENCE) -> bytes:
        """Read the next message; pings are answered, and a close is the end."""
        while True:
            opcode, payload = await self.hear(patience)
            if opcode == TEXT:
                return payload
            if opcode == PING:
                self.push(frame(PONG, payload))
            elif opcode == CLOSE:
                raise RefusedError(f"closed {int.from_bytes(payload[:2], 'big')}")

    async def enter(self, table: str, tokens: Sequence[str]) -> bytes:
        """Open a WebSocket and say hello; what the server tells of the table."""
        await self.upgrade()
        await self.send(hello(table, tokens))
        return await self.until(b"table")

    async def until(self, *kinds: bytes) -> bytes:
        """Read messages until one of a kind."""
        while True:
            message = await self.message()
            if kind_of(message) in kinds:
                return message


def kind_of(message: bytes) -> bytes:
    """Tell the kind of a message without reading all of it: the server writes it first."""
    found = re.match(rb'\{"type":"([a-z_]+)"', message)
    return found[1] if found else b"?"
