"""The application: storage, house, bots, requests and sockets put together; and the server that runs it."""

from __future__ import annotations

import asyncio
import math
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
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from heliopolis.coach.advice import advise
from heliopolis.compiled import give_up
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import NAMES
from heliopolis.server.advice import Advisor
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.catalogue import catalogue
from heliopolis.server.connections import BACKLOG, Register, protocols
from heliopolis.server.house import House, people_can_draw
from heliopolis.server.http import API, LONGEST_BODY, broken, refused, unfit
from heliopolis.server.lines import log_of
from heliopolis.server.lobby import Lobby
from heliopolis.server.pages import PAGE, pages
from heliopolis.server.quiet import log_quietly
from heliopolis.server.retention import tidy
from heliopolis.server.security import Door, Gate
from heliopolis.server.settings import Settings, check_proxy, database_url
from heliopolis.server.sockets import LONGEST_MESSAGE, ws
from heliopolis.server.storage import Storage
from heliopolis.server.workshop import Workshop
from heliopolis.table.match import Match

#: Enough for the expert to be loaded.
A_MOMENT = 0.01


def make_app(settings: Settings, storage: Storage) -> ProxyHeadersMiddleware:
    """Put the application together."""
    gate = Gate(settings.limits)
    bots = BotRunner(settings.bot_pause, gate, settings.unwatched)
    house = House(storage, bots, settings.limits)
    advisor = Advisor(bots.desks.deep, settings.hint_seconds)
    workshop = Workshop()
    lobby = Lobby(storage)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        beside = [
            asyncio.create_task(house.resume()),
            asyncio.create_task(asyncio.to_thread(rehearse)),
            asyncio.create_task(tidy(storage, settings.keep, house.is_open)),
        ]
        try:
            yield
        finally:
            give_up()
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await workshop.close()
            await advisor.close()
            await bots.close()
            await storage.close()

    app = Litestar(
        route_handlers=[API, ws, pages(settings.static)],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "advisor": Provide(lambda: advisor, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "workshop": Provide(lambda: workshop, sync_to_thread=False),
        },
        lifespan=[running],
        exception_handlers={HeliopolisError: refused, HTTPException: unfit, Exception: broken},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LONGEST_BODY,
    )
    app.state.gate = gate
    # Outside the door: what a proxy says counts only if it is one of ours.
    return ProxyHeadersMiddleware(Door(app, settings.allowed_origins(), gate), list(map(check_proxy, settings.proxies)))


def rehearse() -> None:
    """Load what is compiled, so that the first table does not wait for it."""
    catalogue()
    for game in NAMES:
        people_can_draw(game)
        match = Match(game, ["north", "east"], seed=1)
        match.play(match.moves()[0])
        match.view(match.seat)
        log_of(match)
        advise(match, A_MOMENT)  # waits where it is still being compiled


def serve(settings: Settings, say: Callable[[str], Any], *, browser: bool | None) -> None:
    """Run a server until it is stopped; open its page in a browser, by default where there is a screen."""
    listening = listen(settings.host, settings.port)
    settings = replace(settings, port=listening.getsockname()[1])
    storage = Storage(database_url(settings.database))
    log_quietly()
    app = make_app(settings, storage)
    register = Register(settings.limits, app.trusted_hosts)
    http_protocol, ws_protocol = protocols(register)
    config = uvicorn.Config(
        app,
        http=http_protocol,
        ws=ws_protocol,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        backlog=register.backlog,
        timeout_keep_alive=math.ceil(settings.limits.idle),
        timeout_graceful_shutdown=3,
    )
    say(f"Heliopolis is at {settings.address()}  (stop it with Ctrl+C)")
    if not (settings.static / PAGE).is_file():
        say("It has no page yet: the browser client is not built. `make client` in the folder of the source builds it.")
    if browser if browser is not None else has_screen():
        # The socket listens already: the browser's request waits until the server is ready.
        threading.Thread(target=webbrowser.open, args=(settings.address(),), daemon=True).start()
    with listening, suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Take the port, or say why not."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Named TCP, so that asyncio turns Nagle's algorithm off: an answer is sent at once, not 40 ms later.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        raise SetupError(f"cannot listen at {host}, port {port}: {error}. Choose another with --port") from error
    return listening


def has_screen() -> bool:
    """Tell whether a browser could show anything here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
