"""What happens on a server, for whoever runs it: figures of every request, and, when asked for, a line of JSON."""

from __future__ import annotations

import datetime
import logging
import time
from typing import Any

import msgspec

from heliopolis.server.metrics import METRICS
from heliopolis.server.security import is_token

LINES = logging.getLogger("heliopolis.lines")
#: What stands in a line instead of something that may be secret.
HIDDEN = "…"
#: No path is longer in a line: strangers write them.
LONGEST_PATH = 200


def write_line(what: str, **facts: Any) -> None:
    """Write a line of JSON, if that was asked for. There may be no token among the facts."""
    if LINES.isEnabledFor(logging.INFO):
        LINES.info(json_line(what, **facts))


def json_line(what: str, **facts: Any) -> str:
    """Write down something that has happened now."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
    return msgspec.json.encode({"at": now, "what": what, **facts}).decode()


def plain_path(path: str) -> str:
    """Take what may be a token out of a path: links have them behind `#`, but people can change links."""
    # Hidden before it is cut: a part of a token at the end would look like something else.
    parts = (HIDDEN if is_token(part.strip()) else part for part in path.split("/"))
    return "/".join(parts)[:LONGEST_PATH]


class Observer:
    """Stands before the whole application, behind what says for whom a proxy asks."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Time a request, and note what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def send_on(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        finally:
            took = time.perf_counter() - began
            METRICS.requests.count(f"{status // 100}xx" if status else "none")
            if status < 400:  # noqa: PLR2004 - refusals are slow on purpose
                METRICS.request_seconds.note(took)
            write_line(
                "request",
                method=scope["method"],
                path=plain_path(scope["path"]),
                status=status,
                ms=round(1000 * took, 1),
                address=scope["client"][0] if scope["client"] else None,
            )
