"""What a person could have done better: a look back at the decisions of a match that is over."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from heliopolis.coach.advice import QUICK, THOROUGH, Option, weigh
from heliopolis.coach.why import scene, why
from heliopolis.errors import MoveError
from heliopolis.games import contract
from heliopolis.table.match import Match, check_seat, legal

#: So many decisions get a second look, and so many are named in the end.
SUSPICIOUS: Final = 12
NAMED: Final = 3
#: A share of the win that is worth naming.
WORTH_NAMING: Final = 0.005
#: What the expert has for a second look.
SECONDS: Final = 0.4
#: So many decisions are looked at between two reports.
A_GLANCE: Final = 20


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which a seat could have done better."""

    line: int
    """The line of the record that was played: the moment is after the one before it."""
    epoch: int
    scene: str
    """What lay on the table."""
    played: Option
    better: Option
    why: str

    @property
    def cost(self) -> float:
        """The share of the win that it cost."""
        return self.better.outlook.win - self.played.outlook.win

    @property
    def points(self) -> float:
        """The points that it cost; below 0 where they were the price of winning."""
        return self.better.outlook.points - self.played.outlook.points


@dataclass(frozen=True, slots=True)
class Report:
    """How far a look back has come."""

    done: int
    total: int
    decisions: tuple[Decision, ...] = field(default=())
    """The costliest first; there when all is done."""

    @property
    def finished(self) -> bool:
        """Whether this is the last one."""
        return self.done == self.total


def review(match: Match, seat: int, seconds: float = SECONDS) -> Generator[Report, None, None]:
    """Look back at every choice that a seat had: all at a glance, then the most suspicious ones again, with care.

    It says how far it has come, so that it can be shown, or not be gone on with. The last report has the decisions.
    """
    check_seat(seat, match.players)
    if match.result is None:
        raise MoveError("a match can be looked back at when it is over")
    moments = list(choices(match, seat))
    glances = -(-len(moments) // A_GLANCE)
    looks = min(len(moments), SUSPICIOUS)
    total = glances + looks
    costs = {}
    for place, (line, moment, move) in enumerate(moments):
        options = weigh(moment, QUICK, 0.0)
        costs[line] = options[0].outlook.win - played(options, move).outlook.win
        if (place + 1) % A_GLANCE == 0:
            yield Report((place + 1) // A_GLANCE, total)
    suspicious = sorted(moments, key=lambda found: costs[found[0]], reverse=True)[:looks]
    decisions = []
    for place, (line, moment, move) in enumerate(suspicious):
        yield Report(glances + place, total)
        decisions.append(decision(line, moment, move, weigh(moment, THOROUGH, seconds)))
    worst = sorted((one for one in decisions if one.cost >= WORTH_NAMING), key=lambda one: one.cost, reverse=True)
    yield Report(total, total, tuple(worst[:NAMED]))


def choices(match: Match, seat: int) -> Iterator[tuple[int, Match, int]]:
    """Find every moment at which a seat could choose: the line it played, the match before it, and its move."""
    state = match.at(0).state.copy()
    for number, line in enumerate(match.lines, 1):
        if line.seat == seat and not line.is_chance and len(legal(state)) > 1:
            yield number, match.showing(state), line.moves[0]
        for move in line.moves:
            contract.apply(state, move)


def decision(line: int, moment: Match, move: int, options: Sequence[Option]) -> Decision:
    """Hold what was played against the best that could have been."""
    done, better = played(options, move), options[0]
    epoch = int(contract.epochs_over(moment.state)) + 1
    return Decision(line, epoch, scene(moment), done, better, why(moment, better, done))


def played(options: Sequence[Option], move: Any) -> Option:
    """Find a move among those that were possible."""
    return next(option for option in options if option.move == move)
