"""Why the numbers on a score sheet of the dice game are what they are, in words (D16-D19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heliopolis.facts.dice import Columns, DiceReasons
from heliopolis.facts.views import Sheet
from heliopolis.terminal.reasons import LATER, compared, listing, many

#: It takes so many civilization markers to score.
CIVILIZATIONS = 3


def tell(sheet: Sheet, why: DiceReasons, names: Sequence[str], edition: Any) -> dict[str, str]:
    """Say why each number of a seat's sheet is what it is, by category."""
    return {
        "pharaohs": f"space {why.pharaohs.count}: {compared(why.pharaohs, names, 'highest', 'lowest')} (D16)",
        "nile": f"{many(why.floods, 'flood')}, space {why.nile}: {why.nile if why.floods else 'nothing'} (D17)",
        "civilization": f"{civilization(why.civilization, sheet['civilization'])} (D18)",
        "monuments": f"{LATER if why.monuments is None else monuments(why.monuments)} (D19)",
    }


def civilization(markers: Sequence[str], points: int) -> str:
    """Tell what civilization markers bring."""
    if not markers:
        return f"no marker: {points}"
    there = f"{many(len(markers), 'marker')} ({listing(markers)})"
    return f"{there}: {points or f'nothing, it takes {CIVILIZATIONS}'}"


def monuments(held: Columns) -> str:
    """Tell what monuments bring."""
    if not held.different:
        return "no monument"
    parts = [
        f"{len(held.different)} different column{'' if len(held.different) == 1 else 's'}: {held.different_points}"
    ]
    return "; ".join([*parts, *(f"{one.count} markers on {one.column}: {one.points}" for one in held.sets)])
