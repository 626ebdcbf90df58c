"""What a browser and the server say to each other on a socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from heliopolis.server.messages.base import (
    MOST_SEATS,
    Identity,
    Incoming,
    Outgoing,
    Part,
    SeatNumber,
    Token,
    Version,
    Word,
)
from heliopolis.server.messages.clocks import Clocks
from heliopolis.server.messages.replays import LogLine, View
from heliopolis.server.messages.tables import TableLine

#: All that can be said at a table. The client has the words.
Phrase = Literal[
    "hello",
    "luck",
    "well_played",
    "thanks",
    "wow",
    "ouch",
    "close",
    "sorry",
    "moment",
    "ready",
    "again",
    "bye",
]
#: For what somebody is needed.
Why = Literal["move", "undo"]

# ---- what a browser says ----


class Hello(Incoming, tag="hello"):
    """The first message of a socket: which table, and by which right."""

    protocol: int
    table: Identity
    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_SEATS)]
    """The tokens of seats, or one to watch with."""


class Move(Incoming, tag="move"):
    """A move of a seat. The same id again gets the same answer, however often it is sent."""

    id: Identity
    version: Version
    """What the seat had seen when it chose."""
    seat: SeatNumber
    word: Word


class Undo(Incoming, tag="undo"):
    """A seat takes its last move back, and what bots have answered."""

    id: Identity
    version: Version
    """What the seat had seen when it chose; bots may have answered since."""
    seat: SeatNumber


class AskUndo(Incoming, tag="ask_undo"):
    """A seat asks everyone whether it may take its last move back, though other people have moved since."""

    id: Identity
    version: Version
    """What the seat had seen when it asked; bots may have answered since."""
    seat: SeatNumber


class AnswerUndo(Incoming, tag="answer_undo"):
    """A seat agrees that a move is taken back, or wants it to stand. Who asked can let go of it."""

    id: Identity
    seat: SeatNumber
    agree: bool


class Say(Incoming, tag="say"):
    """A seat says something to everyone at the table. It is not kept."""

    id: Identity
    seat: SeatNumber
    phrase: Phrase


class Pace(Incoming, tag="pace"):
    """How long this screen wants to look at a bot's move before the next bot's. It is not answered."""

    pause: Part
    """As a part of the server's usual pause: 0 is at once."""
    read: Version | None = None
    """The version that was read here. Where it is given and nobody else plays, a bot waits until its table was read."""


class StandIn(Incoming, tag="stand_in"):
    """Somebody asks that a bot plays for another seat, whose person is away, until they are back."""

    id: Identity
    seat: SeatNumber
    """Who is away."""


ClientMessage = Hello | Move | Undo | AskUndo | AnswerUndo | Say | Pace | StandIn


# ---- what the server says ----


class SeatView(Outgoing):
    """What one of the given tokens may see. While seats are open there is no game to see yet."""

    seat: int | None
    view: View | None


class Thinking(Outgoing):
    """Whose move is awaited, and since when in milliseconds since 1970, by the server's clock."""

    seat: int
    since: int


class Away(Outgoing):
    """Somebody is not here."""

    seat: int
    since: int
    """Since when, in milliseconds since 1970, by the server's clock."""
    ask_from: int | None
    """From when on those who are here can let a bot play for them; null where their clock decides."""


class UndoOffer(Outgoing):
    """Who may take back their last move now."""

    seat: int


class UndoAsk(Outgoing):
    """Somebody asks everyone whether they may take their last move back."""

    seat: int
    moves: int
    """How many moves would go: theirs, and what was answered."""
    waits: list[int]
    """Who has still to agree."""
    refused: int | None
    """Who wants the move to stand."""


class Need(Outgoing):
    """Somebody is needed at the table."""

    seat: int
    why: Why
    key: str
    """The same for the same need, however often it is told."""


class TakenBackNote(Outgoing):
    """Somebody took moves back. It stands in the log, not in the record."""

    line: int
    """After so many lines of the log."""
    seat: int
    moves: int
    """How many, with the answers of others."""
    agreed: bool = False
    """Whether everyone agreed, since another person had moved in between."""


class Seal(Outgoing):
    """The proof that the bag was not touched: the hash from the first move on, the seed when the match is over."""

    hash: str
    seed: str | None


class TableMessage(Outgoing, tag="table"):
    """Where the table stands: sent after the hello and whenever something changed.

    `tables.Table.message` puts it together. What a seat may see is decided in `table/view.py`.
    """

    version: int
    """Every line ever written and every move taken back counts one: it only grows."""
    table: TableLine
    views: list[SeatView]
    log_start: int
    """How many lines of the log stay as they are; `log` follows them, all after them is gone."""
    log: list[LogLine]
    taken_back: list[TakenBackNote]
    """What was taken back from there on, in the order in which it was; all known of it after `log_start` is old."""
    thinking: Thinking | None
    undo: UndoOffer | None
    may_ask: list[int]
    """The seats that can ask everyone whether they may take their last move back."""
    asked: UndoAsk | None
    needed: list[Need]
    seal: Seal | None
    """Null where people draw themselves, and while seats are open."""
    online: list[int]
    """The seats whose people are here, bots not among them."""
    away: list[Away]
    """All other seats of people."""
    clocks: Clocks | None
    """Null where there are none, and before the match begins."""
    now: int
    """The server's clock, in milliseconds since 1970."""


class Presence(Outgoing, tag="presence"):
    """Who is here has changed; nothing else has. A `table` says it, too."""

    online: list[int]
    """The seats whose people are here, bots not among them."""
    away: list[Away]
    """All other seats of people."""


class Said(Outgoing, tag="said"):
    """A seat has said something. It is not kept."""

    seat: int
    phrase: Phrase


class Accepted(Outgoing, tag="accepted"):
    """A move is kept for good."""

    id: str
    version: int


class Refused(Outgoing, tag="refused"):
    """Something was not done, and nothing has changed; if that is not known, the error says so.

    After a stale version the table follows.
    """

    id: str | None
    version: int
    error: str


class RematchMessage(Outgoing, tag="rematch"):
    """The same people play again: a seat of this socket has a seat at a new table."""

    table: str
    token: str
    seat: int


class Bye(Outgoing, tag="bye"):
    """Why the server closes the socket."""

    error: str
    again: bool
    """Whether it helps to come again after a while."""
    reload: bool = False
    """Whether the page is older than the server, and has to be loaded anew."""
    soon: bool = False
    """Whether that helps in a moment: the server starts anew, or has read the table anew."""


ServerMessage = TableMessage | Presence | Said | Accepted | Refused | RematchMessage | Bye
