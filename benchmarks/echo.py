"""A server that knows no game: what the libraries alone can do. `benchmarks/server.py` speaks to it.

    python benchmarks/echo.py SIZE

It has the same requests as the real one as far as the clients need them. A move is answered with `accepted`, and
everybody at its table gets a text of a size. It keeps nothing.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Request, WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect

from heliopolis.server.app import listen
from heliopolis.server.connections import Register, protocols
from heliopolis.server.settings import Limit, Limits

PLENTY = 1_000_000
#: What a message has beside the text that makes it long.
FRAME = 90

Socket = WebSocket[Any, Any, Any]
NAMES = itertools.count(1)


class Room:
    """A table: who is there, and how often somebody has moved."""

    def __init__(self) -> None:
        self.seats = 0
        self.version = 0
        self.sockets: dict[Socket, int | None] = {}

    def message(self, seat: int | None, size: int) -> str:
        """Write a message of a size; the seats take turns."""
        moves = ["on"] if seat is not None and self.version % self.seats == seat else []
        text = "x" * max(0, size - FRAME)
        return msgspec.json.encode(
            {"type": "table", "version": self.version, "views": [{"view": {"moves": moves}}], "text": text}
        ).decode()


ROOMS: defaultdict[str, Room] = defaultdict(Room)


@post("/api/tables")
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Make a table."""
    name = str(next(NAMES))
    seats = range(len((await request.json())["seats"]))
    ROOMS[name].seats = len(seats)
    return {"table": name, "seats": [{"seat": seat, "token": str(seat)} for seat in seats], "spectate": ""}


@websocket("/ws")
async def ws(socket: Socket) -> None:
    """Answer with texts."""
    size = socket.app.state.size
    await socket.accept()
    hello = msgspec.json.decode(await socket.receive_text())
    room = ROOMS[hello["table"]]
    seat = int(hello["tokens"][0]) if hello["tokens"][0] else None
    room.sockets[socket] = seat
    try:
        await socket.send_text(room.message(seat, size))
        while True:
            asked = msgspec.json.decode(await socket.receive_text())
            room.version += 1
            await socket.send_text(f'{{"type":"accepted","id":"{asked["id"]}","version":{room.version}}}')
            for other, place in list(room.sockets.items()):
                await other.send_text(room.message(place, size))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        room.sockets.pop(socket, None)


def main() -> None:
    """Serve until it is stopped."""
    app = Litestar([create, ws], openapi_config=None, logging_config=None)
    app.state.size = int(sys.argv[1])
    listening = listen("127.0.0.1", 0)
    limits = Limits(connections=PLENTY, all_connections=PLENTY, frames=Limit(PLENTY, PLENTY))
    http, ws_protocol = protocols(Register(limits))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        app,
        http=http,
        ws=ws_protocol,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="critical",
        timeout_graceful_shutdown=1,
    )
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
