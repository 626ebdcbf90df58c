"""Clocks: which of them a table has, and where they stand."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from heliopolis.server.messages.base import Outgoing, SeatNumber

#: In seconds.
SHORTEST_BANK, LONGEST_BANK = 30, 6 * 3600
SHORTEST_INCREMENT, LONGEST_INCREMENT = 5, 600
#: In hours.
LONGEST_MOVE = 14 * 24
#: So many minutes of a day may be quiet.
LONGEST_QUIET = 16 * 60

Seconds = Annotated[int, Meta(ge=SHORTEST_BANK, le=LONGEST_BANK)]
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Live(Outgoing, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for people who sit together: each has a time for the whole game, and gets some back for every move."""

    bank: Seconds
    """Seconds that everyone begins with."""
    increment: Annotated[int, Meta(ge=SHORTEST_INCREMENT, le=LONGEST_INCREMENT)]
    """Seconds that a move brings to whoever made it."""
    cap: Seconds
    """Seconds that no clock ever exceeds."""


class Correspondence(Outgoing, tag="correspondence", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for people who look in now and then: so many hours for every move."""

    hours: Annotated[int, Meta(ge=1, le=LONGEST_MOVE)]
    zone: Annotated[str, Meta(min_length=1, max_length=64)]
    """The time zone of quiet hours and weekends, such as Europe/Vienna."""
    quiet_from: Minute | None = None
    """The minute of the day from which on no clock counts; null where there are no quiet hours."""
    quiet_to: Minute | None = None
    """The minute at which that ends, perhaps of the next day."""
    weekends: bool = False
    """Whether no clock counts on Saturdays and Sundays."""


Clock = Live | Correspondence


class Clocks(Outgoing):
    """Where the clocks of a table stand, at the moment of the message."""

    left: list[int]
    """What is left to each seat, in milliseconds; of a bot's seat it means nothing."""
    seat: SeatNumber | None
    """Whose clock counts; null while a bot is to move."""
    out: SeatNumber | None
    """Whose time has run out: a bot makes the move that is due."""
    deadline: int | None
    """When the clock that counts runs out, in milliseconds since 1970."""
    resting: bool
    """Whether no clock counts at this moment, since it is a quiet hour or a weekend."""
