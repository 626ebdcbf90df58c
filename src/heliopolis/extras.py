"""Packages that are installed on demand, for tournaments and training: what is said when one of them is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from heliopolis.errors import SetupError


def require(module: str, extra: str) -> Any:
    """Import a module that an extra brings."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise SetupError(
            f"{package} is not installed here: pip install 'heliopolis[{extra}]' brings it ({error})"
        ) from error
