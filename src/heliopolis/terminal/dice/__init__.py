"""Ra: The Dice Game in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from heliopolis.terminal.dice.drawing import draw
from heliopolis.terminal.dice.scoring import position, reasons
from heliopolis.terminal.dice.typing import listed, question, short
from heliopolis.terminal.face import Face


class _Dice:
    draw = staticmethod(draw)
    question = staticmethod(question)
    listed = staticmethod(listed)
    short = staticmethod(short)
    position = staticmethod(position)
    reasons = staticmethod(reasons)

    @staticmethod
    def marks(board: Mapping[str, Any]) -> dict[str, object]:
        """Jump to epochs and turns."""
        return {"epoch": board["epoch"], "turn": (board["turn"], board["epoch"])}


FACE: Final[Face] = _Dice()
