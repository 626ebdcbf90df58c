"""Heliopolis: Reiner Knizia's Ra, with every rule, at the speed of C.

`Match` is loaded when it is first used, so that what does not need it starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heliopolis.errors import HeliopolisError, MoveError, RecordError, SetupError, UndoError

if TYPE_CHECKING:
    from heliopolis.facts.views import Result, View
    from heliopolis.table.match import Match

__all__ = ["HeliopolisError", "Match", "MoveError", "RecordError", "Result", "SetupError", "UndoError", "View"]


def __getattr__(name: str) -> Any:
    if name in ("Match", "Result", "View"):
        from heliopolis.table import match

        return getattr(match, name)
    raise AttributeError(f"module 'heliopolis' has no attribute {name!r}")
