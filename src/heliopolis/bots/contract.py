"""What a bot is: whoever is shown a position and its legal moves, and chooses one of them."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from heliopolis.bots.neural.network import Network

from heliopolis.bots.aside import aside
from heliopolis.errors import SetupError

#: What pipes and a busy machine may add to the time of a bot before its answer is late.
GRACE_SECONDS: Final = 0.25

# What can be wrong with an answer.
BAD: Final = "bad"
LATE: Final = "late"
BROKEN: Final = "broken"
FAULTS: Final = {BAD: "no legal move", LATE: "too late", BROKEN: "no answer"}


class Outlook(NamedTuple):
    """How a game will end for a seat, as far as a bot can tell."""

    win: float
    """Its share of the win."""
    points: float
    """Its final points."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot answers."""

    move: int
    values: tuple[float, ...] | None = None
    """What each legal move promises the seat to act, in the order of the moves, where the bot has an opinion."""
    outlooks: tuple[Outlook, ...] | None = None
    """How the game will end for the seat to act after each of them, where the bot can tell."""
    exact: bool = False
    """Whether the outlooks are no estimates: every line of play was followed to the end of the game."""


class Bot(Protocol):
    """A player that is not a person.

    It is shown what lies open on the table: the record of the state, which holds neither the seed nor the order of the
    bag. It keeps nothing from one move to the next, so one bot may sit in many seats and think in many threads at once.
    """

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def description(self) -> str:
        """How it plays, in one line for people."""

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Choose one of the legal moves within the time given; what it leaves to chance follows from the seed."""


# ---- bots that want to know where they sit ----


@dataclass(frozen=True, slots=True)
class Seating:
    """What a bot may know of a table before the first move. Nothing that is sealed is in it."""

    game: str
    edition: str
    settings: Mapping[str, str]
    players: tuple[str, ...]
    seat: int


class Seated(Bot, Protocol):
    """A bot in one seat of one game."""

    def close(self) -> None:
        """Get up: the game is over."""


@runtime_checkable
class Complains(Protocol):
    """A bot with a place for complaints: a program has its standard error."""

    def complaints(self) -> str:
        """Say what it complained about so far."""


@runtime_checkable
class Starts(Protocol):
    """A bot in a seat that has to be started: a program."""

    def start(self) -> None:
        """Start now, not when it is first asked; raise FaultError if that fails."""


@runtime_checkable
class Guest(Protocol):
    """A bot that is told where it sits: a program that is started for each game."""

    def sit(self, seating: Seating) -> Seated:
        """Sit down for one game."""


@runtime_checkable
class AsksNetwork(Protocol):
    """A bot with a network: tournaments notice when it has learned."""

    def network(self, game: str) -> Network | None:
        """Find the network that it asks in a game, if it does (`bots/neural/files.py`, `load`)."""


def needs(bot: Bot) -> Sequence[str]:
    """List the rooms in which a game must have a module, so that a bot can play it: most bots play every game."""
    return tuple(getattr(bot, "needs", ()))


def is_timed(bot: Bot) -> bool:
    """Tell whether a bot looks at the clock; those whose thinking is compiled do not."""
    return bool(getattr(bot, "timed", True))


def complaints_of(bot: Bot) -> str:
    """Read what a bot complained about, where it has a place for that."""
    return bot.complaints() if isinstance(bot, Complains) else ""


@contextmanager
def seated(bot: Bot, seating: Seating) -> Iterator[Bot]:
    """Let a bot sit down for a game, if it wants to, and get up again."""
    if not isinstance(bot, Guest):
        yield bot
        return
    player = bot.sit(seating)
    try:
        yield player
    finally:
        player.close()


def check_starts(bot: Bot, seating: Seating) -> None:
    """Raise a SetupError where a program does not start, before a game is played in which `random` moves for it."""
    with seated(bot, seating) as player:
        if not isinstance(player, Starts):
            return
        try:
            player.start()
        except FaultError as error:
            complaint = complaints_of(player).strip().rpartition("\n")[2].strip()
            told = f" ({complaint})" if complaint else ""
            raise SetupError(f"the program {bot.title!r} {error}{told}; docs/bots.md has the protocol") from error


# ---- asking ----


class FaultError(Exception):
    """A bot gave no answer that counts."""

    def __init__(self, fault: str, told: str = "") -> None:
        super().__init__(told)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking a bot: always a legal move."""

    move: int
    seconds: float
    fault: str | None = None
    """Why the move is one that `random` made for the bot, if it is."""
    told: str = ""
    """What was wrong, for people."""


def ask(bot: Bot, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Answer:
    """Ask a bot for a move. If its answer is bad or late, or if it breaks, `random` makes one for it.

    Bots whose thinking is compiled do not look at the clock (`timed` is False), and so nobody holds one against them.
    """
    start = time.perf_counter()
    try:
        with aside():
            choice: object = bot.choose(state, list(moves), seconds, seed)
        taken = time.perf_counter() - start
        if not isinstance(choice, Choice) or choice.move not in moves:
            raise FaultError(BAD, f"answered {choice!r}, expected a Choice of one of the moves {list(moves)}")
        if taken > seconds + GRACE_SECONDS and is_timed(bot):
            raise FaultError(LATE, f"answered after {taken:.2f} s, expected at most {seconds:g} s")
        return Answer(int(choice.move), taken)
    except FaultError as error:
        fault, told = error.fault, str(error)
    except Exception as error:
        fault, told = BROKEN, f"{type(error).__name__}: {error}{_place(bot, error)}"
    from numpy import uint64

    from heliopolis.bots.randomness import below

    move = moves[below(uint64(seed), len(moves))]
    return Answer(int(move), time.perf_counter() - start, fault, told)


def _place(bot: Bot, error: Exception) -> str:
    """Name the line of a bot's file at which it broke; else the line, wherever it is."""
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)][1:]
    code = getattr(getattr(type(bot), "choose", None), "__code__", None)
    own = [place for place in lines if code is not None and place[0] == code.co_filename]
    return "".join(f" ({file}:{line})" for file, line in (own or lines)[-1:])
