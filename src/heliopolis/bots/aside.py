"""What bots print goes to standard error: standard output is for what people asked for, such as JSON."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_lock = threading.Lock()
_inside = threading.local()
_threads = 0


class _Aside:
    """Stands in for standard output while bots think: what their threads print goes to standard error."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if getattr(_inside, "depth", 0) else self._stream, name)


@contextmanager
def aside() -> Iterator[None]:
    """Send what this thread prints to standard error; other threads, such as a spinner's, print where they did."""
    global _threads  # noqa: PLW0603 - there is one standard output
    with _lock:
        _threads += 1
        if not isinstance(sys.stdout, _Aside):
            sys.stdout = _Aside(sys.stdout)
    _inside.depth = getattr(_inside, "depth", 0) + 1
    try:
        yield
    finally:
        _inside.depth -= 1
        with _lock:
            _threads -= 1
            if not _threads and isinstance(sys.stdout, _Aside):
                sys.stdout = sys.stdout._stream
