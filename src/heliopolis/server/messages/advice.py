"""What the expert says of a match that goes on."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from heliopolis.facts.dice import DiceDeed
from heliopolis.facts.ra import RaDeed
from heliopolis.server.messages.base import MOST_SEATS, Incoming, Outgoing, Token


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
