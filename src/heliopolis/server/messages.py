"""Every message between the server and a browser. The client's TypeScript types are made from these classes.

What comes in is checked field by field: unknown fields, wrong types and texts that are too long are refused before
anything looks at them. What goes out is put together from these fields and from nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json

from heliopolis.facts.dice import DiceDeed, DiceEvent, DiceView
from heliopolis.facts.ra import RaDeed, RaEvent, RaView
from heliopolis.facts.views import Draws, Result, Scores

#: Grows when a client of an older build could not follow any more.
PROTOCOL = 3

LONGEST_NAME = 20
MOST_SEATS = 5
MOST_TOKENS = 64
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


View = RaView | DiceView


# ---- tables ----


class Player(Outgoing):
    """Who sits in a seat, as everyone may know. An open seat has no name yet."""

    name: str
    colour: Colour
    kind: SeatKind
    bot: str | None
    stand_in: str | None = None
    """The bot that plays for a person who is away, until they are back."""


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
    settings: Annotated[dict[ShortText, ShortText], Meta(max_length=20)] = {}
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


class Failure(Outgoing):
    """Why a request was refused."""

    error: str


# ---- the catalogue ----


class EditionLine(Outgoing):
    """An edition of a game, and its words."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    words: dict[str, str]
    """What it calls things: points, sun, figure, ..."""
    tiles: dict[str, str]
    """Its own names for kinds of tiles, by the name of the record."""
    moves: dict[str, str]
    """Its own names for moves, by the word of the record."""
    boat: bool
    """Whether the Sun Boat counts the Ra tiles."""


class SettingLine(Outgoing):
    """A house rule: what may be played differently from the edition."""

    name: str
    title: str
    """What people call it."""
    values: list[str]
    words: dict[str, str]
    """What people call its values, as far as they have words; "" is what holds where nothing is chosen."""
    meaning: str
    rule: str
    """The rule that it changes; empty where it is none by itself."""


class GameLine(Outgoing):
    """A game of the house."""

    name: str
    title: str
    editions: list[EditionLine]
    """The usual one first."""
    settings: list[SettingLine]
    categories: list[str]
    """The rows of its score sheets."""
    scores: Scores
    """As its rulebook has it."""
    bots: list[str]
    """Those of the bots that play it, by name."""
    usual_bot: str
    """Who sits down where nobody chose a bot."""


class BotLine(Outgoing):
    """A bot that can sit in a seat."""

    name: str
    title: str
    line: str
    """What to expect of it, in a sentence."""
    level: bool
    """Whether it is made for people: these come first, the friendliest of them before the others."""


class Catalogue(Outgoing):
    """All there is to choose from."""

    protocol: int
    version: str
    games: list[GameLine]
    bots: list[BotLine]
    usual_bot: str
    """The bot that sits down where nobody chose one."""
    colours: list[Colour]
    longest_name: int


class RulePart(Outgoing):
    """A paragraph of a rule, or a table."""

    text: str = ""
    rows: list[list[str]] = []
    """Of a table: the heads of the columns, then all others."""


class RuleLine(Outgoing):
    """A rule, in plain text; lines are paragraphs."""

    id: str
    headline: str
    """Of the rules that belong together."""
    text: str
    parts: list[RulePart]
    """The same, with tables as tables."""


class RuleBook(Outgoing):
    """The rules of an edition."""

    title: str
    sections: list[RuleLine]


# ---- replays ----


class Told(Outgoing, tag_field="game"):
    """A line of the record, whichever game it is."""

    line: int
    """Its number in the record: the first is 1."""
    seat: int
    chance: bool
    """Whether chance decided it, not the seat."""
    bot: str | None
    """The bot that played it for its person, who was away."""


class RaLine(Told, tag="ra"):
    """A line of a match of Ra."""

    deed: RaDeed
    happened: list[RaEvent]
    """What followed by itself."""


class DiceLine(Told, tag="dice"):
    """A line of a match of the dice game."""

    deed: DiceDeed
    happened: list[DiceEvent]
    """What followed by itself."""


LogLine = RaLine | DiceLine


class Frame(Outgoing):
    """A moment of a match: after a line of the record."""

    told: LogLine | None
    """Null at the opening, before the first line."""
    view: View


class Replay(Outgoing):
    """A whole match, moment by moment, as a spectator of an open table sees it."""

    game: str
    edition: str
    players: list[Player]
    frames: list[Frame]
    result: Result | None


class ReplayRecord(Incoming):
    """A record to look at."""

    record: str


class RecordMoment(Incoming):
    """A moment of a record."""

    record: str
    line: Annotated[int, Meta(ge=0)]
    """After so many lines."""


class PositionLine(Outgoing):
    """Where a match stood."""

    position: str | None
    """In one line (docs/positions.md); null where the game has no notation."""


# ---- advice ----


class AskHint(Incoming):
    """Somebody asks what the expert would do, with the tokens of everyone at the table who is no bot."""

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_SEATS)]


class Judged(Outgoing, tag_field="game"):
    """A legal move, and how the game will end for the seat that makes it, as far as the expert can tell."""

    word: str
    """In the words of the record: send it as `word`."""
    win: float
    """The share of the win, 0 to 1."""
    points: float
    """The points in the end."""
    win_error: float | None
    """By how much its distance from the best may be wrong: half of an interval of 95 %. Null where nobody knows."""
    points_error: float | None
    exact: bool
    """Whether all this is no estimate."""


class RaOption(Judged, tag="ra"):
    """A legal move of Ra, judged."""

    deed: RaDeed


class DiceOption(Judged, tag="dice"):
    """A legal move of the dice game, judged."""

    deed: DiceDeed


OptionLine = RaOption | DiceOption


class WorthLine(Outgoing):
    """What something on the table is worth to a player: by how much having it changes the end of the game."""

    kind: str
    """What it is, in the game's own word."""
    seat: int
    """To whom."""
    number: int | None
    """Which of several it is."""
    win: float
    """The share of the win that it brings."""
    win_error: float
    """Half of an interval of 95 %."""
    points: float
    points_error: float


class Hint(Outgoing):
    """What the expert would do for the seat to act."""

    version: int
    """The version of the table that it is for."""
    seat: int
    options: list[OptionLine]
    """Every legal move, the best first."""
    why: str
    """What on the table speaks for the first, against the second; empty where nothing is judged."""
    judged: bool
    """Whether the expert had the time to judge the moves. Where not, ask again: it gets more."""
    worths: list[WorthLine]
    """What is worth how much to whom. Empty in a game without such things, and where nothing is judged."""


# ---- what a browser says on its socket ----


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


ClientMessage = Hello | Move | Undo | Pace | StandIn


# ---- what the server says on a socket ----


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
    ask_from: int
    """From when on those who are here can let a bot play for them."""


class UndoOffer(Outgoing):
    """Who may take back their last move now."""

    seat: int


class TakenBackNote(Outgoing):
    """Somebody took moves back. It stands in the log, not in the record."""

    line: int
    """After so many lines of the log."""
    seat: int
    moves: int
    """How many, with the answers of bots."""


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
    seal: Seal | None
    """Null where people draw themselves, and while seats are open."""
    online: list[int]
    """The seats whose people are here, bots not among them."""
    away: list[Away]
    """All other seats of people."""
    now: int
    """The server's clock, in milliseconds since 1970."""


class Presence(Outgoing, tag="presence"):
    """Who is here has changed; nothing else has. A `table` says it, too."""

    online: list[int]
    """The seats whose people are here, bots not among them."""
    away: list[Away]
    """All other seats of people."""


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


ServerMessage = TableMessage | Presence | Accepted | Refused | RematchMessage | Bye

#: What there is to know about a type, msgspec works out when the type is first used. Two threads that do so at once can
#: crash it. So it is done here, while there is one.
DECODERS: dict[type[Any], json.Decoder[Any]] = {
    kind: json.Decoder(kind) for kind in globals().values() if isinstance(kind, type) and issubclass(kind, Struct)
}
