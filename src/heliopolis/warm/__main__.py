"""A process that compiles parts of a game: python -m heliopolis.warm GAME PART ..."""

from __future__ import annotations

import signal
import sys

from heliopolis.warm.uses import compile_parts

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leave in order: locks are released
    compile_parts(sys.argv[1], sys.argv[2:])
