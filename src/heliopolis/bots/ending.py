"""The end of all thinking: a process that ends does not let people wait until its bots have thought to the end."""

from __future__ import annotations

import threading

_ENDED = threading.Event()


def end_thinking() -> None:
    """Let whoever thinks by the clock in this process come to an end at once, for good."""
    _ENDED.set()


def is_ended() -> bool:
    """Tell whether nobody waits for thoughts any more."""
    return _ENDED.is_set()
