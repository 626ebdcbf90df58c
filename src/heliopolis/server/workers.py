"""Several processes on one machine, which serve one port: `heliopolis serve --workers N`.

The first process only starts the others, and starts one anew that has died. All take connections from one socket, which
the first one keeps open while all the others end and it begins anew.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from types import FrameType
from typing import Any, NoReturn

from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.server.lifetime import Interrupts, hears_hangup
from heliopolis.server.postgresql import is_postgresql
from heliopolis.server.quiet import log_quietly
from heliopolis.server.settings import Settings, database_url

#: What a process does before it serves. A process that is started anew finds it by its name.
Prepare = Callable[[], Any]
#: For each process, where whoever runs the server finds its figures; None where nobody wants them.
Owners = Sequence[socket.socket | None]
LOGGER = logging.getLogger(__name__)

#: A process that dies sooner than this after its start is started anew only after a while.
SOON_SECONDS, LATER_SECONDS = 5.0, 2.0
#: Seconds for processes to end by themselves.
END_SECONDS = 10.0
SPAWN = multiprocessing.get_context("spawn")


def check_workers(settings: Settings) -> None:
    """Refuse several processes where they could not share their tables."""
    if settings.workers == 1:
        return
    if not is_postgresql(database_url(settings.database, make=False)):
        raise SetupError(
            f"{settings.workers} processes need a database of PostgreSQL, since SQLite is written by one process only: "
            "give one with --database postgresql+psycopg://USER@HOST/DATABASE, or leave --workers out"
        )
    if sys.platform == "win32":
        raise SetupError("several processes share a port on Linux and macOS only: leave --workers out")


class BeginAnewError(Exception):
    """This process was asked to end, and to begin anew."""


def run_workers(settings: Settings, listening: socket.socket, owners: Owners, prepare: Prepare) -> bool:
    """Start processes, and start anew whichever dies, until this one is stopped; tell whether it is to begin anew."""
    log_quietly(lines=settings.log_lines)
    crew = Crew(settings, listening, owners, prepare)

    def stop(_: int, __: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
        raise KeyboardInterrupt

    def begin_anew(_: int, __: FrameType | None) -> None:
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # once is enough
        raise BeginAnewError

    signal.signal(signal.SIGTERM, stop)
    if sys.platform != "win32" and hears_hangup():
        signal.signal(signal.SIGHUP, begin_anew)
    try:
        crew.keep_up()
    except BeginAnewError:
        return True
    finally:
        crew.stop()


class Crew:
    """The processes that serve. Each has a number, and the port for whoever runs the server that goes with it."""

    def __init__(self, settings: Settings, listening: socket.socket, owners: Owners, prepare: Prepare) -> None:
        self._given = settings, listening, prepare
        self._owners = owners
        self._members: dict[int, tuple[multiprocessing.process.BaseProcess, float]] = {}

    def keep_up(self) -> NoReturn:
        """Have so many processes as were asked for, for ever."""
        while True:
            for number in range(len(self._owners)):
                if number not in self._members:
                    self._start(number)
            wait([process.sentinel for process, _ in self._members.values()])
            for number, (process, began) in list(self._members.items()):
                if process.is_alive():
                    continue
                process.join()
                del self._members[number]
                LOGGER.error("a process ended with status %s: another one takes its place", process.exitcode)
                if time.monotonic() - began < SOON_SECONDS:
                    time.sleep(LATER_SECONDS)

    def _start(self, number: int) -> None:
        given = *self._given, self._owners[number], number
        process = SPAWN.Process(target=work, args=given, name="heliopolis server")
        with ignored(signal.SIGINT):
            process.start()
        self._members[number] = process, time.monotonic()

    def stop(self) -> None:
        """Ask all to end, and make sure that they do."""
        for process, _ in self._members.values():
            process.terminate()
        end = time.monotonic() + END_SECONDS
        for process, _ in self._members.values():
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


@contextmanager
def ignored(number: signal.Signals) -> Iterator[None]:
    """Start processes that ignore a signal from their first moment on."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(number, before)


def work(
    settings: Settings, listening: socket.socket, prepare: Prepare, owner: socket.socket | None, number: int
) -> None:
    """Serve, as one of several processes; end with the one that started it.

    Ctrl+C, which this process ignores, is for that one.
    """
    from heliopolis.server.app import run
    from heliopolis.server.storage import Storage

    threading.Thread(target=follow_parent, daemon=True).start()
    try:
        prepare()
        with suppress(KeyboardInterrupt):
            storage = Storage(database_url(settings.database))
            run(settings, listening, owner, storage, Interrupts(), number)
    except HeliopolisError as error:
        LOGGER.error("a process could not start: %s", error)
        sys.exit(1)


def follow_parent() -> None:
    """End when the first process is gone, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
