"""The application: storage, house, bots, requests and sockets put together; and the server that runs it."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import uvicorn
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException

from heliopolis.bots.review import advise
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import NAMES
from heliopolis.server.advice import Advisor
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.catalogue import catalogue
from heliopolis.server.house import House
from heliopolis.server.http import API, LONGEST_BODY, broken, refused, unfit
from heliopolis.server.pages import pages
from heliopolis.server.security import Door, Gate
from heliopolis.server.settings import Settings, database_url
from heliopolis.server.sockets import LONGEST_MESSAGE, ws
from heliopolis.server.storage import SqlStorage, Storage
from heliopolis.server.views import log_of, view_of
from heliopolis.table.match import Match

MOST_CONNECTIONS = 2_000
#: Enough for the expert to be loaded.
A_MOMENT = 0.01


def make_app(settings: Settings, storage: Storage) -> Door:
    """Put the application together."""
    gate = Gate(settings.limits)
    bots = BotRunner(settings.bot_pause)
    house = House(storage, bots)
    advisor = Advisor(bots.thinking)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        starting = asyncio.gather(house.resume(), asyncio.to_thread(rehearse))
        try:
            yield
        finally:
            starting.cancel()
            with suppress(asyncio.CancelledError):
                await starting
            await advisor.close()
            await bots.close()
            await storage.close()

    app = Litestar(
        route_handlers=[API, ws, pages(settings.static)],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "advisor": Provide(lambda: advisor, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
        },
        lifespan=[running],
        exception_handlers={HeliopolisError: refused, HTTPException: unfit, Exception: broken},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LONGEST_BODY,
    )
    app.state.gate = gate
    return Door(app, settings.allowed_origins())


def rehearse() -> None:
    """Load what is compiled, so that the first table does not wait for it."""
    catalogue()
    for game in NAMES:
        match = Match(game, ["north", "east"], seed=1)
        match.play(match.moves()[0])
        view_of(match, match.seat)
        log_of(match)
        advise(match, A_MOMENT)


def serve(settings: Settings, say: Callable[[str], Any], *, browser: bool | None) -> None:
    """Run a server until it is stopped; open its page in a browser, by default where there is a screen."""
    listening = listen(settings.host, settings.port)
    settings = replace(settings, port=listening.getsockname()[1])
    storage = SqlStorage(database_url(settings.database))
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    config = uvicorn.Config(
        make_app(settings, storage),
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
    )
    say(f"Heliopolis is at {settings.address()}  (stop it with Ctrl+C)")
    if browser if browser is not None else has_screen():
        # The socket listens already: the browser's request waits until the server is ready.
        threading.Thread(target=webbrowser.open, args=(settings.address(),), daemon=True).start()
    with listening, suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Take the port, or say why not."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        raise SetupError(f"cannot listen at {host}, port {port}: {error}. Choose another with --port") from error
    return listening


def has_screen() -> bool:
    """Tell whether a browser could show anything here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
