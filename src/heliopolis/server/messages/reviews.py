"""What is sent of the review of a match: line by line while it is made, and in the end what it comes to."""

from __future__ import annotations

from typing import Literal

from heliopolis.server.messages.advice import OptionLine, WorthLine
from heliopolis.server.messages.base import Outgoing
from heliopolis.server.messages.tables import Player


class DecisionLine(Outgoing):
    """A decision of a match that is over: all that could have been done, and what was."""

    seat: int
    epoch: int
    kind: str
    """Of which kind it is, in a word or two: "bid"."""
    scene: str
    """What lay on the table."""
    options: list[OptionLine]
    """Every legal move, the best first."""
    played: int
    """The place of the move that was made."""
    richest: int
    """The place of the move with the most points, of those that do not clearly cost a share of the win."""
    rival: int
    """The place of the move to hold the best against where it was made: the best at first sight, or the next."""
    clear: bool
    """Whether a share of the win was clearly lost: more than its interval is wide."""
    clear_in_points: bool
    insight: bool
    """Whether the best was made, and what looked best at first sight would clearly have cost a share of the win."""
    points_error: float
    """By how much the points that were lost may be wrong: half of an interval of 95 %."""
    exact: bool
    """Whether nothing of it is an estimate."""
    why: str
    """What on the table speaks for the best move, against the one that was made, or against `rival`."""
    why_points: str
    """What speaks for the move with the most points; empty where it was made."""
    worths: list[WorthLine]
    """Where something was clearly lost: what was worth how much to whom. Empty in a game without such things."""


class ReviewedLine(Outgoing):
    """A line of the record, looked back at."""

    line: int
    """The moment is before it, after the line before."""
    wins: list[float]
    """Each seat's share of the win at that moment, 0 to 1."""
    points: list[float]
    """The points that each seat will have in the end."""
    decision: DecisionLine | None
    """Null where chance decided."""


class AccountLine(Outgoing):
    """Where a result came from: result = start + luck + own + others."""

    start: float
    luck: float
    own: float
    """What the seat's own choices brought."""
    others: float
    """What the choices of others brought."""
    result: float


class LossLine(Outgoing):
    """What decisions of a kind cost."""

    kind: str
    decisions: int
    win: float
    """The share of the win that one lost on average."""
    points: float
    win_error: float | None = None
    """Half of an interval of 95 %. Null where it is no sample: all decisions of a game."""
    points_error: float | None = None


class SeatSummary(Outgoing):
    """What a whole review says of a seat. Decisions are named by their lines."""

    win: AccountLine
    points: AccountLine
    losses: list[LossLine]
    """By kind."""
    costliest: list[int]
    """Those that clearly cost a share of the win, the costliest first."""
    dearest: list[int]
    """Those that clearly cost points, and are not among the costliest."""
    seen: list[int]
    """Those that were right where another move looked best at first sight, and would clearly have cost."""
    decided: Literal["won", "lost"] | None
    """What the game as good as was at most of the choices; null where it was open."""


class LevelLine(Outgoing):
    """What a level of bots loses by decision, as far as that was measured."""

    bot: str
    losses: list[LossLine]
    """By kind."""


class ReviewSummary(Outgoing):
    """What a whole review comes to."""

    seats: list[SeatSummary]
    levels: list[LevelLine]
    """To compare with, the weakest first."""
    wins: list[float]
    """How the match ended: each seat's share of the win."""
    points: list[float]


class ReviewReport(Outgoing):
    """How far the review of a match has come, and what is new of it."""

    game: str
    edition: str
    players: list[Player]
    done: int
    """So many lines are looked at: from the first on."""
    total: int
    lines: list[ReviewedLine]
    """Those after the line that was given."""
    summary: ReviewSummary | None
    """Null while the review goes on."""
