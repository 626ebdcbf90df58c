"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

#: Grows when a client of an older build could not follow any more.
PROTOCOL = 3

LONGEST_NAME = 20
MOST_SEATS = 5
MOST_TOKENS = 64
#: So many tokens one code can hand over: those of seats, to invite and to watch.
MOST_CODED = 256
#: So many tables are on a page of the lobby.
LOBBY_PAGE = 50
#: So many seconds may pass before a bot plays for somebody who is away.
SHORTEST_ABSENCE, LONGEST_ABSENCE = 15, 24 * 3600

Colour = Literal["orange", "sky", "green", "yellow", "blue", "vermilion", "purple"]
SeatKind = Literal["person", "bot", "open"]
TableState = Literal["waiting", "running", "over"]

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
ShortText = Annotated[str, Meta(max_length=40)]
Token = Annotated[str, Meta(max_length=64)]
Identity = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Word = Annotated[str, Meta(min_length=1, max_length=160)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Part = Annotated[float, Meta(ge=0, le=3)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]


class Incoming(Struct, forbid_unknown_fields=True):
    """What a browser sends."""


class Outgoing(Struct):
    """What the server sends."""
