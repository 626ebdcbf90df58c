"""A port for whoever runs the server: is it well, and what does it do? It should not be open to strangers.

`/health/live` answers as long as the process does; `/health/ready` as long as it takes people and its database answers;
`/metrics` has figures for Prometheus.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from heliopolis.server.metrics import CONTENT_TYPE, METRICS

PATIENCE = 5.0
#: A database that has not answered by then does not answer.
READY_SECONDS = 2.0
#: No request that is meant for this port is longer.
LONGEST_REQUEST = 8192
PLAIN = "text/plain; charset=utf-8"
REASONS = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}
HOW = "ask for /health/live, /health/ready or /metrics\n"

Answer = tuple[int, str, str]


class OwnerPort:
    """Answers whoever runs the server."""

    def __init__(self, listening: socket.socket, is_ready: Callable[[], Awaitable[bool]]) -> None:
        self._listening = listening
        self._is_ready = is_ready
        self._server: asyncio.Server | None = None
        self._asking: asyncio.Task[bool] | None = None
        self.leaving = False
        """Whether the server ends: then it is not ready any more."""

    async def open(self) -> None:
        """Begin to answer."""
        self._server = await asyncio.start_server(self._serve, sock=self._listening, limit=LONGEST_REQUEST)

    async def close(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                method, path = [*head.decode("latin-1").split(None, 2), "", ""][:2]
                status, kind, text = await self._answer(method, path.partition("?")[0])
                body = text.encode()
                writer.write(
                    f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
                    "cache-control: no-store\r\nconnection: close\r\n\r\n".encode()
                )
                writer.write(b"" if method == "HEAD" else body)
                await writer.drain()
        writer.close()

    async def _answer(self, method: str, path: str) -> Answer:
        if method not in ("GET", "HEAD"):
            return 405, PLAIN, HOW
        if path == "/metrics":
            return 200, CONTENT_TYPE, METRICS.text()
        if path in ("/health", "/health/live"):
            return 200, PLAIN, "live\n"
        if path == "/health/ready":
            return await self._ready()
        return 404, PLAIN, HOW

    async def _ready(self) -> Answer:
        """Look whether people can come. However many ask, the database is asked once at a time."""
        if self.leaving:
            return 503, PLAIN, "not ready: the server ends\n"
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        await asyncio.wait([self._asking], timeout=READY_SECONDS)
        if self._asking.done() and self._asking.result():
            return 200, PLAIN, "ready\n"
        return 503, PLAIN, "not ready: the database does not answer\n"

    async def _ask(self) -> bool:
        return await self._is_ready()
