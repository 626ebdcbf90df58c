"""Tables and lines of journals, as the database keeps them: read one by one, so that damage stays where it is."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import msgspec
import sqlalchemy as sql

from heliopolis.games import NAMES
from heliopolis.server.clocks import Times
from heliopolis.server.messages.clocks import Clock
from heliopolis.server.messages.tables import Player
from heliopolis.server.refusals import DamagedError
from heliopolis.server.schema import TABLES

LOGGER = logging.getLogger(__name__)

WAITING, RUNNING, OVER = "waiting", "running", "over"
#: The order of the lobby: where a seat may be free, where there is something to watch, what can be replayed.
LOBBY = (WAITING, RUNNING, OVER)


@dataclass(frozen=True)
class Asked:
    """A seat asks everyone whether it may take its last move back."""

    seat: int
    version: int
    """Of the table, when it was asked."""
    since: int
    """When, in milliseconds since 1970."""
    request: str
    """The id that the client gave."""
    agreed: list[int] = field(default_factory=list)
    refused: int | None = None
    """Who wants the move to stand."""


@dataclass(frozen=True)
class Row:
    """A table, without its journal."""

    id: str
    created: int
    changed: int
    game: str
    edition: str
    settings: dict[str, str]
    scores: str
    draws: str
    listed: bool
    seats: list[Player]
    seed: str
    """All chance follows from it: never to be sent before the match is over."""
    state: str = WAITING
    lines: int = 0
    to_act: int | None = None
    bot_to_act: bool = False
    winners: list[int] = field(default_factory=list)
    next: str | None = None
    spectate: str | None = None
    """The token to watch with, of a listed table: such a table shows it to everyone."""
    invite: str | None = None
    """The token to join with, of a listed table with an open seat."""
    maker: str | None = None
    """Whose address made it, as a keyed hash; unknown for tables from before there were quotas."""
    own: bool = True
    """Whether it was made on the server's own machine."""
    several: bool = False
    """Whether one browser may take several seats by the invitation."""
    revision: int = field(default=0, compare=False)
    """How often the row was changed, as whoever holds this copy knows it."""
    closed: bool = False
    """Whether whoever runs the server has closed it: nothing changes any more."""
    position: str | None = None
    """Where its match begins, in one line (docs/positions.md); None where it begins as the game does."""
    away_after: int | None = None
    """After so many seconds without its person a bot plays for a seat; None where the others wait, or ask for it."""
    away_bot: str | None = None
    """Which bot that is; the usual one of the game where None."""
    clock: Clock | None = None
    """The clocks that were agreed."""
    times: Times | None = None
    """Where they stand, while the match is on."""
    deadline: int | None = None
    """When somebody has to look at the table: a time runs out then, or a bot should have moved."""
    asked: Asked | None = None
    """What everyone is asked to agree to. It may be void by now: see `consent.py`."""
    expelled: int = 0
    """How often rights at it were taken away: then whoever looks at it may have to go."""


@dataclass(frozen=True)
class Entry:
    """A line of a journal."""

    number: int
    seat: int
    word: str
    request: str | None
    """The id that the client gave: asked again, it gets the same answer."""
    bot: str | None = None
    """The bot that played it for its person, who was away or out of time."""
    at: int | None = field(default=None, compare=False)
    """When it was written; unknown of lines from before that was kept."""
    clocks: str | None = field(default=None, compare=False)
    """What was then left to each seat, in milliseconds, where there are clocks."""


#: A row with its JSON as text: what is damaged in one row must not spoil the reading of the others.
_JSON: dict[str, Any] = {
    "settings": dict[str, str],
    "seats": list[Player],
    "winners": list[int],
    "clock": Clock | None,
    "times": Times | None,
    "asked": Asked | None,
}
_FIELDS = tuple(field.name for field in fields(Row))
ENTRY_FIELDS = tuple(field.name for field in fields(Entry))
#: What makes a line of a journal the one that was meant.
COMPARED = tuple(field.name for field in fields(Entry) if field.compare)
ROWS = sql.select(
    *(sql.type_coerce(TABLES.c[name], sql.Text).label(name) if name in _JSON else TABLES.c[name] for name in _FIELDS)
)
#: What is laid out as JSON knows it.
_BUILT = ("seats", "clock", "times", "asked")
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in _JSON.items()}


def read_row(found: Any) -> Row:
    """Make a row of what the database gave, or say what is wrong with it."""
    values = dict(zip(_FIELDS, found, strict=True))
    name = values["id"]
    for key, decoder in _DECODERS.items():
        try:
            values[key] = decoder.decode(values[key] if values[key] is not None else "null")
        except (msgspec.DecodeError, UnicodeError, TypeError) as error:
            raise DamagedError(f"table {name} is damaged: {key} cannot be read: {error}") from error
    try:
        row = msgspec.convert(values, Row)
    except msgspec.ValidationError as error:
        raise DamagedError(f"table {name} is damaged: {error}") from error
    seats = range(len(row.seats))
    if row.game not in NAMES:
        raise DamagedError(f"table {name} is damaged: there is no game {row.game!r}, expected {' or '.join(NAMES)}")
    if row.state not in LOBBY:
        raise DamagedError(f"table {name} is damaged: it is {row.state!r}, expected {', '.join(LOBBY)}")
    if not set(row.winners) <= set(seats) or row.to_act not in (None, *seats):
        raise DamagedError(
            f"table {name} is damaged: it names a seat that is not there, expected 0 to {len(seats) - 1}"
        )
    return row


def sound_rows(found: Iterable[Any]) -> Iterator[Row]:
    """Make rows of what the database gave, and set aside those that are damaged."""
    for one in found:
        try:
            yield read_row(one)
        except DamagedError as error:
            LOGGER.error("%s. It is set aside; `heliopolis check` says more", error)


def read_entry(row: Row, found: Any) -> Entry:
    """Make a line of a journal of what the database gave, or say what is wrong with it."""
    try:
        entry = msgspec.convert(dict(zip(ENTRY_FIELDS, found, strict=True)), Entry)
    except msgspec.ValidationError as error:
        raise DamagedError(f"table {row.id} is damaged: line {found.number} of its journal: {error}") from error
    if entry.seat not in range(len(row.seats)):
        raise DamagedError(
            f"table {row.id} is damaged: line {entry.number} of its journal names seat {entry.seat}, "
            f"expected 0 to {len(row.seats) - 1}"
        )
    return entry


def row_values(row: Row) -> dict[str, Any]:
    """Lay out a row as the database keeps it."""
    return {**vars(row), **{name: msgspec.to_builtins(getattr(row, name)) for name in _BUILT}}
