"""Keys, one at a time. The terminal hands them over as they are pressed, for as long as they are asked for.

Click's `getchar` changes the terminal for each key, and forgets what was pressed in between: who holds a key down
would stumble.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator

KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)


def split_keys(text: str) -> list[str]:
    """Part what came in at once into keys; an arrow is several characters."""
    return KEY.findall(text)


@contextlib.contextmanager
def pressed_keys() -> Iterator[Callable[[], str]]:
    """Provide a function that waits for the next key; EOFError when the terminal is gone."""
    if sys.platform == "win32":
        import click

        yield click.getchar
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    waiting: list[str] = []

    def next_key() -> str:
        if not waiting:
            came = os.read(terminal, 64)
            if not came:
                raise EOFError
            waiting.extend(split_keys(came.decode(errors="ignore")) or [""])
        return waiting.pop(0)

    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield next_key
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
