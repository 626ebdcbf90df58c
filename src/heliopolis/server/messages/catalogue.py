"""All there is to choose from, and the rules of it."""

from __future__ import annotations

from msgspec import field

from heliopolis.facts.views import Scores
from heliopolis.server.messages.base import Colour, Outgoing


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
    rows: list[list[str]] = field(default_factory=list)
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
