"""What a person could do: what the strongest bots expect of every legal move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from heliopolis.bots.contract import Outlook
from heliopolis.bots.registry import check_plays, find_bot
from heliopolis.coach.why import why
from heliopolis.errors import MoveError
from heliopolis.table.match import Match, legal

#: Who looks at every decision, at a glance; and who looks again where it may have been costly.
QUICK: Final = "net"
THOROUGH: Final = "expert"
#: Shares of the win that differ by less are the same: they may be numbers of 32 bits.
TINY: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move, and how the game will end for the seat to act after it, as far as a bot can tell."""

    move: int
    word: str
    """In the words of the record."""
    shown: str
    """In the edition's words."""
    outlook: Outlook
    exact: bool = False
    """Whether the outlook is no estimate: every line of play was followed to the end of the game."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do for the seat to act."""

    seat: int
    options: tuple[Option, ...]
    """Every legal move, the best first."""
    why: str
    """What on the table speaks for the first, against the second; empty where nothing is judged."""
    judged: bool = True
    """Whether the bot had the time to judge the moves: without it, what it says of them is only where things stand."""

    @property
    def exact(self) -> bool:
        """Whether nothing of it is an estimate."""
        return all(option.exact for option in self.options)


def advise(match: Match, seconds: float, bot: str = THOROUGH) -> Advice:
    """Weigh every legal move of the seat to act.

    >>> advice = advise(Match("ra", ["north", "east", "south"], seed=7), 0.01, bot="net")
    >>> advice.seat, sorted(option.word for option in advice.options)
    (2, ['draw', 'invoke'])
    """
    if match.seat is None or match.is_chance:
        raise MoveError("there is nothing to advise: nobody has to choose now")
    options = weigh(match, bot, seconds)
    judged = len(options) == 1 or options[0].exact or not stands_still(match, options)
    other = options[1] if len(options) > 1 else None
    return Advice(match.seat, options, why(match, options[0], other) if judged else "", judged)


def stands_still(match: Match, options: Sequence[Option]) -> bool:
    """Tell whether a bot only says how things stand: everyone's share of the win is fair, and their points stay.

    So a bot answers that had no time (`quiescence.have_no_opinion`).
    """
    points = match.scores[match.seat or 0]
    fair = abs(options[0].outlook.win - 1 / len(match.players)) < TINY
    return fair and all(option.outlook.points == points for option in options)


def weigh(match: Match, bot: str, seconds: float) -> tuple[Option, ...]:
    """Ask a bot for the outlook of each legal move, and list them, the best first."""
    state = match.state.copy()
    moves = legal(state)
    name = f"{bot}:seconds={seconds}" if bot == THOROUGH else bot
    judge = find_bot(name)
    check_plays(judge, bot, match.game)
    choice = judge.choose(state, moves, seconds, seed=0)
    outlooks = choice.outlooks or ()
    words = match.game.words
    options = [
        Option(move, words.word([move]), words.shown([move], match.edition), outlook, choice.exact)
        for move, outlook in zip(moves, outlooks, strict=True)
    ]
    return tuple(sorted(options, key=lambda option: option.outlook, reverse=True))
