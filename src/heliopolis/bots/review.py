"""An old name of what is in `heliopolis.coach` now."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    for room in ("advice", "costliest"):
        module = import_module(f"heliopolis.coach.{room}")  # a floor above: not loaded before somebody asks
        if not name.startswith("_") and hasattr(module, name):
            told = f"heliopolis.bots.review.{name} is heliopolis.coach.{room}.{name} now"
            warnings.warn(told, DeprecationWarning, stacklevel=2)
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
