"""Why a move is better than another, for people: what lies on the table, and how the game ends as a bot sees it.

Each game has a module of its own, of its name, for what lies on its table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from heliopolis.games import contract
from heliopolis.table.match import legal

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match


#: A difference of fewer wins in 100 says nothing: the expert itself is not surer than that.
TELLABLE: Final = 3


def why(match: Match, best: Option, other: Option | None) -> str:
    """Say what on the table speaks for a move of the seat to act. It names no move: each place has its own words."""
    if other is None or other.move == best.move:
        return "" if other else "There is nothing else to do."
    room = _room(match)
    said = [*room.facts(match, best, other)]
    if {best.word.split()[0], other.word.split()[0]} <= room.IN_ANY_ORDER and either_first(match, best, other):
        said.append("Both can be done this turn: the order hardly matters.")
    else:
        said += _at_once(match, best, other)
    return " ".join(said) or "What it brings shows only later."


def either_first(match: Match, best: Option, other: Option) -> bool:
    """Tell whether each of two moves can still be made by the same seat right after the other one."""
    for first, second in ((best.move, other.move), (other.move, best.move)):
        state = match.state.copy()
        seat = contract.to_act(state)
        contract.apply(state, first)
        if contract.is_chance(state) or contract.is_over(state) or contract.to_act(state) != seat:
            return False
        if second not in legal(state):
            return False
    return True


def compared(match: Match, best: Option, other: Option | None) -> str:
    """Compare how the game ends after two moves, as a bot sees it, and name them as one would type them."""
    if other is None or other.move == best.move:
        return ""
    wins, less = (round(100 * option.outlook.win) for option in (best, other))
    more = round(best.outlook.points - other.outlook.points)
    points = f"about {_counted(abs(more), match.edition.points)}"
    if abs(wins - less) < TELLABLE:
        said = _either(wins)
        return f"{said} “{best.shown}” brings {points} more." if more > 0 else f"{said} Both are about as good."
    said = f"With “{best.shown}” you win about {wins} of 100 games, with “{other.shown}” {less}"
    if more > 0:
        return f"{said}. It also brings {points} more."
    return f"{said}. It costs {points}, and is worth it." if more < 0 else f"{said}."


def _either(wins: int) -> str:
    """Say how the game ends whichever of two moves is made."""
    if wins < TELLABLE:
        return "The game is as good as lost either way."
    if wins > 100 - TELLABLE:
        return "The game is as good as won either way."
    return f"Either way you win about {wins} of 100 games."


def scene(match: Match) -> str:
    """Say in a few words what lay on the table."""
    said: str = _room(match).scene(match)
    return said


def kind(match: Match, word: str) -> str:
    """Say of which kind a decision is, by the move that was made."""
    room = _room(match)
    said: str = room.KINDS.get(word.split(maxsplit=1)[0], room.USUAL_KIND)
    return said


def _room(match: Match) -> Any:
    return import_module(f"heliopolis.coach.{match.game.name}")


def _counted(count: int, points: str) -> str:
    """Say so many points: 1 point, 2 points, 2 fame."""
    return f"{count} {points.removesuffix('s') if count == 1 else points}"


def listed(names: Iterable[str], plural: Callable[[str], str] = str, one: Callable[[str], str] = str) -> str:
    """Name several as one does; what there is several times is counted.

    >>> listed(["Nile", "Art", "Nile"], lambda name: f"{name}s"), listed(["Amun"])
    ('2 Niles and Art', 'Amun')
    """
    counted = [one(name) if count == 1 else f"{count} {plural(name)}" for name, count in Counter(names).items()]
    return counted[0] if len(counted) == 1 else f"{', '.join(counted[:-1])} and {counted[-1]}"


def _at_once(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what a move scores for certain, where it does so at once and no epoch ends with it, against the other one.

    Of a move that scores nothing at once, such as a draw, it is what there is now.
    """
    verbs = _room(match).AT_ONCE
    if best.word.split()[0] in verbs:
        after = standing(match, best.move)
        instead = standing(match, other.move if other.word.split()[0] in verbs else None)
        if after is not None and instead is not None and after > instead:
            yield f"If the epoch ended then, it would leave you with {after} {match.edition.points}, not {instead}."


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
