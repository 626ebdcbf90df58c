"""Who plays the games: threads, processes, or the workers of a Ray cluster.

Each way takes units and yields what came out of them, in the order in which they finish. A worker that dies takes only
the unit with it that it was playing; another plays that again.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Any, Final

from heliopolis.arena.extras import require
from heliopolis.arena.play import Played, Unit, play_unit
from heliopolis.errors import SetupError

#: So often in a row may workers die before one of them has finished anything.
MOST_LOSSES: Final = 5
#: So long may a cluster take to say that it is there.
KNOCK_SECONDS: Final = 10.0

Way = Callable[[Iterator[Unit]], Iterator[Played]]


def in_threads(workers: int) -> Way:
    """Play in threads: for compiled bots, which think outside the interpreter's lock."""

    def play(units: Iterator[Unit]) -> Iterator[Played]:
        with ThreadPoolExecutor(workers) as pool:
            pending: dict[Future[Played], Unit] = {}
            try:
                while _fill(pool, play_unit, pending, lambda: next(units, None), workers):
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        del pending[future]
                        yield future.result()
            finally:
                for future in pending:
                    future.cancel()

    return play


def in_processes(workers: int) -> Way:
    """Play in processes: for bots in Python, and for programs."""

    def play(units: Iterator[Unit]) -> Iterator[Played]:
        again: deque[Unit] = deque()
        losses = 0
        while True:
            pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)
            pending: dict[Future[Played], Unit] = {}
            try:
                while _fill(pool, _play_until_told, pending, _lost_first(again, units), workers):
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        played = future.result()  # or BrokenProcessPool, and all that are pending are lost
                        del pending[future]
                        losses = 0
                        yield played
                return
            except BrokenProcessPool:
                again.extend(pending.values())
                losses = _count_loss(losses)
            finally:
                _end(pool)

    return play


def on_ray(address: str, workers: int, prepare: Callable[[], object]) -> Way:
    """Play on a Ray cluster: one that is started for this ("local"), or the one at an address."""

    def play(units: Iterator[Unit]) -> Iterator[Played]:
        ray = require("ray", "cluster")
        _connect(ray, address, workers)
        try:
            task = ray.remote(max_retries=0)(_play_prepared)
            slots = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            again: deque[Unit] = deque()
            take = _lost_first(again, units)
            pending: dict[Any, Unit] = {}
            losses = 0
            while True:
                while len(pending) < slots and (unit := take()) is not None:
                    pending[task.remote(unit, prepare)] = unit
                if not pending:
                    return
                for reference in ray.wait(list(pending))[0]:
                    unit = pending.pop(reference)
                    try:
                        played = ray.get(reference)
                    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
                        again.append(unit)
                        losses = _count_loss(losses)
                    except ray.exceptions.RayTaskError as error:
                        raise error.cause from error
                    else:
                        losses = 0
                        yield played
        finally:
            ray.shutdown()

    return play


def _connect(ray: Any, address: str, workers: int) -> None:
    """Start a cluster or join one. Ray ends the whole program where nobody answers, so we look before it does."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise SetupError(f"there is no Ray cluster at {address!r}: {error}") from error
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        if address == "local":
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SetupError(f"there is no Ray cluster at {address!r}: {error}") from error


def _play_prepared(unit: Unit, prepare: Callable[[], object]) -> Played:
    """Play a unit on a machine that may never have compiled anything."""
    prepare()
    return play_unit(unit)


# ---- what the ways share ----


Take = Callable[[], Unit | None]
Work = Callable[[Unit], Played]


def _fill(pool: Executor, work: Work, pending: dict[Future[Played], Unit], take: Take, workers: int) -> int:
    """Keep enough units under way, and count them."""
    while len(pending) < 2 * workers and (unit := take()) is not None:
        pending[pool.submit(work, unit)] = unit
    return len(pending)


def _lost_first(again: deque[Unit], units: Iterator[Unit]) -> Take:
    """Take what was lost before what is new."""
    return lambda: again.popleft() if again else next(units, None)


def _count_loss(losses: int) -> int:
    if losses + 1 >= MOST_LOSSES:
        raise SetupError(
            f"workers died {MOST_LOSSES} times in a row: a bot, or a lack of memory, ends the process it is in"
        )
    return losses + 1


def _play_until_told(unit: Unit) -> Played:
    """Play a unit in a process of its own; the pool would take being told to end for an answer, and wait for more."""
    try:
        return play_unit(unit)
    except SystemExit:
        os._exit(1)


def _start_worker() -> None:
    """Leave Ctrl-C to the one who started us, and end when that one does, and with us the programs that play here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        if hasattr(signal, "pthread_kill"):  # only a signal to the main thread wakes it from its wait for work
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        else:
            os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the workers now, whatever they are doing."""
    running = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        with suppress(ProcessLookupError):
            process.terminate()
    for process in running:
        process.join(timeout=5)
