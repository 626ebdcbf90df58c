"""A process that compiles parts of a game: python -m heliopolis.warm GAME PART ..."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time

from heliopolis.warm.uses import compile_parts


def leave_with(parent: int) -> None:
    """End when the process is gone that this one compiles for: nobody else would stop it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    gc.set_threshold(100_000)  # a compiler makes millions of objects that all stay until it is done
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    compile_parts(sys.argv[1], sys.argv[2:])
