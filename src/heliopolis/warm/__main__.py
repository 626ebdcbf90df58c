"""A process that compiles parts of a game: python -m heliopolis.warm [--quietly] GAME PART ...

It ends when its standard input does: nobody else would stop it when the process is gone that it compiles for.
"""

from __future__ import annotations

import gc
import sys

from heliopolis.processes import end_with, leave_first_place
from heliopolis.warm.uses import compile_parts

QUIETLY = "--quietly"

if __name__ == "__main__":
    gc.set_threshold(100_000)  # a compiler makes millions of objects that all stay until it is done
    if QUIETLY in sys.argv:
        sys.argv.remove(QUIETLY)
        leave_first_place()
    end_with(sys.stdin.fileno())
    _, game, *parts = sys.argv
    compile_parts(game, parts)
