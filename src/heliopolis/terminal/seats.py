"""Who sits where: people and bots, by name. The one place of this door that knows the bots.

A seat has a bot exactly when the registry knows one by what stands there. What has a colon or a slash is never a
person's name: if it is no bot either, that is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from difflib import get_close_matches
from typing import NamedTuple

from heliopolis.bots.contract import Bot, Seating, check_starts, seated
from heliopolis.bots.registry import LEVELS, bot_names, check_plays, find_bot, players_of, usual_bot
from heliopolis.bots.specs import all_different, bot_in_seat, is_untold, looks_like_bot, seat_name, split_bots
from heliopolis.errors import SetupError, quoted
from heliopolis.games.about import About
from heliopolis.table.match import Match
from heliopolis.terminal.person import YOU

#: From this likeness on, the name of a person may be a slip for that of a bot.
ALMOST = 0.75
#: So many sit at a table where nobody says who.
USUAL_SEATS = 4
#: Who plays a first game with someone: from friendly to sound, so that it is neither lost nor won at once.
COMPANY = ("apprentice", "scribe", "priest")


class Seat(NamedTuple):
    """Who sits in a seat."""

    name: str
    """As it stands in the record."""
    spec: str | None = None
    """The bot, as people call it; None is a person."""


def usual_seats(game: About, seats: int | None = None) -> str:
    """Say who plays where nobody says: you, and opponents for a first game; as many as there are seats, if it is known.

    >>> from heliopolis.games import describe
    >>> usual_seats(describe("ra"), 5)
    'you,apprentice,scribe,priest,priest'
    """
    most = next(iter(game.editions.values())).most_players
    known = players_of(game.name)
    count = min(USUAL_SEATS, most) if seats is None else seats
    company = [*COMPANY, *COMPANY[-1:] * count][: count - 1]
    return ",".join([YOU, *(name if name in known else usual_bot(game.name) for name in company)])


def introduce(names: list[str]) -> str:
    """Say in a line who the opponents are.

    >>> introduce(["you", "apprentice", "scribe", "priest"])
    'Your opponents, the friendliest first: apprentice, scribe, priest.'
    """
    bots = [name for name in names if is_bot(name)]
    levels = [name for name in LEVELS if name in bots]
    return (
        f"Your opponents, the friendliest first: {', '.join(levels)}."
        if levels
        else f"Your opponents: {', '.join(bots)}."
    )


def introduce_seats(seats: Sequence[Seat]) -> Iterator[str]:
    """Say in a line who is a person and who is a bot, and below it whose name is almost that of a bot.

    >>> for line in introduce_seats([Seat("you"), Seat("vizier2"), Seat("priest", "priest")]):
    ...     print(line)
    People: you, vizier2. Bots: priest.
    vizier2 plays as a person: the bot is called vizier.
    """
    people = [seat.name for seat in seats if seat.spec is None]
    bots = [seat.name for seat in seats if seat.spec is not None]
    groups = [f"{kind}: {', '.join(names)}." for kind, names in (("People", people), ("Bots", bots)) if names]
    yield " ".join(groups)
    for name in people:
        for close in get_close_matches(name.lower(), bot_names(), 1, ALMOST):
            yield f"{name} plays as a person: the bot is called {close}."


def read_seats(seats: str, people: Collection[str] = ()) -> list[Seat]:
    """Read who sits where: "Ann,greedy,greedy" gives Ann, greedy 1, greedy 2.

    Some names may be known as those of people, whatever they look like.
    """
    known = frozenset(bot_names())
    found = [Seat(text) if text in people else _seat(text, known) for text in split_bots(seats)]
    bots = {place for place, seat in enumerate(found) if seat.spec is not None}
    names = all_different([seat.name for seat in found], bots)
    return [seat._replace(name=name) for seat, name in zip(found, names, strict=True)]


def _seat(text: str, known: Collection[str]) -> Seat:
    if looks_like_bot(text):
        return Seat(seat_name(text), text)
    if is_untold(text, known):
        raise SetupError(
            f"{quoted(text)} is how a record names a bot: name the bot itself, as `heliopolis bots` says, "
            "or give a person another name"
        )
    return Seat(text, bot_in_seat(text, known))


def seat_names(seats: str) -> list[str]:
    """Read who sits where, as a record names them."""
    return [seat.name for seat in read_seats(seats)]


def find_bots(seats: Sequence[Seat], game: About) -> list[Bot | None]:
    """Find the bots of some seats; raise a SetupError where there is none, or where one does not play a game."""
    return [None if seat.spec is None else _found(seat.spec, game) for seat in seats]


def _found(spec: str, game: About) -> Bot:
    try:
        bot = find_bot(spec)
    except SetupError as error:
        is_name = ":" not in spec
        raise SetupError(f"{error}; a person's name has no : / or \\" if is_name else str(error)) from error
    check_plays(bot, spec, game)
    return bot


# ---- a match that goes on ----


def seats_of(names: Sequence[str]) -> list[Seat]:
    """Find out who sits in the seats of a record.

    It names built-in and installed bots with their parameters, but it starts no program and opens no file.
    """
    known = frozenset(bot_names())
    for name in names:
        if is_untold(name, known):
            raise SetupError(
                f"{quoted(name)} has a seat, and a record starts no program and opens no file: "
                "say with --seats again who sits where, as when the match began"
            )
    return [Seat(name, bot_in_seat(name, known)) for name in names]


def seats_again(names: Sequence[str], seats: str) -> list[Seat]:
    """Read who sits where in a match that goes on: the same as when it began."""
    known = frozenset(bot_names())
    found = read_seats(seats, people=[name for name in names if bot_in_seat(name, known) is None])
    if [seat.name for seat in found] != list(names):
        now = ", ".join(seat.name for seat in found)
        raise SetupError(f"--seats gives {now}, and the record has {', '.join(names)}: expected the same seats")
    return found


def is_told(names: Sequence[str]) -> bool:
    """Tell whether the names of a record say by themselves who sits where."""
    known = frozenset(bot_names())
    return not any(is_untold(name, known) for name in names)


def is_bot(name: str) -> bool:
    """Tell bots from people by the name of a seat: "greedy", "greedy 2" where there are several."""
    return bot_in_seat(name, frozenset(bot_names())) is not None


def bot_named(name: str) -> Bot | None:
    """Find the bot that sits in a seat by the seat's name in a record; None is a person."""
    (seat,) = seats_of([name])
    return None if seat.spec is None else find_bot(seat.spec)


# ---- sitting down ----


@contextmanager
def sitting(bots: Sequence[Bot | None], match: Match) -> Iterator[list[Bot | None]]:
    """Let the bots sit down for a match, and get up again. A program that does not start is refused."""
    table = (match.game.name, match.edition.name, match.settings, tuple(match.players))
    seats = [(bot, Seating(*table, seat)) for seat, bot in enumerate(bots)]
    for bot, seating in seats:
        if bot is not None:
            check_starts(bot, seating)
    with ExitStack() as stack:
        yield [None if bot is None else stack.enter_context(seated(bot, seating)) for bot, seating in seats]
