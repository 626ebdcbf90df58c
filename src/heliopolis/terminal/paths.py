"""Files, as they can be typed in a shell."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def in_shell(path: Path) -> str:
    """Write a file's name so that a shell understands it, with quotes where it needs them, and ~ for one's home.

    >>> in_shell(Path("evening.ra")), in_shell(Path("my evening.ra"))
    ('evening.ra', "'my evening.ra'")
    """
    if os.name != "posix":
        return f'"{path}"' if " " in str(path) else str(path)
    try:
        return f"~/{shlex.quote(str(path.relative_to(Path.home())))}"
    except (ValueError, RuntimeError):  # it is elsewhere, or there is no home
        return shlex.quote(str(path))
