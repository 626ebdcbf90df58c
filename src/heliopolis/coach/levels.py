"""What the levels lose by decision: measured, to stand beside what a player loses.

`levels.json` is written by `benchmarks/reviews.py`. It has the command, and how many games it was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from heliopolis.bots.registry import LEVELS

#: The kind under which all decisions of a level stand together.
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Figure:
    """What a decision lost on average; errors are half of an interval of 95 %."""

    decisions: int
    win: float
    win_error: float
    points: float
    points_error: float


@cache
def figures(game: str) -> dict[str, dict[str, Figure]]:
    """Say what each level loses by decision of each kind, the weakest level first; nothing of a game without figures.

    >>> [*figures("ra")][-1], sorted(figures("ra")["pharaoh"])
    ('pharaoh', ['God', 'all', 'bid', 'discard', 'draw or invoke'])
    """
    told = json.loads((files(__package__) / "levels.json").read_text(encoding="utf-8"))
    measured = told.get(game, {}).get("bots", {})
    return {
        level: {kind: Figure(**figure) for kind, figure in measured[level]["losses"].items()}
        for level in LEVELS
        if level in measured
    }
