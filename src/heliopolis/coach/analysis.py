"""A whole match looked back at: every decision of every seat, and luck apart from choice.

Each line of the record is a step, and steps are seen one by one, so that a review can be watched while it is made, left
and gone on with. Nothing depends on the clock: the same record, network and depth give the same review.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from heliopolis.bots.contract import Outlook
from heliopolis.bots.neural.files import built_in_network
from heliopolis.bots.neural.files import digest as digest_of
from heliopolis.bots.registry import check_plays, find_bot
from heliopolis.coach.advice import THOROUGH, Option
from heliopolis.coach.costliest import NAMED, WORTH_NAMING, Decided, as_good_as
from heliopolis.coach.judge import Depth, Judge, Judgement, ended
from heliopolis.coach.levels import figures
from heliopolis.coach.values import ROUNDS, Worth, worths
from heliopolis.coach.why import kind, scene, why
from heliopolis.compiled import digest as compiled_digest
from heliopolis.errors import MoveError
from heliopolis.games import contract
from heliopolis.table.match import Line, Match

#: Goes into every key: reviews that were made in another way are not taken for these.
VERSION: Final = 2
#: An interval of 95 % reaches so many standard errors to both sides.
SURE: Final = 1.96
#: A share of the win, and points, that are worth naming if they were lost for sure.
LEAST_NAMED: Final = 0.005
LEAST_POINTS_NAMED: Final = 0.5
#: As many steps are seen at once, each in a thread: searches leave the interpreter alone.
WORKERS: Final = 2


@dataclass(frozen=True, slots=True)
class Valued:
    """A legal move, and how the game ends for the seat to act after it."""

    word: str
    """In the words of the record."""
    shown: str
    """In the edition's words."""
    win: float
    points: float
    win_error: float = 0.0
    """By how much its distance from the best move may be wrong: half of an interval of 95 %."""
    points_error: float = 0.0
    exact: bool = False
    """Whether all this is no estimate."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of the match: all that could have been done, and what was."""

    line: int
    """The line of the record that was played: the moment is after the one before it."""
    seat: int
    epoch: int
    kind: str
    scene: str
    """What lay on the table."""
    options: tuple[Valued, ...]
    """Every legal move, the best first."""
    played: int
    """The place of the move that was made."""
    exact: bool
    """Whether the options are no estimates."""
    why: str
    """What speaks for the best move, against the one that was made; where the best was made, against `rival`."""
    first_sight: int = 0
    """The place of the move that looks best at first sight: what `greedy` would do."""
    why_points: str = ""
    """What speaks for the move with the most points (`richest`), against the one made; empty where both are one."""
    worths: tuple[Worth, ...] = ()
    """Where something was clearly lost: what the lot was worth to everyone, and what each sun to the one who acted."""

    @property
    def cost(self) -> float:
        """The share of the win that was lost."""
        return self.options[0].win - self.options[self.played].win

    @property
    def rival(self) -> Valued:
        """The move to hold the best against where it was made: what looked best at first sight, or the second."""
        return self.options[self.first_sight or min(1, len(self.options) - 1)]

    @property
    def is_insight(self) -> bool:
        """Whether the best was made, and what looked best at first sight would clearly have cost a share of the win."""
        lost = self.options[0].win - self.rival.win
        return bool(not self.played and self.first_sight) and lost > max(LEAST_NAMED, self.rival.win_error)

    @property
    def is_clear(self) -> bool:
        """Whether a share of the win was clearly lost: so much that it is worth naming, and no error."""
        least = LEAST_NAMED if self.exact else max(LEAST_NAMED, self.options[self.played].win_error)
        return self.cost > least

    @property
    def richest(self) -> Valued:
        """The move with the most points, of those that do not clearly cost a share of the win."""
        return _richest(self.options, self.played)

    @property
    def points(self) -> float:
        """The points that were lost."""
        return self.richest.points - self.options[self.played].points

    @property
    def points_error(self) -> float:
        """By how much the points that were lost may be wrong, at the most: half of an interval of 95 %.

        Of both moves it is known how sure their distance from the best is.
        """
        return math.hypot(self.richest.points_error, self.options[self.played].points_error)

    @property
    def is_clear_in_points(self) -> bool:
        """Whether points were clearly lost."""
        return self.points > max(LEAST_POINTS_NAMED, self.points_error)


def _richest(options: Sequence[Valued], played: int) -> Valued:
    least = options[played].win - WORTH_NAMING
    return max((option for option in options if option.win >= least), key=lambda option: option.points)


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the record, looked back at."""

    line: int
    value: tuple[float, ...]
    """What the state before it is worth: each seat's share of the win, then each seat's points."""
    after: tuple[float, ...] = ()
    """The same after a decision, where the search has seen it: what chance brings next is averaged there."""
    judged: Judged | None = None
    """None where chance decided."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a seat's result came from: result = start + luck + own + others."""

    start: float
    luck: float
    own: float
    others: float
    result: float


@dataclass(frozen=True, slots=True)
class Named:
    """The decisions that are worth telling: only what is beyond its interval."""

    costliest: list[Judged]
    """Those that clearly cost a share of the win, the costliest first."""
    dearest: list[Judged]
    """Those that clearly cost points, and are not among the costliest."""
    seen: list[Judged]
    """Those that were right where another move looked best at first sight, and would clearly have cost."""


@dataclass(frozen=True, slots=True)
class Review:
    """A match looked back at."""

    key: str
    game: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    decisions: tuple[Judged, ...]
    """Every one, in the order of the match."""
    values: tuple[tuple[float, ...], ...]
    """Of every state, from the first to the last: each seat's share of the win, then each seat's points."""

    def chances(self, seat: int) -> list[float]:
        """List a seat's share of the win before each line, and in the end."""
        return [value[seat] for value in self.values]

    def account(self, seat: int, *, points: bool = False) -> Account:
        """Part luck from choice, in shares of the win or in points."""
        place = seat + (len(self.players) if points else 0)
        start, result = self.values[0][place], self.values[-1][place]
        parts = {"luck": 0.0, "own": 0.0, "others": 0.0}
        for line, before, after in zip(self.lines, self.values, self.values[1:], strict=False):
            part = "luck" if line.is_chance else "own" if line.seat == seat else "others"
            parts[part] += after[place] - before[place]
        return Account(start=start, result=result, **parts)

    def of(self, seat: int | None) -> list[Judged]:
        """List the decisions of a seat, or of all, at which there was a choice."""
        return [one for one in self.decisions if len(one.options) > 1 and seat in (None, one.seat)]

    def costliest(self, seat: int | None = None, *, points: bool = False) -> list[Judged]:
        """List the decisions that cost most, by share of the win or by points."""
        return sorted(self.of(seat), key=lambda one: -(one.points if points else one.cost))

    def best(self, seat: int | None = None) -> list[Judged]:
        """List the decisions that were right: first those at which another move looks best, and loses most."""
        right = [one for one in self.of(seat) if one.played == 0]
        return sorted(right, key=lambda one: (not one.is_insight, one.rival.win - one.options[0].win))

    def named(self, seat: int | None = None, most: int = NAMED) -> Named:
        """Pick the decisions that are worth telling, so many of each kind at the most."""
        costliest = [one for one in self.costliest(seat) if one.is_clear][:most]
        dearest = [one for one in self.costliest(seat, points=True) if one.is_clear_in_points and one not in costliest]
        return Named(costliest, dearest[:most], [one for one in self.best(seat) if one.is_insight][:most])

    def decided(self, seat: int) -> Decided:
        """Say what the game as good as was at most of the choices of a seat, if not open: there it lost points only."""
        return as_good_as([one.options[0].win for one in self.of(seat)])

    def mean_loss(self, seat: int | None = None) -> dict[str, tuple[int, float, float]]:
        """How many decisions there were of each kind, and what one cost on average, of the win and in points."""
        kinds: dict[str, list[Judged]] = {}
        for one in self.of(seat):
            kinds.setdefault(one.kind, []).append(one)
        return {
            name: (len(group), _mean([one.cost for one in group]), _mean([one.points for one in group]))
            for name, group in kinds.items()
        }

    def data(self, seats: Sequence[int] | None = None) -> dict[str, Any]:
        """Everything as plain data, for JSON; of some seats only, if they are named."""
        seats = range(len(self.players)) if seats is None else seats
        return {
            "key": self.key,
            "game": self.game,
            "players": list(self.players),
            "seats": list(seats),
            "values": [list(value) for value in self.values],
            "accounts": [asdict(self.account(seat)) for seat in seats],
            "points": [asdict(self.account(seat, points=True)) for seat in seats],
            "mean_loss": [
                {
                    name: {"decisions": count, "win": win, "points": points}
                    for name, (count, win, points) in self.mean_loss(seat).items()
                }
                for seat in seats
            ],
            "levels": {
                level: {name: asdict(figure) for name, figure in kinds.items()}
                for level, kinds in figures(self.game).items()
            },
            "decisions": [
                asdict(one)
                | {
                    "cost": one.cost,
                    "clear": one.is_clear,
                    "points": one.points,
                    "points_error": one.points_error,
                    "clear_in_points": one.is_clear_in_points,
                    "richest": one.richest.word,
                    "rival": one.rival.word,
                    "insight": one.is_insight,
                }
                for one in self.decisions
                if one.seat in seats
            ],
        }


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review has come."""

    done: int
    total: int
    step: Step
    review: Review | None = None
    """The whole of it, with the last step."""


@cache
def code_digest() -> str:
    """Name the state of all sources that a review follows from: rules, bots, and the coach."""
    names = hashlib.sha256(compiled_digest().encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        names.update(path.read_bytes())
    return names.hexdigest()[:20]


def key_of(match: Match, depth: Depth) -> str:
    """Name all that a review follows from: the match, the network, the depth, and the code."""
    network = built_in_network(match.game.name)
    told = [
        VERSION,
        code_digest(),
        match.game.name,
        match.edition.name,
        sorted(match.settings.items()),
        match.begins_at or match.deal,
        list(match.players),
        [line.moves for line in match.lines],
        digest_of(network.weights),
        asdict(depth),
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


def review(
    match: Match, depth: Depth | None = None, known: Mapping[int, Step] | None = None, workers: int = WORKERS
) -> Iterator[Progress]:
    """Look back at every line of a match that is over, one by one; whoever stops iterating stops it.

    Args:
        match: the match.
        depth: how thoroughly.
        known: steps of the same review, by line, that were seen before: they are not looked at again.
        workers: so many threads look; with none, whoever iterates does, and nothing is done between two steps.

    >>> match = Match("ra", ["north", "east"], seed=3)
    >>> while match.seat is not None:
    ...     match.play(match.moves()[-1])           # whoever can, invokes and bids all
    >>> *_, last = review(match, Depth(rounds=2))
    >>> len(last.review.decisions) == sum(not line.is_chance for line in match.lines)
    True
    >>> account = last.review.account(0)
    >>> abs(account.start + account.luck + account.own + account.others - account.result) < 1e-9
    True
    """
    if match.result is None:
        raise MoveError("a match can be looked back at when it is over")
    check_plays(find_bot(THOROUGH), THOROUGH, match.game)
    depth = depth or Depth()
    steps = dict(known or {})
    looker = Looker(match, depth)
    left = [number for number in range(1, len(match) + 1) if number not in steps]
    done, total = len(match) - len(left), len(match)
    with ThreadPoolExecutor(max(1, workers), "review") as pool:
        try:
            seen = pool.map(looker.look, left) if workers else map(looker.look, left)
            for step in seen:
                steps[step.line] = step
                done += 1
                if done < total:
                    yield Progress(done, total, step)
        finally:
            looker.stopped.set()
            pool.shutdown(cancel_futures=True)
    last = steps[total]
    yield Progress(total, total, last, _put_together(match, depth, steps))


def analyse(match: Match | str, depth: Depth | None = None) -> Iterator[Valued]:
    """Say what every legal move of a position is worth, the best first. The position is a match, or a line.

    >>> match = Match("ra", ["north", "east", "south"], seed=7)
    >>> sorted(option.word for option in analyse(match.position(), Depth(rounds=2)))
    ['draw', 'invoke']
    """
    here = Match.from_position(match, draws="table") if isinstance(match, str) else match
    if here.seat is None or here.is_chance:
        raise MoveError("there is nothing to analyse: nobody has to choose now")
    check_plays(find_bot(THOROUGH), THOROUGH, here.game)
    judgement, *_ = Judge(here.game, len(here.players), depth or Depth()).judge(here.state)
    yield from (option for option, _ in _options(here, judgement))


class Looker:
    """Looks at lines of a match, in any thread: each has a judge of its own."""

    def __init__(self, match: Match, depth: Depth) -> None:
        self._match, self._depth = match, depth
        self._table = match.replayed().table
        self._own = threading.local()
        self.stopped = threading.Event()

    def look(self, number: int) -> Step:
        """Look at one line."""
        if self.stopped.is_set():
            return Step(number, ())  # nobody waits for it
        if not hasattr(self._own, "judge"):
            self._own.judge = Judge(self._match.game, len(self._match.players), self._depth)
        judge: Judge = self._own.judge
        line, state = self._match.lines[number - 1], self._table[number - 1]
        if line.is_chance:
            # What is in the midst of something is averaged by the search of the decision before: see `_put_together`.
            known = number > 1 and not self._match.lines[number - 2].is_chance and judge.is_averaged(state)
            return Step(number, () if known else tuple(judge.value(state).tolist()))
        judgement, value, following = judge.judge(state)
        after = following[judgement.moves.index(line.moves[0])]
        return Step(number, tuple(value.tolist()), tuple(after.tolist()), self._judged(number, judgement, line))

    def _judged(self, number: int, judgement: Judgement, line: Line) -> Judged:
        moment = self._match.showing(self._table[number - 1])
        listed = _options(moment, judgement)
        played = next(place for place, (_, move) in enumerate(listed) if move == line.moves[0])
        options = tuple(option for option, _ in listed)
        richest = options.index(_richest(options, played))
        best, mine, rich = (_option(*listed[place]) for place in (0, played, richest))
        sight = next(place for place, (_, move) in enumerate(listed) if move == judgement.moves[judgement.first_sight])
        instead = played or sight or 1
        judged = Judged(
            line=number,
            seat=line.seat,
            epoch=int(contract.epochs_over(moment.state)) + 1,
            kind=kind(moment, mine.word),
            scene=scene(moment),
            options=options,
            played=played,
            exact=judgement.exact,
            why=why(moment, best, _option(*listed[instead])) if instead < len(listed) else "",
            first_sight=sight,
            why_points=why(moment, rich, mine) if rich.move != mine.move else "",
        )
        if not (judged.is_clear or judged.is_clear_in_points):
            return judged
        return replace(judged, worths=tuple(worths(moment, max(2, min(self._depth.rounds, ROUNDS)))))


def _options(moment: Match, judgement: Judgement) -> list[tuple[Valued, int]]:
    """List the options of a judgement, the best first, each with its move."""
    words, seat, count = moment.game.words, int(contract.to_act(moment.state)), len(moment.players)
    found, errors = judgement.found, judgement.errors * SURE
    order = np.lexsort((-found[:, count + seat], -found[:, seat])).tolist()
    order.remove(judgement.best)
    return [
        (
            Valued(
                words.word([judgement.moves[place]]),
                words.shown([judgement.moves[place]], moment.edition),
                max(float(found[place, seat]), 0.0),
                float(found[place, count + seat]),
                float(errors[place, 0]),
                float(errors[place, 1]),
                judgement.exact,
            ),
            judgement.moves[place],
        )
        for place in (judgement.best, *order)
    ]


def _option(valued: Valued, move: int) -> Option:
    return Option(move, valued.word, valued.shown, Outlook(valued.win, valued.points), valued.exact)


def _put_together(match: Match, depth: Depth, steps: Mapping[int, Step]) -> Review:
    ordered = [steps[number] for number in range(1, len(match) + 1)]
    values = values_of(ordered)
    values.append(tuple(ended(match.state).tolist()))
    judged = tuple(step.judged for step in ordered if step.judged is not None)
    return Review(key_of(match, depth), match.game.name, tuple(match.players), match.lines, judged, tuple(values))


def values_of(steps: Sequence[Step]) -> list[tuple[float, ...]]:
    """List what the state before each of several steps, one after the other, is worth."""
    return [step.value or steps[place - 1].after for place, step in enumerate(steps)]
