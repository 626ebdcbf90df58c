"""Why a move is better than another, for people: what lies on the table, and how the game ends as a bot sees it.

Each game has a module of its own, of its name, for what lies on its table.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from heliopolis.games import contract

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match


def why(match: Match, best: Option, other: Option | None) -> str:
    """Say what on the table speaks for a move of the seat to act. It names no move: each place has its own words."""
    if other is None or other.move == best.move:
        return "" if other else "There is nothing else to do."
    return " ".join([*_room(match).facts(match, best, other), *_at_once(match, best, other)])


def compared(match: Match, best: Option, other: Option | None) -> str:
    """Compare how the game ends after two moves, as a bot sees it, and name them as one would type them."""
    if other is None or other.move == best.move:
        return ""
    wins, less = (round(100 * option.outlook.win) for option in (best, other))
    more = round(best.outlook.points - other.outlook.points)
    points = f"about {_counted(abs(more), match.edition.points)}"
    if wins == less:
        said = f"Either way you win about {wins} of 100 games." if wins else "Hardly any game is won from here."
        return (
            f"{said} You end with {points} more after “{best.shown}”."
            if more > 0
            else f"{said} Both are about as good."
        )
    said = f"You win about {wins} of 100 games after “{best.shown}”, and {less} after “{other.shown}”."
    if more > 0:
        return f"{said} You also end with {points} more."
    return f"{said} You end with {points} fewer, but that is worth it." if more < 0 else said


def scene(match: Match) -> str:
    """Say in a few words what lay on the table."""
    said: str = _room(match).scene(match)
    return said


def _room(match: Match) -> Any:
    return import_module(f"heliopolis.coach.{match.game.name}")


def _counted(count: int, points: str) -> str:
    """Say so many points: 1 point, 2 points, 2 fame."""
    return f"{count} {points.removesuffix('s') if count == 1 else points}"


def _at_once(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what two moves score for certain, where both do so at once and no epoch ends with them."""
    verbs = _room(match).AT_ONCE
    if {best.word.split()[0], other.word.split()[0]} <= verbs:
        after, instead = standing(match, best.move), standing(match, other.move)
        if after is not None and instead is not None and after > instead:
            yield f"If the epoch ended then, you would have {after} {match.edition.points} instead of {instead}."


def standing(match: Match, move: int | None = None, seat: int | None = None) -> int | None:
    """Add up what a seat has, and would score if the epoch ended after a move; None where the move ends the epoch."""
    state = match.state.copy()
    seat = int(contract.to_act(state)) if seat is None else seat
    epochs = contract.epochs_over(state)
    if move is not None:
        contract.apply(state, move)
    if contract.epochs_over(state) != epochs:
        return None
    count = len(match.players)
    points, sheet = np.zeros(count, np.int16), np.zeros((count, len(match.game.categories)), np.int16)
    contract.scores(state, points)
    contract.score_breakdown(state, sheet)
    return int(points[seat]) + int(sheet[seat].sum())
