"""Who does the work: threads, processes, or the workers of a Ray cluster.

Each way takes units of work and yields what came out of them, in the order in which they finish. A worker that dies
takes only the unit with it that it was doing; another does that again. A tournament's units are games to be played;
training has others.
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
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.util import Finalize
from typing import Any, Final, TypeVar

from heliopolis.errors import SetupError
from heliopolis.extras import require

#: So often in a row may workers die before one of them has finished anything.
MOST_LOSSES: Final = 5
#: So long may a cluster take to say that it is there.
KNOCK_SECONDS: Final = 10.0
#: So long may a worker that has nothing more to do take to leave.
LEAVE_SECONDS: Final = 5.0

Unit = TypeVar("Unit")
Done = TypeVar("Done")
Work = Callable[[Unit], Done]
Way = Callable[[Iterator[Unit]], Iterator[Done]]


def in_threads(work: Work[Unit, Done], workers: int) -> Way[Unit, Done]:
    """Work in threads: for what is compiled, which runs outside the interpreter's lock."""

    def do(units: Iterator[Unit]) -> Iterator[Done]:
        with ThreadPoolExecutor(workers) as pool:
            pending: dict[Future[Done], Unit] = {}
            try:
                while _fill(pool, work, pending, lambda: next(units, None), workers):
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        del pending[future]
                        yield future.result()
            finally:
                for future in pending:
                    future.cancel()

    return do


def in_processes(work: Work[Unit, Done], workers: int) -> Way[Unit, Done]:
    """Work in processes: for bots in Python, and for programs."""

    def do(units: Iterator[Unit]) -> Iterator[Done]:
        again: deque[Unit] = deque()
        take = _lost_first(again, units)
        losses = 0
        while True:
            pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)
            pending: dict[Future[Done], Unit] = {}
            patience = 0.0
            try:
                while _fill(pool, partial(_until_told, work), pending, take, workers):
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        done = future.result()  # or BrokenProcessPool, and all that are pending are lost
                        del pending[future]
                        losses = 0
                        yield done
                patience = LEAVE_SECONDS
                return
            except BrokenProcessPool:
                again.extend(pending.values())
                losses = _count_loss(losses)
            finally:
                _end(pool, patience)

    return do


def on_ray(work: Work[Unit, Done], address: str, workers: int, prepare: Callable[[], object]) -> Way[Unit, Done]:
    """Work on a Ray cluster: one that is started for this ("local"), or the one at an address."""

    def do(units: Iterator[Unit]) -> Iterator[Done]:
        ray = require("ray", "cluster")
        _connect(ray, address, workers)
        try:
            task = ray.remote(max_retries=0)(_prepared)
            slots = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            again: deque[Unit] = deque()
            take = _lost_first(again, units)
            pending: dict[Any, Unit] = {}
            losses = 0
            while True:
                while len(pending) < slots and (unit := take()) is not None:
                    pending[task.remote(work, unit, prepare)] = unit
                if not pending:
                    return
                for reference in ray.wait(list(pending))[0]:
                    unit = pending.pop(reference)
                    try:
                        done = ray.get(reference)
                    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
                        again.append(unit)
                        losses = _count_loss(losses)
                    except ray.exceptions.RayTaskError as error:
                        raise error.cause from error
                    else:
                        losses = 0
                        yield done
        finally:
            ray.shutdown()

    return do


def _connect(ray: Any, address: str, workers: int) -> None:
    """Start a cluster or join one. Ray ends the whole program where nobody answers, so we look before it does."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
        except (OSError, OverflowError, ValueError) as error:  # a port of thousands of digits is no number
            raise SetupError(f"there is no Ray cluster at {address!r}: {error}") from error
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        if address == "local":
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SetupError(f"there is no Ray cluster at {address!r}: {error}") from error


def _prepared(work: Work[Unit, Done], unit: Unit, prepare: Callable[[], object]) -> Done:
    """Do a unit on a machine that may never have compiled anything."""
    prepare()
    return work(unit)


# ---- what the ways share ----


Take = Callable[[], Unit | None]


def _fill(
    pool: Executor, work: Work[Unit, Done], pending: dict[Future[Done], Unit], take: Take[Unit], workers: int
) -> int:
    """Keep enough units under way, and count them."""
    while len(pending) < 2 * workers and (unit := take()) is not None:
        pending[pool.submit(work, unit)] = unit
    return len(pending)


def _lost_first(again: deque[Unit], units: Iterator[Unit]) -> Take[Unit]:
    """Take what was lost before what is new."""
    return lambda: again.popleft() if again else next(units, None)


def _count_loss(losses: int) -> int:
    if losses + 1 >= MOST_LOSSES:
        raise SetupError(
            f"workers died {MOST_LOSSES} times in a row: a bot, or a lack of memory, ends the process it is in"
        )
    return losses + 1


def _until_told(work: Work[Unit, Done], unit: Unit) -> Done:
    """Do a unit in a process of its own; the pool would take being told to end for an answer, and wait for more."""
    try:
        return work(unit)
    except SystemExit:
        os._exit(1)


def _start_worker() -> None:
    """Leave Ctrl-C to the one who started us, and end when that one does, and with us the programs that play here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    # Told on its way out, a process would write a traceback. `atexit` comes too late for a process of a pool.
    Finalize(None, _leave_in_peace, exitpriority=100)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _leave() -> None:
    _leave_in_peace()
    sys.exit(1)


def _leave_in_peace() -> None:
    """Whoever is on the way out need not be told again: both the pool and we tell all workers to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        if hasattr(signal, "pthread_kill"):  # only a signal to the main thread wakes it from its wait for work
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        else:
            os._exit(1)


def _end(pool: ProcessPoolExecutor, patience: float) -> None:
    """End the workers: those that have nothing to do go by themselves, the others now, whatever they are doing."""
    running = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.join(timeout=patience)
    for process in running:
        with suppress(ProcessLookupError):
            process.terminate()
    for process in running:
        process.join(timeout=5)
