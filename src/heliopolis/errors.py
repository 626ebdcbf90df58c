"""What can be wrong with what people ask for. Every message names what was wrong and what would be right."""

from __future__ import annotations

from typing import Final

#: No more of what someone wrote is quoted in a message: as much as the longest move, a roll of all dice, has.
LONGEST_QUOTE: Final = 100


class HeliopolisError(ValueError):
    """Something that was asked for cannot be done; the message is for the one who asked."""


class SetupError(HeliopolisError):
    """A match that cannot be set up: an unknown game, edition or setting, a wrong number of players."""


class MoveError(HeliopolisError):
    """A move that is no move, or not a legal one now."""


class UndoError(HeliopolisError):
    """A move that cannot be taken back any more."""


class RecordError(HeliopolisError):
    """A record that cannot be read; the message names the line and what was expected there."""


class PositionError(HeliopolisError):
    """A position that cannot be read, or that does not fit together; the message names what does not fit."""


class DifferenceError(RecordError):
    """A record that can be read, but says what is not so: a move that is not legal, another result, a wrong draw."""


def quoted(text: str) -> str:
    """Quote what someone wrote, as far as people want to read it.

    >>> quoted("draw")
    "'draw'"
    >>> len(quoted("draw" * 1000))
    102
    """
    shown = repr(text[: LONGEST_QUOTE + 1])  # some signs are written as six characters or more
    return shown if len(shown) <= LONGEST_QUOTE + 2 else f"{shown[:LONGEST_QUOTE]}…{shown[-1]}"


def cut(text: str) -> str:
    """Cut what someone wrote to what people want to read of it."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
