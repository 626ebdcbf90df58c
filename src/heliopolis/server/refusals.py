"""What the server does not do, and why. The message is for the person who asked.

Nothing has changed then, but where UnsureError says that this is not known.
"""

from __future__ import annotations

from heliopolis.errors import HeliopolisError


class RefusalError(HeliopolisError):
    """A request that is refused, with the HTTP status that says how."""

    status = 400


class WrongTokenError(RefusalError):
    """A token that opens nothing here."""

    status = 401


class NotFairError(RefusalError):
    """Others could feel cheated."""

    status = 403


class NotFoundError(RefusalError):
    """There is no such thing."""

    status = 404


class NotNowError(RefusalError):
    """It could be done at another time, but not now."""

    status = 409


class StaleError(NotNowError):
    """The table has gone on since the one who asked looked at it."""


class TooManyError(RefusalError):
    """Too much was asked for in too short a time."""

    status = 429


class UnavailableError(RefusalError):
    """The server cannot do it at the moment, whoever asks."""

    status = 503


class UnsureError(UnavailableError):
    """A connection broke at the end of a change, and nobody can say yet whether it was made."""


class DamagedError(NotFoundError):
    """What was kept of a table makes no sense any more."""
