"""Seats that change hands: to a bot, to another person, to another device of the same person; and who opens a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from heliopolis.server.messages.base import (
    MOST_CODED,
    MOST_TOKENS,
    Identity,
    Incoming,
    Name,
    Outgoing,
    SeatNumber,
    ShortText,
    Token,
)
from heliopolis.server.messages.tables import TableKeys, TableLine

Purpose = Literal["device", "person"]


class GiveSeat(Incoming):
    """Somebody leaves their seat to a bot for good."""

    table: Identity
    token: Token
    """Of the seat."""
    bot: ShortText | None = None
    """Which bot, by its name in the catalogue; the one that plays for people who are away when left out."""


class FillSeats(Incoming):
    """Whoever made a table lets bots take the open seats, so that it begins."""

    table: Identity
    token: Token
    """Of whoever made the table."""
    bot: ShortText | None = None
    """Which bot, by its name in the catalogue; the one that plays for people who are away when left out."""


class TakeSeat(Incoming):
    """Whoever made a table opens a seat again that somebody has taken; before the game begins."""

    table: Identity
    token: Token
    """Of whoever made the table."""
    seat: SeatNumber


class CancelTable(Incoming):
    """Whoever made a table does away with it; before the game begins."""

    table: Identity
    token: Token
    """Of whoever made the table."""


class AskCode(Incoming):
    """Somebody wants to go on at another device."""

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_CODED)]
    """All that is to come along: tokens of seats, and of tables that were made, to invite or to watch."""


class AskHandover(Incoming):
    """Somebody wants to give their seat to another person."""

    table: Identity
    token: Token
    """Of the seat."""


class Code(Outgoing):
    """A code, to be used once."""

    code: str
    until: int
    """In milliseconds since 1970."""
    tables: int
    """To so many tables it leads."""


class LookAtCode(Incoming):
    """Somebody wants to know to what a code leads."""

    code: Token


class CodeTold(Outgoing):
    """To what a code leads."""

    purpose: Purpose
    """For another device of the same person, or for another person."""
    tables: list[TableLine]
    """`my_seats` are those that one gets."""
    here: bool
    """Whether this browser has all of them already."""
    until: int
    """In milliseconds since 1970."""


class UseCode(Incoming):
    """Somebody takes what a code gives."""

    code: Token
    name: Name = ""
    """Of another person; a device needs none."""


class TablesMoved(Outgoing):
    """What a browser has to keep of the tables that it got by a code."""

    tables: list[TableKeys]


class AskDevices(Incoming):
    """Somebody wants to see where their seats are open."""

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_TOKENS)]
    """Of their seats."""


class Device(Outgoing):
    """A browser that holds a token of one of the seats."""

    device: str
    name: str | None
    """Such as Firefox on Android; null where it is not known."""
    made: int | None
    """When it got the first of its tokens, in milliseconds since 1970; null where it is not known."""
    used: int | None
    """When it last came to one of the tables, to some minutes; null where it is not known."""
    here: bool
    """Whether it is the one that asks."""
    tables: list[str]
    """Where it holds one of the seats."""


class RevokeDevice(Incoming):
    """Somebody takes their seats away from a device."""

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_TOKENS)]
    """Of their seats."""
    device: Identity


class DrawCode(Incoming):
    """Somebody wants to show an address of this server as a QR code."""

    address: Annotated[str, Meta(max_length=300)]


class QrCode(Outgoing):
    """A QR code, without the margin of four modules that it needs."""

    size: int
    """So many modules on each side."""
    path: str
    """Its dark modules, as the path of an SVG in which a module is 1 wide."""


class Addresses(Outgoing):
    """Under which addresses others can reach this server, the best first."""

    origins: list[str]
