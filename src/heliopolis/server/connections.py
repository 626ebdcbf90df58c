"""Connections: how many there are, from where, how long they may wait, and how much they may send.

uvicorn speaks HTTP and WebSocket. What it leaves open is closed here: connections that send nothing or do not take what
is sent, more of them than there are files, and frames that never become a message.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from typing import Any, ClassVar, Protocol, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from heliopolis.server.security import Bucket, network, plain_address
from heliopolis.server.settings import Limits

#: So many connections are taken from the system at once, before any of them is looked at.
BACKLOG = 100
#: Connections that were taken and that nobody has looked at yet are at most so many times BACKLOG.
BACKLOGS = 3
#: Files that are no connections: the database, pipes, what libraries have open.
OTHER_FILES = 60
FEWEST_CONNECTIONS = 20

#: What a socket sends is read in pieces of so many bytes: frames are counted before many of them are parsed.
PIECE = 512
#: A browser sends a message in one frame; some libraries use a few.
MOST_PIECES = 32

TOO_MANY, NOT_UTF8 = 4429, 1007
#: Under this name the scope of a socket has its connection: frames are written there, past all that wraps a message.
WIRE = "heliopolis.wire"

_REFUSAL = b'{"error":"too many connections from your address are open: close some, then try again"}'
REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 10\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_REFUSAL), _REFUSAL)
)


class Trusted(Protocol):
    """The addresses of our own proxies."""

    def __contains__(self, host: str | None, /) -> bool:
        """Tell whether an address is one of them."""


class Register:
    """All connections of a server, by address; those that wait for a request can be given up for others."""

    def __init__(self, limits: Limits, proxies: Trusted = ()) -> None:
        self.limits = limits
        self.proxies = proxies
        """A proxy brings many people: its connections are only counted in all."""
        self.most, self.backlog = room(allowed_files(limits.all_connections), limits.all_connections)
        self.open: dict[asyncio.Transport, str] = {}
        self.by_network: Counter[str] = Counter()
        self._waiting: OrderedDict[asyncio.Transport, None] = OrderedDict()

    def enter(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a connection that opens; tell whether there is room for it."""
        home = network(address)
        if self.by_network[home] >= self.limits.connections and address not in self.proxies:
            return False
        if len(self.open) >= self.most and not self._give_up_one():
            return False
        self.open[transport] = home
        self.by_network[home] += 1
        self._waiting[transport] = None
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Count a connection that closes."""
        home = self.open.pop(transport, None)
        self._waiting.pop(transport, None)
        if home is not None:
            self.by_network[home] -= 1
            if not self.by_network[home]:
                del self.by_network[home]

    def busy(self, transport: asyncio.Transport) -> None:
        """Remember that a connection has asked for something."""
        self._waiting.pop(transport, None)

    def waits(self, transport: asyncio.Transport) -> None:
        """Remember that a connection has its answer."""
        if transport in self.open:
            self._waiting[transport] = None

    def _give_up_one(self) -> bool:
        """Close the connection that has waited longest for a request."""
        if not self._waiting:
            return False
        transport = next(iter(self._waiting))
        self.leave(transport)
        transport.abort()
        return True


def allowed_files(connections: int) -> int:
    """Ask the system for as many files as so many connections take, and tell how many it allows."""
    wanted = connections + BACKLOGS * BACKLOG + OTHER_FILES
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)


def room(files: int, wanted: int) -> tuple[int, int]:
    """Tell how many connections so many files allow, and how many of them may be taken at once.

    >>> room(4360, 4000), room(1024, 4000), room(256, 4000)
    ((4000, 100), (772, 64), (148, 16))
    """
    backlog = max(1, min(BACKLOG, files // 16))
    return max(FEWEST_CONNECTIONS, min(wanted, files - BACKLOGS * backlog - OTHER_FILES)), backlog


class Alarm:
    """Closes a connection, without waiting for the other side, when it goes off."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        """Let it go off after its time, unless it is stopped before; one that runs goes on."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, transport.abort)

    def stop(self) -> None:
        """Let it not go off."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpProtocol(H11Protocol):
    """HTTP, for those who ask and take the answer in time."""

    register: ClassVar[Register]

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, if there is room."""
        super().connection_made(transport)
        limits = self.register.limits
        self.too_slow = Alarm(self.loop, limits.first_request)
        self.stalled = Alarm(self.loop, limits.idle)
        self.client = plain_client(self.client)
        if self.register.enter(transport, self.client[0] if self.client else "?"):
            self.too_slow.set(transport)
        else:
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what was sent. A request that does not arrive whole in time is given up."""
        if self.transport.is_closing():
            return
        self.too_slow.set(self.transport)
        super().data_received(data)
        if self.arrived():
            self.too_slow.stop()
            self.register.busy(self.transport)

    def arrived(self) -> bool:
        """Tell whether a request is there, to its last byte."""
        cycle: Any = self.cycle  # there is none before the first request, whatever its type says
        return cycle is not None and not cycle.more_body

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over."""
        self.too_slow.stop()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self.register.waits(self.transport)

    def pause_writing(self) -> None:
        """Wait for somebody who does not take what is sent, but not for good."""
        super().pause_writing()
        self.stalled.set(self.transport)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.stalled.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.too_slow.stop()
        self.stalled.stop()
        self.register.leave(self.transport)
        super().connection_lost(exc)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket, for those who send frames that people could have caused."""

    register: ClassVar[Register]

    def connection_made(self, transport: Any) -> None:
        """Go on with a connection that HTTP has let in."""
        super().connection_made(transport)
        self.client = plain_client(self.client)
        self.stalled = Alarm(self.loop, self.register.limits.idle)
        self.budget = Bucket(self.register.limits.frames, self.loop.time())
        self.register.busy(transport)

    def handle_connect(self, event: Any) -> None:
        """Let the application know where frames can be written."""
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[WIRE] = self

    def is_free(self) -> bool:
        """Tell whether what is written goes out at once: the other side has taken what was written before."""
        return self.writable.is_set()

    def write(self, frame: bytes) -> bool:
        """Write a frame, and tell whether the other side is still there."""
        there = self.handshake_complete and not self.close_sent and not self.transport.is_closing()
        if there:
            self.transport.write(frame)
        return there

    async def send_frame(self, frame: bytes) -> bool:
        """Write a frame when it goes out at once, and tell whether the other side is still there."""
        await self.writable.wait()
        return self.write(frame)

    def data_received(self, data: bytes) -> None:
        """Take what was sent, a piece at a time, and stop when it is too much."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Count frames of every kind, then do what they ask for."""
        for _ in self.conn.events:
            if not self.budget.take(self.loop.time()):
                self.refuse(TOO_MANY, "too many frames: wait a little, then come again")
                return
        super().handle_events()
        if len(self.frames) > MOST_PIECES:
            self.refuse(TOO_MANY, f"a message has at most {MOST_PIECES} pieces")

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, if it is a text or bytes as it says."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.refuse(NOT_UTF8, "this text is not UTF-8")
                return
        super().send_receive_event_to_app()

    def refuse(self, code: int, reason: str) -> None:
        """Close the socket, and do not wait for the other side to agree."""
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        """Wait for somebody who does not take what is sent, but not for good."""
        super().pause_writing()
        self.stalled.set(self.transport)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.stalled.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.stalled.stop()
        self.register.leave(self.transport)
        super().connection_lost(exc)


def frame_of(text: bytes) -> bytes:
    """Encode a text as it goes over the wire: once for all who get the same."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)


def wire_of(scope: Any) -> WebSocketProtocol:
    """Find the connection of a socket."""
    wire: WebSocketProtocol = scope["extensions"][WIRE]
    return wire


def plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Write an address as people know it."""
    return None if client is None else (plain_address(client[0]), client[1])


def protocols(register: Register) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """Make the protocols of a server whose connections are in a register: uvicorn makes one for each connection."""

    class Http(HttpProtocol):
        pass

    class WebSocket(WebSocketProtocol):
        pass

    Http.register = WebSocket.register = register
    return Http, WebSocket
