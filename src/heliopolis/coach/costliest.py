"""What a person could have done better: a look back at the decisions of a match that is over."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from heliopolis.coach.advice import QUICK, THOROUGH, Option, weigh
from heliopolis.coach.why import scene, why
from heliopolis.errors import MoveError
from heliopolis.games import contract
from heliopolis.table.match import Match, check_seat, legal

#: So many decisions get a second look, and so many are named in the end.
SUSPICIOUS: Final = 12
NAMED: Final = 3
#: A share of the win that is worth naming. Of a smaller one nobody can say whether it was lost: this is two standard
#: errors of what the expert thinks of two moves (`bots.search.rollouts.DOUBT`).
WORTH_NAMING: Final = 0.032
#: Points that are worth naming. From one seed to another, what the expert expects differs by about 0.3.
POINTS_WORTH_NAMING: Final = 1.0
#: Whose share of the win is so small has as good as lost, and whose share lacks so little has as good as won.
DECIDED: Final = 0.05
#: What the expert has for a second look.
SECONDS: Final = 0.4
#: So many decisions are looked at between two reports.
A_GLANCE: Final = 20

Decided = Literal["won", "lost"] | None


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


class Look:
    """What a bot thinks of the moves of a moment, the best first, and which of them was played."""

    def __init__(self, options: Sequence[Option], move: int) -> None:
        self.options = options
        self.played = next(option for option in options if option.move == move)

    @property
    def cost(self) -> float:
        """The share of the win that was lost."""
        return self.options[0].outlook.win - self.played.outlook.win

    @property
    def richest(self) -> Option:
        """The move with the most points in the end, among those that do not clearly cost a share of the win."""
        least = self.played.outlook.win - WORTH_NAMING
        safe = (option for option in self.options if option.outlook.win >= least)
        return max(safe, key=lambda option: option.outlook.points)

    @property
    def points(self) -> float:
        """The points that were lost."""
        return self.richest.outlook.points - self.played.outlook.points


@dataclass(frozen=True, slots=True)
class Report:
    """How far a look back has come."""

    done: int
    total: int
    decisions: tuple[Decision, ...] = field(default=())
    """The costliest first; there when all is done."""
    counts: Literal["wins", "points"] = "wins"
    """What they cost, and are ordered by: points, where no share of the win was at stake any more."""
    decided: Decided = None
    """What the game as good as was at most of the choices, if not open; known when all is done."""

    @property
    def finished(self) -> bool:
        """Whether this is the last one."""
        return self.done == self.total


def review(match: Match, seat: int, seconds: float = SECONDS) -> Generator[Report, None, None]:
    """Look back at every choice that a seat had: all at a glance, then the most suspicious ones again, with care.

    It says how far it has come, so that it can be shown, or not be gone on with. The last report has the decisions:
    those that clearly cost a share of the win, or, where the game was decided anyway, points.
    """
    check_seat(seat, match.players)
    if match.result is None:
        raise MoveError("a match can be looked back at when it is over")
    moments = list(choices(match, seat))
    glances = -(-len(moments) // A_GLANCE)
    looks = min(len(moments), SUSPICIOUS)
    total = glances + looks
    first_looks = []
    for place, (_, moment, move) in enumerate(moments):
        first_looks.append(Look(weigh(moment, QUICK, 0.0), move))
        if (place + 1) % A_GLANCE == 0:
            yield Report((place + 1) // A_GLANCE, total)
    decided = as_good_as([look.options[0].outlook.win for look in first_looks])
    seen = []
    for place, number in enumerate(suspicious(first_looks, looks, by_points=decided is not None)):
        yield Report(glances + place, total)
        line, moment, move = moments[number]
        seen.append((line, moment, Look(weigh(moment, THOROUGH, seconds), move)))
    costly = [decision(*found) for found in seen if found[-1].cost >= WORTH_NAMING]
    if costly or decided is None:
        yield Report(total, total, worst(costly, lambda one: one.cost), decided=decided)
        return
    dear = [decision(*found, by_points=True) for found in seen if found[-1].points >= POINTS_WORTH_NAMING]
    yield Report(total, total, worst(dear, lambda one: one.points), "points", decided)


def as_good_as(chances: Sequence[float]) -> Decided:
    """Say what the game as good as was at most of the choices, by the share of the win that the best move promised.

    >>> as_good_as([0.3, 0.02, 0.01]), as_good_as([0.5, 0.97, 0.99]), as_good_as([0.01, 0.5, 0.99])
    ('lost', 'won', None)
    """
    if 2 * sum(chance < DECIDED for chance in chances) > len(chances):
        return "lost"
    return "won" if 2 * sum(chance > 1 - DECIDED for chance in chances) > len(chances) else None


def suspicious(looks: Sequence[Look], count: int, *, by_points: bool) -> list[int]:
    """Find the choices that seem to have cost most of the win; where asked, half of them those that cost points."""
    places = range(len(looks))
    by_wins = sorted(places, key=lambda place: looks[place].cost, reverse=True)
    if not by_points:
        return by_wins[:count]
    others = sorted(places, key=lambda place: looks[place].points, reverse=True)
    return list(dict.fromkeys(place for pair in zip(by_wins, others, strict=True) for place in pair))[:count]


def worst(decisions: Sequence[Decision], cost: Callable[[Decision], float]) -> tuple[Decision, ...]:
    """Choose those that are named."""
    return tuple(sorted(decisions, key=cost, reverse=True)[:NAMED])


def choices(match: Match, seat: int) -> Iterator[tuple[int, Match, int]]:
    """Find every moment at which a seat could choose: the line it played, the match before it, and its move."""
    state = match.at(0).state.copy()
    for number, line in enumerate(match.lines, 1):
        if line.seat == seat and not line.is_chance and len(legal(state)) > 1:
            yield number, match.showing(state), line.moves[0]
        for move in line.moves:
            contract.apply(state, move)


def decision(line: int, moment: Match, look: Look, *, by_points: bool = False) -> Decision:
    """Hold what was played against the best that could have been."""
    better = look.richest if by_points else look.options[0]
    epoch = int(contract.epochs_over(moment.state)) + 1
    return Decision(line, epoch, scene(moment), look.played, better, why(moment, better, look.played))
