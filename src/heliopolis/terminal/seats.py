"""Who sits where: people and bots, by name. The one place of this door that knows the bots."""

from __future__ import annotations

from collections import Counter

from heliopolis.bots.contract import Bot
from heliopolis.bots.registry import BOT_NAMES, find_bot


def is_bot(name: str) -> bool:
    """Tell bots from people by name: "greedy", or "greedy 2" where there are several."""
    kind, _, number = name.partition(" ")
    return kind in BOT_NAMES and (not number or number.isdigit())


def bot_named(name: str) -> Bot | None:
    """Find the bot that sits in a seat by the seat's name; None is a person."""
    return find_bot(name.partition(" ")[0]) if is_bot(name) else None


def seat_names(seats: str) -> list[str]:
    """Read who sits where: "Ann,greedy,greedy" gives Ann, greedy 1, greedy 2."""
    wanted = [name.strip() for name in seats.split(",")]
    there_are, so_far = Counter(wanted), Counter[str]()
    names = []
    for name in wanted:
        so_far[name] += 1
        names.append(f"{name} {so_far[name]}" if name in BOT_NAMES and there_are[name] > 1 else name)
    return names
