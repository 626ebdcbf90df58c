"""Positions that tables can begin from: moments of games, found by playing where no server has to be asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

from heliopolis import Match

View = dict[str, Any]
Wanted = Callable[[View], bool]

#: A moment that a game does not come to is looked for in the next one.
GAMES = 400


def play(match: Match, numbers: random.Random) -> None:
    """Make a move: the first seat wins much, so that it loses something, too."""
    words, seat = match.moves(), match.seat
    likely = [word for word in words if word == "draw" or (word == "pass" and seat)]
    # Suns stay where they are: whoever rolls all else again comes to a disaster.
    again = [word for word in words if word.startswith("reroll")]
    strikes = [word for word in words if word.startswith("disaster") and not word.endswith("none")]
    if again:
        match.play(max(again, key=len))
    elif strikes and seat:
        match.play(numbers.choice(strikes))
    elif likely and numbers.random() < 0.72:
        match.play(likely[0])
    else:
        match.play(numbers.choice(words))


def moment(game: str, players: int, wanted: Wanted) -> str:
    """Find a position that the first seat sees as it is wanted: always the same one."""
    names = [str(seat) for seat in range(players)]
    for seed in range(GAMES):
        match, numbers = Match(game, names, seed=seed), random.Random(seed)
        while match.seat is not None:
            if wanted(to_builtins(match.view(0))):
                return match.position()
            play(match, numbers)
    raise AssertionError(f"no game of {players} comes to {wanted}")


def before_a_sheet(game: str, players: int, wanted: Wanted) -> tuple[str, str]:
    """Find a position and the move that brings a sheet at once, whatever is drawn or rolled then."""
    names = [str(seat) for seat in range(players)]
    for seed in range(GAMES):
        match, numbers = Match(game, names, seed=seed), random.Random(seed)
        while match.seat is not None:
            line, lines, sheets = match.position(), len(match), len(match.breakdowns())
            play(match, numbers)
            if len(match.breakdowns()) > sheets:
                after = match.at(lines + 1)
                if len(after.breakdowns()) > sheets and wanted(to_builtins(after.view(0))):
                    return line, match.words(lines)[0]
    raise AssertionError(f"no game of {players} comes to {wanted}")
