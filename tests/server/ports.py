"""Ports that tests may listen at."""

from __future__ import annotations

import contextlib
import random
import socket

#: Below the ports that systems give to whoever connects: there, one that is free now may be taken a moment later.
PORTS = range(20_000, 32_000)


def free_port(count: int = 1) -> int:
    """Find a port that nobody listens at, with as many in a row as are needed."""
    choice = random.SystemRandom()  # other processes of tests look for ports, too
    while True:
        first = choice.choice(PORTS[:-count])
        with contextlib.ExitStack() as probes:
            try:
                for port in range(first, first + count):
                    probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            except OSError:
                continue
            return first
