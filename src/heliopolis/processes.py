"""Processes that this one starts: Ctrl+C does not reach them, and they end with the one that started them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any

#: How much a process leaves to others, where that is a number.
QUIET: int = 10


def apart_from_terminal() -> dict[str, Any]:
    """Choose how a process is started that does not hear Ctrl+C: whoever started it does, and tells it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def leave_first_place() -> None:
    """Let all other processes of the machine go first."""
    if sys.platform != "win32":
        os.nice(QUIET)
        return
    import ctypes

    kernel = ctypes.windll.kernel32
    kernel.SetPriorityClass(kernel.GetCurrentProcess(), subprocess.BELOW_NORMAL_PRIORITY_CLASS)


def end_with(starter: int) -> None:
    """End this process when the other end of a pipe is closed: its starter is gone, however that came about."""

    def wait() -> None:
        while os.read(
            starter, 1
        ):  # from the pipe itself: a Python file that is waited for cannot be put away at the end
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
