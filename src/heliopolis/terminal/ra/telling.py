"""Why the numbers on a score sheet of Ra are what they are, in words (R26-R32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heliopolis.facts.ra import Monuments, RaReasons, SunSum
from heliopolis.facts.views import Sheet
from heliopolis.terminal.reasons import LATER, compared, listing, many

#: It takes so many different civilizations to score.
CIVILIZATIONS = 3


def tell(sheet: Sheet, why: RaReasons, names: Sequence[str], edition: Any) -> dict[str, str]:
    """Say why each number of a seat's sheet is what it is, by category."""
    return {
        "gods": f"{many(why.gods, 'God')} not spent, 2 each (R26)" if why.gods else "no God (R26)",
        "gold": f"{why.gold} Gold, 3 each (R27)" if why.gold else "no Gold (R27)",
        "pharaohs": f"{many(why.pharaohs.count, 'Pharaoh')}: {compared(why.pharaohs, names)} (R28)",
        "nile": f"{river(why.niles, why.floods)} (R29)",
        "civilization": f"{civilization(why.civilization, sheet['civilization'])} (R30)",
        "monuments": f"{LATER if why.monuments is None else monuments(why.monuments)} (R31)",
        "suns": f"{LATER if why.suns is None else suns(why.suns, names, edition)} (R32)",
    }


def river(niles: int, floods: int) -> str:
    """Tell what the river brings."""
    if not floods:
        return f"{many(niles, 'Nile')} but no Flood: nothing" if niles else "no Flood and no Nile: nothing"
    return f"{many(floods, 'Flood')} and {many(niles, 'Nile')}: 1 each"


def civilization(kinds: Sequence[str], points: int) -> str:
    """Tell what civilizations bring."""
    if not kinds:
        return f"none at all: {points}"
    return f"{len(kinds)} different ({listing(kinds)}): {points or f'nothing, it takes {CIVILIZATIONS}'}"


def monuments(held: Monuments) -> str:
    """Tell what monuments bring."""
    if not held.different:
        return "no monument"
    parts = [f"{len(held.different)} different: {held.different_points}"]
    return "; ".join([*parts, *(f"{one.count} {one.tile}: {one.points}" for one in held.sets)])


def suns(held: SunSum, names: Sequence[str], edition: Any) -> str:
    """Tell how the sums of suns compare."""
    if not held.suns:
        return f"no {edition.sun}s were named"
    added = f"{' + '.join(map(str, reversed(held.suns)))} = {held.standing.count}"
    return f"{added}: {compared(held.standing, names, 'highest sum', 'lowest sum')}"
