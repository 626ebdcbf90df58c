"""Who sits where: people and bots, by name. The one place of this door that knows the bots."""

from __future__ import annotations

from collections import Counter

from heliopolis.bots.contract import Bot
from heliopolis.bots.registry import BOT_NAMES, check_plays, find_bot, usual_bot
from heliopolis.games.about import About

#: So many sit at a table where nobody says who.
USUAL_SEATS = 4


def is_bot(name: str) -> bool:
    """Tell bots from people by name: "greedy", or "greedy 2" where there are several."""
    kind, _, number = name.partition(" ")
    return kind in BOT_NAMES and (not number or number.isdigit())


def bot_named(name: str) -> Bot | None:
    """Find the bot that sits in a seat by the seat's name; None is a person."""
    return find_bot(name.partition(" ")[0]) if is_bot(name) else None


def check_bots(names: list[str], game: About) -> None:
    """Raise a SetupError where one of the bots does not play a game."""
    for name in names:
        bot = bot_named(name)
        if bot is not None:
            check_plays(bot, name.partition(" ")[0], game)


def usual_seats(game: About) -> str:
    """Say who plays where nobody says: you, and the usual opponents."""
    most = next(iter(game.editions.values())).most_players
    return ",".join(["you", *[usual_bot(game.name)] * (min(USUAL_SEATS, most) - 1)])


def seat_names(seats: str) -> list[str]:
    """Read who sits where: "Ann,greedy,greedy" gives Ann, greedy 1, greedy 2."""
    wanted = [name.strip() for name in seats.split(",")]
    there_are, so_far = Counter(wanted), Counter[str]()
    names = []
    for name in wanted:
        so_far[name] += 1
        names.append(f"{name} {so_far[name]}" if name in BOT_NAMES and there_are[name] > 1 else name)
    return names
