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

from heliopolis.bots.ending import end_thinking
from heliopolis.coach.advice import advise
from heliopolis.compiled import give_up
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import NAMES
from heliopolis.server.advice import Advisor
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.catalogue import catalogue
from heliopolis.server.connections import BACKLOG, Register, protocols
from heliopolis.server.deadlines import Deadlines
from heliopolis.server.devices import Devices
from heliopolis.server.garbage import search_seldom
from heliopolis.server.house import House, people_can_draw
from heliopolis.server.http import API, LONGEST_BODY, broken, refused, unfit
from heliopolis.server.lifetime import BACK_SOON, Interrupts, Server, inherited, replace_process
from heliopolis.server.lines import log_of
from heliopolis.server.lobby import Lobby
from heliopolis.server.metrics import METRICS, Gauge
from heliopolis.server.neighbours import Neighbours
from heliopolis.server.observing import Observer
from heliopolis.server.owner import OwnerPort
from heliopolis.server.pages import PAGE, pages
from heliopolis.server.pulse import Pulse
from heliopolis.server.quiet import log_quietly
from heliopolis.server.refusals import UnavailableError
from heliopolis.server.retention import tidy
from heliopolis.server.reviews import Reviewer
from heliopolis.server.seat_requests import SEAT_REQUESTS, Doors
from heliopolis.server.seats import Seating
from heliopolis.server.security import Door, Gate
from heliopolis.server.settings import Settings, check_proxy, database_url
from heliopolis.server.sockets import LONGEST_MESSAGE, ws
from heliopolis.server.storage import Storage
from heliopolis.server.thinking_queue import Desks
from heliopolis.server.workers import Prepare, run_workers
from heliopolis.server.workshop import Workshop
from heliopolis.table.match import Match

#: Enough for the expert to be loaded.
A_MOMENT = 0.01


class Parts:
    """What a server is made of."""

    def __init__(self, settings: Settings, storage: Storage, number: int = 0) -> None:
        """Put them together, for one of the processes of `--workers`: its number counts from 0 on."""
        self.storage = storage
        self.gate = Gate(settings.limits)
        desks = Desks(settings.workers, number)
        self.bots = BotRunner(settings.bot_pause, self.gate, settings.unwatched, desks)
        self.pulse = Pulse(storage)
        self.house = House(storage, self.bots, settings.limits, self.pulse)
        self.advisor = Advisor(self.bots.desks.deep, settings.hint_seconds)
        self.reviewer = Reviewer(self.bots.desks.deep, storage, settings.limits)
        self.workshop = Workshop()
        self.lobby = Lobby(storage)
        self.seating = Seating(self.house)
        self.devices = Devices(self.house, self.seating)


def make_app(settings: Settings, parts: Parts, owner: OwnerPort | None = None) -> ProxyHeadersMiddleware:
    """Put the application together."""
    storage, house, gate = parts.storage, parts.house, parts.gate
    doors = Doors(settings.allowed_origins(), settings.reachable())

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        with suppress(UnavailableError):  # a heartbeat that is missing is a pause: nobody loses time
            await parts.pulse.start()
        neighbours = Neighbours(storage, gate) if storage.shared else None
        if neighbours is not None:
            await house.join_others(neighbours)
            parts.reviewer.leases = neighbours
        beside = [
            asyncio.create_task(house.resume()),
            asyncio.create_task(Deadlines(house, storage, parts.pulse).run()),
            asyncio.create_task(asyncio.to_thread(rehearse)),
            asyncio.create_task(tidy(storage, settings.keep, house.in_use)),
            asyncio.create_task(search_seldom()),
        ]
        if owner is not None:
            await owner.open()
        try:
            yield
        finally:
            if owner is not None:
                await owner.close()
            give_up()
            end_thinking()
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await parts.workshop.close()
            await parts.advisor.close()
            await parts.reviewer.close()
            await parts.bots.close()
            await house.neighbours.close()
            await storage.close()

    app = Litestar(
        route_handlers=[API, SEAT_REQUESTS, ws, pages(settings.static)],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "advisor": Provide(lambda: parts.advisor, sync_to_thread=False),
            "reviewer": Provide(lambda: parts.reviewer, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
            "lobby": Provide(lambda: parts.lobby, sync_to_thread=False),
            "workshop": Provide(lambda: parts.workshop, sync_to_thread=False),
            "seating": Provide(lambda: parts.seating, sync_to_thread=False),
            "devices": Provide(lambda: parts.devices, sync_to_thread=False),
            "doors": Provide(lambda: doors, sync_to_thread=False),
        },
        lifespan=[running],
        exception_handlers={HeliopolisError: refused, HTTPException: unfit, Exception: broken},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LONGEST_BODY,
    )
    app.state.gate = gate
    # Outside the door: what a proxy says counts only if it is one of ours.
    door = Observer(Door(app, doors.known, gate))
    return ProxyHeadersMiddleware(door, list(map(check_proxy, settings.proxies)))


def gauges(parts: Parts, register: Register) -> list[Gauge]:
    """List what is looked up when it is asked for."""
    desks = parts.bots.desks
    return [
        Gauge("heliopolis_sockets", "Sockets that are open.", lambda: {"": parts.gate.sockets.total()}),
        Gauge("heliopolis_connections", "Connections that are open.", lambda: {"": len(register.open)}),
        Gauge("heliopolis_tables", "Tables in memory.", lambda: {"": len(parts.house.tables())}),
        Gauge(
            "heliopolis_bot_queue",
            "Bots and reviews that wait for a place to think.",
            lambda: {desk.name: desk.queue() for desk in (desks.deep, desks.quick)},
            "desk",
        ),
    ]


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


def serve(settings: Settings, say: Callable[[str], Any], *, browser: bool | None, prepare: Prepare = tuple) -> None:
    """Run a server until it is stopped; open its page in a browser, by default where there is a screen."""
    interrupts = Interrupts()
    handed = inherited()
    listening = handed or listen(settings.host, settings.port)
    settings = replace(settings, port=listening.getsockname()[1])
    storage = Storage(database_url(settings.database))  # says what is wrong with it before anybody is let in
    owners = owner_ports(settings)

    def tell() -> None:
        announce(settings, say, browser=browser if handed is None else False)

    quiet = settings.workers == 1 and storage.shared and handed is None
    if settings.workers > 1:
        asyncio.run(storage.close())
    if quiet:
        listening = quiet_socket(listening)
    else:  # the port listens: whoever comes waits in line
        tell()
    with listening, listening.dup() as kept, suppress(KeyboardInterrupt):
        interrupts.take()
        if settings.workers > 1:
            again = run_workers(settings, listening, owners, prepare)
        else:
            tell_later = tell if quiet else None
            again = run(settings, listening, owners[0], storage, interrupts, started=tell_later)
        if again:
            replace_process(kept)


def run(
    settings: Settings,
    listening: socket.socket,
    owners: socket.socket | None,
    storage: Storage,
    interrupts: Interrupts,
    number: int = 0,
    started: Callable[[], None] | None = None,
) -> bool:
    """Serve whoever comes to a socket, until this process is stopped; tell whether it is to begin anew.

    `started` is called when people can come.
    """
    log_quietly(lines=settings.log_lines)
    parts = Parts(settings, storage, number)
    owner = None if owners is None else OwnerPort(owners, storage.answers)
    app = make_app(settings, parts, owner)
    register = Register(settings.limits, app.trusted_hosts)
    for gauge in gauges(parts, register):
        METRICS.add(gauge)
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

    def say_goodbye() -> None:
        if owner is not None:
            owner.leaving = True
        parts.house.send_away(BACK_SOON)

    server = Server(config, say_goodbye, interrupts, started)
    server.run(sockets=[listening])
    return server.again


def announce(settings: Settings, say: Callable[[str], Any], *, browser: bool | None) -> None:
    """Say where the server is, and show it."""
    say(f"Heliopolis is at {settings.address()}  (stop it with Ctrl+C)")
    if not (settings.static / PAGE).is_file():
        say("It has no page yet: the browser client is not built. `make client` in the folder of the source builds it.")
    if has_screen() if browser is None else browser:
        # The socket listens already: the browser's request waits until the server is ready.
        threading.Thread(target=webbrowser.open, args=(settings.address(),), daemon=True).start()


def owner_ports(settings: Settings) -> list[socket.socket | None]:
    """Take the ports for whoever runs the server: each process has its own, since each has its own figures."""
    first = settings.owner_port
    if first is None:
        return [None] * settings.workers
    return [listen(settings.owner_host, first + number, "--owner-port") for number in range(settings.workers)]


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
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
        raise SetupError(f"cannot listen at {host}, port {port}: {error}. Choose another with {option}") from error
    return listening


def quiet_socket(listening: socket.socket) -> socket.socket:
    """Keep a port without taking connections yet.

    Behind a proxy there are other processes. Who came to one that is still starting would wait for it.
    """
    family, place = listening.family, listening.getsockname()
    listening.close()
    quiet = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    quiet.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    quiet.bind(place)
    return quiet


def has_screen() -> bool:
    """Tell whether a browser could show anything here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
