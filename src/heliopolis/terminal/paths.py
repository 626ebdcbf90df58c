"""Files and other words, as they can be typed in a shell."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def in_shell(word: Path | str) -> str:
    """Write a word so that a shell understands it, with quotes where it needs them; of a file, ~ for one's home.

    >>> in_shell(Path("evening.ra")), in_shell(Path("my evening.ra"))
    ('evening.ra', "'my evening.ra'")
    """
    if os.name != "posix":  # quotes of the shells of Windows, for what parts words or commands there
        return f'"{word}"' if set(" ;&()") & set(str(word)) else str(word)
    if isinstance(word, str):
        return shlex.quote(word)
    path = word
    try:
        return f"~/{shlex.quote(str(path.relative_to(Path.home())))}"
    except (ValueError, RuntimeError):  # it is elsewhere, or there is no home
        return shlex.quote(str(path))
