"""Tables: what is said of them in lists, and what is asked to make, join and find them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from heliopolis.facts.views import Draws, Scores
from heliopolis.server.messages.base import (
    LONGEST_ABSENCE,
    MOST_SEATS,
    MOST_TOKENS,
    SHORTEST_ABSENCE,
    Colour,
    Identity,
    Incoming,
    Name,
    Outgoing,
    SeatKind,
    ShortText,
    TableState,
    Token,
)
from heliopolis.server.messages.clocks import Clock


class Player(Outgoing):
    """Who sits in a seat, as everyone may know. An open seat has no name yet."""

    name: str
    colour: Colour
    kind: SeatKind
    bot: str | None
    stand_in: str | None = None
    """The bot that plays for a person who is away, until they are back."""
    for_good: bool = False
    """Whether the person has left the seat to that bot for good. The record keeps their name."""
    heir: str | None = None
    """Who plays in the seat since its first person handed it over. The record keeps the first one's name."""


class TableLine(Outgoing):
    """A table in a list, and at the head of its own page."""

    table: str
    game: str
    edition: str
    settings: dict[str, str]
    players: list[Player]
    open_seats: int
    scores: Scores
    draws: Draws
    listed: bool
    state: TableState
    created: int
    """When, in milliseconds since 1970."""
    changed: int
    """When something last happened, in milliseconds since 1970."""
    lines: int
    to_act: int | None
    winners: list[int]
    """Empty before the match is over."""
    away_after: int | None
    """After so many seconds without its person a bot plays for a seat; null where the others wait, or ask for it."""
    away_bot: str
    """Which bot that is."""
    clock: Clock | None
    """The clocks that it is played with; null where nobody counts time."""
    deadline: int | None
    """When the time of the seat that is to act runs out, in milliseconds since 1970."""
    next: str | None
    """The table of the rematch, if there is one."""
    spectate: str | None
    """The token to watch with, of a listed table."""
    invite: str | None
    """The token to join with, of a listed table with an open seat."""
    my_seats: list[int]
    """The seats that the given tokens hold; empty where none were given."""
    from_position: bool
    """Whether its match begins from a position, not as the game does."""


class NewSeat(Incoming):
    """A seat of a table to be: a person at this screen, a bot, or open for whoever has the invitation."""

    kind: SeatKind
    name: Name = ""
    """A person needs one. A bot without one is named after its kind."""
    colour: Colour | None = None
    """The first free one when left out or taken."""
    bot: ShortText | None = None
    """Which bot, by its name in the catalogue."""


class NewTable(Incoming):
    """A table to be."""

    game: ShortText
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    edition: ShortText | None = None
    settings: Annotated[dict[ShortText, ShortText], Meta(max_length=20)] = field(default_factory=dict)
    scores: Scores | None = None
    """When left out: open against bots, else as the game usually has it (R35)."""
    draws: Draws = "sealed"
    listed: bool = False
    several: bool = False
    """Whether one browser may take several seats by the invitation."""
    away_after: Annotated[int, Meta(ge=SHORTEST_ABSENCE, le=LONGEST_ABSENCE)] | None = None
    """After so many seconds without its person a bot plays for a seat; the others wait or ask for it when left out."""
    away_bot: ShortText | None = None
    """Which bot that is; the usual one of the game when left out."""
    clock: Clock | None = None
    """The clocks that it is played with: nobody counts time when left out."""
    lesson: bool = False
    """Whether it is to learn the game: the one person in `seats` gets the first game that the server has prepared."""
    position: Annotated[str, Meta(max_length=10_000)] | None = None
    """Where the match begins, in one line (docs/positions.md), which says the edition and the house rules, too."""


class JoinTable(Incoming):
    """Somebody follows an invitation."""

    invite: Token
    name: Name
    colour: Colour | None = None


class AskInvitation(Incoming):
    """Somebody wants to know to what an invitation leads."""

    invite: Token


class Invitation(Outgoing):
    """To what an invitation leads."""

    table: TableLine
    colours: list[Colour]
    """Those that nobody has."""
    seated: bool
    """Whether this browser has a seat there already."""
    open: bool
    """Whether one can sit down now."""
    why: str
    """Why not, in a sentence; empty where one can."""


class Mine(Incoming):
    """The tokens that a browser keeps, to find its tables again."""

    tokens: Annotated[list[Token], Meta(max_length=MOST_TOKENS)]


class Rematch(Incoming):
    """The holder of a seat wants to play again. Asking twice gives the same table."""

    table: Identity
    token: Token


class SeatKey(Outgoing):
    """The token of a seat: whoever has it plays for it."""

    seat: int
    token: str


class TableKeys(Outgoing):
    """What a browser has to keep of a table."""

    table: str
    seats: list[SeatKey]
    invite: str | None
    spectate: str | None
    """The token to watch with; null where it is not yours to give away."""
    host: str | None = None
    """The token of whoever made the table; null for everyone else."""


class Failure(Outgoing):
    """Why a request was refused."""

    error: str
